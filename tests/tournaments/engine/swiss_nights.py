"""Whole Swiss events: results at random, entries that leave, come back and come late."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from tests.tournaments.engine.checker import Judge, Line, met_in
from tournaments.engine.draws import Basis, Draw, SeatedTable, lot
from tournaments.engine.formats import swiss
from tournaments.engine.formats.constraints import Constraints, meetings
from tournaments.engine.formats.swiss_field import (
    Entrant,
    Field,
    balance,
    floats,
    unplayed_rounds,
)
from tournaments.engine.tournament import RoundData

BRACKET = 200


class Round(NamedTuple):
    field: Field
    draw: Draw
    faults: list[str]


def played(field: Field, draw: Draw) -> RoundData:
    """The round as it was drawn; nobody wins by forfeit, no table is void."""
    return RoundData(
        field.round,
        tables=tuple(SeatedTable(table.sides, number=table.number) for table in draw.tables),
        byes=draw.byes,
        basis=tuple(Basis(each.entry, each.rank, each.score, each.byes) for each in field.entrants),
    )


class Event:
    """One event from its seed; `rounds` plays it and has every draw judged."""

    def __init__(self, seed: int, size: int, *, restless: bool = False) -> None:
        self.random = Random(seed)
        self.seed = f"event-{seed}"
        self.present = set(range(1, size + 1))
        self.scores: Counter[int] = Counter()
        self.restless = restless
        self.past: list[RoundData] = []
        self.judge = Judge(self.seed, BRACKET)

    def rounds(self, count: int, constraints: Constraints) -> Iterator[Round]:
        self.judge.forbidden = {frozenset(two) for two in constraints.forbidden}
        self.judge.stationary = dict(constraints.stationary)
        for number in range(1, count + 1):
            field = self._field(number)
            self.judge.lines = {e.entry: Line(e.rank, e.score) for e in field.entrants}
            draw = swiss.draw(field, constraints)
            yield Round(field, draw, self.judge.faults(draw))
            self.judge.record(draw)
            self.past.append(played(field, draw))
            self._play(draw)
            if self.restless:
                self._come_and_go()

    def _field(self, number: int) -> Field:
        ranked = sorted(self.present, key=lambda e: (-self.scores[e], lot(self.seed, e), e))
        had, sides = unplayed_rounds(self.past), balance(self.past)
        entrants = [
            Entrant(entry, rank, self.scores[entry], had[entry], floats(self.past, BRACKET)(entry),
                    sides[entry])
            for rank, entry in enumerate(ranked, start=1)
        ]  # fmt: skip
        self.random.shuffle(entrants)
        return Field(
            round=number,
            lots=self.seed,
            bracket=BRACKET,
            entrants=tuple(entrants),
            meetings=meetings(self.past),
        )

    def _play(self, draw: Draw) -> None:
        for one, other in met_in(draw):
            won = self.random.randint(0, 2000)
            self.scores[one] += won
            self.scores[other] += 2000 - won
        for bye in draw.byes:
            self.scores[bye.entry] += 1200

    def _come_and_go(self) -> None:
        """About one in ten leaves, somebody who left comes back, somebody new comes late."""
        ever = max(self.present | set(self.scores))
        gone = set(self.scores) - self.present
        for entry in sorted(self.present):
            if len(self.present) > 4 and self.random.random() < 0.1:
                self.present.remove(entry)
        if gone and self.random.random() < 0.5:
            self.present.add(self.random.choice(sorted(gone)))
        if self.random.random() < 0.5:
            self.present.add(ever + 1)
