"""A table as an answer shows it: its sides, and what came of it."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, cast
from uuid import UUID

from tournaments.api.schemas import TableSideAnswer, entry_ref, member_ref, why_view
from tournaments.api.tables.schemas import (
    AdjustmentAnswer,
    AtTableAnswer,
    HandSheetAnswer,
    OwnTableAnswer,
    RoundRefAnswer,
    ScoreSheetAnswer,
    TableAnswer,
    TableHistoryAnswer,
    TableResultAnswer,
)
from tournaments.engine.bundle import scoring_in
from tournaments.engine.reason_texts import Names
from tournaments.engine.results import End, Kind, scores
from tournaments.engine.scoring import Scoring
from tournaments.readers import reason_shown
from tournaments.selectors.load import names_of, pure_result, sides_of
from tournaments.selectors.rounds import OwnTable, results_visible, table_shown, tables_shown
from tournaments.services.score_sheets import next_minimum_of

if TYPE_CHECKING:
    from tournaments.models import Adjustment, Assignment, Member, Result, Round, Table, TableSeat


def round_tables_view(
    round_: "Round", viewer: UUID | None, names: Names, *, directing: bool
) -> list[TableAnswer]:
    """All tables of a round, by number, as the viewer may see them."""
    visible = results_visible(round_, viewer, directing=directing)
    tables = tables_shown(round_.tables.all())
    return [table_view(table, names, visible=table.id in visible) for table in tables]


def table_view(table: "Table", names: Names, *, visible: bool) -> TableAnswer:
    """A table of `tables_shown` with its latest result; `visible`: the viewer may see it."""
    last = table.last_result if visible else None
    return {
        "id": table.id,
        "number": table.number,
        "venue": table.venue,
        "game": table.game_id,
        "slot": table.slot,
        "place": table.third_place_match,
        "dealer": table.dealer,
        "start_scores": table.start_scores,
        "sides": _sides(table),
        "locked": table.locked,
        "why": why_view(table, names),
        "result": None if last is None else result_view(last, _scoring(table)),
    }


def table_history_view(table: "Table", *, visible: bool) -> TableHistoryAnswer:
    """A table with its round and every version of its result, the first first."""
    versions = table.results.all() if visible else ()
    scoring = _scoring(table)
    return {
        "round": round_ref(table.round),
        "version": table.round.tournament.version,
        **table_view(table, names_of(table.round.tournament_id), visible=visible),
        "versions": [result_view(result, scoring) for result in versions],
    }


def _scoring(table: "Table") -> Scoring:
    return scoring_in(table.round.tournament.scoring)


def result_view(result: "Result", scoring: Scoring) -> TableResultAnswer:
    """One version of a result, in the shape of the bundle."""
    pure = pure_result(result)
    return {
        "id": result.id,
        "version": result.version,
        "at": result.at,
        "kind": result.kind,
        "status": pure.status,
        "end": result.end,
        "by": None
        if result.by is None
        else {
            "player": member_ref(result.by),
            "side": result.side,
            "director": result.director,
        },
        "reason": pure.reason,
        "points": result.points,
        "award": result.award,
        "scores": None if pure.end is End.VOID else scores(scoring, pure),
        "winner": result.winner,
        "sambas": result.sambas,
        "hands": cast("Sequence[HandSheetAnswer] | None", pure.hands),
    }


def round_ref(round_: "Round") -> RoundRefAnswer:
    """A round where something else is the subject."""
    return {"id": round_.id, "number": round_.number, "state": round_.state}


def _sides(table: "Table") -> list[TableSideAnswer]:
    assigned = sides_of(table.assignments.all())
    seated = _seated(table, len(assigned)) or _to_be_seated(assigned, table.round.number)
    return [
        {
            "side": side,
            "entries": [entry_ref(each.entry) for each in entries],
            "players": [member_ref(member) for member in seated[side]],
        }
        for side, entries in enumerate(assigned)
    ]


def _seated(table: "Table", sides: int) -> "list[list[Member]]":
    """Who sits on each side, in the order of the seats; nobody before publication."""
    members = [each.member for each in table.seats.all()]
    return [members[side::sides] for side in range(sides)] if members else []


def _to_be_seated(assigned: "Sequence[Iterable[Assignment]]", number: int) -> "list[list[Member]]":
    """Who would sit on each side if round `number` were published now."""
    return [
        [stint.member for each in side for stint in each.entry.stints.all() if stint.covers(number)]
        for side in assigned
    ]


def sheet_view(result: "Result") -> ScoreSheetAnswer:
    """A version of a result for who made it."""
    return {
        "id": result.id,
        "version": result.version,
        "status": Kind(result.kind).status,
        "points": result.points,
        "next_minimum": next_minimum_of(result),
    }


def adjustment_view(adjustment: "Adjustment") -> AdjustmentAnswer:
    """What a director added to a score."""
    return {
        "id": adjustment.id,
        "version": adjustment.version,
        "entry": entry_ref(adjustment.entry),
        "score": adjustment.score,
        "reason": reason_shown(adjustment.reason),
        "by": None if adjustment.by is None else member_ref(adjustment.by),
    }


def own_table_view(own: OwnTable) -> OwnTableAnswer:
    """The caller's place in the last published round."""
    bye, names = own.bye, names_of(own.entry.tournament_id)
    return {
        "entry": entry_ref(own.entry),
        "round": None if own.round is None else round_ref(own.round),
        **(_at_table(own.seat, names) if own.seat else NOT_AT_TABLE),
        "bye": None if bye is None else {"slot": bye.slot, "why": why_view(bye, names)},
        "next": None if own.next is None else round_ref(own.next),
    }


def _at_table(own: "TableSeat", names: Names) -> AtTableAnswer:
    """The table of a seat, and who sits there with them and against them."""
    table = table_shown(own.table_id)
    shown, sheet = table_view(table, names, visible=True), table.last_result
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
