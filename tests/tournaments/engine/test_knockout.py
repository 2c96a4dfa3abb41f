"""Knockout: the seeded bracket, its byes, who goes on, and the match for third place."""

from itertools import pairwise
from random import Random

import pytest

from tests.tournaments.engine.checker import met_in
from tournaments.engine.draws import Draw, DrawRefused, lot
from tournaments.engine.formats import knockout
from tournaments.engine.formats.knockout import SlotOutcome


def first(size: int) -> Draw:
    """A bracket where entry n is seed n."""
    return knockout.first_round({entry: entry for entry in range(1, size + 1)}, "s")


def slots(draw: Draw) -> dict[int | None, tuple[int, ...]]:
    tables = {t.slot: tuple(e for side in t.sides for e in side) for t in draw.tables}
    return tables | {bye.slot: (bye.entry,) for bye in draw.byes}


def outcomes(draw: Draw, winners: set[int]) -> list[SlotOutcome]:
    found = [SlotOutcome(bye.slot, bye.entry) for bye in draw.byes if bye.slot is not None]
    for table in draw.tables:
        (one,), (other,) = table.sides
        if table.slot is not None:
            won, lost = (one, other) if one in winners else (other, one)
            found.append(SlotOutcome(table.slot, won, lost, table.number))
    return found


def played(size: int, better_wins: float = 1, seed: int = 0) -> list[Draw]:
    random = Random(seed)
    draws = [first(size)]
    width = len(slots(draws[0]))
    while width > 1:
        winners = {min(two) if random.random() < better_wins else max(two)
                   for two in met_in(draws[-1])}  # fmt: skip
        draws.append(knockout.next_round(outcomes(draws[-1], winners), width))
        width //= 2
    return draws


def test_the_bracket_of_eight():
    assert slots(first(8)) == {0: (1, 8), 1: (4, 5), 2: (2, 7), 3: (3, 6)}


def test_the_best_have_the_byes():
    draw = first(5)
    assert draw.method == "bracket"
    assert slots(draw) == {0: (1,), 1: (4, 5), 2: (2,), 3: (3,)}
    assert [table.number for table in draw.tables] == [1]
    assert draw.byes[0].why.code == "seed_bye"
    assert draw.byes[0].why.facts == {"entries": 5, "seed": 1, "entry": 1}


@pytest.mark.parametrize("size", range(2, 70))
def test_the_first_round_has_as_many_byes_as_the_bracket_lacks(size):
    draw = first(size)
    width = len(slots(draw))
    assert width & (width - 1) == 0
    assert set(slots(draw)) == set(range(width))
    assert size <= 2 * width < 2 * size
    assert sorted(bye.entry for bye in draw.byes) == list(range(1, 2 * width - size + 1))
    assert sorted(e for entries in slots(draw).values() for e in entries) == [*range(1, size + 1)]


@pytest.mark.parametrize("size", range(4, 70))
def test_where_the_better_always_wins_the_best_meet_last(size):
    draws = played(size)
    assert slots(draws[-1])[0] == (1, 2)
    assert set(slots(draws[-1])[None]) == {3, 4}
    assert {e for entries in slots(draws[-2]).values() for e in entries} == {1, 2, 3, 4}


@pytest.mark.parametrize("size", range(2, 40))
def test_a_slot_holds_the_winners_of_the_two_before_it(size):
    draws = played(size, 0.6, size)
    for before, after in pairwise(draws):
        for slot, entries in slots(after).items():
            if slot is not None:
                assert entries[0] in slots(before)[2 * slot]
                assert entries[1] in slots(before)[2 * slot + 1]
        assert after.byes == ()


def test_the_losing_semi_finalists_play_for_third_place_during_the_final():
    last = [SlotOutcome(0, 1, 4, 1), SlotOutcome(1, 3, 2, 2)]
    final, place = knockout.next_round(last, 2).tables
    assert (final.number, final.sides, final.slot, final.third_place_match) == (
        1,
        ((1,), (3,)),
        0,
        False,
    )
    assert (place.number, place.sides, place.slot, place.third_place_match) == (
        2,
        ((4,), (2,)),
        None,
        True,
    )


