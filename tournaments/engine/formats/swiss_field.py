"""The field of a Swiss draw: those present, and what earlier rounds left.

Who met, who had the bye, and who floated where.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from tournaments.engine.crosstable import crosstable_of
from tournaments.engine.draws import Float, Pair, pair
from tournaments.engine.results import End
from tournaments.engine.standings import places
from tournaments.engine.tournament import RoundData, SeatedTable, TournamentData


class Entrant(NamedTuple):
    """One entry to be drawn. `rank` runs from 1 without ties, over all those drawn."""

    entry: int
    rank: int
    score: int = 0
    byes: int = 0
    """Byes, rounds missed by coming late, and forfeit wins so far."""
    floats: tuple[Float | None, ...] = ()
    """Of the last two rounds, latest first."""
    balance: int = 0
    """How many times more it had the first side than the second."""
    seed: int | None = None
    """The seed that the director gave it, 1 the best."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """Everything from which a Swiss round is drawn, except the director's constraints."""

    round: int
    lots: str = field(repr=False)
    bracket: int
    """Scores in the same multiple of it are one bracket."""
    entrants: tuple[Entrant, ...]
    """In any order: a draw goes by rank and number."""
    meetings: Mapping[Pair, int] = field(default_factory=dict[Pair, int])
    """How often two have met; pairs that have not met are absent."""

    def bracket_of(self, entrant: Entrant) -> int:
        return entrant.score // self.bracket

    def met(self, one: Entrant, other: Entrant) -> int:
        return self.meetings.get(pair(one.entry, other.entry), 0)


def swiss_field(tournament: TournamentData, number: int) -> Field:
    """Those present, in order of rank, with everything that the cost of a draw needs."""
    past = tournament.before(number)
    here, seeds, bracket = tournament.present, tournament.seeds, tournament.scoring.bracket
    played = crosstable_of(tournament)
    ranked = [entry for entry in places(tournament, crosstable=played) if entry in here]
    late = Counter(entry for round_ in past for entry in tournament.missed(round_))
    unplayed, sides, floated = unplayed_rounds(past) + late, balance(past), floats(past, bracket)
    return Field(
        round=number,
        lots=tournament.lots,
        bracket=bracket,
        entrants=tuple(
            Entrant(
                entry,
                rank,
                played.totals[entry],
                unplayed[entry],
                floated(entry),
                sides[entry],
                seeds[entry],
            )
            for rank, entry in enumerate(ranked, start=1)
        ),
        meetings=meetings(past),
    )


def meetings(past: Sequence[RoundData]) -> Counter[Pair]:
    """How often two met, void tables left out."""
    tables = (table for each in past for table in each.tables if not table.void)
    return Counter(pair(*_opponents(table)) for table in tables)


def unplayed_rounds(past: Sequence[RoundData]) -> Counter[int]:
    """Byes and forfeit wins of each entry."""
    byes = Counter(entry for each in past for entry in each.without_table)
    return byes + Counter(
        entry
        for each in past
        for table in each.tables
        if (result := table.counted) is not None
        and result.end is End.FORFEIT
        and result.winner is not None
        for entry in table.sides[result.winner]
    )


def balance(past: Sequence[RoundData]) -> Counter[int]:
    """First sides less second sides of each entry."""
    counts: Counter[int] = Counter()
    for each in past:
        for table in each.tables:
            first, second = _opponents(table)
            counts[first] += 1
            counts[second] -= 1
    return counts


FLOATS_KEPT = 2
"""The number of rounds for which a float counts."""


def floats(past: Sequence[RoundData], bracket: int) -> Callable[[int], tuple[Float | None, ...]]:
    """Each entry's of the last two rounds, latest first.

    Null if it met its own bracket, or was away.
    """
    latest_first = [dict(_floats(each, bracket)) for each in reversed(past[-FLOATS_KEPT:])]
    return lambda entry: tuple(each.get(entry) for each in latest_first)


def _floats(round_: RoundData, bracket: int) -> Iterator[tuple[int, Float]]:
    """By the brackets in which entries were when the round was drawn."""
    brackets = {each.entry: each.score // bracket for each in round_.basis}
    for entry in round_.without_table:
        yield entry, "down"
    for table in round_.tables:
        if not brackets.keys() >= set(_opponents(table)):
            continue  # seated by the director after the draw
        higher, lower = sorted(_opponents(table), key=brackets.__getitem__, reverse=True)
        if brackets[higher] > brackets[lower]:
            yield higher, "down"
            yield lower, "up"


def _opponents(table: SeatedTable) -> tuple[int, int]:
    (one,), (other,) = table.sides
    return one, other
