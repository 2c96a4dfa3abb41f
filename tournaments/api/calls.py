"""Calling the director, to a table with cards in hand or to the game of an online table."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from uuid import UUID

from rest_framework.request import Request

from games.api.base import PLAY as PLAY_GAME
from games.api.base import GameApiView
from games.errors import NotDirector, NotSeated
from games.selectors.directors import directors_get
from samba_service.kit import strict
from samba_service.kit.schema import operation
from tournaments.api.base import MANAGE, PLAY, TableApiView
from tournaments.api.schemas import reason
from tournaments.api.tables import CallAnswer, call_view
from tournaments.errors import NoDirector
from tournaments.selectors.rounds import table_of_game
from tournaments.services.calls import call_answer, call_reopen, call_withdraw, director_call

if TYPE_CHECKING:
    from tournaments.models import DirectorCall

TAGS = ("tables",)


class CallRequest(strict.Serializer):
    reason = reason(help_text="For the director and the table")


class CallAnswerRequest(strict.Serializer):
    note = reason(required=False, default="", allow_blank=True, help_text="For the table")


def shown(call: "DirectorCall") -> Callable[[], CallAnswer]:
    """The call, as those whom it concerns see it."""
    return lambda: call_view(call)


class TableCall(TableApiView, at="tables/{table_id}/call-director"):
    @operation("tables_call_director", PLAY, {201: CallAnswer}, request=CallRequest)
    def post(self, body: Any) -> Callable[[], CallAnswer]:
        """Call the director.

        By who sits there: `call` of the table shows it to its players and to directors, in the list
        of the round too; the night's log has no reason. One open call a table, 409 `call_open`; the
        next one 60 seconds after its answer or withdrawal, 429 `rate_limited`. 403
        `not_seated`; 409 `wrong_state`, `too_many`.
        """
        return shown(director_call(table_id=self.table.pk, by=self.player, **body))

    @operation("tables_call_director_withdraw", PLAY, None, refusals=(409,))
    def delete(self) -> None:
        """Withdraw your call.

        403 `not_your_call`; 409 `no_call_open`.
        """
        call_withdraw(table_id=self.table.pk, by=self.player)


class TableCallAnswer(TableApiView, at="tables/{table_id}/call-director/answer"):
    @operation("tables_call_director_answer", MANAGE, {201: CallAnswer}, request=CallAnswerRequest)
    def post(self, body: Any) -> Callable[[], CallAnswer]:
        """Answer the call of a table.

        Of two directors who answer at once one does, the other gets 409 `no_call_open`.
        """
        return shown(call_answer(table_id=self.table.pk, by=self.player, **body))

    @operation("tables_call_director_reopen", MANAGE, None, refusals=(409,))
    def delete(self) -> None:
        """Undo the last answer.

        The call is open again. 409 `no_call_open`, `call_open`.
        """
        call_reopen(table_id=self.table.pk, by=self.player)


class GameTableView(GameApiView):
    """A view of the table at which a game is played."""

    def table(self) -> UUID:
        """The table's id, or a 409."""
        table = table_of_game(self.state.game.id)
        if table is None:
            raise NoDirector
        return table.pk


class GameCall(GameTableView, at="games/{game_id}/call-director"):
    def check_permissions(self, request: Request) -> None:
        super().check_permissions(request)
        if self.state.seat is None:
            raise NotSeated

    @operation("games_call_director", PLAY_GAME, {201: CallAnswer}, request=CallRequest)
    def post(self, body: Any) -> Callable[[], CallAnswer]:
        """Call the director.

        As `/tables/{id}/call-director`, for who sits at the game. 409 `no_director` outside
        tournaments.
        """
        return shown(director_call(table_id=self.table(), by=self.player, sits=True, **body))

    @operation("games_call_director_withdraw", PLAY_GAME, None, refusals=(409,))
    def delete(self) -> None:
        """Withdraw your call.

        403 `not_your_call`; 409 `no_call_open`, `no_director`.
        """
        call_withdraw(table_id=self.table(), by=self.player, sits=True)


class GameCallAnswer(GameTableView, at="games/{game_id}/call-director/answer"):
    def check_permissions(self, request: Request) -> None:
        super().check_permissions(request)
        if self.caller.player_id not in (directors_get(self.state.game.id) or ()):
            raise NotDirector

    @operation("games_call_director_answer", MANAGE, {201: CallAnswer}, request=CallAnswerRequest)
    def post(self, body: Any) -> Callable[[], CallAnswer]:
        """Answer the call of a table.

        As `/tables/{id}/call-director/answer`. 409 `no_call_open`.
        """
        return shown(call_answer(table_id=self.table(), by=self.player, **body))

    @operation("games_call_director_reopen", MANAGE, None, refusals=(409,))
    def delete(self) -> None:
        """Undo the last answer.

        The call is open again. 409 `no_call_open`, `call_open`.
        """
        call_reopen(table_id=self.table(), by=self.player)
