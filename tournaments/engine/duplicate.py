"""The same deal at several tables, compared: who made how much more of it than the others.

The datum of a hand is the mean margin of all tables that played it, side 0's points minus side 1's,
without the highest and the lowest from `TRIMMED_FROM` tables on, to the nearest point, halves up.
What side 0 has above the datum its opponents have below it: the differences of a hand add up to
zero at each table. Scores do not follow from them.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

TRIMMED_FROM: Final = 4
"""Tables; among fewer an extreme is no exception."""

Points = tuple[int, int]
"""Of a hand, by side."""


class HandRow(NamedTuple):
    """The result of one table on a deal."""

    table: int
    points: Points
    difference: Points
    """From the datum, by side."""


class HandCompared(NamedTuple):
    number: int
    """From 1."""
    datum: int
    rows: tuple[HandRow, ...]
    """By table."""


def datum(margins: Sequence[int]) -> int:
    """The value of a deal to side 0. Raises ValueError if nobody has played it."""
    if not margins:
        raise ValueError("nobody has played this deal")
    counted = sorted(margins)
    if len(counted) >= TRIMMED_FROM:
        counted = counted[1:-1]
    return (2 * sum(counted) + len(counted)) // (2 * len(counted))


def compare(tables: Mapping[int, Sequence[Points]]) -> tuple[HandCompared, ...]:
    """Every hand that any of the tables has played; `tables` are points hand by hand, by number."""
    longest = max(map(len, tables.values()), default=0)
    return tuple(_compared(tables, at) for at in range(longest))


def _compared(tables: Mapping[int, Sequence[Points]], at: int) -> HandCompared:
    played = {number: hands[at] for number, hands in sorted(tables.items()) if at < len(hands)}
    worth = datum([own - other for own, other in played.values()])
    rows = [
        HandRow(number, (own, other), (own - other - worth, worth - own + other))
        for number, (own, other) in played.items()
    ]
    return HandCompared(at + 1, worth, tuple(rows))
