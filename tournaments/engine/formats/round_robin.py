"""Round robin: everybody meets everybody, by the circle method in the order of Berger's tables.

The last of an even number stays, the others move round. In an odd field nobody is the last, and the
entry without an opponent has the bye. The circle contains those drawn in round 1; entries that come
later can only fill its empty place.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from tournaments.engine.draws import BYE, Bye, Draw, DrawnTable, DrawRefused, Reason, seeding
from tournaments.engine.formats import FormatRules, RoundLimits
from tournaments.engine.formats.constraints import (
    UNCONSTRAINED,
    Constraints,
    constraints_on,
    table_numbers,
    with_locks,
)
from tournaments.engine.tournament import TournamentData

Meeting = tuple[int, int]
"""Two who meet, by place in Berger's table or by entry; the one with the first side comes first."""


@dataclass(frozen=True)
class RoundRobin(FormatRules):
    """The rules of a round robin that a draw uses."""

    double: bool = False

    def next_round(self, tournament: TournamentData, number: int) -> Draw:
        given = constraints_on(tournament, number)
        order = circle(tournament, number)
        drawn = draw(order, number, tournament.present, given)
        return with_locks(drawn, given, tournament.before(number))

    def rounds_for(self, entries: int) -> RoundLimits:
        """At most until everybody met everybody, once or twice."""
        return RoundLimits(1, rounds(entries, double=self.double))


def circle(tournament: TournamentData, number: int) -> tuple[int, ...]:
    """Everyone's place: those of round 1, then later ones, in order of the first round drawn.

    Raises DrawRefused, `no_draw_possible`, if more came than the circle has room for; a substitute,
    who plays for an entry, needs none.
    """
    here = sorted(tournament.present)
    first, *later = [*(sorted(round_.placed) for round_ in tournament.before(number)), here]
    late = dict.fromkeys(entry for drawn in later for entry in drawn if entry not in first)
    seeds = {entry: seed for entry, seed in tournament.seeds.items() if entry in first}
    return places(seeds, tournament.lots, tuple(late))


def rounds(entries: int, *, double: bool = False) -> int:
    """The number of rounds that `entries` need."""
    return (entries + entries % 2 - 1) * (2 if double else 1)


def places(seeds: Mapping[int, int | None], lots: str, late: Sequence[int] = ()) -> tuple[int, ...]:
    """Everyone's place in the circle, for all rounds: by seed, then lot.

    An odd field has one place left for an entry that came late; raises DrawRefused,
    `no_draw_possible`, if more came.
    """
    order = seeding(seeds, lots)
    if len(late) > len(order) % 2:
        raise DrawRefused("no_draw_possible", "no place is left in the circle", late=list(late))
    return order + tuple(late)


def draw(
    order: Sequence[int],
    number: int,
    present: Collection[int],
    constraints: Constraints = UNCONSTRAINED,
) -> Draw:
    """Round `number`, from 1, of those of `order` who are present.

    The second time round sides are swapped. An entry that would meet nobody, an entry that left, or
    a forbidden opponent has a bye. Raises DrawRefused, `no_draw_possible`, if nobody meets.
    """
    here = set(present)
    met: list[Meeting] = []
    byes: list[Bye] = []
    for one, other in _entries(order, number):
        if {one, other} <= here and constraints.allow(one, other):
            met.append((one, other))
        else:
            byes += _without_table(one, other, here)
    if not met:
        raise DrawRefused("no_draw_possible", "nobody has an opponent", entries=len(here))
    tables = table_numbers(met, constraints.stationary, {})
    seated = (
        DrawnTable(at, ((a,), (b,)), Reason("circle", {"sides": [[a], [b]], "round": number}))
        for at, (a, b) in zip(tables, met, strict=True)
    )
    return Draw("circle", tuple(sorted(seated)), tuple(sorted(byes)))


def berger(size: int, number: int) -> Iterator[Meeting]:
    """Round `number`, from 1, of Berger's table for an even `size` (FIDE C.05, Annex 1)."""
    circle = size - 1
    top = (number - 1) * (size // 2) % circle
    yield (top + 1, size) if number % 2 else (size, top + 1)
    for step in range(1, size // 2):
        yield (top + step) % circle + 1, (top - step) % circle + 1


def _entries(order: Sequence[int], number: int) -> Iterator[Meeting]:
    size = len(order) + len(order) % 2
    again, number = divmod(number - 1, size - 1)
    seated = [*order, BYE]
    for first, second in berger(size, number + 1):
        one, other = seated[first - 1], seated[second - 1]
        yield (other, one) if again % 2 else (one, other)


def _without_table(one: int, other: int, here: set[int]) -> Iterator[Bye]:
    for entry, opponent in ((one, other), (other, one)):
        if entry not in here:
            continue
        if opponent == BYE:
            yield Bye(entry, Reason("circle_turn", {"entry": entry}))
        else:
            code = "circle_forbidden" if opponent in here else "circle_absent"
            yield Bye(entry, Reason(code, {"entry": entry, "opponent": opponent}))
