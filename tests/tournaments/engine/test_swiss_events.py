"""Whole simulated Swiss events pass the slow judge."""

from collections import Counter

import pytest

from tests.depth import one_of
from tests.tournaments.engine.checker import met_in
from tests.tournaments.engine.swiss_nights import Event, Round
from tournaments.engine.formats import swiss
from tournaments.engine.formats.constraints import UNCONSTRAINED, Constraints


def played(event: Event, count: int, constraints: Constraints = UNCONSTRAINED) -> list[Round]:
    rounds = list(event.rounds(count, constraints))
    assert [round.faults for round in rounds] == [[]] * count
    return rounds


@pytest.mark.parametrize("size", one_of(4, range(4, 61)))
def test_no_draw_of_an_event_has_a_fault(size):
    played(Event(size, size), min(size - 1, 6))


@pytest.mark.parametrize("size", [*range(6, 20), 27, 40, 59])
def test_no_draw_has_a_fault_though_entries_leave_and_come_late(size):
    event = Event(1000 + size, size, restless=True)
    rounds = played(event, 6)
    assert len({frozenset(e.entry for e in round.field.entrants) for round in rounds}) > 1


@pytest.mark.parametrize("size", range(6, 31, 3))
def test_no_draw_has_a_fault_with_bans_and_stationary_entries(size):
    constraints = Constraints(
        frozenset({(1, 2), (2, 3)}), stationary={1: 2, 4: 1} if size % 2 else {3: 20}
    )
    played(Event(2000 + size, size), 4, constraints)


@pytest.mark.slow
@pytest.mark.parametrize("hundred", range(10))
def test_no_draw_of_a_thousand_events_has_a_fault(hundred):
    for seed in range(100 * hundred, 100 * hundred + 100):
        size = 4 + seed % 57
        played(Event(5000 + seed, size, restless=seed % 2 == 1), min(size - 1, 7))


@pytest.mark.parametrize("size", one_of(3, range(4, 41, 2)))
def test_nobody_meets_again_in_the_first_half_of_the_possible_rounds(size):
    """Up to n/2 rounds one without a rematch exists, whatever was drawn before (Dirac)."""
    event = Event(3000 + size, size)
    played(event, size // 2)
    assert max(Counter(frozenset(two) for past in event.past for two in met_in(past)).values()) == 1


@pytest.mark.parametrize("size", range(5, 20, 2))
def test_nobody_has_a_second_bye_before_everybody_had_one(size):
    rounds = played(Event(4000 + size, size), size // 2)
    byes = [bye.entry for round in rounds for bye in round.draw.byes]
    assert len(byes) == len(set(byes)) == size // 2


@pytest.mark.parametrize("size", [8, 13, 24])
def test_sides_come_out_even(size):
    event = Event(6000 + size, size)
    played(event, 6)
    firsts = Counter(one for past in event.past for one, _ in met_in(past))
    seconds = Counter(other for past in event.past for _, other in met_in(past))
    assert max(abs(firsts[entry] - seconds[entry]) for entry in range(1, size + 1)) <= 2


def test_the_same_event_is_drawn_the_same_again():
    one = [round.draw for round in played(Event(7, 21, restless=True), 6)]
    other = [round.draw for round in played(Event(7, 21, restless=True), 6)]
    assert repr(one) == repr(other)


@pytest.mark.parametrize("size", [257, pytest.param(290, marks=pytest.mark.slow)])
@pytest.mark.full
def test_the_near_opponents_hold_the_best_draw_of_a_large_field(size, monkeypatch):
    rounds = list(Event(7000 + size, size).rounds(3, UNCONSTRAINED))
    monkeypatch.setattr(swiss, "DENSE", size)
    for round in rounds[1:]:
        assert swiss.draw(round.field) == round.draw
