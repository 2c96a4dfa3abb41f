"""Who sits on which side, and at which table."""

from collections.abc import Mapping, Sequence
from itertools import count

from tournaments.engine.draws import Entries
from tournaments.engine.pairing.field import Entrant


def sides(one: Entrant, other: Entrant, bits: int) -> tuple[Entries, Entries]:
    """The first side for whom had it less; `bits` decide between equals.

    No other order leaves a smaller sum of imbalances, nor of two such the larger one smaller.
    """
    swapped = other.balance < one.balance or (other.balance == one.balance and bits & 1)
    first, second = (other, one) if swapped else (one, other)
    return (first.entry,), (second.entry,)


def table_numbers(
    tables: Sequence[Entries], stationary: Mapping[int, int], locked: Mapping[int, int]
) -> list[int]:
    """A number for each of `tables`, which come best first: locked, stationary, then the lowest.

    `locked` and `stationary` name tables by entry. Where two wishes meet, the lock wins, then
    the better table; the other takes another wish of its own, or the lowest number left.
    """
    numbers: dict[Entries, int] = {}
    for wishes in (locked, stationary):
        for entries in tables:
            wished = {wishes[entry] for entry in entries if entry in wishes}
            free = wished.difference(numbers.values())
            if free and entries not in numbers:
                numbers[entries] = min(free)
    taken = set(numbers.values())
    left = (number for number in count(1) if number not in taken)
    return [numbers[entries] if entries in numbers else next(left) for entries in tables]
