"""A table: its sides, its result and its versions; one's own seat."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, TypedDict
from uuid import UUID

from samba_service.accounts.api.schemas import PlayerRefAnswer, player_ref
from samba_service.kit.answers import Whole, answer_of
from samba_service.kit.problems import found_or_404
from samba_service.kit.schema import operation
from tournaments.api.base import PLAY, READ, TableApiView, TournamentApiView
from tournaments.api.schemas import (
    ROUND_STATES,
    TABLE_VENUES,
    EntryRefAnswer,
    TableSideAnswer,
    entry_ref,
    member_ref,
    why_view,
)
from tournaments.api.score_sheets import ENDS, KINDS, STATUSES, EnteredHandAnswer
from tournaments.engine.bundle import scoring_in
from tournaments.engine.bundle.document import WhyAnswer
from tournaments.engine.reason_words import EntryNames
from tournaments.engine.results import End, Scoring, scores
from tournaments.selectors.load import pure_result
from tournaments.selectors.rounds import (
    OwnTable,
    call_shown,
    names_of,
    own_table,
    results_visible,
    sides_of,
    table_shown,
    tables_shown,
)
from tournaments.services.score_sheets import next_minimum_of

if TYPE_CHECKING:
    from tournaments.models import Assignment, DirectorCall, Member, Result, Round, Table, TableSeat

TAGS = ("tables",)


class ResultAuthorAnswer(TypedDict):
    player: Annotated[PlayerRefAnswer | None, "Null: the code of a score sheet"]
    side: Annotated[Whole | None, "Null: does not sit there"]
    director: bool


class TableResultAnswer(TypedDict):
    """One version of a table's result. Lists are by side."""

    id: Annotated[UUID, "Of the sheet, to confirm or dispute it by"]
    version: Annotated[Whole, "Of the tournament"]
    at: datetime
    kind: Annotated[str, ("enum", KINDS)]
    status: Annotated[str, ("enum", STATUSES)]
    end: Annotated[str, ("enum", ENDS)]
    by: Annotated[ResultAuthorAnswer | None, "Null: the online game"]
    by_code: Annotated[bool, "Only codes of score sheets have entered and confirmed it"]
    reason: str | None
    points: list[int] | None
    award: Annotated[list[int] | None, "Of a forfeit or an award"]
    scores: Annotated[Sequence[int] | None, "In the unit of the scoring; null where void"]
    winner: Whole | None
    sambas: list[int] | None
    hands: Sequence[EnteredHandAnswer] | None


class DrawnTableAnswer(TypedDict):
    id: UUID
    number: Whole
    venue: Annotated[str, ("enum", TABLE_VENUES)]
    game: UUID | None
    slot: Whole | None
    place: Annotated[bool, "The match for third place"]
    dealer: Annotated[Whole, "The seat that deals first"]
    start_scores: list[Whole] | None
    sides: list[TableSideAnswer]
    locked: bool
    why: WhyAnswer


class CallAnswer(TypedDict):
    """A call of the director."""

    called_at: datetime
    by: PlayerRefAnswer
    reason: str
    answered_at: datetime | None
    note: str | None


class TableAnswer(DrawnTableAnswer):
    """A table and its latest result, which counts once it is confirmed."""

    call: Annotated[CallAnswer | None, "The last one, for the table's players and directors"]
    result: Annotated[
        TableResultAnswer | None, "Null too where other tables still play the same deals"
    ]


class RoundRefAnswer(TypedDict):
    id: UUID
    number: Whole
    state: Annotated[str, ("enum", ROUND_STATES)]


class TableHistoryAnswer(TableAnswer):
    round: RoundRefAnswer
    version: Annotated[Whole, "Of the tournament"]
    versions: Annotated[list[TableResultAnswer], "All of them; the last is `result`"]


class OwnByeAnswer(TypedDict):
    slot: Whole | None
    why: WhyAnswer


class AtTableAnswer(TypedDict):
    table: TableAnswer | None
    seat: Whole | None
    side: Whole | None
    partners: list[PlayerRefAnswer]
    opponents: list[PlayerRefAnswer]
    next_minimum: Annotated[list[int] | None, "By the sheet so far"]


class OwnTableAnswer(AtTableAnswer):
    """The last published round, as the caller has it."""

    entry: EntryRefAnswer
    round: Annotated[RoundRefAnswer | None, "Null before the first"]
    bye: Annotated[OwnByeAnswer | None, "A bye or a sit-out"]
    next: Annotated[RoundRefAnswer | None, "A round that is not published yet"]


def round_tables_view(
    round_: "Round", viewer: UUID | None, names: EntryNames, *, directing: bool
) -> list[TableAnswer]:
    """All tables of a round, by number, as the viewer may see them."""
    visible = results_visible(round_, viewer, directing=directing)
    tables = tables_shown(round_.tables.all())
    return [
        table_view(
            table,
            names,
            visible=table.id in visible,
            call=call_shown(table, viewer, directing=directing),
        )
        for table in tables
    ]


def table_view(
    table: "Table", names: EntryNames, *, visible: bool, call: "DirectorCall | None"
) -> TableAnswer:
    """A table of `tables_shown` with its latest result; `visible`: the viewer may see it.

    `call` is the call of the director that they may see.
    """
    last = table.last_result if visible else None
    return answer_of(
        TableAnswer,
        table,
        game=table.game_id,
        place=table.third_place_match,
        sides=_sides(table),
        why=why_view(table, names),
        result=last and result_view(last, _scoring(table)),
        call=call and call_view(call),
    )


