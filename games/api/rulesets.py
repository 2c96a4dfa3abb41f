"""Rulesets, the paragraphs of the rules, bots: what is the same for everybody."""

from typing import Annotated, Any, TypedDict

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers
from rest_framework.request import Request

from games.api.base import READ, GameApiView, GamesApiView
from games.api.terms import reference
from games.bots import registry
from games.engine.paragraphs import paragraphs
from games.engine.rulesets import (
    InvalidRuleset,
    Rules,
    RulesetFault,
    differences,
    load,
    origins,
    sha256,
    slugs,
    to_document,
)
from games.engine.rulesets.effect import without_effect
from games.engine.rulesets.reading.schema import json_schema
from games.engine.rulesets.words import compared_in_words, in_words
from games.selectors.rulesets import ruleset_find, ruleset_is_shipped, ruleset_resolve
from samba_service.kit import strict
from samba_service.kit.access import ANONYMOUS
from samba_service.kit.answer_schema import page_of
from samba_service.kit.answers import Digest, answer_of
from samba_service.kit.http import cacheable_response
from samba_service.kit.problems import not_found
from samba_service.kit.schema import operation

TAGS = ("rules",)


class RulesetRequest(strict.Serializer):
    extends = strict.CharField(max_length=100)
    overrides = serializers.DictField(required=False, default=dict)


class DiffQuery(strict.Serializer):
    against = strict.CharField(max_length=100, help_text="The name of the other ruleset")


class OriginAnswer(TypedDict):
    """Where a value comes from."""

    source: str
    provenance: Annotated[str, ("enum", ("stated", "decided", "assumed", "inherited"))]


class Chapter(TypedDict):
    topic: str
    text: str


class ComparedChapterAnswer(Chapter):
    """What the ruleset says about a topic, and what the other one says."""

    against: Annotated[str, "What the other ruleset says"]


class ResolvedRulesetAnswer(TypedDict):
    """A ruleset with all its values."""

    slug: str
    name: str
    version: int
    sha256: Digest
    document: Annotated[dict[str, Any], "Sections of values."]
    words: list[Chapter]


class RulesetAnswer(ResolvedRulesetAnswer):
    """A ruleset that ships."""

    origins: Annotated[
        dict[str, OriginAnswer], "By path, such as `draw.count`; of values with an effect."
    ]


class CheckedRulesetAnswer(ResolvedRulesetAnswer):
    """House rules that can be played."""

    changed: Annotated[
        list[ComparedChapterAnswer], "The `words` that the ruleset `extends` says differently."
    ]


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
    words: Annotated[list[ComparedChapterAnswer], "The chapters that differ."]


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
    return answer_of(
        ResolvedRulesetAnswer,
        rules,
        sha256=sha256(rules),
        document=to_document(rules),
        words=in_words(rules),
    )


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


def checked(rules: Rules, *, extends: Rules) -> CheckedRulesetAnswer:
    """House rules, and the chapters that the ruleset they extend says differently."""
    changed = [answer_of(ComparedChapterAnswer, each) for each in compared_in_words(rules, extends)]
    return {**resolved(rules), "changed": changed}


def compared(rules: Rules, against: str) -> RulesetDiffAnswer:
    """What two rulesets say differently. Raises InvalidRuleset if there is none `against`."""
    try:
        other = ruleset_find(against)
    except InvalidRuleset:
        fault = RulesetFault("against", f"there is no ruleset {against!r}")
        raise InvalidRuleset([fault]) from None
    return answer_of(
        RulesetDiffAnswer,
        rules,
        against=against,
        differences=differences(rules, other),
        words=compared_in_words(rules, other),
    )


def whole_page(request: Request, results: list[Any]) -> HttpResponse:
    """A list that always fits one page."""
    return cacheable_response(request, {"results": results, "next": None, "previous": None})


