"""What those who settle complaints read of a game."""

from datetime import datetime
from typing import TYPE_CHECKING, Annotated, TypedDict
from uuid import UUID

import orjson
from django.http import HttpResponse
from rest_framework.request import Request

from games.api.base import GameApiView
from games.choices import Via
from games.engine import action_answers as shown
from games.engine.answers import Whole
from games.errors import DealsNotYet, NotSeated, PlaysThere
from games.selectors.at_version import has_sat
from games.selectors.cases import plays_on, refusals_of, settles
from samba_service.accounts.choices import Scope
from samba_service.kit.access import insufficient_scope, needs
from samba_service.kit.answers import answer_of
from samba_service.kit.http import paged
from samba_service.kit.schema import listing

if TYPE_CHECKING:
    from games.models import RefusedAction

TAGS = ("history",)

LOOK_BACK = needs(Scope.HISTORY_READ, Scope.CLUB_ADMIN, Scope.GAMES_PEEK)


class RefusedActionAnswer(TypedDict):
    """An action that was refused, and the version of the game that refused it."""

    seat: Whole
    number: Annotated[Whole, "Of the seat's in this game, from 1; at most 200 are kept"]
    hand: Annotated[Whole, "0 while no hand was played"]
    version: Whole
    player: UUID
    via: Annotated[str, Via]
    action: shown.Action
    code: str
    rule: Annotated[str | None, "The paragraph of the rules; null for none"]
    detail: str
    at: datetime


class CaseView(GameApiView):
    """A view of what is open of a game after the hand, to players once the game is over."""

    def check_permissions(self, request: Request) -> None:
        super().check_permissions(request)
        state, caller = self.state, self.caller
        if not settles(state, caller.player_id, caller.scopes):
            if Scope.HISTORY_READ not in caller.scopes:
                raise insufficient_scope(Scope.HISTORY_READ)
            if not has_sat(state, caller.player_id):
                raise NotSeated
            if plays_on(state, caller.player_id):
                raise PlaysThere
        if state.embargo:
            raise DealsNotYet


class Refusals(CaseView, at="games/{game_id}/refusals"):
    @listing("games_refusals_list", LOOK_BACK, RefusedActionAnswer, refusals=(409,))
    def get(self) -> HttpResponse:
        """List refused actions.

        Of the finished hands, the first one first; kept for 30 days. For who played there once the
        game is over (scope `history:read`), for admins of the club whose night has it
        (`club:admin`) and for staff (`games:peek`) after each hand. 403 `not_seated`; 409
        `plays_there` until the game is over for who plays in it, `deals_not_yet` while other tables
        play the same deals.
        """
        return paged(self.request, refusals_of(self.state), self.shown, ordering="id")

    def shown(self, row: "RefusedAction") -> RefusedActionAnswer:
        """One of them; an account that is hidden from the reader has its alias."""
        alias = self.state.aliases.get(str(row.player))
        return answer_of(
            RefusedActionAnswer,
            row,
            player=row.player if alias is None else alias.id,
            action=orjson.loads(row.action),
            rule=row.rule or None,
        )
