"""Rulesets as answers tell them: those that ship, and house rules with a name."""

from typing import Any

import orjson

from games.engine.rulesets import (
    InvalidRuleset,
    Rules,
    RulesetFault,
    differences,
    load,
    origins,
    sha256,
    to_document,
)
from games.engine.rulesets.effect import without_effect
from games.engine.rulesets.words import in_words
from games.models import HouseRuleset, HouseRulesetVersion
from games.selectors.rulesets import house_version_rules, ruleset_find

Json = dict[str, Any]


def resolved(rules: Rules) -> Json:
    """A ruleset's values, their hash, and what they say."""
    return {
        "slug": rules.slug,
        "name": rules.name,
        "version": rules.version,
        "sha256": sha256(rules),
        "document": to_document(rules),
        "words": [chapter._asdict() for chapter in in_words(rules)],
    }


def shipped(slug: str) -> Json:
    """A ruleset that ships, with the origin of every value that has an effect."""
    rules = load(slug)
    silent = without_effect(rules)
    sources = {
        path: origin._asdict() for path, origin in origins(slug).items() if path not in silent
    }
    return resolved(rules) | {"origins": sources}


def house_ruleset_view(version: HouseRulesetVersion) -> Json:
    """A version of house rules: the document and its hash are those that were stored."""
    ruleset = version.ruleset
    return resolved(house_version_rules(version)) | {
        "sha256": version.sha256,
        "document": orjson.loads(version.document),
        "owner": {"kind": owner_kind(ruleset), "id": ruleset.owner},
        "extends": version.extends,
        "overrides": version.overrides,
        "hidden": ruleset.hidden_at is not None,
        "versions": [
            {
                "version": each.version,
                "name": each.name,
                "sha256": each.sha256,
                "created_at": each.created_at,
            }
            for each in ruleset.versions.all()
        ],
    }


def owner_kind(ruleset: HouseRuleset) -> str:
    """`player` or `club`."""
    return "club" if ruleset.player_id is None else "player"


def compared(rules: Rules, against: str) -> Json:
    """What two rulesets say differently. Raises InvalidRuleset if there is none `against`."""
    try:
        found = differences(rules, ruleset_find(against))
    except InvalidRuleset:
        fault = RulesetFault("against", f"there is no ruleset {against!r}")
        raise InvalidRuleset([fault]) from None
    told = [difference._asdict() for difference in found]
    return {"slug": rules.slug, "against": against, "differences": told}
