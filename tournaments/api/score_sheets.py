"""Score sheets of tables with real cards: entered, confirmed, disputed."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, NotRequired, TypedDict
from uuid import UUID

from rest_framework.request import Request

from games.api.scoring import IN_HAND, CanastaCounts, SheetCounts, hand_sheets
from samba_service.kit import strict
from samba_service.kit.answers import Whole, answer_of
from samba_service.kit.schema import operation
from tournaments.api.base import PLAY, TableApiView
from tournaments.api.schemas import reason, values
from tournaments.engine.results import End, Kind, Status
from tournaments.selectors.rounds import sheet_rows
from tournaments.services.score_sheets import (
    next_minimum_of,
    sheet_confirm,
    sheet_dispute,
    sheet_enter,
)

if TYPE_CHECKING:
    from tournaments.models import Result

TAGS = ("tables",)

KINDS, ENDS, STATUSES = values(Kind), values(End), values(Status)

PLAYED = ["played", "unfinished"]


def played_end() -> strict.ChoiceField:
    """How a sheet ends."""
    return strict.ChoiceField(
        PLAYED, required=False, default="played",
    )  # fmt: skip


class ScoreSheetRequest(strict.Serializer):
    hands = hand_sheets()
    end = played_end()


class DisputeRequest(strict.Serializer):
    reason = reason()
    hands = hand_sheets(required=False, help_text="As one's own side has them")
    end = played_end()


class EnteredCorrectionAnswer(TypedDict):
    """Points for a reason."""

    points: int
    reason: Annotated[str | None, "For members of the club"]


class EnteredSideAnswer(TypedDict):
    """What a side counted."""

    side: Whole
    counts: NotRequired[Annotated[dict[str, int], SheetCounts]]
    melded_cards: NotRequired[Annotated[Whole, "Points, without any bonus"]]
    hand_cards: NotRequired[Annotated[Whole, "Points, without threes that are counted apart"]]
    red_threes_in_hand: NotRequired[Annotated[Whole, IN_HAND]]
    black_threes_in_hand: NotRequired[Annotated[Whole, "Where the ruleset has a penalty for them"]]
    penalties: NotRequired[list[EnteredCorrectionAnswer]]
    adjustments: NotRequired[list[EnteredCorrectionAnswer]]
    debt_dismantled: NotRequired[
        Annotated[
            dict[str, int],
            CanastaCounts,
            "Canastas that debt brought down, which `counts` has as well",
        ]
    ]
    total: NotRequired[int]


class EnteredHandAnswer(TypedDict):
    """One hand, every side once."""

    went_out: NotRequired[
        Annotated[Whole | None, "The side whose player went out; null for nobody"]
    ]
    sides: list[EnteredSideAnswer]


class ScoreSheetAnswer(TypedDict):
    id: UUID
    version: Annotated[Whole, "Of the tournament"]
    status: Annotated[str, ("enum", STATUSES)]
    points: Annotated[list[int] | None, "Null of a dispute without hands"]
    next_minimum: Annotated[list[int] | None, "For a further hand; null of a dispute without hands"]


def sheet_view(result: "Result") -> ScoreSheetAnswer:
    """A version of a result for who made it."""
    status, minimum = Kind(result.kind).status, next_minimum_of(result)
    return answer_of(ScoreSheetAnswer, result, status=status, next_minimum=minimum)


class SheetsView(TableApiView):
    """A view of a table, for its players and directors, who enter its result."""

    def entered(self, enter: "Callable[..., Result]", **what: Any) -> ScoreSheetAnswer:
        """Let the caller add a version of the result."""
        return sheet_view(enter(by=self.player, directing=self.directing, **what))


class TableSheets(SheetsView, at="tables/{table_id}/score-sheets"):
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
        the result, and `too_many` at the account's limit of sheets at the table, `facts.limit`.
        """
        end = End(body["end"])
        return self.entered(sheet_enter, table_id=self.table.pk, hands=body["hands"], end=end)


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
