"""What a Swiss draw minimises: the cost of each table that may be drawn, and of each bye.

The first round goes by lot, or by seed if the director seeded any entry; every later one by the
standings. The bye is an opponent among the others; its cost makes it go round and stay low.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, islice

from tournaments.engine.draws import Pair
from tournaments.engine.lots import BYE, seeding, tie, ties
from tournaments.engine.pairing.constraints import Constraints
from tournaments.engine.pairing.field import Entrant, Field, pair
from tournaments.engine.pairing.matching import Cost


def costs_by_lot(
    field: Field, constraints: Constraints, free: Sequence[Entrant], reach: int
) -> dict[Pair, Cost]:
    """Neighbours in an order by lot meet, the last has the bye."""

    def drawn(entrant: Entrant) -> tuple[int, int]:
        return tie(field.seed, field.round, BYE, entrant.entry), entrant.entry

    order = [entrant.entry for entrant in sorted(free, key=drawn)]
    strayed = (
        (order[index], order[other], other - index - 1)
        for index in range(len(order))
        for other in range(index + 1, min(len(order), index + reach + 1))
    )
    return _of_first_round(field, constraints, order, strayed)


def costs_by_seed(
    field: Field, constraints: Constraints, free: Sequence[Entrant], reach: int
) -> dict[Pair, Cost]:
    """The best seed meets the last, the second the last but one; an odd last one has the bye."""
    order = seeding({entrant.entry: entrant.seed for entrant in free}, field.seed)
    last = len(order) - 1 - len(order) % 2
    strayed = (
        (order[index], order[other], abs(last - index - other))
        for index in range(len(order))
        for other in range(max(index + 1, last - index - reach), len(order))
        if last - index - other >= -reach
    )
    return _of_first_round(field, constraints, order, strayed)


def _of_first_round(
    field: Field,
    constraints: Constraints,
    order: Sequence[int],
    strayed: Iterator[tuple[int, int, int]],
) -> dict[Pair, Cost]:
    costs: dict[Pair, Cost] = {
        pair(one, other): (0, far, tie(field.seed, field.round, one, other))
        for one, other, far in strayed
        if constraints.allow(one, other)
    }
    if len(order) % 2:
        for far, entry in enumerate(reversed(order)):
            costs[BYE, entry] = (0, far, tie(field.seed, field.round, BYE, entry))
    return costs


def costs_by_standing(
    field: Field, constraints: Constraints, free: Sequence[Entrant], reach: int
) -> dict[Pair, Cost]:
    pairs = (_near if reach < len(free) else _all)(field, constraints, free, reach)
    tables = TableCosts(field)
    costs = {two: tables.of(*two) for two in pairs}
    if len(free) % 2:
        lowest = lowest_bracket(field)
        costs |= {(BYE, each.entry): bye_cost(field, each, lowest) for each in free}
    return costs


def _all(
    field: Field, constraints: Constraints, free: Sequence[Entrant], reach: int
) -> Iterator[Pair]:
    forbidden = constraints.forbidden
    pairs = combinations(sorted(each.entry for each in free), 2)
    return (two for two in pairs if two not in forbidden)


def _near(
    field: Field, constraints: Constraints, free: Sequence[Entrant], reach: int
) -> Iterator[Pair]:
    for index, one in enumerate(free):
        below = (pair(one.entry, other.entry) for other in islice(free, index + 1, None))
        fit = (
            two for two in below if two not in field.meetings and two not in constraints.forbidden
        )
        yield from islice(fit, reach)


WIDEST_GAP = 31
"""Brackets: wider gaps count the same."""

LONGEST_DISTANCE = 255
"""Ranks: longer distances count the same."""


class TableCosts:
    """The `cost` of every table that a draw by standings may have: tens of thousands a round."""

    def __init__(self, field: Field) -> None:
        self._meetings = field.meetings
        self._tie = ties(field.seed, field.round)
        self._known = {
            each.entry: (
                each.rank,
                field.bracket_of(each),
                "down" in each.floats,
                "up" in each.floats,
            )
            for each in field.entrants
        }

    def of(self, low: int, high: int) -> Cost:
        """Of the table where these entries meet, the lower number first."""
        rank, bracket, down, up = self._known[low]
        other_rank, other_bracket, other_down, other_up = self._known[high]
        gap = bracket - other_bracket
        repeated_floats = (down + other_up if gap > 0 else other_down + up) if gap else 0
        return (
            self._meetings.get((low, high), 0),
            0,
            min(WIDEST_GAP, abs(gap)) ** 2,
            repeated_floats,
            min(LONGEST_DISTANCE, abs(rank - other_rank) - 1),
            self._tie(low, high),
        )


def bye_cost(field: Field, entrant: Entrant, lowest_bracket: int) -> Cost:
    """The `cost` of the bye for `entrant`: those that had fewest come first, then the lowest."""
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
