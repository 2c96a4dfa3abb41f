"""Rulesets, the paragraphs of the rules, bots: what is the same for everybody."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers
from rest_framework.request import Request

from games.api.base import GamesApiView
from games.api.examples import played_operation
from games.api.game_requests import reference
from games.api.ruleset_serializers import (
    BotAnswer,
    ParagraphAnswer,
    ResolvedRulesetAnswer,
    RulesetAnswer,
    RulesetDiffAnswer,
)
from games.bots import registry
from games.engine.paragraphs import paragraphs
from games.engine.rulesets import (
    InvalidRuleset,
    Ruleset,
    RulesetFault,
    differences,
    load,
    origins,
    resolve,
    sha256,
    slugs,
    to_document,
)
from games.engine.rulesets.effect import without_effect
from games.engine.rulesets.reading.schema import json_schema
from games.engine.rulesets.words import in_words
from samba_service.auth import ANONYMOUS
from samba_service.http import json_response
from samba_service.problems import not_found
from samba_service.schema import page_of
from samba_service.serializers import StrictCharField, StrictSerializer

TAGS = ("rules",)


class RulesetRequest(StrictSerializer):
    extends = StrictCharField(max_length=100)
    overrides = serializers.DictField(required=False, default=dict)


class DiffQuery(StrictSerializer):
    against = StrictCharField(max_length=100, help_text="The slug of the other ruleset")


def whole_page(results: list[Any]) -> HttpResponse:
    """A list that always fits one page."""
    return json_response({"results": results, "next": None, "previous": None})


def resolved(rules: Ruleset) -> dict[str, Any]:
    """A ruleset's values, their hash, and what they say."""
    return {
        "slug": rules.slug,
        "name": rules.name,
        "version": rules.version,
        "sha256": sha256(rules),
        "document": to_document(rules),
        "words": [chapter._asdict() for chapter in in_words(rules)],
    }


def shipped(slug: str) -> dict[str, Any]:
    """A ruleset that ships, with the origin of every value that has an effect."""
    rules = load(slug)
    told = {
        path: origin._asdict()
        for path, origin in origins(slug).items()
        if path not in without_effect(rules)
    }
    return resolved(rules) | {"origins": told}


class Rulesets(GamesApiView):
    @played_operation(
        "rulesets_list",
        summary="List the rulesets",
        access=ANONYMOUS,
        answers={200: page_of(RulesetAnswer)},
        tags=TAGS,
    )
    def get(self, request: Request) -> HttpResponse:
        return whole_page([shipped(slug) for slug in slugs()])


class RulesetsSchema(GamesApiView):
    @played_operation(
        "rulesets_schema",
        summary="Read the JSON Schema of rulesets",
        description="Of `document`, in draft 2020-12. It tells the shape of every value and what "
        "it means; `POST /rulesets/validate` tells what contradicts itself besides.",
        access=ANONYMOUS,
        answers={200: OpenApiTypes.OBJECT},
        tags=TAGS,
    )
    def get(self, request: Request) -> HttpResponse:
        return json_response(json_schema())


class OneRulesetView(GamesApiView):
    """Views of a ruleset that ships."""

    def find(self, request: Request, **kwargs: str) -> None:
        if kwargs["slug"] not in slugs():
            raise not_found()


class RulesetDetail(OneRulesetView):
    @played_operation(
        "rulesets_read",
        summary="Read a ruleset",
        description="Every value; null is what is not there, such as a limit or a bonus. "
        "`origins` has the source of each, and whether that states it, it was decided, assumed, "
        "or is inherited from the ruleset that it extends; values that have no effect beside the "
        "others are not among them. `sha256` is the digest of `document`, written with sorted "
        "keys and no spaces; `words` tells the values in sentences.",
        access=ANONYMOUS,
        answers={200: RulesetAnswer},
        tags=TAGS,
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        return json_response(shipped(slug))


class RulesetDiff(OneRulesetView):
    @played_operation(
        "rulesets_diff",
        summary="Compare two rulesets",
        description="Every value that differs, by its path, names and versions aside. 422 "
        "`invalid_ruleset` if there is no ruleset `against`.",
        access=ANONYMOUS,
        answers={200: RulesetDiffAnswer},
        parameters=[DiffQuery],
        refusals=(422,),
        tags=TAGS,
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        against = self.query(DiffQuery)["against"]
        if against not in slugs():
            raise InvalidRuleset([RulesetFault("against", f"there is no ruleset {against!r}")])
        found = differences(load(slug), load(against))
        told = [difference._asdict() for difference in found]
        return json_response({"slug": slug, "against": against, "differences": told})


class RulesetValidate(GamesApiView):
    @played_operation(
        "rulesets_validate",
        summary="Check house rules",
        description="Resolves a ruleset with some of its values replaced. 422 `invalid_ruleset` "
        "names every bad value by its path in `errors`.",
        access=ANONYMOUS,
        request=RulesetRequest,
        answers={200: ResolvedRulesetAnswer},
        refusals=(422,),
        tags=TAGS,
    )
    def post(self, request: Request) -> HttpResponse:
        return json_response(resolved(resolve(reference(self.body(RulesetRequest)))))


class Rules(GamesApiView):
    @played_operation(
        "rules_list",
        summary="List the paragraphs of the rules",
        access=ANONYMOUS,
        answers={200: page_of(ParagraphAnswer)},
        tags=TAGS,
    )
    def get(self, request: Request) -> HttpResponse:
        return whole_page([paragraph._asdict() for paragraph in paragraphs().values()])


class RuleDetail(GamesApiView):
    def find(self, request: Request, **kwargs: str) -> None:
        if kwargs["code"] not in paragraphs():
            raise not_found()

    @played_operation(
        "rules_read",
        summary="Read a paragraph of the rules",
        description="What `rule` in refusals and score lines refers to.",
        access=ANONYMOUS,
        answers={200: ParagraphAnswer},
        tags=TAGS,
    )
    def get(self, request: Request, code: str) -> HttpResponse:
        return json_response(paragraphs()[code]._asdict())


class Bots(GamesApiView):
    @played_operation(
        "bots_list",
        summary="List the bots",
        description="The weakest first. `strength` is what the tests measure anew at every run.",
        access=ANONYMOUS,
        answers={200: page_of(BotAnswer)},
        tags=TAGS,
    )
    def get(self, request: Request) -> HttpResponse:
        played = list(slugs())
        return whole_page(
            [
                {
                    "level": level.level,
                    "name": level.name,
                    "description": level.description,
                    "strength": level.strength,
                    "rulesets": played,
                }
                for level in registry.LEVELS.values()
            ]
        )
