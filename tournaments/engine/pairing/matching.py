"""The best draw of all: a minimum-cost perfect matching, exact and never greedy.

The levels of a cost are packed into one integer, each level wide enough that no sum of the levels
below reaches one unit of it. The matching is then the lexicographic optimum of the summed costs.

The cost of a table or the bye of a Swiss has levels too: no sum of one level ever outweighs the
level above. The bye is an opponent among the others; its cost makes it go round and stay low.
"""

from collections.abc import Collection, Mapping

from rustworkx import PyGraph, max_weight_matching

from tournaments.engine.draws import Pair
from tournaments.engine.lots import BYE, tie
from tournaments.engine.pairing.field import Entrant, Field

Cost = tuple[int, ...]
"""Times met, byes had, gap in brackets squared, repeated floats, rank distance, tie."""

WIDEST_GAP = 31
"""Brackets: wider gaps count the same."""

LONGEST_DISTANCE = 255
"""Ranks: longer distances count the same."""


def table_cost(field: Field, one: Entrant, other: Entrant) -> Cost:
    """The `cost` of a table where these two meet."""
    gap = field.bracket_of(one) - field.bracket_of(other)
    return (
        field.met(one, other),
        0,
        min(WIDEST_GAP, abs(gap)) ** 2,
        _repeated_floats(one, other, gap),
        min(LONGEST_DISTANCE, abs(one.rank - other.rank) - 1),
        tie(field.seed, field.round, one.entry, other.entry),
    )


def _repeated_floats(one: Entrant, other: Entrant, gap: int) -> int:
    if gap == 0:
        return 0
    higher, lower = (one, other) if gap > 0 else (other, one)
    return ("down" in higher.floats) + ("up" in lower.floats)


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


WIDEST_WEIGHT = 120
"""Bits: rustworkx counts in 128, and from 126 on it fails, or returns wrong results."""


def best_matching(vertices: Collection[int], costs: Mapping[Pair, Cost]) -> frozenset[Pair]:
    """The matching with the most pairs, and of those the cheapest.

    It is perfect if a perfect one exists: twice as many `vertices` as pairs. Pairs that are not
    keys of `costs` may not meet. Neither the order of the vertices nor that of the costs changes
    it.
    """
    numbers = sorted(vertices)
    index = {number: place for place, number in enumerate(numbers)}
    pairs = sorted(costs)
    weights = _weights([costs[each] for each in pairs], len(numbers) // 2)
    graph: PyGraph[int, int] = PyGraph(multigraph=False)
    graph.add_nodes_from(numbers)
    graph.add_edges_from(
        [(index[low], index[high], w) for (low, high), w in zip(pairs, weights, strict=True)]
    )
    found: set[tuple[int, int]] = max_weight_matching(
        graph, max_cardinality=True, weight_fn=int, verify_optimum=True
    )
    return frozenset((numbers[min(ends)], numbers[max(ends)]) for ends in found)


def perfect_matching(vertices: Collection[int], costs: Mapping[Pair, Cost]) -> list[Pair] | None:
    """The cheapest pairs of all `vertices`, in order; None if some remain."""
    found = best_matching(vertices, costs)
    return sorted(found) if 2 * len(found) == len(vertices) else None


def _weights(costs: list[Cost], tables: int) -> list[int]:
    """Packed costs, inverted: the cheapest weighs most."""
    tops = [max(level) for level in zip(*costs, strict=True)]
    packed = [_packed(cost, tops, tables) for cost in costs]
    ceiling = _packed(tuple(tops), tops, tables)
    assert ceiling.bit_length() <= WIDEST_WEIGHT, f"{ceiling.bit_length()} bits"
    return [ceiling - weight for weight in packed]


def _packed(cost: Cost, tops: list[int], tables: int) -> int:
    weight = 0
    for value, top in zip(cost, tops, strict=True):
        weight = weight * (tables * top + 1) + value
    return weight
