"""Every bracket comes to its end, no matter who goes home on the way."""

from dataclasses import replace
from random import Random

import pytest

from tests.depth import one_of
from tests.tournaments.engine.events import event, played
from tournaments.engine.drawing import (
    FORMATS,
    Moved,
    drafted,
    draw_round,
    moved_since_draw,
    rounds_with,
)
from tournaments.engine.terms import Format
from tournaments.engine.tournament import AttendanceData, RoundData, RoundState, TournamentData

UNMOVED = Moved(*(frozenset[int](),) * 4)


class Cup:
    """A knockout of this size, in which some go home."""

    def __init__(self, entries: int, leaving: float) -> None:
        self.random = Random(entries)
        self.leaving = leaving
        planned = FORMATS[Format.KNOCKOUT].rounds_for(entries).fewest
        self.cup = replace(event(entries, format=Format.KNOCKOUT, planned=planned), version=1)

    def go_home(self, here: frozenset[int], *, all_but: int = 0) -> None:
        """Each of them with some chance, but never the last."""
        for number in sorted(here):
            if number != all_but and self.random.random() < self.leaving:
                entry = self.cup.entries[number - 1]
                change = AttendanceData(self.tick(), present=False)
                entry = entry._replace(presence=(*entry.presence, change))
                entries = [*self.cup.entries]
                entries[number - 1] = entry
                self.cup = replace(self.cup, entries=tuple(entries))

    def tick(self) -> int:
        self.cup = replace(self.cup, version=self.cup.version + 1)
        return self.cup.version

    def draw(self, number: int) -> RoundData:
        self.tick()
        return drafted(self.cup, number, draw_round(self.cup, number))

    def play(self, draft: RoundData) -> None:
        """By lot."""
        version = self.tick()
        tables = tuple(
            table._replace(results=(played(self.random.sample([9, 5], 2), version=version),))
            for table in draft.tables
        )
        self.cup = replace(self.cup, rounds_planned=rounds_with(self.cup, draft))
        closed = draft._replace(state=RoundState.CLOSED, published_version=version, tables=tables)
        self.cup = replace(self.cup, rounds=(*self.cup.rounds, closed))


def alive(cup: TournamentData) -> frozenset[int]:
    last = cup.rounds[-1]
    winners = {t.sides[t.counted.winner][0] for t in last.tables if t.counted and t.counted.winner
               is not None and not t.third_place_match}  # fmt: skip
    return frozenset(winners | {bye.entry for bye in last.byes if bye.slot is not None})


@pytest.mark.parametrize(
    ("entries", "leaving"), one_of(3, ((n, how) for n in range(2, 65) for how in (0, 0.1)))
)
def test_a_bracket_of_any_size_ends_with_one_winner_no_matter_who_goes_home(
    entries: int, leaving: float
) -> None:
    night = Cup(entries, leaving)
    number = 0
    while number < night.cup.rounds_planned:
        number += 1
        draft = night.draw(number)
        slots = [
            entry
            for table in draft.tables
            if not table.third_place_match
            for (entry,) in table.sides
        ]
        stays = min([*slots, *(bye.entry for bye in draft.byes if bye.slot is not None)])
        beaten = frozenset(range(1, entries + 1)) - draft.placed if number > 1 else frozenset()
        night.go_home(beaten)
        assert moved_since_draw(night.cup, draft) == UNMOVED
        night.go_home(draft.placed, all_but=stays)
        moved = moved_since_draw(night.cup, draft)
        gone = {e for e in draft.placed if not night.cup.entries[e - 1].present}
        assert gone <= moved.left
        if gone:
            draft = night.draw(number)
            assert moved_since_draw(night.cup, draft) == UNMOVED
        night.play(draft)
        night.go_home(frozenset(range(1, entries + 1)) - {min(alive(night.cup))})
    assert len(alive(night.cup)) == 1
