"""Locks in a format whose plan sets who meets whom: the director's locks override the plan.

A locked table or bye takes the place that the plan has for one of its entries; displaced entries
get the places that those entries leave. Nothing else changes.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.engine.draws import Bye, Draw, DrawnTable, DrawRefused, Lock, Reason
from tournaments.engine.pairing.constraints import Constraints, with_table_numbers
from tournaments.engine.tournament import RoundData


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
    places = [
        PlannedPlace([e for side in table.sides for e in side], table) for table in draw.tables
    ]
    places += [PlannedPlace([bye.entry], bye) for bye in draw.byes]
    for lock in given.locks:
        _keep(places, lock)
    if not any(place.bracketed for place in places):
        _part(places, given)
        _pass_bye_on(places, given, past)
    had, met = byes_had(past), _met(past)
    tables = [_table(place, met) for place in places if len(place.entries) == 2]
    byes = [_bye(place, had) for place in places if len(place.entries) == 1]
    return with_table_numbers(draw._replace(tables=tuple(tables), byes=tuple(byes)), given)


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
    had, met = byes_had(past), _met(past)
    for bye in [
        each for each in places if each.touched and not each.lock and len(each.entries) == 1
    ]:
        (entry,) = bye.entries
        options = [
            (met[frozenset((entry, other))], at, out)
            for at, place in enumerate(places)
            if place.lock is None and len(place.entries) == 2
            for out, other in (place.entries, place.entries[::-1])
            if not had[out] and given.allow(entry, other)
        ]
        if had[entry] and options:
            _, at, out = min(options)
            places[at].replace(out, entry)
            bye.entries = [out]


def byes_had(past: Iterable[RoundData]) -> Counter[int]:
    """How often each entry was without a table."""
    return Counter(entry for round_ in past for entry in round_.without_table)


def _met(past: Sequence[RoundData]) -> Counter[frozenset[int]]:
    tables = [table for round_ in past for table in round_.tables if not table.void]
    return Counter(frozenset(e for side in table.sides for e in side) for table in tables)


def _table(place: PlannedPlace, met: Counter[frozenset[int]]) -> DrawnTable:
    one, other = place.entries
    planned = place.planned
    if isinstance(planned, DrawnTable) and not place.touched and place.lock is None:
        return planned
    code = "displaced" if place.lock is None else "set_by_director"
    why = Reason(code, {"sides": [[one], [other]], "met": met[frozenset(place.entries)]})
    third = isinstance(planned, DrawnTable) and planned.third_place_match
    return DrawnTable(0, ((one,), (other,)), why, planned.slot, third)


def _bye(place: PlannedPlace, had: Counter[int]) -> Bye:
    (entry,) = place.entries
    planned = place.planned
    if isinstance(planned, Bye) and not place.touched and place.lock is None:
        return planned
    code = "bye_displaced" if place.lock is None else "bye_by_director"
    return Bye(entry, Reason(code, {"entry": entry, "byes": had[entry]}), planned.slot)