def call_view(call: "DirectorCall") -> CallAnswer:
    """A call of the director, for those whom it concerns."""
    caller = player_ref(call.player) if call.by is None else member_ref(call.by)
    return answer_of(CallAnswer, call, by=caller, note=call.note or None)


def table_history_view(
    table: "Table", *, visible: bool, call: "DirectorCall | None"
) -> TableHistoryAnswer:
    """A table with its round and every version of its result, the first first."""
    versions, scoring = table.results.all() if visible else (), _scoring(table)
    return answer_of(
        TableHistoryAnswer,
        table,
        **table_view(table, names_of(table.round.tournament_id), visible=visible, call=call),
        version=table.round.tournament.version,
        versions=[result_view(result, scoring) for result in versions],
    )


def _scoring(table: "Table") -> Scoring:
    return scoring_in(table.round.tournament.scoring)


def result_view(result: "Result", scoring: Scoring) -> TableResultAnswer:
    """One version of a result, in the shape of the bundle."""
    pure = pure_result(result)
    return answer_of(
        TableResultAnswer,
        result,
        status=pure.status,
        by=_author_view(result),
        reason=pure.reason,
        scores=None if pure.end is End.VOID else scores(scoring, pure),
        hands=pure.hands,
    )


def _author_view(result: "Result") -> ResultAuthorAnswer | None:
    """Who wrote it: a member, or with the code of a sheet nobody in particular."""
    if result.by is None and result.device is None:
        return None
    return answer_of(ResultAuthorAnswer, result, player=result.by and member_ref(result.by))


def _sides(table: "Table") -> list[TableSideAnswer]:
    assigned = sides_of(table.assignments.all())
    seated = seated_at(table, len(assigned)) or _to_beseated_at(assigned, table.round.number)
    return [
        {
            "side": side,
            "entries": [entry_ref(each.entry) for each in entries],
            "players": [member_ref(member) for member in seated[side]],
        }
        for side, entries in enumerate(assigned)
    ]


def seated_at(table: "Table", sides: int) -> "list[list[Member]]":
    """Who sits on each side, in the order of the seats; nobody before publication."""
    members = [each.member for each in table.seats.all()]
    return [members[side::sides] for side in range(sides)] if members else []


def _to_beseated_at(
    assigned: "Sequence[Iterable[Assignment]]", number: int
) -> "list[list[Member]]":
    """Who would sit on each side if round `number` were published now."""
    return [
        [stint.member for each in side for stint in each.entry.stints.all() if stint.covers(number)]
        for side in assigned
    ]


def own_table_view(own: OwnTable) -> OwnTableAnswer:
    """The caller's place in the last published round."""
    names = names_of(own.entry.tournament_id)
    at = _at_table(own.seat, names) if own.seat else NOT_AT_TABLE
    bye = own.bye and answer_of(OwnByeAnswer, own.bye, why=why_view(own.bye, names))
    return answer_of(OwnTableAnswer, own, **at, bye=bye)


def _at_table(own: "TableSeat", names: EntryNames) -> AtTableAnswer:
    """The table of a seat, and who sits there with them and against them."""
    table = table_shown(own.table_id)
    call = call_shown(table, None, directing=True)
    shown, sheet = table_view(table, names, visible=True, call=call), table.last_result
    side = own.seat % len(shown["sides"])
    others = [each for each in table.seats.all() if each != own]
    ours, theirs = (
        [
            member_ref(each.member)
            for each in others
            if (each.seat % len(shown["sides"]) == side) is here
        ]
        for here in (True, False)
    )
    return {
        "table": shown,
        "seat": own.seat,
        "side": side,
        "partners": ours,
        "opponents": theirs,
        "next_minimum": None if sheet is None else next_minimum_of(sheet),
    }


NOT_AT_TABLE: AtTableAnswer = {
    "table": None, "seat": None, "side": None, "partners": [], "opponents": [],
    "next_minimum": None,
}  # fmt: skip


class OneTable(TableApiView):
    def shown(self) -> TableHistoryAnswer:
        """The table as it is now, as far as the caller may see it."""
        visible = results_visible(self.round, self.viewer, directing=self.directing)
        table = table_shown(self.table.pk)
        call = call_shown(table, self.viewer, directing=self.directing)
        return table_history_view(table, visible=table.id in visible, call=call)


class TableDetail(OneTable, at="tables/{table_id}"):
    @operation("tables_read", READ, TableHistoryAnswer)
    def get(self) -> TableHistoryAnswer:
        """Look at a table.

        Who sits there, and every version of its result. Where tables play the same deals, what came
        of others is shown once all have ended.
        """
        return self.shown()


class MyTable(TournamentApiView, at="tournaments/{tournament_id}/my-table"):
    @operation("tournaments_my_table", PLAY, OwnTableAnswer)
    def get(self) -> OwnTableAnswer:
        """Look at your own table.

        In the last published round: with whom, against whom, where, and the sheet so far; or the
        bye and why. `next` is a round that is being drawn. 404 without an entry.
        """
        return own_table_view(found_or_404(own_table(self.tournament, self.caller.player_id)))
