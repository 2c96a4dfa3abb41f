"""Judges a Swiss round of a bundle by its `basis` and `cost`, and by trying better draws."""

from collections.abc import Iterator, Sequence
from itertools import chain

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

Sum = tuple[int, ...]
Two = tuple[str, str | None]
TRIED = 8
"""Entrants up to whom every matching is tried."""


class SwissRound:
    """One published round, with what was known when it was drawn."""

    def __init__(self, bundle: Json, round_: Json) -> None:
        self.round = round_
        self.seen = Seen(bundle, round_["drawn"])
        self.seen.rounds = [r for r in self.seen.rounds if r["number"] < round_["number"]]
        self.basis: dict[str, Json] = {each["entry"]: each for each in round_["basis"]}
        self.bracket: int = bundle["tournament"]["scoring"]["bracket"]
        self.met: dict[frozenset[str], int] = {}
        for earlier in self.seen.rounds:
            for table in earlier["tables"]:
                if not self.seen.void(table):
                    two = frozenset(entries_of(table))
                    self.met[two] = self.met.get(two, 0) + 1
        self.pairs: list[Two] = [
            *((a, b) for a, b in map(entries_of, round_["tables"])),
            *((bye["entry"], None) for bye in round_["byes"]),
        ]
        self.moved = moved_in(round_)
        locked = [entry for lock in round_["locks"] for side in lock["sides"] for entry in side]
        self.free = [two for two in self.pairs if two[0] not in locked]
        self.forbidden = {
            frozenset(ban["entries"])
            for ban in bundle["tournament"]["forbidden"]
            if ban["as"] in ("opponents", "both")
        }
        self.price = {two: self.cost(*two) for two in self.pairs}

    def faults(self) -> Iterator[str]:
        yield from self._basis()
        yield from self._costs()
        yield from self._sides()
        if self.round["method"] == "matching":
            yield from self._rematches_and_byes()
            yield from self._optimum()
        elif self.round["number"] > 1:
            yield f"round {self.round['number']} was drawn by {self.round['method']}"
        else:
            yield from self._opening()

    def _basis(self) -> Iterator[str]:
        sheet = Sheet(self.seen)
        if self.seen.lots_known:
            order = [entry for entry in sheet.order() if entry in self.basis]
        else:
            order = sorted(self.basis, key=lambda entry: int(self.basis[entry]["rank"]))
        if sorted(self.basis) != sorted(drawn_in(self.round)):
            yield "the basis is not of those drawn"
        for rank, entry in enumerate(order, start=1):
            told = self.basis[entry]
            expected = {
                "entry": entry,
                "rank": rank,
                "score": sheet.total[entry],
                "byes": self._byes(entry),
                "floats": self._floats(entry),
            }
            if told != expected:
                yield f"basis {told}, expected {expected}"

    def _byes(self, entry: str) -> int:
        found = 0
        for round_ in self.seen.rounds:
            found += entry in sat_out(self.seen.bundle, round_)
            for table in round_["tables"]:
                result = self.seen.counted(table)
                if result and result["end"] == "forfeit" and result["winner"] is not None:
                    found += entry in table["sides"][result["winner"]]["entries"]
        return found

    def _floats(self, entry: str) -> list[str | None]:
        found: list[str | None] = []
        for round_ in self.seen.rounds[-2:][::-1]:
            brackets = {b["entry"]: b["score"] // self.bracket for b in round_["basis"]}
            way = "down" if any(bye["entry"] == entry for bye in round_["byes"]) else None
            for table in round_["tables"]:
                if entry in (two := entries_of(table)):
                    (other,) = set(two) - {entry}
                    gap = brackets[entry] - brackets[other]
                    way = None if gap == 0 else "down" if gap > 0 else "up"
            found.append(way)
        return found

    def cost(self, one: str, other: str | None) -> Sum:
        mine = self.basis[one]
        number = self.round["number"]
        if other is None:
            lowest = min(each["score"] // self.bracket for each in self.basis.values())
            gap = mine["score"] // self.bracket - lowest
            tie = self.seen.tie(number, 0, self.seen.number(one))
            distance = min(255, len(self.basis) - mine["rank"])
            return 0, mine["byes"], min(31, gap) ** 2, "down" in mine["floats"], distance, tie
        theirs = self.basis[other]
        gap = mine["score"] // self.bracket - theirs["score"] // self.bracket
        high, low = (mine, theirs) if gap > 0 else (theirs, mine)
        repeated = ("down" in high["floats"]) + ("up" in low["floats"]) if gap else 0
        distance = min(255, abs(mine["rank"] - theirs["rank"]) - 1)
        a, b = sorted((self.seen.number(one), self.seen.number(other)))
        met = self.met.get(frozenset((one, other)), 0)
        return met, 0, min(31, abs(gap)) ** 2, repeated, distance, self.seen.tie(number, a, b)

    def _costs(self) -> Iterator[str]:
        whys = [*self.round["tables"], *self.round["byes"]]
        for two, told in zip(self.pairs, whys, strict=True):
            if two[0] in self.moved:
                continue
            judged = 5 if self.seen.lots is None else 6
            told_cost = tuple(told["why"]["cost"])
            if told_cost[:judged] != self.price[two][:judged] or not told["why"]["text"]:
                yield f"{two} costs {self.price[two]}, shown {told['why']}"

    def _sides(self) -> Iterator[str]:
        """The first side is for whom had it less, but as the director locked it."""
        locked = {tuple(chain(*lock["sides"])) for lock in self.round["locks"] if not lock["bye"]}
        met = {frozenset(sides) for sides in locked}
        balance = dict.fromkeys(self.seen.entries, 0)
        for round_ in self.seen.rounds:
            for first, second in map(entries_of, round_["tables"]):
                balance[first] += 1
                balance[second] -= 1
        for first, second in map(entries_of, self.round["tables"]):
            if frozenset((first, second)) in met:
                if (first, second) not in locked:
                    yield f"{first} and {second} do not sit as they were locked"
            elif balance[first] > balance[second]:
                yield f"{first} has the first side again before {second}"

    def _sum(self, pairs: Sequence[Two]) -> Sum:
        costs = [self.price.get(two) or self.cost(*two) for two in pairs]
        return tuple(map(sum, zip(*costs, strict=True))) if costs else ()

    def _allowed(self, one: str | None, other: str | None) -> bool:
        return frozenset((one, other)) not in self.forbidden

    def _rematches_and_byes(self) -> Iterator[str]:
        """By networkx, with only these two levels in its costs."""
        now = self._sum(self.free)[:2] if self.free else (0, 0)
        fewest = min((self.basis[e]["byes"] for two in self.free for e in two if e), default=0)
        bye = next((two[0] for two in self.free if two[1] is None), None)
        if now == (0, 0 if bye is None else fewest):
            return
        graph = nx.Graph()
        people: list[str | None] = [e for two in self.free for e in two if e]
        people += [None] if bye else []
        for at, one in enumerate(people):
            for other in people[at + 1 :]:
                if one is not None and self._allowed(one, other):
                    met, byes = self.cost(one, other)[:2]
                    graph.add_edge(one, other or "bye", weight=met * 1000 + byes)
        best = nx.min_weight_matching(graph)
        least = divmod(sum(graph.edges[two]["weight"] for two in best), 1000)
        if least != now:
            yield f"rematches and byes {now}, possible {least}"

    def _optimum(self) -> Iterator[str]:
        people = [entry for two in self.free for entry in two]
        if len(people) <= TRIED:
            rest = sorted((e for e in people if e), key=self.seen.number)
            options = matchings([*rest, None] if None in people else list(rest))
            best = min(
                self._sum(option)
                for option in options
                if all(self._allowed(*two) for two in option)
            )
            if best != self._sum(self.free):
                yield f"costs {self._sum(self.free)}, best is {best}"
            return
        for at, (a, b) in enumerate(self.free):
            for c, d in self.free[at + 1 :]:
                yield from self._exchange(a, b, c, d)

    def _exchange(self, a: str, b: str | None, c: str, d: str | None) -> Iterator[str]:
        """Of two tables, or a table and the bye."""
        now = self._sum([(a, b), (c, d)])
        straight: list[Two] = [(a, c), (b, d) if b else (d or "", None)]
        crossed: list[Two] = [(a, d), (c, b)]
        for others in (straight, crossed):
            if all(self._allowed(*two) for two in others) and self._sum(others) < now:
                yield f"{others} were better than {(a, b), (c, d)}"

    def _opening(self) -> Iterator[str]:
        """Folded by seed where anybody has one; then the best meets the last."""
        seeds = {entry: self.seen.entries[entry]["seed"] for entry in self.basis}
        method = "fold" if any(seed is not None for seed in seeds.values()) else "random"
        if self.round["method"] != method:
            yield f"round 1 was drawn by {self.round['method']}, not {method}"
        if method == "random" or self.round["locks"] or self.forbidden or not self.seen.lots_known:
            return
        order = sorted(seeds, key=lambda e: (seeds[e] is None, seeds[e] or 0, self.seen.lot(e)))
        met = {frozenset(two) for two in self.pairs}
        even = order[: len(order) // 2 * 2]
        folded = {frozenset((even[at], even[-1 - at])) for at in range(len(even) // 2)}
        if not folded <= met:
            yield "round 1 is not folded"


def matchings(people: list[str | None]) -> Iterator[list[Two]]:
    """All perfect ones; None, the bye, comes last."""
    if not people:
        yield []
        return
    first, *rest = people
    assert first is not None
    for at, other in enumerate(rest):
        for others in matchings(rest[:at] + rest[at + 1 :]):
            yield [(first, other), *others]
