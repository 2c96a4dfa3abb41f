"""House rules with a name: read by anybody who knows it, changed by its owner."""

from typing import TYPE_CHECKING, Any

from rest_framework.request import Request

from games.api.base import GamesApiView
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
from samba_service.kit.access import Access, needs
from samba_service.kit.problems import found_or_404, not_found
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
"""The former for one's own, the latter for a club's; see `storing`."""


def storing(*, of_club: bool) -> Scope:
    """The scope that storing house rules of this kind of owner takes."""
    return Scope.CLUB_ADMIN if of_club else Scope.GAMES_PLAY


def house_rules(body: dict[str, Any]) -> HouseRules:
    """What a valid body says."""
    return HouseRules(name=body["name"], extends=body["extends"], overrides=body["overrides"])


class HouseRulesetView(GamesApiView):
    """A view of house rules; hidden ones are for their owner only."""

    ruleset: "HouseRuleset"

    def find(self, request: Request, **kwargs: str) -> None:
        name = house_name(f"{kwargs['owner']}/{kwargs['slug']}")
        self.ruleset = found_or_404(None if name is None else house_ruleset_get(name))
        if self.ruleset.hidden_at and not house_ruleset_editable(self.ruleset, self.viewer):
            raise not_found()

    def check_permissions(self, request: Request) -> None:
        super().check_permissions(request)
        if request.method not in ("GET", "HEAD"):
            self.require_scope(storing(of_club=self.ruleset.player_id is None))


class HouseRulesetDetail(HouseRulesetView, at="rulesets/{owner}/{slug}"):
    @operation("rulesets_house_read", READ, HouseRulesetAnswer, query=VersionQuery)
    def get(self, query: Any) -> HouseRulesetAnswer:
        """Read house rules.

        The latest version, or the one that `version` names. Anybody who knows the name may read
        them; hidden house rules are for their owner only. `document` and `sha256` are those that
        were stored: a version never changes.
        """
        return house_ruleset_view(house_version_get(self.ruleset, query.get("version")))

    @operation(
        "rulesets_house_change",
        STORE,
        HouseRulesetAnswer,
        request=HouseRulesetRequest,
        refusals=(409, 422),
        rate=RULESETS,
    )
    def put(self, body: Any) -> HouseRulesetAnswer:
        """Change house rules.

        Adds a version, unless the latest says the same: then that is the answer. Games and
        tournaments keep the one that they began with. Hidden house rules are offered again. Your
        own take the scope `games:play`; a club's are changed by its admins, scope `club:admin`; 403
        `not_ruleset_owner`. 409 `too_many` at the limit of versions, 422 `invalid_ruleset`.
        """
        by, rules = self.player, house_rules(body)
        stored = house_ruleset_update(ruleset_id=self.ruleset.pk, by=by, rules=rules)
        return house_ruleset_view(stored)

    @operation("rulesets_house_hide", STORE, None, rate=RULESETS)
    def delete(self) -> None:
        """Hide house rules.

        They are no longer listed, and no new game or tournament takes them; those that have begun
        keep their own copies. The name stays taken. The owner can still read them, and offers them
        again by `PUT` or `POST`.
        """
        house_ruleset_hide(ruleset_id=self.ruleset.pk, by=self.player)


class HouseRulesetDiff(HouseRulesetView, at="rulesets/{owner}/{slug}/diff"):
    @operation(
        "rulesets_house_diff", READ, RulesetDiffAnswer, query=HouseDiffQuery, refusals=(422,)
    )
    def get(self, query: Any) -> RulesetDiffAnswer:
        """Compare house rules with another ruleset.

        As `/rulesets/{slug}/diff`, with its 422; `version` chooses a version of these, `against` is
        the latest of the other.
        """
        version = house_version_get(self.ruleset, query.get("version"))
        return compared(house_version_rules(version), query["against"])
