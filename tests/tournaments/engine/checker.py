"""A slow judge of Swiss draws, written only from the meaning of "basis" and "cost". It shares no
code with the draw except the shapes, keeps its own record of what happened, and weighs tuples
instead of packed integers.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256

from tournaments.engine.draws import Draw
from tournaments.engine.tournament import RoundData

Sum = tuple[int, ...]


@dataclass
class Line:
    """What the judge stores about an entry that is to be drawn."""

    rank: int
    score: int


@dataclass
class Judge:
    """Follows one event; `faults` judges a draw, `record` takes it into the history."""

    seed: str
    bracket: int
    forbidden: set[frozenset[int]] = field(default_factory=set)
    locked: list[tuple[int, ...]] = field(default_factory=list)
    """Two entries that were set to meet, or one that was given a bye."""
    stationary: dict[int, int] = field(default_factory=dict)
    round: int = 1
    met: list[frozenset[int]] = field(default_factory=list)
    byes: list[int] = field(default_factory=list)
    floats: list[dict[int, str]] = field(default_factory=list)
    lines: dict[int, Line] = field(default_factory=dict)

    def faults(self, draw: Draw) -> list[str]:
        return [
            *self._misplaced(draw),
            *self._overruled(draw),
            *self._miscounted(draw),
            *(self._suboptimal(draw) if draw.method == "matching" else ()),
        ]

    def record(self, draw: Draw) -> None:
        floats: dict[int, str] = {bye.entry: "down" for bye in draw.byes}
        for one, other in met_in(draw):
            gap = self._gap(one, other)
            if gap:
                floats[one], floats[other] = ("down", "up") if gap > 0 else ("up", "down")
            self.met.append(frozenset((one, other)))
        self.byes += [bye.entry for bye in draw.byes]
        self.floats.append(floats)
        self.round += 1

    def cost(self, one: int, other: int | None) -> Sum:
        """Of a table of the two, or of the bye for `one`."""
        if other is None:
            lowest = min(line.score // self.bracket for line in self.lines.values())
            gap = self.lines[one].score // self.bracket - lowest
            repeated = self._floated(one, "down")
            distance = len(self.lines) - self.lines[one].rank
            return (
                0,
                self.byes.count(one),
                self._square(gap),
                repeated,
                distance,
                self._tie(0, one),
            )
        gap = self._gap(one, other)
        repeated = 0
        if gap:
            high, low = (one, other) if gap > 0 else (other, one)
            repeated = self._floated(high, "down") + self._floated(low, "up")
        distance = abs(self.lines[one].rank - self.lines[other].rank) - 1
        met = self.met.count(frozenset((one, other)))
        return (met, 0, self._square(gap), repeated, min(255, distance), self._tie(one, other))

    def best(self) -> Sum | None:
        """The least sum of all perfect matchings that keep the locks, tried one by one."""
        free = sorted(set(self.lines).difference(*self.locked))
        price = cache(self.cost)
        sums = [
            tuple(map(sum, zip(*(price(*two) for two in matching), strict=True)))
            for matching in matchings([*free, None] if len(free) % 2 else list(free))
            if not any(frozenset(two) in self.forbidden for two in matching)
        ]
        return min(sums) if sums else None

    def total(self, draw: Draw) -> Sum:
        """The sum of what the draw could choose: locks left out."""
        chosen = [two for two in pairs_of(draw) if not self._is_locked(two)]
        return tuple(map(sum, zip(*(self.cost(*two) for two in chosen), strict=True)))

    def _misplaced(self, draw: Draw) -> Iterator[str]:
        seen = [entry for two in pairs_of(draw) for entry in two if entry is not None]
        if sorted(seen) != sorted(self.lines):
            yield f"drawn {sorted(seen)}, present {sorted(self.lines)}"
        numbers = [table.number for table in draw.tables]
        if len(set(numbers)) < len(numbers) or min(numbers, default=1) < 1:
            yield f"tables {numbers}"
        if len(draw.byes) > len([lock for lock in self.locked if len(lock) == 1]) + 1:
            yield f"byes {draw.byes}"

    def _overruled(self, draw: Draw) -> Iterator[str]:
        drawn = {frozenset(two) - {None} for two in pairs_of(draw)}
        for lock in self.locked:
            if frozenset(lock) not in drawn:
                yield f"lock {lock} is not kept"
        for two in self.forbidden & drawn - {frozenset(lock) for lock in self.locked}:
            yield f"{sorted(two)} may not meet"
        for table in draw.tables:
            wished = [self.stationary[e] for (e,) in table.sides if e in self.stationary]
            if wished and table.number not in wished:
                yield f"table {table.number} should be {wished}"

    def _miscounted(self, draw: Draw) -> Iterator[str]:
        whys = [table.why for table in draw.tables] + [bye.why for bye in draw.byes]
        for two, why in zip(pairs_of(draw), whys, strict=True):
            if why.cost != self.cost(*two) or not why.code:
                yield f"{two} costs {self.cost(*two)}, not {why.cost}"

    def _suboptimal(self, draw: Draw) -> Iterator[str]:
        """By trying everything in a small field, every exchange of two in a large one."""
        if len(self.lines) <= 8:
            if (best := self.best()) != self.total(draw):
                yield f"costs {self.total(draw)}, best is {best}"
            return
        chosen = [two for two in pairs_of(draw) if not self._is_locked(two)]
        for index, (a, b) in enumerate(chosen):
            for c, d in chosen[index + 1 :]:
                now = self._sum((a, b), (c, d))
                for others in (((a, c), (b, d)), ((a, d), (c, b))):
                    if self._permitted(others) and self._sum(*others) < now:
                        yield f"{others} were better than {(a, b), (c, d)}"

    def _permitted(self, pairs: tuple[tuple[int | None, int | None], ...]) -> bool:
        return not any(frozenset(two) in self.forbidden for two in pairs)

    def _sum(self, *pairs: tuple[int | None, int | None]) -> Sum:
        costs = (
            self.cost(*sorted(e for e in two if e is not None))
            if None not in two
            else self.cost(next(e for e in two if e is not None), None)
            for two in pairs
        )
        return tuple(map(sum, zip(*costs, strict=True)))

    def _is_locked(self, two: tuple[int, int | None]) -> bool:
        return frozenset(two) - {None} in {frozenset(lock) for lock in self.locked}

    def _gap(self, one: int, other: int) -> int:
        return self.lines[one].score // self.bracket - self.lines[other].score // self.bracket

    def _square(self, gap: int) -> int:
        return min(31, abs(gap)) ** 2

    def _floated(self, entry: int, way: str) -> int:
        return int(any(floats.get(entry) == way for floats in self.floats[-2:]))

    def _tie(self, one: int, other: int) -> int:
        low, high = sorted((one, other))
        digest = sha256(f"{self.seed}:{self.round}:{low}:{high}".encode()).hexdigest()
        return int(digest[:5], 16)


def met_in(draw: Draw | RoundData) -> list[tuple[int, int]]:
    return [(one, other) for table in draw.tables for (one,), (other,) in [table.sides]]


def pairs_of(draw: Draw) -> list[tuple[int, int | None]]:
    return [*met_in(draw), *((bye.entry, None) for bye in draw.byes)]


def matchings(vertices: list[int | None]) -> Iterator[list[tuple[int, int | None]]]:
    """All perfect matchings; None, the bye, is second."""
    if not vertices:
        yield []
        return
    first, *others = vertices
    assert first is not None
    for index, other in enumerate(others):
        for matching in matchings(others[:index] + others[index + 1 :]):
            yield [(first, other), *matching]
