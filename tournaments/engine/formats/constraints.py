"""What the director fixed: forbidden opponents, locked tables and byes, stationary entries.

Only these are hard. A rematch or a second bye is a cost, so that a draw always exists unless these
leave none.

In a format whose plan sets who meets whom, the locks override the plan (`with_locks`). A locked
table or bye takes the place that the plan has for one of its entries; displaced entries get the
places that those entries leave. Nothing else changes.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, combinations, count

from tournaments.engine.draws import (
    Apart,
    Bye,
    Draw,
    DrawnTable,
    DrawRefused,
    Entries,
    Lock,
    Pair,
    Reason,
    pair,
)
from tournaments.engine.tournament import RoundData, TournamentData


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
        entries = list(chain.from_iterable(lock.entries for lock in self.locks))
        tables = (lock.table for lock in self.locks if lock.table is not None)
        _refuse("locked entries are not here", absent=sorted(set(entries) - set(present)))
        _refuse("entries are locked twice", entries=repeated(entries))
        _refuse("tables are locked twice", tables=repeated(tables))
        misshapen = [
            list(lock.entries)
            for lock in self.locks
            if len(lock.entries) != (1 if lock.bye else 2) or len(lock.sides) != len(lock.entries)
        ]
        _refuse("a lock has the wrong number of sides", locks=misshapen)
        overruled = [
            sorted(lock.entries)
            for lock in self.locks
            if not lock.bye and not lock.override and not self.allow(*lock.entries)
        ]
        _refuse("forbidden opponents are locked together", forbidden=overruled)


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


def repeated(numbers: Iterable[int]) -> list[int]:
    return sorted(number for number, times in Counter(numbers).items() if times > 1)


def _refuse(detail: str, **fact: list[int] | list[list[int]]) -> None:
    if any(fact.values()):
        raise DrawRefused("no_draw_possible", detail, **fact)


def meetings(past: Iterable[RoundData]) -> Counter[Pair]:
    """How often two entries met, void tables left out."""
    tables = (table for round_ in past for table in round_.tables if not table.void)
    return Counter(two for table in tables for two in combinations(sorted(table.entries), 2))


def byes_had(past: Iterable[RoundData]) -> Counter[int]:
    """How often each entry was without a table."""
    return Counter(entry for round_ in past for entry in round_.without_table)


@dataclass
class PlannedPlace:
    """A table or a bye; `planned` is what the plan had there."""

    entries: list[int]
    planned: DrawnTable | Bye
    lock: Lock | None = None
    touched: bool = False

    @property
    def bracketed(self) -> bool:
        return self.planned.slot is not None

    def replace(self, out: int, coming: int) -> None:
        self.entries = [coming if entry == out else entry for entry in self.entries]
        self.touched = True


def with_locks(draw: Draw, given: Constraints, past: Sequence[RoundData] = ()) -> Draw:
    """A plan with the locks kept, and its tables where locks and stationary entries want them.

    In a circle it gives nobody a second bye while another entry has had none. Raises DrawRefused,
    `no_draw_possible`, if a bracket has no place for a lock, or locks contradict each other.
    """
    given.require_locks_fit(draw.placed)
    places = [PlannedPlace(list(table.entries), table) for table in draw.tables]
    places += [PlannedPlace([bye.entry], bye) for bye in draw.byes]
    for lock in given.locks:
        _keep(places, lock)
    if not any(place.bracketed for place in places):
        _part(places, given)
        _pass_bye_on(places, given, past)
    had, met = byes_had(past), meetings(past)
    tables = [_table(place, met) for place in places if len(place.entries) == 2]
    byes = tuple(_bye(place, had) for place in places if len(place.entries) == 1)
    entries = [table.entries for table in tables]
    numbers = table_numbers(entries, given.stationary, locked_tables(given.locks))
    numbered = (each._replace(number=n) for each, n in zip(tables, numbers, strict=True))
    by_number = sorted(numbered, key=lambda table: table.number)
    return draw._replace(tables=tuple(by_number), byes=byes)


def _keep(places: list[PlannedPlace], lock: Lock) -> None:
    """Give a lock its place; those who were there change places with those who come."""
    target = _target(places, lock)
    leaving = [entry for entry in target.entries if entry not in lock.entries]
    coming = [entry for entry in lock.entries if entry not in target.entries]
    target.entries, target.lock = list(lock.entries), lock
    for out, entry in zip(leaving, coming, strict=True):
        left = next(each for each in places if each is not target and entry in each.entries)
        left.replace(entry, out)


def _target(places: list[PlannedPlace], lock: Lock) -> PlannedPlace:
    """The place of a lock: one of its entries', of the same kind; else another, or a new one."""
    size = len(lock.entries)
    free = [place for place in places if place.lock is None and len(place.entries) == size]
    own = [place for place in free if set(place.entries) & set(lock.entries)]
    where = [place for place in places if set(place.entries) & set(lock.entries)]
    if own:
        return own[0]
    if free and (lock.bye or where[0].bracketed):
        return free[0]
    if where[0].bracketed:
        raise DrawRefused("no_draw_possible", "no place for a lock", locks=[list(lock.entries)])
    made = PlannedPlace(list(lock.entries), where[0].planned)
    for place in where:
        place.entries = [entry for entry in place.entries if entry not in lock.entries]
        place.touched = True
    places.append(made)
    return made


def _part(places: list[PlannedPlace], given: Constraints) -> None:
    """Two displaced entries that may not meet get no table."""
    for place in [each for each in places if each.touched and each.lock is None]:
        if len(place.entries) == 2 and not given.allow(*place.entries):
            places.append(PlannedPlace([place.entries.pop()], place.planned, touched=True))


def _pass_bye_on(places: list[PlannedPlace], given: Constraints, past: Sequence[RoundData]) -> None:
    """An entry displaced to a second bye changes places with one that has had none."""
    had, met = byes_had(past), meetings(past)
    for bye in [
        each for each in places if each.touched and not each.lock and len(each.entries) == 1
    ]:
        (entry,) = bye.entries
        options = [
            (met[pair(entry, other)], at, out)
            for at, place in enumerate(places)
            if place.lock is None and len(place.entries) == 2
            for out, other in (place.entries, place.entries[::-1])
            if not had[out] and given.allow(entry, other)
        ]
        if had[entry] and options:
            _, at, out = min(options)
            places[at].replace(out, entry)
            bye.entries = [out]


def _table(place: PlannedPlace, met: Counter[Pair]) -> DrawnTable:
    one, other = place.entries
    planned = place.planned
    if isinstance(planned, DrawnTable) and not place.touched and place.lock is None:
        return planned
    code = "displaced" if place.lock is None else "set_by_director"
    why = Reason(code, {"sides": [[one], [other]], "met": met[pair(one, other)]})
    third = isinstance(planned, DrawnTable) and planned.third_place_match
    return DrawnTable(0, ((one,), (other,)), why, planned.slot, third)


def _bye(place: PlannedPlace, had: Counter[int]) -> Bye:
    (entry,) = place.entries
    planned = place.planned
    if isinstance(planned, Bye) and not place.touched and place.lock is None:
        return planned
    code = "bye_displaced" if place.lock is None else "bye_by_director"
    return Bye(entry, Reason(code, {"entry": entry, "byes": had[entry]}), planned.slot)
