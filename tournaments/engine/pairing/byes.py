"""The bye: an opponent among the others, whose cost makes it go round and stay low."""

from tournaments.engine.lots import BYE, tie
from tournaments.engine.pairing.field import Entrant, Field

WIDEST_GAP = 31
"""Brackets: wider gaps count the same."""

LONGEST_DISTANCE = 255
"""Ranks: longer distances count the same."""


def bye_cost(field: Field, entrant: Entrant, lowest_bracket: int) -> tuple[int, ...]:
    """The `cost` of the bye for `entrant`: who has had none comes first, then the lowest."""
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
