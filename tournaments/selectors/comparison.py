"""A round whose tables all played the same deals, compared table by table."""

from collections.abc import Iterator
from typing import NamedTuple

from games.engine.pad import hands_in, keep_score
from games.errors import DealsNotYet
from tournaments.engine.results import End
from tournaments.engine.scoring.duplicate import HandCompared, Points, compare
from tournaments.errors import DealsNotShared
from tournaments.models import Entry, Round, Table
from tournaments.selectors.shared_deals import tables_at_play
from tournaments.selectors.state import ruleset_of, sides_of
from tournaments.selectors.tables import tables_shown


class SideSum(NamedTuple):
    """A side of a table, and its differences of all hands added up."""

    table: int
    side: int
    entries: list[Entry]
    points: int
    difference: int


class Comparison(NamedTuple):
    """`sums` by table and side."""

    hands: tuple[HandCompared, ...]
    sums: tuple[SideSum, ...]


def round_compared(round_: Round) -> Comparison:
    """Compare what was played to the end, by the results that stand, hand by hand.

    Tables without one (awarded, void, or corrected without a sheet) are left aside. Raises
    DealsNotShared, and DealsNotYet until the last table has ended or the deals have been opened.
    """
    if round_.deal_set_id is None:
        raise DealsNotShared
    if round_.published is None or tables_at_play(round_):
        raise DealsNotYet
    tables = [table for table in tables_shown(round_.tables.all()) if _is_played(table)]
    hands = compare({table.number: _points(table) for table in tables})
    return Comparison(hands, tuple(each for table in tables for each in _sums(table, hands)))


def _is_played(table: Table) -> bool:
    last = table.last_result
    by_play = last is not None and End(last.end) in (End.PLAYED, End.UNFINISHED)
    return last is not None and by_play and last.confirmed and last.hands is not None


def _points(table: Table) -> list[Points]:
    """What each side made of each hand."""
    last = table.last_result
    assert last is not None
    assert last.hands is not None
    pad = keep_score(
        ruleset_of(table.round.tournament),
        seats=len(table.seats.all()),
        hands=hands_in(last.hands),
    )
    return [(hand.score[0].total, hand.score[1].total) for hand in pad.hands]


def _sums(table: Table, hands: tuple[HandCompared, ...]) -> Iterator[SideSum]:
    rows = [row for hand in hands for row in hand.rows if row.table == table.number]
    for side, assigned in enumerate(sides_of(table.assignments.all())):
        yield SideSum(
            table.number,
            side,
            [each.entry for each in assigned],
            sum(row.points[side] for row in rows),
            sum(row.difference[side] for row in rows),
        )
