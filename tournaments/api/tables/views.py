"""Tables: looking at them, score sheets, and what a director decides."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django.http import HttpResponse
from django.urls import path
from rest_framework.request import Request

from games.api.base import player_of
from games.api.schemas import EmptyRequest
from samba_service.kit.access import caller_of
from samba_service.kit.http import json_response, paged
from samba_service.kit.idempotency import Answer, answer_once
from samba_service.kit.problems import not_found
from samba_service.kit.schema import operation, page_of
from samba_service.kit.serializers import QuerySerializer
from tournaments.api.base import MANAGE, PLAY, READ, TableApiView, TournamentApiView, viewer_id
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
from tournaments.selectors.tables import (
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
    from tournaments.models import Result, Table

TABLE_TAGS = ("tables",)


class SheetsView(TableApiView):
    """A view of a table whose players, or a director, say what came of it."""

    def entered(self, enter: "Callable[..., Result]", **what: Any) -> HttpResponse:
        """Let the caller add a version of the result, once for an Idempotency-Key."""

        def once() -> Answer:
            by, directing = player_of(self.request), self.directs(self.request)
            return Answer.of(sheet_view(enter(by=by, directing=directing, **what)))

        return answer_once(self.request, once)


class OneTable(SheetsView):
    def shown(self) -> TableHistoryAnswer:
        """The table as it is now, as far as the caller may see it."""
        viewer, directing = viewer_id(self.request), self.directs(self.request)
        visible = results_visible(self.round, viewer, directing=directing)
        table = table_shown(self.table.pk)
        return table_history_view(table, visible=table.id in visible)


class TableDetail(OneTable):
    @operation(
        "tables_read",
        summary="Look at a table",
        description="Who sits there, and every version of its result. Where tables play the same "
        "deals, what came of others is shown once all have ended.",
        access=READ,
        answers={200: TableHistoryAnswer},
        versioned=True,
        tags=TABLE_TAGS,
    )
    def get(self, request: Request, table_id: str) -> HttpResponse:
        return json_response(self.shown())


class TableSheets(OneTable):
    @operation(
        "tables_score_sheets_create",
        summary="Enter a score sheet",
        description="By who sits there, for their side, or by a director. A sheet equal to the "
        "other side's confirms it, a different one disputes it, and a new sheet by the same side "
        "replaces its former one. A director confirms by entering the same a second time. 422 "
        "`not_a_multiple_of_five` and `sheet_does_not_add_up` name every line at fault in "
        "`errors`; 403 `not_seated`; 409 `result_confirmed`, `wrong_state`, `played_online` where "
        "a game gives the result, and `too_many` if the account has reached its limit of sheets at "
        "the table (`facts.limit`).",
        access=PLAY,
        request=ScoreSheetRequest,
        answers={201: ScoreSheetAnswer},
        refusals=(409, 422),
        idempotent=True,
        versioned=True,
        tags=TABLE_TAGS,
    )
    def post(self, request: Request, table_id: str) -> HttpResponse:
        body = self.body(ScoreSheetRequest)

        end = End(body["end"])
        return self.entered(sheet_enter, table_id=self.table.pk, hands=body["hands"], end=end)


class TableCorrections(OneTable):
    @operation(
        "tables_corrections_create",
        summary="Correct, award or void a result",
        description="At any time once the round is published, after the tournament too: standings "
        "follow, and no published round is drawn again, so that in a knockout the drawn entries "
        "play on. A `forfeit` without `award` gives the `winner` what a bye scores and the "
        "others nothing. A `void` table scores for nobody, as if its sides had not met: no bye, no "
        "win, no round played, and a later draw may pair them. An award, a forfeit and a "
        "void end the game that runs at the table; with `hands` it is 409 `played_online` until a "
        "director has ended it. 409 `winner_missing` for a knockout's table that is void, or level "
        "in a closed round.",
        access=MANAGE,
        request=CorrectionRequest,
        answers={201: TableHistoryAnswer},
        refusals=(409, 422),
        idempotent=True,
        versioned=True,
        tags=TABLE_TAGS,
    )
    def post(self, request: Request, table_id: str) -> HttpResponse:
        body = self.body(CorrectionRequest)
        end, reason = End(body["end"]), body["reason"]

        def correct() -> Answer:
            by, table_id = player_of(request), self.table.pk
            if end in PLAYED:
                hands = body["hands"]
                result_correct(table_id=table_id, by=by, reason=reason, hands=hands, end=end)
            else:
                result_award(
                    table_id=table_id,
                    by=by,
                    reason=reason,
                    end=end,
                    award=body.get("award"),
                    winner=body.get("winner"),
                )
            return Answer.of(self.shown())

        return answer_once(request, correct)


class OneSheet(SheetsView):
    """A view of one version of a result, which is `sheet`."""

    sheet: "Result"

    def find(self, request: Request, **kwargs: str) -> None:
        id = kwargs["sheet_id"]
        self.sheet = self.row(sheet_rows, id, tournament="table__round__tournament")
        assert self.sheet.table is not None
        self.table = self.sheet.table
        self.found(self.table.round)


class SheetConfirm(OneSheet):
    @operation(
        "score_sheets_confirm",
        summary="Confirm a score sheet",
        description="By another side, else 403 `own_sheet`, or by a director. While a table is "
        "disputed, the latest sheet of each side can be. The answer is the version that counts "
        "now. 409 `result_confirmed`, `sheet_superseded`, `result_disputed`, `no_figures`.",
        access=PLAY,
        request=EmptyRequest,
        answers={201: ScoreSheetAnswer},
        refusals=(409,),
        idempotent=True,
        versioned=True,
        tags=TABLE_TAGS,
    )
    def post(self, request: Request, sheet_id: str) -> HttpResponse:
        self.body(EmptyRequest)
        return self.entered(sheet_confirm, result_id=self.sheet.pk)


class SheetDispute(OneSheet):
    @operation(
        "score_sheets_dispute",
        summary="Dispute a score sheet",
        description="By another side, else 403 `own_sheet`, or by a director; with `hands` as "
        "one's own side has them. The table is then on `GET /tournaments/{id}/disputes`, until "
        "both sides say the same or a director decides. 409 `result_confirmed`, "
        "`sheet_superseded`, `no_figures`, `too_many` as for entering sheets.",
        access=PLAY,
        request=DisputeRequest,
        answers={201: ScoreSheetAnswer},
        refusals=(409, 422),
        idempotent=True,
        versioned=True,
        tags=TABLE_TAGS,
    )
    def post(self, request: Request, sheet_id: str) -> HttpResponse:
        body = self.body(DisputeRequest)
        return self.entered(
            sheet_dispute,
            result_id=self.sheet.pk,
            reason=body["reason"],
            hands=body.get("hands"),
            end=End(body["end"]),
        )


class Disputes(TournamentApiView):
    @operation(
        "tournaments_disputes_list",
        summary="List disputed tables",
        description="Those whose sides do not agree, by number, for a director to decide: confirm "
        "one of the sheets in `versions`, or correct the table.",
        access=MANAGE,
        parameters=[QuerySerializer],
        answers={200: page_of(TableHistoryAnswer)},
        tags=TABLE_TAGS,
    )
    def get(self, request: Request, tournament_id: str) -> HttpResponse:
        self.query(QuerySerializer)
        return paged(request, disputed_tables(self.tournament.pk), _disputed, ordering="number")


def _disputed(table: "Table") -> TableHistoryAnswer:
    return table_history_view(table, visible=True)


class Adjustments(TournamentApiView):
    @operation(
        "tournaments_adjustments_create",
        summary="Adjust an entry's score",
        description="A penalty, or a compensation, in the unit of the scoring: hundredths of a "
        "victory point, card points, or 2/1/0. 409 `wrong_state` before the start.",
        access=MANAGE,
        request=AdjustmentRequest,
        answers={201: AdjustmentAnswer},
        refusals=(409,),
        idempotent=True,
        versioned=True,
        tags=TABLE_TAGS,
    )
    def post(self, request: Request, tournament_id: str) -> HttpResponse:
        body = self.body(AdjustmentRequest)

        def adjust() -> Answer:
            by = player_of(request)
            made = adjustment_add(
                tournament_id=self.tournament.pk,
                by=by,
                entry=body["entry"],
                score=body["score"],
                reason=body["reason"],
            )
            return Answer.of(adjustment_view(made))

        return answer_once(request, adjust)


class OwnTable(TournamentApiView):
    @operation(
        "tournaments_my_table",
        summary="Look at your own table",
        description="In the last published round: with whom, against whom, where, and the sheet "
        "so far; or the bye and why. `next` is a round that is being drawn. 404 without an entry.",
        access=PLAY,
        answers={200: OwnTableAnswer},
        tags=TABLE_TAGS,
    )
    def get(self, request: Request, tournament_id: str) -> HttpResponse:
        found = own_table(self.tournament, caller_of(request).player_id)
        if found is None:
            raise not_found()
        return json_response(own_table_view(found))


class TableTakeBack(OneTable):
    @operation(
        "tables_take_back",
        summary="Take a result back",
        description="As if nothing had been entered at the table, while its round is open: every "
        "version of the result is taken back, and the log keeps what it was. The round can then "
        "be unpublished and the table's players moved. A game that an award or a void ended stays "
        "ended: `POST /tables/{id}/game` begins a new one. 409 `no_result`; `played_online` where "
        "the table's game brought the result, which can be corrected; `wrong_state` for a closed "
        "round, which reopens first.",
        access=MANAGE,
        request=ReasonRequest,
        answers={200: TableHistoryAnswer},
        refusals=(409,),
        idempotent=True,
        versioned=True,
        tags=TABLE_TAGS,
    )
    def post(self, request: Request, table_id: str) -> HttpResponse:
        reason = self.body(ReasonRequest)["reason"]

        def take_back() -> Answer:
            result_withdraw(table_id=self.table.pk, by=player_of(request), reason=reason)
            return Answer.of(self.shown(), status=200)

        return answer_once(request, take_back)


class TableGame(OneTable):
    @operation(
        "tables_game_create",
        summary="Begin a new game at an online table",
        description="If the last one was abandoned, by `/abandon`, by a decision that was taken "
        "back since, or because the tournament was called off; the table has no result, and the "
        "round is open. The current players begin with the first hand, and with other deals. 409 "
        "`results_entered`, `tables_at_play` while a game runs, `deals_for_all` if all tables "
        "play the same deals, `not_online`, `wrong_state`.",
        access=MANAGE,
        request=UndoRequest,
        answers={201: TableHistoryAnswer},
        refusals=(409,),
        idempotent=True,
        versioned=True,
        tags=TABLE_TAGS,
    )
    def post(self, request: Request, table_id: str) -> HttpResponse:
        reason = self.body(UndoRequest).get("reason", "")

        def begin() -> Answer:
            game_restart(table_id=self.table.pk, by=player_of(request), reason=reason)
            return Answer.of(self.shown(), status=201)

        return answer_once(request, begin)


urlpatterns = [
    path("tables/<str:table_id>", TableDetail.as_view()),
    path("tables/<str:table_id>/score-sheets", TableSheets.as_view()),
    path("tables/<str:table_id>/corrections", TableCorrections.as_view()),
    path("tables/<str:table_id>/take-back", TableTakeBack.as_view()),
    path("tables/<str:table_id>/game", TableGame.as_view()),
    path("score-sheets/<str:sheet_id>/confirm", SheetConfirm.as_view()),
    path("score-sheets/<str:sheet_id>/dispute", SheetDispute.as_view()),
    path("tournaments/<str:tournament_id>/disputes", Disputes.as_view()),
    path("tournaments/<str:tournament_id>/adjustments", Adjustments.as_view()),
    path("tournaments/<str:tournament_id>/my-table", OwnTable.as_view()),
]
