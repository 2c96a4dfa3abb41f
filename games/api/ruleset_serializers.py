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
