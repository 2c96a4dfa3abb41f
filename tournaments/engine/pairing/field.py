"""The field of a Swiss draw: those present, and what earlier rounds left.

Who met, who had the bye, and who floated where.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from tournaments.engine.draws import Draw, DrawnTable, Float, Pair


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
    seed: str = field(repr=False)
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


def pair(one: int, other: int) -> Pair:
    return (one, other) if one < other else (other, one)


FLOATS_KEPT = 2
"""The number of rounds for which a float counts."""


class Past(NamedTuple):
    """A published round."""

    draw: Draw
    brackets: Mapping[int, int]
    """Of each entry when the round was drawn."""
    void: frozenset[int] = frozenset()
    """Tables that count as not met."""
    forfeits: frozenset[int] = frozenset()
    """Entries that won because the other side was not there."""
    missed: frozenset[int] = frozenset()
    """Entries that were there when it was published, and came too late to be drawn."""


def meetings(past: Sequence[Past]) -> Counter[Pair]:
    """How often two met, void tables left out."""
    return Counter(
        pair(one, other)
        for each in past
        for table in each.draw.tables
        if table.number not in each.void
        for one, other in [_opponents(table)]
    )


def unplayed_rounds(past: Sequence[Past]) -> Counter[int]:
    """Byes, rounds missed by coming late, and forfeit wins of each entry."""
    given = Counter(bye.entry for each in past for bye in each.draw.byes)
    return given + Counter(entry for each in past for entry in each.forfeits | each.missed)


def balance(past: Sequence[Past]) -> Counter[int]:
    """First sides less second sides of each entry."""
    counts: Counter[int] = Counter()
    for each in past:
        for table in each.draw.tables:
            first, second = _opponents(table)
            counts[first] += 1
            counts[second] -= 1
    return counts


def floats(past: Sequence[Past]) -> Callable[[int], tuple[Float | None, ...]]:
    """Each entry's of the last two rounds, latest first.

    Null if it met its own bracket, or was away.
    """
    latest_first = [dict(_floats(each)) for each in reversed(past[-FLOATS_KEPT:])]
    return lambda entry: tuple(each.get(entry) for each in latest_first)


def _floats(past: Past) -> Iterator[tuple[int, Float]]:
    for bye in past.draw.byes:
        yield bye.entry, "down"
    for table in past.draw.tables:
        if not past.brackets.keys() >= set(_opponents(table)):
            continue  # seated by the director after the draw
        higher, lower = sorted(_opponents(table), key=past.brackets.__getitem__, reverse=True)
        if past.brackets[higher] > past.brackets[lower]:
            yield higher, "down"
            yield lower, "up"


def _opponents(table: DrawnTable) -> tuple[int, int]:
    (one,), (other,) = table.sides
    return one, other
