"""The input of a Swiss draw: those present, and who has met: the `basis` of the round."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from tournaments.engine.draws import Float, Pair


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
