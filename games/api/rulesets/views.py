"""Rulesets, the paragraphs of the rules, bots: what is the same for everybody."""

from math import ceil
from typing import Any

from django.http import HttpResponse
from django.urls import path
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request

from games.api.base import GamesApiView, player_of
from games.api.games.requests import reference
from games.api.rulesets.house import READ, STORE, house_rules, reader_of, require_reach
from games.api.rulesets.schemas import (
    BotAnswer,
    DiffQuery,
    HouseRulesetAnswer,
    HouseRulesetCreateRequest,
    ListedRulesetAnswer,
    ParagraphAnswer,
    ResolvedRulesetAnswer,
    RulesetAnswer,
    RulesetDiffAnswer,
    RulesetRequest,
    compared,
    house_ruleset_view,
    resolved,
    shipped,
)
from games.bots import registry
from games.engine.paragraphs import paragraphs
from games.engine.rulesets import load, slugs
from games.engine.rulesets.reading.schema import json_schema
from games.selectors.rulesets import house_rulesets_listed, ruleset_is_shipped, ruleset_resolve
from games.services.rulesets import house_ruleset_create
from samba_service.kit.access import ANONYMOUS
from samba_service.kit.answers import Page
from samba_service.kit.http import cacheable_response, json_response
from samba_service.kit.idempotency import Answer, answer_once
from samba_service.kit.paging import links, place_of
from samba_service.kit.problems import not_found
from samba_service.kit.schema import operation, page_of
from samba_service.kit.serializers import QuerySerializer
from samba_service.kit.throttles import RULESETS

TAGS = ("rules",)

HOUSE_RULES_PER_CALL = 10
"""A page with this many house rules costs one more call, as each is resolved and worded."""


def whole_page(request: Request, results: list[Any]) -> HttpResponse:
    """A list that always fits one page."""
    return cacheable_response(request, {"results": results, "next": None, "previous": None})


class Rulesets(GamesApiView):
    @operation(
        "rulesets_list",
        summary="List the rulesets",
        description="Those that ship, then house rules: the caller's own, those of clubs that the "
        "caller belongs to, and of clubs that list them for everybody (`rulesets_public`). A "
        "player's house rules are in nobody else's list. A page costs a call more for each ten "
        "house rules on it.",
        access=READ,
        parameters=[QuerySerializer],
        answers={200: page_of(ListedRulesetAnswer)},
        tags=TAGS,
    )
    def get(self, request: Request) -> HttpResponse:
        query = self.query(QuerySerializer)
        start, limit = place_of(query.get("cursor", "0")), query["limit"]
        first = slugs()[start : start + limit]
        # The house rules follow; one more than the page has room for shows if there are more.
        house = house_rulesets_listed(reader_of(request))
        after = max(0, start - len(slugs()))
        rest = list(house[after : after + limit - len(first) + 1])
        shown, more = rest[: limit - len(first)], len(rest) > limit - len(first)
        if shown:
            self.pay(ceil(len(shown) / HOUSE_RULES_PER_CALL))
        answer: Page[RulesetAnswer | HouseRulesetAnswer] = {
            "results": [*map(shipped, first), *map(house_ruleset_view, shown)],
            **links(request, start=start, limit=limit, more=more),
        }
        return cacheable_response(request, answer, cache="private, no-cache")

    @operation(
        "rulesets_create",
        summary="Store house rules",
        description="Under `{owner}/{slug}`, the owner being your id, or with `club` the club's. "
        "That name may be used wherever a ruleset is asked for, by anybody who knows it. The "
        "document is resolved now: a later change of `extends` does not change it. Storing your "
        "own takes the scope `games:play`. A club's are stored by its admins, scope `club:admin`; "
        "403 `not_ruleset_owner`. As the name is shown with tournaments, tournaments and the house "
        "rules of clubs take no player's own: 422 `invalid_ruleset`, which names every bad value. "
        "409 `ruleset_taken` for a name that is there already; one that you have hidden is offered "
        "again, with a new version unless the latest one says the same. 409 `too_many` if the "
        "owner has as many as it may have, hidden ones included.",
        access=STORE,
        request=HouseRulesetCreateRequest,
        location="rulesets/{slug}",
        answers={201: HouseRulesetAnswer},
        refusals=(409, 422),
        idempotent=True,
        rate=RULESETS,
        tags=TAGS,
    )
    def post(self, request: Request) -> HttpResponse:
        body = self.body(HouseRulesetCreateRequest)
        require_reach(request, of_club=body["club"] is not None)

        def store() -> Answer:
            stored = house_ruleset_create(
                by=player_of(request),
                club=body["club"],
                slug=body["slug"],
                rules=house_rules(body),
            )
            return Answer.of(house_ruleset_view(stored))

        return answer_once(request, store)


