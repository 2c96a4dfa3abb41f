"""The cost of a table or the bye of a Swiss: no sum of one level ever outweighs the level above.

The bye is an opponent among the others; its cost makes it go round and stay low.
"""

from tournaments.engine.lots import BYE, tie
from tournaments.engine.pairing.field import Entrant, Field

Cost = tuple[int, ...]
"""Times met, byes had, gap in brackets squared, repeated floats, rank distance, tie."""

WIDEST_GAP = 31
"""Brackets: wider gaps count the same."""

LONGEST_DISTANCE = 255
"""Ranks: longer distances count the same."""


def table_cost(field: Field, one: Entrant, other: Entrant) -> Cost:
    """The `cost` of a table where these two meet."""
    gap = field.bracket_of(one) - field.bracket_of(other)
    return (
        field.met(one, other),
        0,
        min(WIDEST_GAP, abs(gap)) ** 2,
        _repeated_floats(one, other, gap),
        min(LONGEST_DISTANCE, abs(one.rank - other.rank) - 1),
        tie(field.seed, field.round, one.entry, other.entry),
    )


def _repeated_floats(one: Entrant, other: Entrant, gap: int) -> int:
    if gap == 0:
        return 0
    higher, lower = (one, other) if gap > 0 else (other, one)
    return ("down" in higher.floats) + ("up" in lower.floats)


def bye_cost(field: Field, entrant: Entrant, lowest_bracket: int) -> Cost:
    """The `cost` of the bye for `entrant`: entries that had none come first, then the lowest."""
    gap = field.bracket_of(entrant) - lowest_bracket
    return (
        0,
        entrant.byes,
        min(WIDEST_GAP, gap) ** 2,
        int("down" in entrant.floats),  # a bye is a float down
        min(LONGEST_DISTANCE, len(field.entrants) - entrant.rank),
        tie(field.seed, field.round, BYE, entrant.entry),
    )


def lowest_bracket(field: Field) -> int:
    return min(field.bracket_of(entrant) for entrant in field.entrants)
