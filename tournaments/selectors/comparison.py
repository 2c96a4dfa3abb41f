"""What each table made of the deals that all of them played."""

from collections.abc import Iterator
from typing import NamedTuple

from games.engine.pad import hands_in, keep_score
from games.errors import DealsNotYet
from tournaments.engine.crosstable import HandCompared, Points, compare
from tournaments.engine.results import End
from tournaments.errors import DealsNotShared
from tournaments.models import Entry, Round, Table
from tournaments.selectors.rounds import sides_of, tables_at_play, tables_shown
from tournaments.selectors.tournaments import ruleset_of


class SideSum(NamedTuple):
    """A side of a table, and the sum of its differences of all hands."""

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
    """Compare finished hands at all tables, by the latest results, hand by hand.

    Tables without hands (awarded, void, or corrected without a sheet) are skipped. Raises
    DealsNotShared, and DealsNotYet until the last table has ended or the deals have been opened.
    """
    if round_.deal_set_id is None:
        raise DealsNotShared
    if round_.published_version is None or tables_at_play(round_):
        raise DealsNotYet
    tables = [table for table in tables_shown(round_.tables.all()) if _is_played(table)]
    hands = compare({table.number: _points(table) for table in tables})
    return Comparison(hands, tuple(each for table in tables for each in _sums(table, hands)))


def _is_played(table: Table) -> bool:
    last = table.last_result
    if last is None or last.hands is None or not last.confirmed:
        return False
    return End(last.end) in (End.PLAYED, End.UNFINISHED)


def _points(table: Table) -> list[Points]:
    """The points of each side in each hand."""
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
