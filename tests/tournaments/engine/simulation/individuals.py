"""Judges a round of individuals: fair sit-outs, fewest repeated partners, like against like."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations
from typing import Any

import networkx as nx  # type: ignore[import-untyped]  # it has no stubs

from tests.tournaments.engine.simulation.seen import (
    Json,
    Seen,
    drawn_in,
    entries_of,
    moved_in,
    sat_out,
)
from tests.tournaments.engine.simulation.standings import Sheet
from tests.tournaments.engine.simulation.swiss import matchings

Two = frozenset[str]
TRIED = 8
"""Pairs up to which every way to seat them is tried."""


class IndividualRound:
    def __init__(self, bundle: Json, round_: Json) -> None:
        self.bundle = bundle
        self.round = round_
        self.seen = Seen(bundle, round_["drawn"])
        self.seen.rounds = [r for r in self.seen.rounds if r["number"] < round_["number"]]
        self.locks = [lock for lock in round_["locks"] if not lock["bye"]]
        self.locked = {e for lock in round_["locks"] for side in lock["sides"] for e in side}
        self.chosen = [t for t in round_["tables"] if not self.locked & set(entries_of(t))]
        self.out = [b["entry"] for b in round_["byes"] if b["entry"] not in self.locked]
        self.together: Counter[Two] = Counter()
        self.against: Counter[Two] = Counter()
        for earlier in self.seen.rounds:
            for table in earlier["tables"]:
                if not self.seen.void(table):
                    self.together.update(partners(table))
                    self.against.update(opponents(table))

    def faults(self) -> Iterator[str]:
        yield from self._shapes()
        yield from self._sit_outs()
        yield from self._method()
        if self.round["method"] == "adaptive":
            yield from self._fewest_repeats()
            yield from self._least_met()
            yield from self._six()
        else:
            yield from self._needless_repeats()
        yield from self._costs()

    def _method(self) -> Iterator[str]:
        """Partners by score come from a search only where somebody is kept apart."""
        head = self.bundle["tournament"]
        ways = {"swiss_individual": {"adaptive"}, "rotating": {"design", "search"}}
        allowed = ways[head["format"]] | ({"search"} if head["forbidden"] else set())
        if self.round["method"] not in allowed:
            yield f"drawn by {self.round['method']}"

    def _costs(self) -> Iterator[str]:
        moved = moved_in(self.round)
        for table in self.round["tables"]:
            if moved & set(entries_of(table)):
                continue
            expected = [
                sum(self.together[two] for two in partners(table)),
                sum(self.against[two] for two in opponents(table)),
            ]
            if table["why"]["cost"] != expected:
                yield f"table {table['number']} repeats {expected}, shown {table['why']['cost']}"

    def _shapes(self) -> Iterator[str]:
        head = self.bundle["tournament"]
        sizes = dict(zip(head["table_seats"], head["table_sides"], strict=True))
        for table in self.round["tables"]:
            sides = [len(side["entries"]) for side in table["sides"]]
            if len(sides) != sizes.get(sum(sides)) or len(set(sides)) > 1:
                yield f"table {table['number']} has sides of {sides}"
        free = sum(len(entries_of(table)) for table in self.chosen) + len(self.out)
        least = free % 2 if 6 in sizes and free >= 6 else free % 4
        if len(self.out) != least:
            yield f"{len(self.out)} of {free} sit out"

    def _sit_outs(self) -> Iterator[str]:
        had = Counter(e for r in self.seen.rounds for e in sat_out(self.bundle, r))
        most = max((had[entry] for entry in self.out), default=0)
        for table in self.chosen:
            for entry in entries_of(table):
                if had[entry] < most:
                    yield f"{entry} sat out less than one of {self.out}"

    def _banned(self, *kinds: str) -> set[Two]:
        bans = self.bundle["tournament"]["forbidden"]
        return {frozenset(ban["entries"]) for ban in bans if ban["as"] in kinds}

    def _least_repeats(self, playing: list[str]) -> int | None:
        """How often at least somebody is again with a partner, if nothing else counted."""
        graph = nx.Graph()
        banned = self._banned("partners", "both")
        for one, other in combinations(sorted(playing), 2):
            if frozenset((one, other)) not in banned:
                graph.add_edge(one, other, weight=self.together[frozenset((one, other))])
        best = nx.min_weight_matching(graph)
        if 2 * len(best) < len(playing):
            return None
        return sum(int(graph.edges[two]["weight"]) for two in best)

    def _fewest_repeats(self) -> Iterator[str]:
        fours = [table for table in self.chosen if len(entries_of(table)) == 4]
        again = sum(self.together[two] for table in fours for two in partners(table))
        if again:
            least = self._least_repeats([e for table in fours for e in entries_of(table)])
            if again != least:
                yield f"{again} partners again, possible {least}"

    def _six(self) -> Iterator[str]:
        """The six of a large table repeat as few partners as those six can."""
        banned = self._banned("partners", "both"), self._banned("opponents", "both")
        for table in self.chosen:
            sides = [tuple(side["entries"]) for side in table["sides"]]
            if len(entries_of(table)) != 6:
                continue
            prices: list[int] = []
            for order in permutations(entries_of(table)):
                at = len(sides[0])
                split = {"sides": [{"entries": order[k : k + at]} for k in range(0, 6, at)]}
                kept = banned[0].isdisjoint(partners(split)), banned[1].isdisjoint(opponents(split))
                if all(kept):
                    prices.append(sum(self.together[two] for two in partners(split)))
            now = sum(self.together[two] for two in partners(table))
            if prices and now != min(prices):
                yield f"six repeat {now} partners, possible {min(prices)}"

    def _needless_repeats(self) -> Iterator[str]:
        """A planned night of pairs repeats no partner in half the rounds that there are pairs for.

        A side of three takes three pairs at once, and may have to repeat one of them sooner.
        """
        if any(len(side["entries"]) > 2 for r in self.bundle["rounds"] for t in r["tables"]
               for side in t["sides"]):  # fmt: skip
            return
        again = [two for t in self.chosen for two in partners(t) if self.together[two]]
        playing = [entry for table in self.chosen for entry in entries_of(table)]
        if again and 2 * self.bundle["tournament"]["rounds"] <= len(playing) - 2:
            yield f"partners again: {sorted(map(sorted, again))}"

    def _least_met(self) -> Iterator[str]:
        """Of all ways to seat these pairs: like blocks first, then opponents least met."""
        if not self.seen.lots_known:
            return
        fours = [table for table in self.chosen if len(entries_of(table)) == 4]
        if len(self.chosen) != len(fours) or not 2 <= 2 * len(fours) <= TRIED:
            return
        playing = {entry for table in fours for entry in entries_of(table)}
        order = [entry for entry in Sheet(self.seen).order() if entry in playing]
        block = {entry: place // 4 for place, entry in enumerate(order)}
        pairs = [tuple(side["entries"]) for table in fours for side in table["sides"]]
        banned = self._banned("opponents", "both")

        def price(seating: list[Any]) -> tuple[int, int] | None:
            gap = again = 0
            for one, other in seating:
                foes = [frozenset((a, b)) for a in one for b in other]
                if banned.intersection(foes):
                    return None
                gap += (sum(block[e] for e in one) - sum(block[e] for e in other)) ** 2
                again += sum(self.against[two] for two in foes)
            return gap, again

        now = price([[tuple(side["entries"]) for side in table["sides"]] for table in fours])
        prices = [price(seating) for seating in matchings([*pairs])]  # type: ignore[list-item]  # any
        best = min(each for each in prices if each is not None)
        if now != best:
            yield f"blocks apart and opponents met {now}, possible {best}"


def partners(table: Json) -> list[Two]:
    return [frozenset(two) for side in table["sides"] for two in combinations(side["entries"], 2)]


def opponents(table: Json) -> list[Two]:
    return [
        frozenset((a, b))
        for one, other in combinations(table["sides"], 2)
        for a in one["entries"]
        for b in other["entries"]
    ]


def night_faults(bundle: Json) -> Iterator[str]:
    """Of those who were always there sit-outs differ by one at most, where nothing was locked."""
    rounds = [each for each in bundle["rounds"] if each["published"] is not None]
    if not rounds or any(round_["locks"] for round_ in rounds):
        return
    always = set.intersection(*(set(drawn_in(round_)) for round_ in rounds))
    had = Counter(bye["entry"] for round_ in rounds for bye in round_["byes"])
    counts = {had[entry] for entry in always}
    if counts and max(counts) - min(counts) > 1:
        yield f"sit-outs of those always there: {sorted(counts)}"
