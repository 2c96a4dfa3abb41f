"""House rules with a name: read by anybody who knows it, changed by its owner."""

from typing import TYPE_CHECKING, Any

from django.http import HttpResponse
from django.urls import path
from rest_framework.request import Request

from games.api.base import GamesApiView, player_of
from games.api.rulesets.schemas import (
    HouseDiffQuery,
    HouseRulesetAnswer,
    HouseRulesetRequest,
    RulesetDiffAnswer,
    VersionQuery,
    compared,
    house_ruleset_view,
)
from games.selectors.rulesets import (
    house_name,
    house_ruleset_editable,
    house_ruleset_get,
    house_version_get,
    house_version_rules,
)
from games.services.rulesets import HouseRules, house_ruleset_hide, house_ruleset_update
from samba_service.accounts.choices import Scope
from samba_service.kit.access import Access, Caller, caller_of, insufficient_scope, needs
from samba_service.kit.http import empty_response, json_response
from samba_service.kit.problems import not_found
from samba_service.kit.schema import operation
from samba_service.kit.throttles import RULESETS

if TYPE_CHECKING:
    from games.models import HouseRuleset

TAGS = ("rules",)

READ = Access(
    (Scope.GAMES_READ, Scope.GAMES_PLAY, Scope.CLUB_READ, Scope.CLUB_ADMIN), anonymous=True
)
"""What ships and what a name is known of is for everybody; what is one's own takes a token."""

STORE = needs(Scope.GAMES_PLAY, Scope.CLUB_ADMIN)
"""The former for one's own, the latter for a club's; see `require_reach`."""


def require_reach(request: Request, *, of_club: bool) -> None:
    """Raise the 403 for a token that may store no house rules of this kind of owner."""
    scope = Scope.CLUB_ADMIN if of_club else Scope.GAMES_PLAY
    if scope not in caller_of(request).scopes:
        raise insufficient_scope(scope)


def reader_of(request: Request) -> Any:
    """The id of the player who looks; None for an anonymous caller."""
    return request.user.player_id if isinstance(request.user, Caller) else None


def house_rules(body: dict[str, Any]) -> HouseRules:
    """What a valid body says."""
    return HouseRules(name=body["name"], extends=body["extends"], overrides=body["overrides"])


class HouseRulesetView(GamesApiView):
    """A view of house rules; hidden ones are for their owner only."""

    ruleset: "HouseRuleset"

    def find(self, request: Request, **kwargs: str) -> None:
        name = house_name(f"{kwargs['owner']}/{kwargs['slug']}")
        found = None if name is None else house_ruleset_get(name)
        if found is None or (found.hidden_at is not None and not _owns(request, found)):
            raise not_found()
        self.ruleset = found

    def check_permissions(self, request: Request) -> None:
        super().check_permissions(request)
        if request.method not in ("GET", "HEAD"):
            require_reach(request, of_club=self.ruleset.player_id is None)


def _owns(request: Request, ruleset: "HouseRuleset") -> bool:
    return house_ruleset_editable(ruleset, reader_of(request))


class HouseRulesetDetail(HouseRulesetView):
    @operation(
        "rulesets_house_read",
        summary="Read house rules",
        description="The latest version, or the one that `version` names. Anybody who knows the "
        "name may read them; hidden house rules are for their owner only. `document` and `sha256` "
        "are those that were stored: a version never changes.",
        access=READ,
        parameters=[VersionQuery],
        answers={200: HouseRulesetAnswer},
        tags=TAGS,
    )
    def get(self, request: Request, owner: str, slug: str) -> HttpResponse:
        number = self.query(VersionQuery).get("version")
        return json_response(house_ruleset_view(house_version_get(self.ruleset, number)))

    @operation(
        "rulesets_house_change",
        summary="Change house rules",
        description="Adds a version. Games and tournaments keep the one that they began with. If "
        "the latest version says the same already, the answer is that version. Hidden house rules "
        "are offered again. Your own take the scope `games:play`; a club's are changed by its "
        "admins, scope `club:admin`; 403 `not_ruleset_owner`. 409 `too_many` for as many versions "
        "as a ruleset may have, 422 `invalid_ruleset`.",
        access=STORE,
        request=HouseRulesetRequest,
        answers={200: HouseRulesetAnswer},
        refusals=(409, 422),
        rate=RULESETS,
        tags=TAGS,
    )
    def put(self, request: Request, owner: str, slug: str) -> HttpResponse:
        rules = house_rules(self.body(HouseRulesetRequest))
        stored = house_ruleset_update(
            ruleset_id=self.ruleset.pk, by=player_of(request), rules=rules
        )
        return json_response(house_ruleset_view(stored))

    @operation(
        "rulesets_house_hide",
        summary="Hide house rules",
        description="They are no longer listed, and no new game or tournament takes them; those "
        "that have begun keep their own copies. The name stays taken. The owner can still read "
        "them, and offers them again by `PUT` or `POST`.",
        access=STORE,
        answers={204: None},
        rate=RULESETS,
        tags=TAGS,
    )
    def delete(self, request: Request, owner: str, slug: str) -> HttpResponse:
        house_ruleset_hide(ruleset_id=self.ruleset.pk, by=player_of(request))
        return empty_response()


class HouseRulesetDiff(HouseRulesetView):
    @operation(
        "rulesets_house_diff",
        summary="Compare house rules with another ruleset",
        description="As `/rulesets/{slug}/diff`; `version` chooses a version of these, `against` "
        "is the latest of the other.",
        access=READ,
        parameters=[HouseDiffQuery],
        answers={200: RulesetDiffAnswer},
        refusals=(422,),
        tags=TAGS,
    )
    def get(self, request: Request, owner: str, slug: str) -> HttpResponse:
        query = self.query(HouseDiffQuery)
        version = house_version_get(self.ruleset, query.get("version"))
        return json_response(compared(house_version_rules(version), query["against"]))


urlpatterns = [
    path("rulesets/<str:owner>/<str:slug>", HouseRulesetDetail.as_view()),
    path("rulesets/<str:owner>/<str:slug>/diff", HouseRulesetDiff.as_view()),
]
