"""What those who settle complaints read of a game."""

from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, TypedDict
from uuid import UUID

import orjson
from django.http import HttpResponse
from rest_framework import serializers
from rest_framework.request import Request

from games.api.base import SETTLE, GameApiView
from games.api.records import RecordFault, VerdictAnswer
from games.choices import CaseAct, Via
from games.engine import action_answers as shown
from games.engine.answers import Whole
from games.errors import DealsNotYet, NoteNotThere
from games.selectors.bot_replays import BotReplayAnswer, bot_replays, bot_turns, replay_answer
from games.selectors.case_files import CaseFile, case_file
from games.selectors.cases import Party, case_log, refusals_of
from games.services.cases import look_record, note_add, note_take_back
from games.services.rebuild import game_check
from samba_service.accounts.choices import Scope
from samba_service.kit import strict, throttles
from samba_service.kit.access import insufficient_scope, needs
from samba_service.kit.answers import answer_of
from samba_service.kit.http import json_response, paged
from samba_service.kit.schema import listing, operation

if TYPE_CHECKING:
    from games.models import CaseEntry, RefusedAction

TAGS = ("history",)

MOST_DIGITS = 18
"""Of an id."""

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


class CaseEntryAnswer(TypedDict):
    """A look or an act of somebody who settles complaints."""

    id: int
    act: Annotated[str, CaseAct]
    by: Annotated[UUID, "Who did it"]
    at: datetime
    note: Annotated[str, "In words; empty for other acts"]
    takes_back: Annotated[int | None, "The id of the note that does not hold any more"]


class NoteRequest(strict.Serializer):
    note = strict.LineField(max_length=500)


class HandQuery(strict.Serializer):
    hand = serializers.IntegerField(min_value=1, max_value=9999, required=False)


class BotReplaysAnswer(TypedDict):
    """What bots of this service did in a hand, and do again from the same views."""

    hand: Annotated[Whole, "0 while no hand is over"]
    bots: Annotated[list[BotReplayAnswer], "By seat"]


def entry_answer(row: "CaseEntry") -> CaseEntryAnswer:
    """One line of the log."""
    return answer_of(CaseEntryAnswer, row, by=row.actor_id, takes_back=row.takes_back_id)


class CaseView(GameApiView):
    """A view of what is open of a game after the hand, to players once the game is over."""

    settling = False
    """True for who settles complaints: an admin of the club, or staff."""

    def check_permissions(self, request: Request) -> None:
        super().check_permissions(request)
        state, caller = self.state, self.caller
        party = Party(state, caller.player_id, caller.scopes)
        self.settling = party.settles
        if not self.settling:
            if Scope.HISTORY_READ not in caller.scopes:
                raise insufficient_scope(Scope.HISTORY_READ)
            party.require_played()
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
        if self.settling:
            look_record(game_id=self.state.game.id, by=self.caller.player_id)
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


class SettlingView(GameApiView):
    """A view for those who settle complaints."""

    def check_permissions(self, request: Request) -> None:
        super().check_permissions(request)
        caller = self.caller
        Party(self.state, caller.player_id, caller.scopes).require_settling()


class CaseLog(SettlingView, at="games/{game_id}/case-log"):
    @listing("games_case_log_list", SETTLE, CaseEntryAnswer, refusals=(409,))
    def get(self) -> HttpResponse:
        """Read who settled what.

        The looks and notes of those who settle complaints about the game, the latest first: admins
        of the club whose night has it (scope `club:admin`), and staff (`games:peek`). Looks within
        ten minutes are one. 403 `not_settling`; 409 `plays_there` until the game is over for who
        plays in it or with its deals.
        """
        return paged(self.request, case_log(self.state.game.id), entry_answer, ordering="-id")

    @operation(
        "games_case_log_note", SETTLE, {201: CaseEntryAnswer}, request=NoteRequest, refusals=(409,)
    )
    def post(self, body: Any) -> CaseEntryAnswer:
        """Write a note.

        For those who settle complaints about the game. 409 `too_many` after 100.
        """
        return entry_answer(note_add(game_id=self.state.game.id, by=self.player, **body))


class CaseNote(SettlingView, at="games/{game_id}/case-log/{entry}"):
    @operation("games_case_log_take_back", SETTLE, None, refusals=(409,))
    def delete(self) -> None:
        """Take a note back.

        One's own or another's. The log keeps both. 409 `plays_there` as for the log.
        """
        text = self.kwargs["entry"]
        if not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS):
            raise NoteNotThere
        note_take_back(game_id=self.state.game.id, entry_id=int(text), by=self.player)


class LogCheck(CaseView, at="games/{game_id}/log-check"):
    @operation(
        "games_log_check", LOOK_BACK, VerdictAnswer, refusals=(409,), rate=throttles.VERIFICATIONS
    )
    def get(self) -> VerdictAnswer:
        """Check the log of a game.

        Replays it and compares: the chain of hashes, each row, the scores and the seats that follow
        from it. `ok: false` names the first bad row. For those who may read the refused actions,
        with the same 409.
        """
        if self.settling:
            look_record(game_id=self.state.game.id, by=self.caller.player_id)
        faults = game_check(self.state.game.id)
        errors: list[RecordFault] = [
            {"path": fault.where, "detail": fault.what} for fault in faults
        ]
        return {"ok": False, "errors": errors} if errors else {"ok": True}


class BotReplays(SettlingView, at="games/{game_id}/bot-replays"):
    @operation(
        "games_bot_replays",
        SETTLE,
        BotReplaysAnswer,
        query=HandQuery,
        refusals=(409,),
        rate=throttles.RECORDS,
    )
    def get(self, query: Any) -> BotReplaysAnswer:
        """Replay the bots of a hand.

        Each turn of a bot of this service is played again from the view that it had: the same
        action shows that it looked at nothing else. `hand` is one that is over, by default the last
        one. What a bot saw at `version` is `GET /games/{game_id}?at=&as_seat=`. For those who
        settle complaints, on record. 404 for a hand that is not over; 409 `plays_there` as for the
        case log, `deals_not_yet` while other tables play the same deals.
        """
        state = self.state
        hand = query.get("hand", state.match.hands_played)
        turns = bot_turns(state, hand or None)
        look_record(game_id=state.game.id, by=self.caller.player_id)
        return {"hand": hand, "bots": [replay_answer(each) for each in bot_replays(turns)]}


class CaseExport(SettlingView, at="games/{game_id}/case"):
    @operation("games_case", SETTLE, CaseFile, refusals=(409,), rate=throttles.RECORDS)
    def get(self) -> HttpResponse:
        """Export a case.

        One file, `samba-case/1`, with all that settles a complaint about a game: its record, its
        log with times and ways, proofs, refused actions and the bots replayed; of a running hand
        what the table sees. For those who settle complaints, on record. Each finished hand costs a
        call. 409 `plays_there` as for the case log, `deals_not_yet` while other tables play the
        same deals.
        """
        state = self.state
        self.pay(state.match.hands_played)
        document = case_file(state)
        look_record(game_id=state.game.id, by=self.caller.player_id)
        name = f"samba-case-{state.game.id}.json"
        return json_response(
            document, headers={"Content-Disposition": f'attachment; filename="{name}"'}
        )
