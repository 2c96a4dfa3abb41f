"""What a Swiss table costs: six levels, no sum of one ever outweighs the level above it."""

from tournaments.engine.lots import tie
from tournaments.engine.pairing.byes import LONGEST_DISTANCE, WIDEST_GAP
from tournaments.engine.pairing.field import Entrant, Field

Cost = tuple[int, ...]
"""Times met, byes had, gap in brackets squared, repeated floats, rank distance, tie."""


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