class RulesetsSchema(GamesApiView):
    @operation(
        "rulesets_schema",
        summary="Read the JSON Schema of rulesets",
        description="Of `document`, in draft 2020-12. It has the shape of every value and its "
        "meaning; `POST /rulesets/validate` also finds contradictions.",
        access=ANONYMOUS,
        answers={200: OpenApiTypes.OBJECT},
        tags=TAGS,
    )
    def get(self, request: Request) -> HttpResponse:
        return cacheable_response(request, json_schema())


class OneRulesetView(GamesApiView):
    """Views of a ruleset that ships."""

    def find(self, request: Request, **kwargs: str) -> None:
        if not ruleset_is_shipped(kwargs["slug"]):
            raise not_found()


class RulesetDetail(OneRulesetView):
    @operation(
        "rulesets_read",
        summary="Read a ruleset",
        description="Every value; null is what is not there, such as a limit or a bonus. `origins` "
        "has the source of each, and its provenance: stated there, decided, assumed, or inherited "
        "from the ruleset that it extends; values without effect, given the others, are left out. "
        "`sha256` is the digest of `document`, written with sorted keys and no spaces; `words` has "
        "the values as sentences.",
        access=ANONYMOUS,
        answers={200: RulesetAnswer},
        tags=TAGS,
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        return cacheable_response(request, shipped(slug))


class RulesetDiff(OneRulesetView):
    @operation(
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
        return json_response(compared(load(slug), self.query(DiffQuery)["against"]))


class RulesetValidate(GamesApiView):
    @operation(
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
        return json_response(resolved(ruleset_resolve(reference(self.body(RulesetRequest)))))


class Rules(GamesApiView):
    @operation(
        "rules_list",
        summary="List the paragraphs of the rules",
        access=ANONYMOUS,
        answers={200: page_of(ParagraphAnswer)},
        tags=TAGS,
    )
    def get(self, request: Request) -> HttpResponse:
        return whole_page(request, [paragraph._asdict() for paragraph in paragraphs().values()])


class RuleDetail(GamesApiView):
    def find(self, request: Request, **kwargs: str) -> None:
        if kwargs["code"] not in paragraphs():
            raise not_found()

    @operation(
        "rules_read",
        summary="Read a paragraph of the rules",
        description="What `rule` in refusals and score lines refers to.",
        access=ANONYMOUS,
        answers={200: ParagraphAnswer},
        tags=TAGS,
    )
    def get(self, request: Request, code: str) -> HttpResponse:
        return cacheable_response(request, paragraphs()[code]._asdict())


class Bots(GamesApiView):
    @operation(
        "bots_list",
        summary="List the bots",
        description="The weakest first. `strength` is measured again at every run of the tests.",
        access=ANONYMOUS,
        answers={200: page_of(BotAnswer)},
        tags=TAGS,
    )
    def get(self, request: Request) -> HttpResponse:
        played = list(slugs())
        return whole_page(
            request,
            [
                {
                    "level": level.level,
                    "name": level.name,
                    "description": level.description,
                    "strength": level.strength,
                    "rulesets": played,
                }
                for level in registry.LEVELS.values()
            ],
        )


urlpatterns = [
    path("rulesets", Rulesets.as_view()),
    path("rulesets/validate", RulesetValidate.as_view()),
    path("rulesets/schema", RulesetsSchema.as_view()),
    path("rulesets/<str:slug>", RulesetDetail.as_view()),
    path("rulesets/<str:slug>/diff", RulesetDiff.as_view()),
    path("rules", Rules.as_view()),
    path("rules/<str:code>", RuleDetail.as_view()),
    path("bots", Bots.as_view()),
]
