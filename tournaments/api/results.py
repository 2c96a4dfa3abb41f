"""Results that directors decide: corrections, adjustments, disputes, games begun again."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, TypedDict
from uuid import UUID

from django.http import HttpResponse
from rest_framework import serializers

from games.api.scoring import hand_sheets
from samba_service.accounts.api.schemas import PlayerRefAnswer
from samba_service.kit import strict
from samba_service.kit.answers import Whole, answer_of
from samba_service.kit.http import paged
from samba_service.kit.schema import listing, operation
from tournaments.api.base import MANAGE, TournamentApiView
from tournaments.api.schemas import (
    EntryRefAnswer,
    ReasonRequest,
    UndoRequest,
    member_ref,
    reason,
    score,
)
from tournaments.api.score_sheets import ENDS, PLAYED
from tournaments.api.tables import OneTable, TableHistoryAnswer, table_history_view
from tournaments.engine.results import End
from tournaments.rights import reason_shown
from tournaments.selectors.rounds import call_shown, disputed_tables
from tournaments.services.results import (
    Seen,
    adjustment_add,
    result_award,
    result_correct,
    result_withdraw,
)
from tournaments.services.table_games import game_restart

if TYPE_CHECKING:
    from tournaments.models import Adjustment, Table

TAGS = ("tables",)


class CorrectionRequest(strict.Serializer):
    """Either `hands`, or how the table ended without them."""

    reason = reason()
    seen = strict.UUIDField(
        required=False, allow_null=True,
        help_text="The `id` of the result that is corrected, null or left out for none: 409 "
        "`result_changed` if there is another one by now",
    )  # fmt: skip
    hands = hand_sheets(required=False)
    end = strict.ChoiceField(
        ENDS,
        required=False,
        help_text="`played` if it is left out; `void`: nobody scores, as if they had not met",
    )
    award = serializers.ListField(
        child=score(), required=False, min_length=2, max_length=8,
        help_text="By side, in the unit of the scoring",
    )  # fmt: skip
    winner = strict.IntegerField(
        required=False, allow_null=True, min_value=0, max_value=7,
        help_text="A side; left out: the one with the highest award",
    )  # fmt: skip

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """What belongs together is there, and nothing else."""
        end = attrs.setdefault("end", "played")
        if end in PLAYED:
            if "hands" not in attrs:
                raise serializers.ValidationError({"hands": "Name the hands, or another end."})
            unfit, why = attrs.keys() & {"award", "winner"}, "The hands decide this."
        else:
            unfit, why = attrs.keys() & {"hands"}, f"A table that is {end} has none."
        if unfit:
            raise serializers.ValidationError(dict.fromkeys(sorted(unfit), why))
        return attrs


class AdjustmentRequest(strict.Serializer):
    entry = strict.UUIDField()
    seen = score(
        required=False,
        help_text="What the adjustments of the entry add up to, as it was read: 409 "
        "`score_changed` if it is not so any more. For who takes one back",
    )
    score = score(help_text="In the unit of the scoring; below 0 for a penalty")
    reason = reason()


class AdjustmentAnswer(TypedDict):
    id: UUID
    version: Annotated[Whole, "Of the tournament"]
    entry: EntryRefAnswer
    score: int
    reason: Annotated[str | None, "For members of the club"]
    by: PlayerRefAnswer | None


def adjustment_view(adjustment: "Adjustment") -> AdjustmentAnswer:
    """What a director added to a score."""
    reason, by = reason_shown(adjustment.reason), adjustment.by and member_ref(adjustment.by)
    return answer_of(AdjustmentAnswer, adjustment, reason=reason, by=by)


class TableCorrections(OneTable, at="tables/{table_id}/corrections"):
    @operation(
        "tables_corrections_create", MANAGE, {201: TableHistoryAnswer}, request=CorrectionRequest
    )
    def post(self, body: Any) -> "Callable[[], TableHistoryAnswer]":
        """Correct, award or void a result.

        At any time once the round is published, after the tournament too: standings follow, and no
        published round is drawn again; in a knockout the drawn entries play on. A `forfeit` without
        `award` gives the `winner` what a bye scores and the others nothing. A `void` table scores
        for nobody, as if its sides had not met: a later draw may pair them. An award, a forfeit and
        a void end the game that runs at the table; with `hands` it is 409 `played_online` until a
        director has ended it. 409 `winner_missing` for a knockout's table that is void, or level in
        a closed round. A correction overwrites nothing that the caller has not read: `seen` names
        the result that there is.
        """
        end = End(body["end"])
        what = {"table_id": self.table.pk, "by": self.player, "reason": body["reason"], "end": end}
        what["seen"] = Seen(body.get("seen"))
        if end in PLAYED:
            result_correct(**what, hands=body["hands"])
        else:
            result_award(**what, award=body.get("award"), winner=body.get("winner"))
        return self.shown


class Disputes(TournamentApiView, at="tournaments/{tournament_id}/disputes"):
    @listing("tournaments_disputes_list", MANAGE, TableHistoryAnswer)
    def get(self) -> HttpResponse:
        """List disputed tables.

        Those whose sides do not agree, by number, for a director to decide: confirm one of the
        sheets in `versions`, or correct the table.
        """
        return paged(
            self.request, disputed_tables(self.tournament.pk), _disputed, ordering="number"
        )


def _disputed(table: "Table") -> TableHistoryAnswer:
    """A disputed table, for a director."""
    call = call_shown(table, None, directing=True)
    return table_history_view(table, visible=True, call=call)


class Adjustments(TournamentApiView, at="tournaments/{tournament_id}/adjustments"):
    @operation(
        "tournaments_adjustments_create", MANAGE, {201: AdjustmentAnswer}, request=AdjustmentRequest
    )
    def post(self, body: Any) -> AdjustmentAnswer:
        """Adjust an entry's score.

        A penalty, or a compensation, in the unit of the scoring: hundredths of a victory point,
        card points, or 2/1/0. 409 `wrong_state` before the start; `score_changed` where another
        director was faster to take it back.
        """
        return adjustment_view(
            adjustment_add(tournament_id=self.tournament.pk, by=self.player, **body)
        )


class TableTakeBack(OneTable, at="tables/{table_id}/take-back"):
    @operation("tables_take_back", MANAGE, TableHistoryAnswer, request=ReasonRequest)
    def post(self, body: Any) -> "Callable[[], TableHistoryAnswer]":
        """Take a result back.

        As if nothing had been entered, while its round is open: every version of the result is
        taken back, and the log keeps it. The round can then be unpublished and the table's players
        moved. A game that an award or a void ended stays ended: `POST /tables/{id}/game` begins a
        new one. 409 `no_result`; `played_online` where the table's game brought the result, which
        can be corrected; `wrong_state` for a closed round, which reopens first.
        """
        result_withdraw(table_id=self.table.pk, by=self.player, reason=body["reason"])
        return self.shown


class TableGame(OneTable, at="tables/{table_id}/game"):
    @operation("tables_game_create", MANAGE, {201: TableHistoryAnswer}, request=UndoRequest)
    def post(self, body: Any) -> "Callable[[], TableHistoryAnswer]":
        """Begin a new game at an online table.

        If the last one was abandoned, or ended by a decision that was taken back since or because
        the tournament was called off; the table has no result, and the round is open. The current
        players begin with the first hand, and with other deals. 409 `results_entered`,
        `tables_at_play` while a game runs, `deals_for_all` if all tables play the same deals,
        `not_online`, `wrong_state`.
        """
        game_restart(table_id=self.table.pk, by=self.player, reason=body.get("reason", ""))
        return self.shown
