"""What the reason of a bye says is true, of every format and after what a director locks."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tests.tournaments.engine.events import event, played
from tournaments.engine.drawing import drafted, draw_round
from tournaments.engine.draws import Bye, Lock
from tournaments.engine.terms import Format
from tournaments.engine.tournament import RoundData, RoundState, TournamentData

DIRECTOR = ("bye_by_director", "sit_out_by_director")


class Night:
    """A tournament that is played by lot, in which the director locks some places by hand."""

    def __init__(self, entries: int, format: Format, rounds: int, seeded: bool) -> None:
        self.random = Random(100 * entries + rounds)
        given = event(entries, format=format, planned=rounds)
        if seeded:
            named = [entry._replace(seed=entry.number) for entry in given.entries]
            given = replace(given, entries=tuple(named))
        self.tournament = replace(given, version=10)

    def draw(self, number: int, locks: tuple[Lock, ...] = ()) -> RoundData:
        rounds = self.tournament.published
        asked = RoundData(number, state=RoundState.DRAFT, locks=locks)
        self.tournament = replace(self.tournament, rounds=(*rounds, asked))
        draft = drafted(self.tournament, number, draw_round(self.tournament, number))
        self.tournament = replace(self.tournament, rounds=(*rounds, draft))
        return draft

    def moved(self, draft: RoundData) -> tuple[Lock, ...]:
        """Some tables locked; into the first comes somebody who had no table, if there is one."""
        tables = self.random.sample(draft.tables, self.random.randint(1, len(draft.tables)))
        idle = self.random.choice([*draft.without_table, None])
        first = list(map(list, tables[0].sides))
        if idle is not None:
            first[0][0] = idle
        sides = [tuple(map(tuple, first)), *(table.sides for table in tables[1:])]
        locks = [Lock(each, version=self.tournament.version) for each in sides]
        if idle is None and draft.byes and self.random.random() < 0.5:
            locks.append(Lock(((draft.without_table[0],),), bye=True, version=11))
        return tuple(locks)

    def play(self, draft: RoundData) -> None:
        version = self.tournament.version + 1
        tables = tuple(
            table._replace(results=(played(self.random.sample(range(3000), 2), version=version),))
            for table in draft.tables
        )
        closed = draft._replace(published_version=version, state=RoundState.CLOSED, tables=tables)
        rounds = (*self.tournament.published, closed)
        self.tournament = replace(self.tournament, version=version + 1, rounds=rounds)


def untrue(tournament: TournamentData, draft: RoundData) -> Iterator[str]:
    """What the reasons of byes say, and is not so."""
    locked = {entry for lock in draft.locks for entry in lock.entries}
    had = Counter(
        entry
        for each in tournament.published
        if each.number < draft.number
        for entry in each.without_table
    )
    for bye in draft.byes:
        rest = draft.placed - locked
        if bye.why.code in DIRECTOR:
            fits = bye.entry in locked
        elif bye.why.code == "bye_left_over":
            fits = rest == {bye.entry}
        else:
            if locked:
                fits = bye.why.code.endswith("_of_rest")
            else:
                fits = not bye.why.code.endswith("_of_rest")
            fits = fits and bye.entry in rest and _fits(draft, bye, rest, had)
        if not fits:
            yield f"{bye.why}, of {sorted(rest)}, with {had}"


def _fits(draft: RoundData, bye: Bye, rest: frozenset[int], had: Counter[int]) -> bool:
    """True if the bye is what its code says, among those whom no lock names."""
    fewest = [entry for entry in rest if had[entry] == min(had[one] for one in rest)]
    rank = {each.entry: each.rank for each in draft.basis}
    facts: dict[str, Any] = dict(bye.why.facts)
    match bye.why.code.removesuffix("_of_rest"):
        case "sat_out":
            out = rest & {*draft.without_table}
            counts = facts["left"] == len(out) and facts["free"] == len(rest)
            least = all(had[entry] >= had[bye.entry] for entry in rest - out)
            return counts and least and facts["had"] == had[bye.entry]
        case "bye_by_lot":
            return draft.method == "random" and len(rest) % 2 == 1
        case "bye_last_seed":
            return bye.entry == max(rest) and len(rest) % 2 == 1
        case "bye_lowest":
            lowest = rank[bye.entry] == max(rank[entry] for entry in rest)
            return lowest and bye.entry in fewest and len(rest) % 2 == 1
        case "bye_fewest":
            return bye.entry == max(fewest, key=rank.__getitem__) and len(rest) % 2 == 1
        case "bye_for_better_tables":
            return bye.entry != max(fewest, key=rank.__getitem__) and len(rest) % 2 == 1
        case _:
            return False


@pytest.mark.parametrize(
    ("format", "entries", "rounds", "seeded"),
    [
        *((Format.SWISS, entries, 4, entries % 4 == 1) for entries in (3, 5, 6, 7, 9, 10, 11, 13)),
        *((Format.SWISS_INDIVIDUAL, entries, 5, False) for entries in (5, 6, 7, 9, 13, 18)),
        *((Format.ROTATING, entries, 3, False) for entries in (5, 6, 7, 9, 11)),
    ],
)
def test_what_a_bye_is_said_to_be_for_is_true(
    format: Format, entries: int, rounds: int, seeded: bool
) -> None:
    night = Night(entries, format, rounds, seeded)
    for number in range(1, rounds + 1):
        drawn = night.draw(number)
        assert list(untrue(night.tournament, drawn)) == []
        for _ in range(3):
            again = night.draw(number, night.moved(drawn))
            assert list(untrue(night.tournament, again)) == []
        night.play(night.random.choice([drawn, again]))


def test_reasons_name_what_the_director_leaves_to_the_draw() -> None:
    night = Night(7, Format.SWISS, 3, seeded=False)
    night.play(night.draw(1))
    drawn = night.draw(2)
    (idle,) = drawn.without_table
    table = drawn.tables[0]
    (bye,) = night.draw(2, (Lock(((idle,), table.sides[1]), version=1),)).byes
    assert bye.why.code.endswith("_of_rest")
    locks = tuple(Lock(each.sides, version=1) for each in drawn.tables)
    (bye,) = night.draw(2, locks).byes
    assert bye.why.code == "bye_left_over"


def test_reasons_of_those_who_sit_out_count_those_left_to_the_draw() -> None:
    night = Night(9, Format.SWISS_INDIVIDUAL, 3, seeded=False)
    drawn = night.draw(1)
    one = Lock(drawn.tables[0].sides, version=1)
    (bye,) = night.draw(1, (one,)).byes
    assert (bye.why.code, bye.why.facts["free"], bye.why.facts["left"]) == ("sat_out_of_rest", 5, 1)
    both = (one, Lock(drawn.tables[1].sides, version=1))
    (bye,) = night.draw(1, both).byes
    assert (bye.why.code, bye.why.facts["free"], bye.why.facts["left"]) == ("sat_out_of_rest", 1, 1)
