"""Tables: looking at them, score sheets, and what a director decides."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from django.http import HttpResponse
from rest_framework.request import Request

from samba_service.kit.http import paged
from samba_service.kit.problems import found_or_404
from samba_service.kit.schema import listing, operation
from tournaments.api.base import MANAGE, PLAY, READ, TableApiView, TournamentApiView
from tournaments.api.schemas import ReasonRequest, UndoRequest
from tournaments.api.tables.answers import (
    adjustment_view,
    own_table_view,
    sheet_view,
    table_history_view,
)
from tournaments.api.tables.schemas import (
    PLAYED,
    AdjustmentAnswer,
    AdjustmentRequest,
    CorrectionRequest,
    DisputeRequest,
    OwnTableAnswer,
    ScoreSheetAnswer,
    ScoreSheetRequest,
    TableHistoryAnswer,
)
from tournaments.engine.results import End
from tournaments.selectors.rounds import (
    disputed_tables,
    own_table,
    results_visible,
    sheet_rows,
    table_shown,
)
from tournaments.services.results import (
    adjustment_add,
    result_award,
    result_correct,
    result_withdraw,
)
from tournaments.services.score_sheets import sheet_confirm, sheet_dispute, sheet_enter
from tournaments.services.table_games import game_restart

if TYPE_CHECKING:
    from tournaments.models import Result

TAGS = ("tables",)


class SheetsView(TableApiView):
    """A view of a table whose players, or a director, say what came of it."""

    def entered(self, enter: "Callable[..., Result]", **what: Any) -> ScoreSheetAnswer:
        """Let the caller add a version of the result."""
        return sheet_view(enter(by=self.player, directing=self.directing, **what))


class OneTable(SheetsView):
    def shown(self) -> TableHistoryAnswer:
        """The table as it is now, as far as the caller may see it."""
        visible = results_visible(self.round, self.viewer, directing=self.directing)
        table = table_shown(self.table.pk)
        return table_history_view(table, visible=table.id in visible)


class TableDetail(OneTable, at="tables/{table_id}"):
    @operation("tables_read", READ, TableHistoryAnswer)
    def get(self) -> TableHistoryAnswer:
        """Look at a table.

        Who sits there, and every version of its result. Where tables play the same deals, what came
        of others is shown once all have ended.
        """
        return self.shown()


class TableSheets(OneTable, at="tables/{table_id}/score-sheets"):
    @operation(
        "tables_score_sheets_create", PLAY, {201: ScoreSheetAnswer}, request=ScoreSheetRequest
    )
    def post(self, body: Any) -> ScoreSheetAnswer:
        """Enter a score sheet.

        By who sits there, for their side, or by a director. A sheet equal to the other side's
        confirms it, a different one disputes it, and a new sheet by the same side replaces its
        former one. A director confirms by entering the same a second time. 422
        `not_a_multiple_of_five` and `sheet_does_not_add_up` name every line at fault in `errors`;
        403 `not_seated`; 409 `result_confirmed`, `wrong_state`, `played_online` where a game gives
        the result, and `too_many` if the account has reached its limit of sheets at the table
        (`facts.limit`).
        """
        end = End(body["end"])
        return self.entered(sheet_enter, table_id=self.table.pk, hands=body["hands"], end=end)


class TableCorrections(OneTable, at="tables/{table_id}/corrections"):
    @operation(
        "tables_corrections_create", MANAGE, {201: TableHistoryAnswer}, request=CorrectionRequest
    )
    def post(self, body: Any) -> "Callable[[], TableHistoryAnswer]":
        """Correct, award or void a result.

        At any time once the round is published, after the tournament too: standings follow, and no
        published round is drawn again, so that in a knockout the drawn entries play on. A `forfeit`
        without `award` gives the `winner` what a bye scores and the others nothing. A `void` table
        scores for nobody, as if its sides had not met: no bye, no win, no round played, and a later
        draw may pair them. An award, a forfeit and a void end the game that runs at the table; with
        `hands` it is 409 `played_online` until a director has ended it. 409 `winner_missing` for a
        knockout's table that is void, or level in a closed round.
        """
        end = End(body["end"])
        what = {"table_id": self.table.pk, "by": self.player, "reason": body["reason"], "end": end}
        if end in PLAYED:
            result_correct(**what, hands=body["hands"])
        else:
            result_award(**what, award=body.get("award"), winner=body.get("winner"))
        return self.shown


class OneSheet(SheetsView):
    """A view of one version of a result, which is `sheet`."""

    sheet: "Result"

    def find(self, request: Request, **kwargs: str) -> None:
        path = "table__round__tournament"
        self.sheet = self.row(sheet_rows, kwargs["sheet_id"], tournament=path)
        assert self.sheet.table is not None
        self.table = self.sheet.table
        self.found(self.table.round)


class SheetConfirm(OneSheet, at="score-sheets/{sheet_id}/confirm"):
    @operation("score_sheets_confirm", PLAY, {201: ScoreSheetAnswer})
    def post(self) -> ScoreSheetAnswer:
        """Confirm a score sheet.

        By another side, else 403 `own_sheet`, or by a director. While a table is disputed, the
        latest sheet of each side can be. The answer is the version that counts now. 409
        `result_confirmed`, `sheet_superseded`, `result_disputed`, `no_figures`.
        """
        return self.entered(sheet_confirm, result_id=self.sheet.pk)


class SheetDispute(OneSheet, at="score-sheets/{sheet_id}/dispute"):
    @operation("score_sheets_dispute", PLAY, {201: ScoreSheetAnswer}, request=DisputeRequest)
    def post(self, body: Any) -> ScoreSheetAnswer:
        """Dispute a score sheet.

        By another side, else 403 `own_sheet`, or by a director; with `hands` as one's own side has
        them. The table is then on `GET /tournaments/{id}/disputes`, until both sides say the same
        or a director decides. 409 `result_confirmed`, `sheet_superseded`, `no_figures`, `too_many`
        as for entering sheets.
        """
        return self.entered(
            sheet_dispute,
            result_id=self.sheet.pk,
            reason=body["reason"],
            hands=body.get("hands"),
            end=End(body["end"]),
        )


class Disputes(TournamentApiView, at="tournaments/{tournament_id}/disputes"):
    @listing("tournaments_disputes_list", MANAGE, TableHistoryAnswer)
    def get(self) -> HttpResponse:
        """List disputed tables.

        Those whose sides do not agree, by number, for a director to decide: confirm one of the
        sheets in `versions`, or correct the table.
        """
        show = partial(table_history_view, visible=True)
        return paged(self.request, disputed_tables(self.tournament.pk), show, ordering="number")


class Adjustments(TournamentApiView, at="tournaments/{tournament_id}/adjustments"):
    @operation(
        "tournaments_adjustments_create", MANAGE, {201: AdjustmentAnswer}, request=AdjustmentRequest
    )
    def post(self, body: Any) -> AdjustmentAnswer:
        """Adjust an entry's score.

        A penalty, or a compensation, in the unit of the scoring: hundredths of a victory point,
        card points, or 2/1/0. 409 `wrong_state` before the start.
        """
        return adjustment_view(
            adjustment_add(tournament_id=self.tournament.pk, by=self.player, **body)
        )


class OwnTable(TournamentApiView, at="tournaments/{tournament_id}/my-table"):
    @operation("tournaments_my_table", PLAY, OwnTableAnswer)
    def get(self) -> OwnTableAnswer:
        """Look at your own table.

        In the last published round: with whom, against whom, where, and the sheet so far; or the
        bye and why. `next` is a round that is being drawn. 404 without an entry.
        """
        return own_table_view(found_or_404(own_table(self.tournament, self.caller.player_id)))


class TableTakeBack(OneTable, at="tables/{table_id}/take-back"):
    @operation("tables_take_back", MANAGE, TableHistoryAnswer, request=ReasonRequest)
    def post(self, body: Any) -> "Callable[[], TableHistoryAnswer]":
        """Take a result back.

        As if nothing had been entered at the table, while its round is open: every version of the
        result is taken back, and the log keeps what it was. The round can then be unpublished and
        the table's players moved. A game that an award or a void ended stays ended: `POST
        /tables/{id}/game` begins a new one. 409 `no_result`; `played_online` where the table's game
        brought the result, which can be corrected; `wrong_state` for a closed round, which reopens
        first.
        """
        result_withdraw(table_id=self.table.pk, by=self.player, reason=body["reason"])
        return self.shown


class TableGame(OneTable, at="tables/{table_id}/game"):
    @operation("tables_game_create", MANAGE, {201: TableHistoryAnswer}, request=UndoRequest)
    def post(self, body: Any) -> "Callable[[], TableHistoryAnswer]":
        """Begin a new game at an online table.

        If the last one was abandoned, by `/abandon`, by a decision that was taken back since, or
        because the tournament was called off; the table has no result, and the round is open. The
        current players begin with the first hand, and with other deals. 409 `results_entered`,
        `tables_at_play` while a game runs, `deals_for_all` if all tables play the same deals,
        `not_online`, `wrong_state`.
        """
        game_restart(table_id=self.table.pk, by=self.player, reason=body.get("reason", ""))
        return self.shown