def test_of_three_only_one_loses_a_semi_final_and_none_plays_for_third_place():
    assert [len(draw.tables) for draw in played(3)] == [1, 1]


def test_seeds_go_by_seed_then_lot():
    low, high = sorted((1, 2), key=lambda entry: lot("s", entry))
    draw = knockout.first_round({1: None, 2: None, 3: 1, 4: 2}, "s")
    assert slots(draw) == {0: (3, high), 1: (4, low)}


def test_every_table_needs_its_winner():
    last = [SlotOutcome(0, 1, 4, 1), SlotOutcome(1, None, None, 2), SlotOutcome(2, None, None, 3)]
    with pytest.raises(DrawRefused) as refusal:
        knockout.next_round(last, 4)
    assert (refusal.value.code, refusal.value.facts) == ("winner_missing", {"tables": [2, 3]})


def test_who_should_meet_somebody_who_left_goes_on():
    last = [
        SlotOutcome(0, 1, 8, 1),
        SlotOutcome(1, 4, 5, 2),
        SlotOutcome(2, 2, 7, 3),
        SlotOutcome(3, 3, 6, 4),
    ]
    draw = knockout.next_round(last, 4, {4})
    assert slots(draw) == {0: (1,), 1: (2, 3)}
    assert draw.byes[0].why.code == "walkover"
    assert draw.byes[0].why.facts == {"entry": 1, "absent": 4}


def test_a_slot_that_both_left_stays_empty_and_its_neighbour_goes_on():
    last = [
        SlotOutcome(0, 1, 8, 1),
        SlotOutcome(1, 4, 5, 2),
        SlotOutcome(2, 2, 7, 3),
        SlotOutcome(3, 3, 6, 4),
    ]
    draw = knockout.next_round(last, 4, {1, 4})
    assert slots(draw) == {1: (2, 3)}
    final = knockout.next_round([SlotOutcome(1, 2, 3, 1)], 2)
    assert slots(final) == {0: (2,)}


@pytest.mark.parametrize(
    "last",
    [
        pytest.param([SlotOutcome(0, 1, 4, 1), SlotOutcome(1, 3, 2, 2)], id="lost and left"),
        pytest.param([SlotOutcome(0, 1, 4), SlotOutcome(1, 3, 2, 2)], id="left and lost by that"),
    ],
)
def test_of_a_semi_finalist_who_left_the_other_takes_third_place_by_a_bye(last):
    draw = knockout.next_round(last, 2, {4})
    assert [table.sides for table in draw.tables] == [((1,), (3,))]
    assert [(bye.entry, bye.slot) for bye in draw.byes] == [(2, None)]
    assert draw.byes[0].why.code == "third_place_walkover"
    assert draw.byes[0].why.facts == {"entry": 2, "absent": 4}


def test_of_two_losing_semi_finalists_who_left_nobody_takes_third_place():
    last = [SlotOutcome(0, 1, 4, 1), SlotOutcome(1, 3, 2, 2)]
    draw = knockout.next_round(last, 2, {2, 4})
    assert (len(draw.tables), draw.byes) == (1, ())


def test_after_the_final_and_with_nobody_left_nothing_is_drawn():
    for last, width, absent in (
        ([SlotOutcome(0, 1, 2, 1)], 1, set()),
        ([SlotOutcome(0, 1, 3, 1), SlotOutcome(1, 2, 4, 2)], 2, {1, 2, 3, 4}),
    ):
        with pytest.raises(DrawRefused) as refusal:
            knockout.next_round(last, width, absent)
        assert refusal.value.code == "no_draw_possible"


def test_a_bracket_needs_two():
    with pytest.raises(DrawRefused) as refusal:
        first(1)
    assert (refusal.value.code, refusal.value.facts) == ("no_draw_possible", {"entries": 1})
