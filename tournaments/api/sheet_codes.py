"""Entry by the code on the strip of a score sheet: for one side of one table, while its round is
open. Directors revoke codes.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, TypedDict, cast
from uuid import UUID

from rest_framework.request import Request

from games.api.scoring import ScoringAnswer, SheetFieldAnswer, hand_sheets, scoring_answer
from games.engine.pad import hands_in, sheet_fields
from samba_service.kit import strict
from samba_service.kit.answers import Whole, answer_of
from samba_service.kit.http import public_id
from samba_service.kit.schema import operation
from tournaments.api.base import MANAGE, TournamentApiView
from tournaments.api.code_credentials import BY_CODE, CodeAuthentication, CodeHolder, wrong_code
from tournaments.api.schemas import reason
from tournaments.api.score_sheets import (
    ENDS,
    STATUSES,
    EnteredHandAnswer,
    ScoreSheetAnswer,
    ScoreSheetRequest,
    played_end,
    sheet_view,
)
from tournaments.api.tables import OneTable, TableHistoryAnswer
from tournaments.engine.results import End, Kind
from tournaments.engine.terms import Format
from tournaments.rights import SERVICE, read_as
from tournaments.selectors.rounds import table_shown
from tournaments.selectors.tournaments import ruleset_of
from tournaments.services.changes import require_not_archived
from tournaments.services.score_sheets import (
    latest_of,
    pad_of,
    sheet_confirm,
    sheet_dispute,
    sheet_enter,
)
from tournaments.services.sheet_codes import codes_revoke
from tournaments.services.tables import CodeUse, require_running

if TYPE_CHECKING:
    from tournaments.models import Result, SheetCode, Table

TAGS = ("tables",)


def device() -> strict.CharField:
    """A random key that the device keeps."""
    return strict.CharField(
        min_length=16, max_length=64, help_text="A random key that the device keeps to itself"
    )


def sheet() -> strict.UUIDField:
    """The sheet that the caller has read."""
    return strict.UUIDField(help_text="Its id in `sheets`")


class CodeSheetRequest(ScoreSheetRequest):
    device = device()


class CodeConfirmRequest(strict.Serializer):
    sheet = sheet()
    device = device()


class CodeDisputeRequest(strict.Serializer):
    sheet = sheet()
    device = device()
    reason = reason()
    hands = hand_sheets(required=False, help_text="As one's own side has them")
    end = played_end()


class CountRequest(strict.Serializer):
    hands = hand_sheets()


class CodeSideAnswer(TypedDict):
    side: Whole
    players: Annotated[list[str], "In the order of their seats"]


class WrittenSheetAnswer(TypedDict):
    """What a side has written last, or a director."""

    id: UUID
    side: Annotated[Whole | None, "Null: a director"]
    status: Annotated[str, ("enum", STATUSES)]
    end: Annotated[str, ("enum", ENDS)]
    points: list[int] | None
    award: Annotated[list[int] | None, "Of a forfeit or an award"]
    reason: str | None
    hands: list[EnteredHandAnswer] | None


class CodeTableAnswer(TypedDict):
    """A table, for who holds the code of one of its sides."""

    tournament: Annotated[str, "Its name"]
    round: Annotated[Whole, "Its number"]
    number: Whole
    side: Annotated[Whole, "The one that the code is for"]
    sides: list[CodeSideAnswer]
    hands_per_round: Annotated[Whole | None, "Null: rounds by time"]
    knockout: Annotated[bool, "A tie has further hands"]
    start_scores: list[int] | None
    next_minimum: Annotated[list[int], "Of the first hand"]
    fields: Annotated[list[SheetFieldAnswer], "What an entry form asks of a side, in order"]
    sheets: Annotated[list[WrittenSheetAnswer], "The last of each side; the latest comes last"]


class CodeTableView(TournamentApiView):
    """A view of the table of a code, while the code may write there."""

    authentication_classes = (CodeAuthentication,)
    table: "Table"

    def find(self, request: Request, **kwargs: str) -> None:
        code = self.holder.code
        if code.table_id != public_id(kwargs["table_id"]):
            raise wrong_code()
        self.table = table_shown(code.table_id)
        self.tournament = self.table.round.tournament
        self.club = self.tournament.club
        read_as(SERVICE)  # what the paper says too

    @property
    def holder(self) -> "CodeHolder[SheetCode]":
        """Who calls."""
        return cast("CodeHolder[SheetCode]", self.request.user)

    @property
    def default_response_headers(self) -> dict[str, str]:
        return super().default_response_headers | {"Cache-Control": "no-store"}

    def require_open(self) -> None:
        """Raise unless the code may write: by handlers, so that a kept answer comes before it."""
        require_not_archived(self.tournament)
        require_running(self.table)

    def written(self, write: "Callable[..., Result]", device: str, **what: Any) -> ScoreSheetAnswer:
        """Let the side of the code add a version; the service refuses sheets of other tables."""
        self.require_open()
        use = CodeUse(self.holder.pk, device)
        return sheet_view(write(by=use, directing=False, **what))


class CodeTable(CodeTableView, at="tables/{table_id}/sheet"):
    @operation("tables_sheet_read", BY_CODE, CodeTableAnswer, refusals=(409,))
    def get(self) -> CodeTableAnswer:
        """Look at the table of a strip.

        By the code on it, without an account: who sits there, and what each side has written. A
        code works while its round is published and not closed, else 409 `wrong_state`, `archived`.
        401 `wrong_code`, `code_revoked`.
        """
        self.require_open()
        return code_table_view(self.table, self.holder.code.side)

    @operation("tables_sheet_enter", BY_CODE, {201: ScoreSheetAnswer}, request=CodeSheetRequest)
    def post(self, body: Any) -> ScoreSheetAnswer:
        """Enter a score sheet by its code.

        As `POST /tables/{id}/score-sheets` does for the side of the code. What only codes have
        written is marked `by_code`. 409 `same_device` if the sheet would be confirmed by the device
        that wrote for another side.
        """
        end = End(body.pop("end"))
        return self.written(sheet_enter, table_id=self.table.pk, end=end, **body)


class CodeConfirm(CodeTableView, at="tables/{table_id}/sheet/confirm"):
    @operation("tables_sheet_confirm", BY_CODE, {201: ScoreSheetAnswer}, request=CodeConfirmRequest)
    def post(self, body: Any) -> ScoreSheetAnswer:
        """Confirm another side's sheet by a code.

        As `POST /score-sheets/{id}/confirm` does. 409 `same_device` for the device that wrote for
        another side.
        """
        return self.written(sheet_confirm, body["device"], result_id=body["sheet"])


class CodeDispute(CodeTableView, at="tables/{table_id}/sheet/dispute"):
    @operation("tables_sheet_dispute", BY_CODE, {201: ScoreSheetAnswer}, request=CodeDisputeRequest)
    def post(self, body: Any) -> ScoreSheetAnswer:
        """Dispute another side's sheet by a code.

        As `POST /score-sheets/{id}/dispute` does.
        """
        id, end = body.pop("sheet"), End(body.pop("end"))
        return self.written(sheet_dispute, result_id=id, end=end, **body)


class CodeCount(CodeTableView, at="tables/{table_id}/sheet/count"):
    @operation(
        "tables_sheet_count", BY_CODE, ScoringAnswer, request=CountRequest,
        refusals=(409, 422), idempotent=False,
    )  # fmt: skip
    def post(self, body: Any) -> ScoringAnswer:
        """Count a sheet by the rules of its table.

        As `POST /scoring` does, with the frozen ruleset and what each side began with. Nothing is
        kept. 409 `wrong_state`, `archived`; 422 `not_a_multiple_of_five`, `sheet_does_not_add_up`.
        """
        self.require_open()
        pad = pad_of(self.table, hands_in(body["hands"]))
        rules = ruleset_of(self.table.round.tournament)
        return scoring_answer(pad, rules, len(self.table.seats.all()), None)


class CodesRevoke(OneTable, at="tables/{table_id}/revoke-codes"):
    @operation("tables_revoke_codes", MANAGE, TableHistoryAnswer, refusals=(409,))
    def post(self) -> "Callable[[], TableHistoryAnswer]":
        """Revoke the codes of a table.

        The strips that were printed enter nothing any more; score sheets that are printed from now
        on have other codes. What was entered stays: see `/take-back`. 409 `no_codes`; `too_many`
        after twenty times.
        """
        codes_revoke(table_id=self.table.pk, by=self.player)
        return self.shown


def code_table_view(table: "Table", side: int) -> CodeTableAnswer:
    """A table of `table_shown`, for the holder of the code of `side`."""
    tournament, seats = table.round.tournament, table.seats.all()
    rules, sides = ruleset_of(tournament), ruleset_of(tournament).sides(len(seats))
    latest = sorted(latest_of(table).values(), key=lambda each: each.version)
    return answer_of(
        CodeTableAnswer,
        table,
        tournament=tournament.name,
        round=table.round.number,
        side=side,
        sides=[
            {"side": at, "players": [each.member.name for each in seats if each.seat % sides == at]}
            for at in range(sides)
        ],
        hands_per_round=tournament.hands_per_round,
        knockout=tournament.format == Format.KNOCKOUT,
        next_minimum=list(pad_of(table, []).next_minimum),
        fields=[answer_of(SheetFieldAnswer, each) for each in sheet_fields(rules, len(seats))],
        sheets=[written_view(each) for each in latest],
    )


def written_view(result: "Result") -> WrittenSheetAnswer:
    """What a side has written."""
    status = Kind(result.kind).status
    return answer_of(WrittenSheetAnswer, result, status=status, reason=result.reason or None)
