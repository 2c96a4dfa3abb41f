"""Requests and answers of rulesets, paragraphs of the rules and bots."""

import re
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, Literal, NotRequired, TypedDict
from uuid import UUID

import orjson
from drf_spectacular.utils import extend_schema_field
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
from games.selectors.rulesets import house_version_rules, ruleset_find
from samba_service.kit.answers import Digest
from samba_service.kit.serializers import (
    LineField,
    StrictCharField,
    StrictSerializer,
    StrictUUIDField,
)

if TYPE_CHECKING:
    from games.models import HouseRuleset, HouseRulesetVersion

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


class HouseRulesetCreateRequest(HouseRulesetRequest):
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


class OriginAnswer(TypedDict):
    """Where a value comes from."""

    source: str
    provenance: Annotated[str, ("enum", ("stated", "decided", "assumed", "inherited"))]


class Chapter(TypedDict):
    topic: str
    text: str


class ResolvedRulesetAnswer(TypedDict):
    """A ruleset with all its values."""

    slug: str
    name: str
    version: int
    sha256: Digest
    document: Annotated[dict[str, Any], "Sections of values."]
    words: list[Chapter]


class RulesetOwnerAnswer(TypedDict):
    """Whose house rules they are."""

    kind: Literal["player", "club"]
    id: UUID


class RulesetVersionAnswer(TypedDict):
    """A version of house rules."""

    version: int
    name: str
    sha256: Digest
    created_at: datetime


class HouseRulesetAnswer(ResolvedRulesetAnswer):
    """House rules with a name; `slug` is `{owner}/{slug}`."""

    owner: RulesetOwnerAnswer
    extends: Annotated[str, "What they were resolved against when stored"]
    overrides: Annotated[dict[str, Any], "As they were given"]
    hidden: Annotated[bool, "Only their owner still reads them"]
    versions: Annotated[list[RulesetVersionAnswer], "The oldest first"]


class RulesetAnswer(ResolvedRulesetAnswer):
    """A ruleset that ships."""

    origins: Annotated[
        dict[str, OriginAnswer], "By path, such as `draw.count`; of values with an effect."
    ]


class ListedRulesetAnswer(ResolvedRulesetAnswer):
    """A ruleset that ships, with `origins`; or house rules, with the other five."""

    origins: NotRequired[dict[str, OriginAnswer]]
    owner: NotRequired[RulesetOwnerAnswer]
    extends: NotRequired[str]
    overrides: NotRequired[dict[str, Any]]
    hidden: NotRequired[bool]
    versions: NotRequired[list[RulesetVersionAnswer]]


class DifferenceAnswer(TypedDict):
    """A value that differs; null where a ruleset has no such table size."""

    path: Annotated[str, "Such as `draw.count`"]
    value: Annotated[Any, "Of the ruleset"]
    against: Annotated[Any, "Of the other one"]


class RulesetDiffAnswer(TypedDict):
    """What two rulesets say differently."""

    slug: str
    against: str
    differences: list[DifferenceAnswer]


class ParagraphAnswer(TypedDict):
    """A paragraph of the rules; the text is Markdown."""

    code: str
    title: str
    text: str


class BotAnswer(TypedDict):
    """A level that a seat can be filled with."""

    level: str
    name: str
    description: str
    strength: str
    rulesets: list[str]


def resolved(rules: Rules) -> ResolvedRulesetAnswer:
    """A ruleset's values, their hash, and what they say."""
    return {
        "slug": rules.slug,
        "name": rules.name,
        "version": rules.version,
        "sha256": sha256(rules),
        "document": to_document(rules),
        "words": [{"topic": chapter.topic, "text": chapter.text} for chapter in in_words(rules)],
    }


def shipped(slug: str) -> RulesetAnswer:
    """A ruleset that ships, with the origin of every value that has an effect."""
    rules = load(slug)
    silent = without_effect(rules)
    sources: dict[str, OriginAnswer] = {
        path: {"source": origin.source, "provenance": origin.provenance}
        for path, origin in origins(slug).items()
        if path not in silent
    }
    return {**resolved(rules), "origins": sources}


def house_ruleset_view(version: "HouseRulesetVersion") -> HouseRulesetAnswer:
    """A version of house rules: the document and its hash are those that were stored."""
    ruleset = version.ruleset
    return {
        **resolved(house_version_rules(version)),
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


def owner_kind(ruleset: "HouseRuleset") -> Literal["player", "club"]:
    """`player` or `club`."""
    return "club" if ruleset.player_id is None else "player"


def compared(rules: Rules, against: str) -> RulesetDiffAnswer:
    """What two rulesets say differently. Raises InvalidRuleset if there is none `against`."""
    try:
        found = differences(rules, ruleset_find(against))
    except InvalidRuleset:
        fault = RulesetFault("against", f"there is no ruleset {against!r}")
        raise InvalidRuleset([fault]) from None
    return {
        "slug": rules.slug,
        "against": against,
        "differences": [
            {"path": each.path, "value": each.value, "against": each.against} for each in found
        ],
    }
