"""Bodies and queries of the calls about rulesets."""

import re
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.models.rulesets import HOUSE_SLUG_PATTERN
from samba_service.serializers import (
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
