"""Pairs of the least total cost, by a matching with lexicographic whole-number weights."""

from collections.abc import Mapping, Sequence

import rustworkx as rx

MOST_BITS = 120
"""rustworkx computes with 128 bits, and is silently wrong above this (TOURNAMENTS c1)."""

Pair = tuple[int, int]


def best_pairs(players: Sequence[int], costs: Mapping[Pair, tuple[int, ...]]) -> list[Pair] | None:
    """All of `players` in pairs whose sum of `costs` is the least, level by level; else None.

    A pair (lower, higher) that is missing in `costs` is never made.
    """
    order = sorted(players)
    weights = _weights(costs, len(order) // 2)
    graph: rx.PyGraph[int, int] = rx.PyGraph(multigraph=False)
    graph.add_nodes_from(order)
    index = {player: node for node, player in enumerate(order)}
    graph.add_edges_from([(index[a], index[b], weights[a, b]) for a, b in sorted(weights)])
    found = rx.max_weight_matching(
        graph, max_cardinality=True, weight_fn=lambda weight: weight, verify_optimum=True
    )
    if 2 * len(found) < len(order):
        return None
    return sorted((order[min(edge)], order[max(edge)]) for edge in found)


def _weights(costs: Mapping[Pair, tuple[int, ...]], pairs: int) -> dict[Pair, int]:
    """The costs as numbers of which the greatest sum is the best: levels never mix."""
    packed = dict.fromkeys(costs, 0)
    for level in zip(*costs.values(), strict=True):
        room = pairs * max(level) + 1
        packed = {
            pair: weight * room + value
            for (pair, weight), value in zip(packed.items(), level, strict=True)
        }
    ceiling = max(packed.values(), default=0)
    assert ceiling.bit_length() <= MOST_BITS
    return {pair: ceiling - weight for pair, weight in packed.items()}
