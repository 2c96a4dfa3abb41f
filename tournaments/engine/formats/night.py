"""A night of individuals as its draws see it: who is here, what was played, what is fixed."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, combinations, starmap
from typing import Any

from tournaments.engine.draws import (
    Apart,
    Bye,
    DrawnTable,
    DrawRefused,
    Entries,
    Lock,
    Pair,
    Reason,
    lot,
    pair,
)
from tournaments.engine.formats.constraints import (
    kept_apart,
    locked_tables,
    locks_of,
    repeated,
    stationary,
    table_numbers,
)
from tournaments.engine.tournament import TournamentData

Sides = tuple[tuple[int, ...], ...]
Shape = tuple[int, ...]
"""Players a side: (2, 2) is the table of four."""

FOUR: Shape = (2, 2)


def everybody(sides: Sides) -> Entries:
    return tuple(chain.from_iterable(sides))


def partners(sides: Sides) -> list[tuple[int, int]]:
    return [pair for side in sides for pair in combinations(side, 2)]


def opponents(sides: Sides) -> list[tuple[int, int]]:
    return [(a, b) for one, other in combinations(sides, 2) for a in one for b in other]


@dataclass(frozen=True, slots=True)
class NightRound:
    """A round: the sides of its tables, and who sat out; `fixed` if the director set any of it.

    `missed` are those who were there already when it was drawn: they sat out too.
    """

    tables: tuple[Sides, ...]
    byes: Entries = ()
    fixed: bool = False
    missed: frozenset[int] = frozenset()

    @property
    def sat_out(self) -> frozenset[int]:
        """Everybody who was there and had no table."""
        return self.missed.union(self.byes)

    @property
    def players(self) -> frozenset[int]:
        return frozenset(self.byes).union(*map(everybody, self.tables))


@dataclass(frozen=True, kw_only=True, slots=True)
class Night:
    """Everything that a draw depends on.

    `late` are those who came after round 1 was published, `locks` and `sitting_out` what the
    director fixed in the round to be drawn. `six` is the table of six if the ruleset has one: (2,
    2, 2) or (3, 3). Pairs are (lower, higher); void tables are left out of `past`.
    """

    lots: str = field(repr=False)
    rounds: int
    present: frozenset[int]
    past: tuple[NightRound, ...] = ()
    late: frozenset[int] = frozenset()
    locks: tuple[Lock, ...] = ()
    sitting_out: frozenset[int] = frozenset()
    never_partners: frozenset[Pair] = frozenset()
    never_opponents: frozenset[Pair] = frozenset()
    stationary: dict[int, int] = field(default_factory=dict[int, int])
    six: Shape | None = None
    effort: int | None = None
    """How often a search for a plan tries each seat; None: as often as a draw does."""

    @property
    def round(self) -> int:
        return len(self.past) + 1

    @property
    def free(self) -> frozenset[int]:
        """Those present whom no lock places."""
        return self.present - self.sitting_out - {e for lock in self.locks for e in lock.entries}

    def after(self, seating: NightRound) -> "Night":
        """The same night one round later; locks hold for one round."""
        return replace(self, past=(*self.past, seating), locks=(), sitting_out=frozenset())


def night_of(tournament: TournamentData, number: int) -> Night:
    """The night before a draw of round `number`."""
    given = locks_of(tournament, number)
    six = next((size.shape for size in tournament.tables if size.seats == 6), None)
    return Night(
        lots=tournament.lots,
        rounds=tournament.rounds_planned,
        present=tournament.present,
        past=tuple(
            NightRound(
                tables=tuple(table.sides for table in round_.tables if not table.void),
                byes=round_.without_table,
                missed=tournament.missed(round_),
                fixed=bool(round_.locks) or round_.method == "manual",
            )
            for round_ in tournament.before(number)
        ),
        late=frozenset(entry.number for entry in tournament.entries if entry.late),
        locks=tuple(lock for lock in given if not lock.bye),
        sitting_out=frozenset(chain(*(lock.entries for lock in given if lock.bye))),
        never_partners=kept_apart(tournament, Apart.PARTNERS),
        never_opponents=kept_apart(tournament, Apart.OPPONENTS),
        stationary=stationary(tournament),
        six=six,
    )


def check(night: Night) -> None:
    """Raise DrawRefused if no round is left, too few are here, or a lock cannot be kept.

    A lock that seats together two whom the director keeps apart needs its `override`.
    """
    if night.round > night.rounds:
        raise DrawRefused("no_rounds_left", "every round is drawn", rounds=night.rounds)
    placed = [*night.sitting_out, *chain(*(lock.entries for lock in night.locks))]
    twice = repeated(placed)
    absent = sorted(set(placed) - night.present)
    again = repeated(lock.table for lock in night.locks if lock.table is not None)
    misshapen = [
        list(lock.entries)
        for lock in night.locks
        if tuple(map(len, lock.sides)) not in (FOUR, night.six)
    ]
    if twice or absent or again or misshapen:
        facts = {"twice": twice, "absent": absent, "tables": again, "misshapen": misshapen}
        raise DrawRefused("no_draw_possible", "locks clash", **facts)
    if not night.locks and not shapes(len(night.free), night.six):
        raise DrawRefused("no_draw_possible", "too few for a table", present=len(night.present))
    for lock in night.locks:
        if not lock.override:
            refuse_forbidden(night, lock.sides)


def shapes(players: int, six: Shape | None) -> list[Shape]:
    """The tables for as many of `players` as can sit; a table of six takes a remainder of two."""
    if six is not None and players >= 6 and players % 4 >= 2:
        return [FOUR] * ((players - 6) // 4) + [six]
    return [FOUR] * (players // 4)


def places_for(players: int, six: Shape | None) -> int:
    """How many of `players` can sit."""
    return sum(map(sum, shapes(players, six)))


def sit_outs(night: Night, last: Sequence[int] = ()) -> Entries:
    """Who sits out next: those who did so least; of these the late first, then in turn.

    `last` breaks the turn's ties before the lot does: a player later in it sits out sooner.
    """
    free = night.free
    had = Counter(entry for seating in night.past for entry in seating.sat_out)
    latest = {entry: number for number, s in enumerate(night.past, 1) for entry in s.sat_out}
    position = {entry: -index for index, entry in enumerate(last)}

    def turn(entry: int) -> tuple[int, bool, int, int, int, int]:
        waited = latest.get(entry, 0), position.get(entry, 0)
        return had[entry], entry not in night.late, *waited, lot(night.lots, entry), entry

    return tuple(sorted(sorted(free, key=turn)[: len(free) - places_for(len(free), night.six)]))


def met(past: Iterable[NightRound]) -> tuple[Counter[Pair], Counter[Pair]]:
    """How often each pair (lower, higher) were partners, and opponents."""
    together: Counter[Pair] = Counter()
    against: Counter[Pair] = Counter()
    for seating in past:
        for sides in seating.tables:
            together.update(starmap(pair, partners(sides)))
            against.update(starmap(pair, opponents(sides)))
    return together, against


def tidy(sides: Sides) -> Sides:
    """The same table with its players and sides in ascending order."""
    return tuple(sorted(tuple(sorted(side)) for side in sides))


def numbered(night: Night, tables: Sequence[tuple[Sides, Reason]]) -> tuple[DrawnTable, ...]:
    """Numbers from 1: locked tables keep theirs, then stationary entries, then the order given."""
    entries = [everybody(sides) for sides, _ in tables]
    numbers = table_numbers(entries, night.stationary, locked_tables(night.locks))
    made = (DrawnTable(n, sides, why) for n, (sides, why) in zip(numbers, tables, strict=True))
    return tuple(sorted(made))


def bye_of(night: Night, entry: int) -> Bye:
    """The sit-out of `entry` and the reason for it."""
    had = sum(entry in seating.sat_out for seating in night.past)
    if entry in night.sitting_out:
        return Bye(entry, Reason("sit_out_by_director", {"entry": entry, "had": had}, (had,)))
    free = len(night.free)
    left = free - places_for(free, night.six)
    facts = {"entry": entry, "left": left, "free": free, "had": had, "late": entry in night.late}
    code = "sat_out" if night.free == night.present else "sat_out_of_rest"
    return Bye(entry, Reason(code, facts, (had,)))


def table_why(night: Night, sides: Sides, code: str, **facts: Any) -> Reason:
    """`code` and the meetings before; the cost is (partners again, opponents again)."""
    together, against = met(night.past)
    mates, foes = list(starmap(pair, partners(sides))), list(starmap(pair, opponents(sides)))
    again = sum(together[two] for two in mates), sum(against[two] for two in foes)
    before = {"partners": _before(together, mates), "opponents": _before(against, foes)}
    return Reason(code, {"sides": [list(side) for side in sides], **facts, **before}, again)


def _before(met: Counter[Pair], pairs: Iterable[Pair]) -> list[list[int]]:
    """The pairs that were partners or opponents before, each with how often."""
    return [[*two, met[two]] for two in sorted(pairs) if met[two]]


def refuse_forbidden(night: Night, sides: Sides) -> None:
    """Raise DrawRefused if two sit together whom the director keeps apart."""
    for pairs, banned, name in (
        (partners(sides), night.never_partners, "partners"),
        (opponents(sides), night.never_opponents, "opponents"),
    ):
        for two in starmap(pair, pairs):
            if two in banned:
                raise DrawRefused(
                    "no_draw_possible", f"no draw keeps these from being {name}", entries=list(two)
                )
