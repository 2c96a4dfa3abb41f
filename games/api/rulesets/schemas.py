"""Requests and answers of rulesets, paragraphs of the rules and bots."""

import re
from typing import Any

import orjson
from drf_spectacular.utils import extend_schema_field, inline_serializer
from rest_framework import serializers

from games.choices import HOUSE_SLUG_PATTERN
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
from samba_service.kit.serializers import (
    LineField,
    StrictCharField,
    StrictSerializer,
    StrictUUIDField,
)

MAX_VERSION = 32767

RESERVED = {"diff", "schema", "validate"}
"""No house rules are called by a word that addresses of rulesets end in."""


@extend_schema_field({"type": "string", "pattern": HOUSE_SLUG_PATTERN})
class HouseSlugField(StrictCharField):
    """The second part of a name; none that would make an address mean two things."""

    def __init__(self, **options: Any) -> None:
        super().__init__(trim_whitespace=False, **options)

    def to_internal_value(self, data: Any) -> str:
        slug = super().to_internal_value(data)
        if not re.fullmatch(HOUSE_SLUG_PATTERN.strip("^$"), slug):
            raise serializers.ValidationError(
                "1 to 40 small letters, digits and hyphens between them."
            )
        if slug in RESERVED:
            raise serializers.ValidationError("This word is reserved.")
        return slug


class RulesetRequest(StrictSerializer):
    extends = StrictCharField(max_length=100)
    overrides = serializers.DictField(required=False, default=dict)


class HouseRulesetRequest(RulesetRequest):
    name = LineField(max_length=100, help_text="What people call it")
    extends = StrictCharField(
        max_length=100, help_text="A ruleset that ships, or house rules: `{owner}/{slug}`"
    )


class NewHouseRulesetRequest(HouseRulesetRequest):
    slug = HouseSlugField(help_text="Small letters, digits and hyphens between them")
    club = StrictUUIDField(
        required=False, default=None, allow_null=True,
        help_text="The owner, of which you are an admin; null: you",
    )  # fmt: skip


class DiffQuery(StrictSerializer):
    against = StrictCharField(max_length=100, help_text="The name of the other ruleset")


class VersionQuery(StrictSerializer):
    version = serializers.IntegerField(
        required=False, min_value=1, max_value=MAX_VERSION, help_text="Left out: the latest"
    )


class HouseDiffQuery(DiffQuery, VersionQuery):
    """Both of them."""


Answer = serializers.Serializer[Any]


class OriginAnswer(Answer):
    """Where a value comes from."""

    source = serializers.CharField()  # type: ignore[assignment]  # a field's attribute
    provenance = serializers.ChoiceField(choices=["stated", "decided", "assumed", "inherited"])


class ResolvedRulesetAnswer(Answer):
    """A ruleset with all its values."""

    slug = serializers.CharField()
    name = serializers.CharField()
    version = serializers.IntegerField()
    sha256 = serializers.RegexField(r"^[0-9a-f]{64}$")
    document = serializers.DictField(help_text="Sections of values.")
    words = inline_serializer(
        "Chapter", {"topic": serializers.CharField(), "text": serializers.CharField()}, many=True
    )


class RulesetOwnerAnswer(Answer):
    """Whose house rules they are."""

    kind = serializers.ChoiceField(choices=["player", "club"])
    id = serializers.UUIDField()


class RulesetVersionAnswer(Answer):
    """A version of house rules."""

    version = serializers.IntegerField()
    name = serializers.CharField()
    sha256 = serializers.RegexField(r"^[0-9a-f]{64}$")
    created_at = serializers.DateTimeField()


class HouseRulesetAnswer(ResolvedRulesetAnswer):
    """House rules with a name; `slug` is `{owner}/{slug}`."""

    owner = RulesetOwnerAnswer()
    extends = serializers.CharField(help_text="What they were resolved against when stored")
    overrides = serializers.DictField(help_text="As they were given")
    hidden = serializers.BooleanField(help_text="Only their owner still reads them")
    versions = RulesetVersionAnswer(many=True, help_text="The oldest first")


class RulesetAnswer(ResolvedRulesetAnswer):
    """A ruleset that ships."""

    origins = serializers.DictField(
        child=OriginAnswer(),
        help_text="By path, such as `draw.count`; of values with an effect.",
    )


class ListedRulesetAnswer(ResolvedRulesetAnswer):
    """A ruleset that ships, with `origins`; or house rules, with the other five."""

    origins = serializers.DictField(required=False, child=OriginAnswer())
    owner = RulesetOwnerAnswer(required=False)
    extends = serializers.CharField(required=False)
    overrides = serializers.DictField(required=False)
    hidden = serializers.BooleanField(required=False)
    versions = RulesetVersionAnswer(many=True, required=False)


class DifferenceAnswer(Answer):
    """A value that differs; null where a ruleset has no such table size."""

    path = serializers.CharField(help_text="Such as `draw.count`")
    value = serializers.JSONField(allow_null=True, help_text="Of the ruleset")
    against = serializers.JSONField(allow_null=True, help_text="Of the other one")


class RulesetDiffAnswer(Answer):
    """What two rulesets say differently."""

    slug = serializers.CharField()
    against = serializers.CharField()
    differences = DifferenceAnswer(many=True)


class ParagraphAnswer(Answer):
    """A paragraph of the rules; the text is Markdown."""

    code = serializers.CharField()
    title = serializers.CharField(allow_blank=True)
    text = serializers.CharField()


class BotAnswer(Answer):
    """A level that a seat can be filled with."""

    level = serializers.CharField()
    name = serializers.CharField()
    description = serializers.CharField()
    strength = serializers.CharField()
    rulesets = serializers.ListField(child=serializers.CharField())


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
