"""Rulesets, the paragraphs of the rules, bots: what is the same for everybody."""

from math import ceil
from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request

from games.api.base import GamesApiView
from games.api.games.requests import reference
from games.api.rulesets.house import READ, STORE, house_rules, storing
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
from samba_service.kit.http import cacheable_response
from samba_service.kit.paging import links, place_of
from samba_service.kit.problems import not_found
from samba_service.kit.schema import listing, operation, page_of
from samba_service.kit.throttles import RULESETS

TAGS = ("rules",)

HOUSE_RULES_PER_CALL = 10
"""A page with this many house rules costs one more call, as each is resolved and worded."""


def whole_page(request: Request, results: list[Any]) -> HttpResponse:
    """A list that always fits one page."""
    return cacheable_response(request, {"results": results, "next": None, "previous": None})


class Rulesets(GamesApiView, at="rulesets"):
    @listing("rulesets_list", READ, ListedRulesetAnswer)
    def get(self, query: Any) -> HttpResponse:
        """List the rulesets.

        Those that ship, then house rules: the caller's own, those of clubs that the caller belongs
        to, and of clubs that list them for everybody (`rulesets_public`). A player's house rules
        are in nobody else's list. A page costs a call more for each ten house rules on it.
        """
        start, limit = place_of(query.get("cursor", "0")), query["limit"]
        first = slugs()[start : start + limit]
        # The house rules follow; one more than the page has room for shows if there are more.
        house = house_rulesets_listed(self.viewer)
        after = max(0, start - len(slugs()))
        rest = list(house[after : after + limit - len(first) + 1])
        shown, more = rest[: limit - len(first)], len(rest) > limit - len(first)
        if shown:
            self.pay(ceil(len(shown) / HOUSE_RULES_PER_CALL))
        answer: Page[RulesetAnswer | HouseRulesetAnswer] = {
            "results": [*map(shipped, first), *map(house_ruleset_view, shown)],
            **links(self.request, start=start, limit=limit, more=more),
        }
        return cacheable_response(self.request, answer, cache="private, no-cache")

    @operation(
        "rulesets_create",
        STORE,
        {201: HouseRulesetAnswer},
        request=HouseRulesetCreateRequest,
        location="rulesets/{slug}",
        rate=RULESETS,
    )
    def post(self, body: Any) -> HouseRulesetAnswer:
        """Store house rules.

        Under `{owner}/{slug}`, the owner being your id, or with `club` the club's. Anybody who
        knows that name may use it wherever a ruleset is asked for. A later change of `extends` does
        not change the document. Your own take the scope `games:play`; a club's are stored by its
        admins, scope `club:admin`; 403 `not_ruleset_owner`. Tournaments and the house rules of
        clubs take no player's own: 422 `invalid_ruleset`, which names every bad value. 409
        `ruleset_taken` for a name that is there; a hidden one is offered again, with a new version
        unless the latest says the same. 409 `too_many` at the owner's limit, hidden ones included.
        """
        self.require_scope(storing(of_club=body["club"] is not None))
        stored = house_ruleset_create(
            by=self.player, club=body["club"], slug=body["slug"], rules=house_rules(body)
        )
        return house_ruleset_view(stored)


class RulesetsSchema(GamesApiView, at="rulesets/schema"):
    @operation("rulesets_schema", ANONYMOUS, OpenApiTypes.OBJECT)
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
    @operation("rulesets_read", ANONYMOUS, RulesetAnswer)
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

        Every value that differs, by its path, names and versions aside. 422 `invalid_ruleset` if
        there is no ruleset `against`.
        """
        return compared(load(self.kwargs["slug"]), query["against"])


class RulesetValidate(GamesApiView, at="rulesets/validate"):
    @operation(
        "rulesets_validate",
        ANONYMOUS,
        ResolvedRulesetAnswer,
        request=RulesetRequest,
        refusals=(422,),
        idempotent=False,
    )
    def post(self, body: Any) -> ResolvedRulesetAnswer:
        """Check house rules.

        Resolves a ruleset with some of its values replaced. 422 `invalid_ruleset` names every bad
        value by its path in `errors`.
        """
        return resolved(ruleset_resolve(reference(body)))


class Rules(GamesApiView, at="rules"):
    @operation("rules_list", ANONYMOUS, page_of(ParagraphAnswer))
    def get(self) -> HttpResponse:
        """List the paragraphs of the rules."""
        return whole_page(self.request, [each._asdict() for each in paragraphs().values()])


class RuleDetail(GamesApiView, at="rules/{code}"):
    def find(self, request: Request, **kwargs: str) -> None:
        if kwargs["code"] not in paragraphs():
            raise not_found()

    @operation("rules_read", ANONYMOUS, ParagraphAnswer)
    def get(self) -> HttpResponse:
        """Read a paragraph of the rules.

        What `rule` in refusals and score lines refers to.
        """
        return cacheable_response(self.request, paragraphs()[self.kwargs["code"]]._asdict())


class Bots(GamesApiView, at="bots"):
    @operation("bots_list", ANONYMOUS, page_of(BotAnswer))
    def get(self) -> HttpResponse:
        """List the bots.

        The weakest first. `strength` is measured again at every run of the tests.
        """
        played = list(slugs())
        return whole_page(
            self.request,
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
