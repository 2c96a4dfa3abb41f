"""Shapes of rulesets, paragraphs and bots."""

from typing import Any

from drf_spectacular.utils import inline_serializer
from rest_framework import serializers

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


class RulesetAnswer(ResolvedRulesetAnswer):
    """A ruleset that ships."""

    origins = serializers.DictField(
        child=OriginAnswer(),
        help_text="By path, such as `draw.count`; of values with an effect.",
    )


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
