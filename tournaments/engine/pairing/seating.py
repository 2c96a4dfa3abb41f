"""Who sits on which side, and at which table."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, count

from tournaments.engine.draws import Draw, Entries, Lock
from tournaments.engine.pairing.constraints import Constraints
from tournaments.engine.pairing.field import Entrant


def sides(one: Entrant, other: Entrant, bits: int) -> tuple[Entries, Entries]:
    """The first side for the entry that had it less; `bits` decide between equals.

    No other order leaves a smaller sum of imbalances, or, for an equal sum, a smaller maximum.
    """
    swapped = other.balance < one.balance or (other.balance == one.balance and bits & 1)
    first, second = (other, one) if swapped else (one, other)
    return (first.entry,), (second.entry,)


def table_numbers(
    tables: Sequence[Entries], stationary: Mapping[int, int], locked: Mapping[int, int]
) -> list[int]:
    """A number for each of `tables`, which come best first: locked, stationary, then the lowest.

    `locked` and `stationary` name tables by entry. If two want the same table, the lock wins, then
    the better table; the other gets another table that it wants, or the lowest number left.
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


def locked_tables(locks: Iterable[Lock]) -> dict[int, int]:
    """The table of each entry that a lock has at one."""
    return {entry: lock.table for lock in locks if lock.table is not None for entry in lock.entries}


def with_table_numbers(draw: Draw, constraints: Constraints) -> Draw:
    """The draw with a number for each table, locked and stationary entries at theirs."""
    entries = [tuple(chain.from_iterable(table.sides)) for table in draw.tables]
    numbers = table_numbers(entries, constraints.stationary, locked_tables(constraints.locks))
    tables = (
        table._replace(number=number) for table, number in zip(draw.tables, numbers, strict=True)
    )
    return draw._replace(tables=tuple(sorted(tables, key=lambda table: table.number)))
