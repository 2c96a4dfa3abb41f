"""The best draw of all: a minimum-cost perfect matching, exact and never greedy.

The levels of a cost are packed into one integer, each level wide enough that no sum of the levels
below reaches one unit of it. The matching is then the lexicographic optimum of the summed costs.
"""

from collections.abc import Collection, Mapping

from rustworkx import PyGraph, max_weight_matching

from tournaments.engine.draws import Pair

Cost = tuple[int, ...]
"""Levels, the most important first: no sum of one level ever outweighs the level above."""

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
    packed, ceiling = [0] * len(costs), 0
    for level in zip(*costs, strict=True):
        if top := max(level):
            width = tables * top + 1
            packed = [weight * width + value for weight, value in zip(packed, level, strict=True)]
            ceiling = ceiling * width + top
    assert ceiling.bit_length() <= WIDEST_WEIGHT, f"{ceiling.bit_length()} bits"
    return [ceiling - weight for weight in packed]
