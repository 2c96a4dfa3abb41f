"""What the director fixed: forbidden opponents, locked tables and byes, stationary entries.

Only these are hard. A rematch or a second bye is a cost, so that a draw always exists unless these
leave none.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, count

from tournaments.engine.draws import Draw, DrawRefused, Entries, Lock, Pair
from tournaments.engine.entries import Apart
from tournaments.engine.pairing.field import pair
from tournaments.engine.tournament import TournamentData


@dataclass(frozen=True, slots=True)
class Constraints:
    """The constraints that a draw must meet."""

    forbidden: frozenset[Pair] = frozenset()
    """Opponents who never meet, lower number first."""
    locks: tuple[Lock, ...] = ()
    stationary: Mapping[int, int] = field(default_factory=dict[int, int])
    """The table of an entry that cannot move."""

    def allow(self, one: int, other: int) -> bool:
        return pair(one, other) not in self.forbidden

    def require_locks_fit(self, present: Collection[int]) -> None:
        """Raises DrawRefused if the locks contradict themselves or the entries present."""
        entries = Counter(chain.from_iterable(lock.entries for lock in self.locks))
        tables = Counter(lock.table for lock in self.locks if lock.table is not None)
        _refuse("locked entries are not here", absent=sorted(set(entries) - set(present)))
        _refuse("entries are locked twice", entries=_repeated(entries))
        _refuse("tables are locked twice", tables=_repeated(tables))
        _refuse("a lock has the wrong number of sides", locks=self._misshapen())
        _refuse("forbidden opponents are locked together", forbidden=self._overruled())

    def _misshapen(self) -> list[list[int]]:
        return [
            list(lock.entries)
            for lock in self.locks
            if len(lock.entries) != (1 if lock.bye else 2) or len(lock.sides) != len(lock.entries)
        ]

    def _overruled(self) -> list[list[int]]:
        return [
            sorted(lock.entries)
            for lock in self.locks
            if not lock.bye and not lock.override and not self.allow(*lock.entries)
        ]


UNCONSTRAINED = Constraints()


def constraints_on(tournament: TournamentData, number: int) -> Constraints:
    """The constraints of a draw of round `number`."""
    return Constraints(
        forbidden=kept_apart(tournament, Apart.OPPONENTS),
        locks=locks_of(tournament, number),
        stationary=stationary(tournament),
    )


def locks_of(tournament: TournamentData, number: int) -> tuple[Lock, ...]:
    """What the director fixed in round `number`, if everybody named is there."""
    round_, here = tournament.round(number), tournament.present
    return () if round_ is None else tuple(each for each in round_.locks if here >= {*each.entries})


def kept_apart(tournament: TournamentData, apart: Apart) -> frozenset[Pair]:
    """The pairs that must not be opponents, or partners."""
    return frozenset(
        pair(*ban.entries) for ban in tournament.forbidden if ban.apart in (apart, Apart.BOTH)
    )


def stationary(tournament: TournamentData) -> dict[int, int]:
    """The table of each entry that cannot move."""
    return {each.entry: each.table for each in tournament.stationary}


def table_numbers(
    tables: Sequence[Entries], stationary: Mapping[int, int], locked: Mapping[int, int]
) -> list[int]:
    """A number for each of `tables`, which come best first: locked, stationary, then the lowest.

    `locked` and `stationary` name tables by entry. If two want the same table, the lock wins, then
    the better table; the other gets another table that it wants, or the lowest number left.
    """
    numbers: dict[Entries, int] = {}
    for constraints in (locked, stationary):
        for entries in tables:
            wanted = {constraints[entry] for entry in entries if entry in constraints}
            free = wanted.difference(numbers.values())
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


def _repeated(counts: Counter[int]) -> list[int]:
    return sorted(key for key, times in counts.items() if times > 1)


def _refuse(detail: str, **fact: list[int] | list[list[int]]) -> None:
    if any(fact.values()):
        raise DrawRefused("no_draw_possible", detail, **fact)
