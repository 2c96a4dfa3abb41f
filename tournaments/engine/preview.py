"""What a night would be for this many entries, before anybody has come: tables, sit-outs, repeats.

Drawn by the same code as the night itself, with lots and results of its own: who is stronger by lot
always wins. A night with latecomers or other results comes out otherwise. The plan of a night of
rotating partners is searched for with less effort than the draw takes: it may repeat a little more.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, replace
from itertools import chain
from typing import NamedTuple

from tournaments.engine.drawing import FORMATS, drafted, draw_round
from tournaments.engine.draws import Pair, SeatedTable, lot, pair
from tournaments.engine.formats import RoundLimits
from tournaments.engine.formats.night import (
    NightRound,
    everybody,
    night_of,
    opponents,
    partners,
)
from tournaments.engine.formats.rotating import movement
from tournaments.engine.results import End, Kind, ResultData, winner_of
from tournaments.engine.terms import Format, Terms
from tournaments.engine.tournament import (
    AttendanceData,
    EntryData,
    RoundState,
    TournamentData,
)

SEED = "a night that nobody plays"
WON, LOST = 3000, 2000
"""Card points of a table."""
EFFORT = 60
"""How often the search for a plan tries each seat: about half a second for a usual night."""


class RoundPreview(NamedTuple):
    """One round, as it would be drawn."""

    number: int
    tables: tuple[int, ...]
    """Entries at each table."""
    without_table: int
    partners_again: int
    """Pairs of partners who have been that before."""
    opponents_again: int


class Preview(NamedTuple):
    """All rounds, and how evenly they treat the entries."""

    limits: RoundLimits
    """The rounds that this many entries can play."""
    rounds: tuple[RoundPreview, ...]
    """As many as planned, within the limits."""
    sit_outs: tuple[int, int]
    """The fewest and the most rounds that one entry is without a table."""


def preview(terms: Terms, entries: int) -> Preview:
    """The night for `entries` entries that are all there from the first round to the last.

    Raises ValueError for fewer entries than the format needs, and DrawRefused.
    """
    rules = FORMATS[terms.format]
    if entries < rules.fewest:
        raise ValueError(f"at least {rules.fewest} entries are needed")
    limits = rules.rounds_for(entries)
    planned = max(terms.rounds_planned, limits.fewest)
    planned = planned if limits.most is None else min(planned, limits.most)
    night = _night(replace(terms, rounds_planned=planned), entries)
    rounds = tuple(_planned(night) if terms.format is Format.ROTATING else _played(night))
    out = Counter(chain.from_iterable(each.byes for each in rounds))
    counts = [out[entry] for entry in range(1, entries + 1)]
    return Preview(limits, tuple(_counted(rounds)), (min(counts), max(counts)))


def _night(terms: Terms, entries: int) -> TournamentData:
    here = (AttendanceData(1, present=True),)
    return TournamentData(
        **{each.name: getattr(terms, each.name) for each in fields(Terms)},
        seed=SEED,
        entries=tuple(EntryData(number, presence=here) for number in range(1, entries + 1)),
        version=1,
    )


def _planned(night: TournamentData) -> Iterator[NightRound]:
    """The rounds of a night that is planned as a whole."""
    for each in movement(replace(night_of(night, 1), effort=EFFORT)):
        yield NightRound(tuple(sides for _number, sides in each.tables), each.byes)


def _played(night: TournamentData) -> Iterator[NightRound]:
    """The rounds of the night, each drawn after the results of those before it."""
    for number in range(1, night.rounds_planned + 1):
        drawn = drafted(night, number, draw_round(night, number))
        tables = tuple(table._replace(results=(_result(night, table),)) for table in drawn.tables)
        played = drawn._replace(tables=tables, state=RoundState.CLOSED, published_version=1)
        night = replace(night, rounds=(*night.rounds, played))
        yield NightRound(tuple(table.sides for table in played.tables), played.without_table)


def _result(night: TournamentData, table: SeatedTable) -> ResultData:
    """Won by the side with the best lot."""
    best = [min(lot(night.lots, entry) for entry in side) for side in table.sides]
    points = tuple(WON if each == min(best) else LOST for each in best)
    return ResultData(1, Kind.CONFIRMATION, End.PLAYED, points, winner=winner_of(points))


def _counted(rounds: tuple[NightRound, ...]) -> Iterator[RoundPreview]:
    together: set[Pair] = set()
    against: set[Pair] = set()
    for number, each in enumerate(rounds, start=1):
        own = [pair(*two) for sides in each.tables for two in partners(sides)]
        others = [pair(*two) for sides in each.tables for two in opponents(sides)]
        yield RoundPreview(
            number,
            tuple(len(everybody(sides)) for sides in each.tables),
            len(each.byes),
            sum(two in together for two in own),
            sum(two in against for two in others),
        )
        together.update(own)
        against.update(others)
