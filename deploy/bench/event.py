"""Whole tournaments as values, to be drawn and ranked: entries at random strength, tables played.

No database and no clock; the same `Event` is the same tournament on every machine.
"""

from collections import Counter
from dataclasses import replace
from itertools import chain, combinations
from random import Random

from tournaments.engine.draws import SeatedTable
from tournaments.engine.results import (
    DEFAULTS,
    End,
    Kind,
    ResultData,
    Scoring,
    ScoringType,
    scale_for,
    winner_of,
)
from tournaments.engine.terms import Format, Venue
from tournaments.engine.tournament import (
    AttendanceData,
    EntryData,
    RoundData,
    RoundState,
    StintData,
    TournamentData,
)

MARGIN_SD = 2000
"""Card points a hand, as of `classic`."""
HANDS = 4
VERSIONS_PER_ROUND = 10
"""Of the log: the draw, its publication, then the results."""


class Event:
    """A tournament whose rounds the bench draws, and plays here."""

    def __init__(self, format: Format, entries: int, rounds: int, seed: str) -> None:
        self.random = Random(seed)
        self.skill = {number: self.random.gauss(0, MARGIN_SD) for number in range(1, entries + 1)}
        self.value = TournamentData(
            format=format,
            rounds_planned=rounds,
            hands_per_round=4,
            venue=Venue.TABLE,
            seed=seed,
            scoring=scoring(),
            entries=tuple(entry(number, 1 if format.individual else 2) for number in self.skill),
        )

    @property
    def next(self) -> int:
        """The number of the round to be drawn."""
        return len(self.value.rounds) + 1

    def play(self, draft: RoundData) -> None:
        """Publish the round and confirm a result at every table: skill, and luck beside it."""
        drawn = VERSIONS_PER_ROUND * draft.number
        tables = (table._replace(results=(self._result(table, drawn),)) for table in draft.tables)
        closed = draft._replace(
            drawn_version=drawn,
            published_version=drawn + 1,
            state=RoundState.CLOSED,
            tables=tuple(tables),
        )
        self.value = replace(self.value, rounds=(*self.value.rounds, closed), version=drawn + 2)

    def _result(self, table: SeatedTable, drawn: int) -> ResultData:
        one, other = (sum(self.skill[entry] for entry in side) for side in table.sides)
        half = (one - other + self.random.gauss(0, MARGIN_SD * HANDS**0.5)) / 2
        points = tuple(5 * round((1500 * HANDS + way * half) / 5) for way in (1, -1))
        return ResultData(
            drawn + 2,
            Kind.CONFIRMATION,
            End.PLAYED,
            points,
            winner=winner_of(points),
            sambas=(self.random.randrange(3), self.random.randrange(3)),
        )


def scoring() -> Scoring:
    """Victory points, with what a bye is worth by default."""
    credits = DEFAULTS[ScoringType.VICTORY_POINTS]
    scale = scale_for(MARGIN_SD, HANDS)
    return Scoring(type=ScoringType.VICTORY_POINTS, scale=scale, **credits._asdict())


def entry(number: int, players: int) -> EntryData:
    """One that is there from the beginning."""
    return EntryData(
        number,
        presence=(AttendanceData(1, present=True),),
        name=f"Entry {number}",
        stints=tuple(StintData(f"{number}.{player}") for player in range(players)),
    )


def partners_repeated(rounds: tuple[RoundData, ...]) -> int:
    """How many times two were partners who had been before."""
    tables = chain.from_iterable(each.tables for each in rounds)
    sides = chain.from_iterable(table.sides for table in tables)
    pairs = Counter(chain.from_iterable(combinations(sorted(side), 2) for side in sides))
    return sum(times - 1 for times in pairs.values())