class RulesetsSchema(GamesApiView, at="rulesets/schema"):
    @operation("rulesets_schema", ANONYMOUS, OpenApiTypes.OBJECT, conditional=True)
    def get(self) -> HttpResponse:
        """Read the JSON Schema of rulesets.

        Of `document`, in draft 2020-12. It has the shape of every value and its meaning; `POST
        /rulesets/validate` also finds contradictions.
        """
        return cacheable_response(self.request, json_schema())


class OneRulesetView(GamesApiView):
    """Views of a ruleset that ships."""

    def find(self, request: Request, **kwargs: str) -> None:
        if not ruleset_is_shipped(kwargs["slug"]):
            raise not_found()


class RulesetDetail(OneRulesetView, at="rulesets/{slug}"):
    @operation("rulesets_read", ANONYMOUS, RulesetAnswer, conditional=True)
    def get(self) -> HttpResponse:
        """Read a ruleset.

        Every value; null is what is not there, such as a limit or a bonus. `origins` has the source
        of each, and its provenance; values without effect, given the others, are left out. `sha256`
        is the digest of `document`, written with sorted keys and no spaces.
        """
        return cacheable_response(self.request, shipped(self.kwargs["slug"]))


class RulesetDiff(OneRulesetView, at="rulesets/{slug}/diff"):
    @operation("rulesets_diff", ANONYMOUS, RulesetDiffAnswer, query=DiffQuery, refusals=(422,))
    def get(self, query: Any) -> RulesetDiffAnswer:
        """Compare two rulesets.

        Every value that differs, by its path, and every chapter of the words; names and versions
        aside. 422 `invalid_ruleset` if
        there is no ruleset `against`.
        """
        return compared(load(self.kwargs["slug"]), query["against"])


class RulesetValidate(GamesApiView, at="rulesets/validate"):
    @operation(
        "rulesets_validate",
        ANONYMOUS,
        CheckedRulesetAnswer,
        request=RulesetRequest,
        refusals=(422,),
        idempotent=False,
    )
    def post(self, body: Any) -> CheckedRulesetAnswer:
        """Check house rules.

        Resolves a ruleset with some of its values replaced. 422 `invalid_ruleset` names every bad
        value by its path in `errors`.
        """
        rules = ruleset_resolve(reference(body))
        return checked(rules, extends=ruleset_find(body["extends"]))


class GameRuleset(GameApiView, at="games/{game_id}/ruleset"):
    @operation("games_ruleset", READ, ResolvedRulesetAnswer, conditional=True)
    def get(self) -> HttpResponse:
        """Read the rules of a game.

        The ruleset that it froze when it was created: a version of house rules since changed, or
        overrides sent with the game, which no other call shows. `sha256` is that of `ruleset` in
        the game.
        """
        rules = resolved(self.state.match.rules)
        return cacheable_response(self.request, rules, cache="private, no-cache")


class Paragraphs(GamesApiView, at="rules"):
    @operation("rules_list", ANONYMOUS, page_of(ParagraphAnswer), conditional=True)
    def get(self) -> HttpResponse:
        """List the paragraphs of the rules."""
        return whole_page(self.request, [each._asdict() for each in paragraphs().values()])


class RuleDetail(GamesApiView, at="rules/{code}"):
    def find(self, request: Request, **kwargs: str) -> None:
        if kwargs["code"] not in paragraphs():
            raise not_found()

    @operation("rules_read", ANONYMOUS, ParagraphAnswer, conditional=True)
    def get(self) -> HttpResponse:
        """Read a paragraph of the rules.

        What `rule` in refusals and score lines refers to.
        """
        return cacheable_response(self.request, paragraphs()[self.kwargs["code"]]._asdict())


class Bots(GamesApiView, at="bots"):
    @operation("bots_list", ANONYMOUS, page_of(BotAnswer), conditional=True)
    def get(self) -> HttpResponse:
        """List the bots.

        The weakest first. `strength` is measured again at every run of the tests.
        """
        played = list(slugs())
        bots = [answer_of(BotAnswer, level, rulesets=played) for level in registry.LEVELS.values()]
        return whole_page(self.request, bots)
