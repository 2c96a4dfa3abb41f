"""Random fields of a Swiss, and the same field as the judge sees it."""

from dataclasses import replace
from random import Random
from typing import NamedTuple

from tests.tournaments.engine.checker import Judge, Line
from tournaments.engine.draws import Float, Lock, pair
from tournaments.engine.formats.constraints import Constraints
from tournaments.engine.formats.swiss_field import Entrant, Field


class Case(NamedTuple):
    field: Field
    constraints: Constraints

    def judge(self) -> Judge:
        judge = Judge(
            self.field.lots,
            self.field.bracket,
            {frozenset(two) for two in self.constraints.forbidden},
            [lock.entries for lock in self.constraints.locks],
            dict(self.constraints.stationary),
            self.field.round,
        )
        judge.met = [
            frozenset(two) for two, times in self.field.meetings.items() for _ in range(times)
        ]
        judge.floats = [{}, {}]
        for each in self.field.entrants:
            judge.lines[each.entry] = Line(each.rank, each.score)
            judge.byes += [each.entry] * each.byes
            for ago, way in enumerate(each.floats):
                if way:
                    judge.floats[-1 - ago][each.entry] = way
        return judge

    def forbidding(self, *pairs: tuple[int, int]) -> "Case":
        forbidden = self.constraints.forbidden | set(pairs)
        return self._replace(constraints=replace(self.constraints, forbidden=forbidden))


def random_case(seed: int, most: int = 10, fewest: int = 2) -> Case:
    """A field in the middle of an event, with rematches, byes, floats, bans and locks."""
    random = Random(seed)
    size = random.randint(fewest, most)
    entries = random.sample(range(1, 3 * size), size)
    scores = sorted((random.randrange(0, 2400, 50) for _ in entries), reverse=True)
    entrants = [
        Entrant(
            entry,
            rank,
            score,
            random.choice((0, 0, 0, 1, 2)),
            (_float(random), _float(random)),
            random.randint(-2, 2),
        )
        for rank, (entry, score) in enumerate(zip(entries, scores, strict=True), start=1)
    ]
    random.shuffle(entrants)
    meetings = {
        pair(*random.sample(entries, 2)): random.choice((1, 1, 2))
        for _ in range(random.randint(0, size * size // 3))
    }
    forbidden = {pair(*random.sample(entries, 2)) for _ in range(random.choice((0, 0, 1, 3)))}
    field = Field(
        round=random.randint(2, 9),
        lots=f"{seed:x}",
        bracket=200,
        entrants=tuple(entrants),
        meetings=meetings,
    )
    return Case(field, Constraints(frozenset(forbidden), _locks(random, entries)))


def _float(random: Random) -> Float | None:
    return random.choice((None, None, "down", "up"))


def _locks(random: Random, entries: list[int]) -> tuple[Lock, ...]:
    drawn = random.sample(entries, len(entries))
    kind = random.choice(("none", "none", "table", "bye", "both"))
    locks: list[Lock] = []
    if kind in ("table", "both") and len(drawn) > 3:
        locks.append(Lock(((drawn.pop(),), (drawn.pop(),)), table=3, override=True))
    if kind in ("bye", "both") and len(drawn) > 2:
        locks.append(Lock(((drawn.pop(),),), bye=True))
    return tuple(locks)
