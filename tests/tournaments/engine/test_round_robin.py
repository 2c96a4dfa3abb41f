"""Round robin: Berger's tables, everybody once, sides even, nobody forgotten."""

from collections import Counter

import pytest

from tests.tournaments.engine.checker import met_in
from tournaments.engine.draws import Draw, DrawRefused, lot
from tournaments.engine.formats import round_robin
from tournaments.engine.formats.constraints import Constraints

BERGER = {  # FIDE C.05, Annex 1
    4: """1-4 2-3
          4-3 1-2
          2-4 3-1""",
    6: """1-6 2-5 3-4
          6-4 5-3 1-2
          2-6 3-1 4-5
          6-5 1-4 2-3
          3-6 4-2 5-1""",
    8: """1-8 2-7 3-6 4-5
          8-5 6-4 7-3 1-2
          2-8 3-1 4-7 5-6
          8-6 7-5 1-4 2-3
          3-8 4-2 5-1 6-7
          8-7 1-6 2-5 3-4
          4-8 5-3 6-2 7-1""",
    10: """1-10 2-9 3-8 4-7 5-6
           10-6 7-5 8-4 9-3 1-2
           2-10 3-1 4-9 5-8 6-7
           10-7 8-6 9-5 1-4 2-3
           3-10 4-2 5-1 6-9 7-8
           10-8 9-7 1-6 2-5 3-4
           4-10 5-3 6-2 7-1 8-9
           10-9 1-8 2-7 3-6 4-5
           5-10 6-4 7-3 8-2 9-1""",
    12: """1-12 2-11 3-10 4-9 5-8 6-7
           12-7 8-6 9-5 10-4 11-3 1-2
           2-12 3-1 4-11 5-10 6-9 7-8
           12-8 9-7 10-6 11-5 1-4 2-3
           3-12 4-2 5-1 6-11 7-10 8-9
           12-9 10-8 11-7 1-6 2-5 3-4
           4-12 5-3 6-2 7-1 8-11 9-10
           12-10 11-9 1-8 2-7 3-6 4-5
           5-12 6-4 7-3 8-2 9-1 10-11
           12-11 1-10 2-9 3-8 4-7 5-6
           6-12 7-5 8-4 9-3 10-2 11-1""",
    14: """1-14 2-13 3-12 4-11 5-10 6-9 7-8
           14-8 9-7 10-6 11-5 12-4 13-3 1-2
           2-14 3-1 4-13 5-12 6-11 7-10 8-9
           14-9 10-8 11-7 12-6 13-5 1-4 2-3
           3-14 4-2 5-1 6-13 7-12 8-11 9-10
           14-10 11-9 12-8 13-7 1-6 2-5 3-4
           4-14 5-3 6-2 7-1 8-13 9-12 10-11
           14-11 12-10 13-9 1-8 2-7 3-6 4-5
           5-14 6-4 7-3 8-2 9-1 10-13 11-12
           14-12 13-11 1-10 2-9 3-8 4-7 5-6
           6-14 7-5 8-4 9-3 10-2 11-1 12-13
           14-13 1-12 2-11 3-10 4-9 5-8 6-7
           7-14 8-6 9-5 10-4 11-3 12-2 13-1""",
}


def played(size: int, *, double: bool = False) -> list[Draw]:
    order = range(1, size + 1)
    count = round_robin.rounds(size, double=double)
    return [round_robin.draw(order, number, order) for number in range(1, count + 1)]


@pytest.mark.parametrize("size", BERGER)
def test_the_circle_is_bergers_table(size):
    golden = [
        [tuple(map(int, each.split("-"))) for each in line.split()]
        for line in BERGER[size].splitlines()
    ]
    assert [met_in(draw) for draw in played(size)] == golden


@pytest.mark.parametrize("size", range(2, 31))
def test_everybody_meets_everybody_once(size):
    met = Counter(frozenset(two) for draw in played(size) for two in met_in(draw))
    assert len(met) == size * (size - 1) // 2
    assert set(met.values()) == {1}


@pytest.mark.parametrize("size", range(2, 31))
def test_the_second_time_sides_are_swapped(size):
    met = Counter(two for draw in played(size, double=True) for two in met_in(draw))
    assert len(met) == size * (size - 1)
    assert set(met.values()) == {1}


@pytest.mark.parametrize("size", range(2, 31))
def test_sides_are_balanced_over_all_rounds(size):
    firsts = Counter(one for draw in played(size) for one, _ in met_in(draw))
    counts = [firsts[entry] for entry in range(1, size + 1)]
    assert max(counts) - min(counts) == (0 if size % 2 else 1)


@pytest.mark.parametrize("size", range(3, 31, 2))
def test_in_an_odd_field_everybody_has_one_bye(size):
    draws = played(size)
    assert sorted(bye.entry for draw in draws for bye in draw.byes) == list(range(1, size + 1))
    assert {bye.why.code for draw in draws for bye in draw.byes} == {"circle_turn"}


def test_who_should_meet_somebody_who_left_has_the_bye():
    draw = round_robin.draw((1, 2, 3, 4), 1, (1, 2, 3))
    assert draw.method == "circle"
    assert met_in(draw) == [(2, 3)]
    (bye,) = draw.byes
    assert (bye.entry, bye.why.code) == (1, "circle_absent")
    assert bye.why.facts == {"entry": 1, "opponent": 4}


def test_forbidden_opponents_both_have_a_bye():
    draw = round_robin.draw((1, 2, 3, 4), 1, (1, 2, 3, 4), Constraints(frozenset({(1, 4)})))
    assert met_in(draw) == [(2, 3)]
    assert [bye.entry for bye in draw.byes] == [1, 4]


def test_a_round_where_nobody_meets_is_refused():
    with pytest.raises(DrawRefused) as refusal:
        round_robin.draw((1, 2, 3), 1, (1,))
    assert (refusal.value.code, refusal.value.facts) == ("no_draw_possible", {"entries": 1})


def test_a_stationary_entry_keeps_its_table():
    draw = round_robin.draw((1, 2, 3, 4), 1, (1, 2, 3, 4), Constraints(stationary={3: 1}))
    assert [(t.number, t.sides) for t in draw.tables] == [(1, ((2,), (3,))), (2, ((1,), (4,)))]


def test_places_go_by_seed_then_lot():
    unseeded = sorted((1, 2, 4), key=lambda entry: lot("s", entry))
    assert round_robin.places({1: None, 2: None, 3: 2, 4: None, 5: 1}, "s") == (5, 3, *unseeded)


def test_who_comes_late_takes_the_place_that_an_odd_field_leaves():
    assert round_robin.places({1: 1, 2: 2, 3: 3}, "s", late=(4,)) == (1, 2, 3, 4)
    with pytest.raises(DrawRefused) as refusal:
        round_robin.places({1: 1, 2: 2}, "s", late=(3,))
    assert refusal.value.facts == {"late": [3]}
