"""The formats of tournaments: for each a file that decides who meets whom, and who has no table.

`constraints` is what the director fixed. `swiss` and `swiss_individual` use `best_matching`, the
formats for individuals `night` too; `rotating` follows `plans`.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from typing import ClassVar, NamedTuple

from rustworkx import PyGraph, max_weight_matching

from tournaments.engine.draws import Draw, Pair
from tournaments.engine.tournament import RoundData, TournamentData


class RoundLimits(NamedTuple):
    """How many rounds a field can play."""

    fewest: int
    most: int | None
    """None: as many as are wanted."""


class FormatRules(ABC):
    """One format. `entries` counts those who start; `settings` reports what is impossible."""

    fewest: ClassVar = 2
    """The fewest entries for a round."""

    @abstractmethod
    def next_round(self, tournament: TournamentData, number: int) -> Draw:
        """Round `number`; raises DrawRefused."""

    @abstractmethod
    def rounds_for(self, entries: int) -> RoundLimits: ...

    def awaited(self, tournament: TournamentData, number: int) -> frozenset[int]:
        """The entries that round `number` would seat, or give a bye, if it were drawn now."""
        return tournament.present

    def moved(self, tournament: TournamentData, draft: RoundData) -> frozenset[int]:
        """Entries of `draft` that would have another place if it were drawn now."""
        return frozenset()


Cost = tuple[int, ...]
"""Levels, the most important first: no sum of one level ever outweighs the level above."""

WIDEST_WEIGHT = 120
"""Bits: rustworkx counts in 128, and from 126 on it fails, or returns wrong results."""


def best_matching(vertices: Collection[int], costs: Mapping[Pair, Cost]) -> frozenset[Pair]:
    """The matching with the most pairs, and of those the cheapest: exact, and never greedy.

    Each level of a cost outweighs every sum of the levels below it, so this is the lexicographic
    optimum of the summed costs. It is perfect if a perfect one exists: twice as many `vertices` as
    pairs. Pairs that are not keys of `costs` may not meet. Neither the order of the vertices nor
    that of the costs changes it.
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
    """Each cost as one integer, inverted: the cheapest weighs most.

    A level is wide enough that no sum of the levels below reaches one unit of it.
    """
    packed, ceiling = [0] * len(costs), 0
    for level in zip(*costs, strict=True):
        if top := max(level):
            width = tables * top + 1
            packed = [weight * width + value for weight, value in zip(packed, level, strict=True)]
            ceiling = ceiling * width + top
    assert ceiling.bit_length() <= WIDEST_WEIGHT, f"{ceiling.bit_length()} bits"
    return [ceiling - weight for weight in packed]
