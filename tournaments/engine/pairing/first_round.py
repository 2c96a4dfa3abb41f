"""The first round of a Swiss, where nobody has a score: by lot, or folded by seed.

Both put the field in an order and define who meets whom in it. If a ban or a lock forbids that, the
draw differs from it as little as possible.
"""

from collections.abc import Iterator, Sequence

from tournaments.engine.draws import Pair
from tournaments.engine.lots import BYE, seeding, tie
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
    return _costs(field, constraints, order, strayed)


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
    return _costs(field, constraints, order, strayed)


def _costs(
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
