"""Nights with rotating partners: the plan, and each round drawn from it."""

from random import Random

import pytest

from tests.tournaments.engine.nights import (
    check,
    night,
    opponent_counts,
    partner_counts,
    repeats,
    seating,
    sit_out_counts,
)
from tournaments.engine.draws import DrawRefused, Lock
from tournaments.engine.formats import rotating
from tournaments.engine.formats.night import Night
from tournaments.engine.formats.rotating import draw_round, plan


def play(tonight: Night, rounds: int) -> Night:
    """The night after this many rounds drawn and played."""
    for _ in range(rounds):
        draw = draw_round(tonight)
        check(tonight, draw)
        tonight = tonight.after(seating(draw))
    return tonight


@pytest.mark.parametrize("players", [9, 10, 12])
def test_a_night_undisturbed_keeps_to_its_first_plan(players):
    tonight = night(players, 5)
    _, planned = plan(tonight)
    played = play(tonight, 5).past
    assert [{frozenset(t) for t in s.tables} for s in played] == [
        {frozenset(t) for t in s.tables} for s in planned
    ]


def test_who_leaves_changes_only_the_rounds_to_come():
    early = play(night(12, 6), 2)
    later = night(early.present - {5}, 6, past=early.past)
    played = play(later, 4)
    assert played.past[:2] == early.past
    assert repeats(played.past) == 0


def test_where_locks_leave_nobody_to_seat_the_rounds_to_come_are_still_planned():
    locks = (Lock(((1, 2), (3, 4))),)
    draw = draw_round(night(6, 3, locks=locks))
    assert [table.sides for table in draw.tables] == [((1, 2), (3, 4))]
    assert [bye.entry for bye in draw.byes] == [5, 6]


def test_who_comes_late_sits_out_first():
    early = play(night(12, 6), 2)
    draw = draw_round(night(13, 6, past=early.past, late=frozenset({13})))
    assert [bye.entry for bye in draw.byes] == [13]
    why = draw.byes[0].why
    assert (why.code, why.facts["had"], why.facts["late"]) == ("sat_out", 0, True)


def test_the_same_night_gives_the_same_bytes_in_any_order():
    tonight = play(night(11, 6), 2)
    again = night(reversed(range(1, 12)), 6, past=tonight.past)
    assert repr(draw_round(tonight)) == repr(draw_round(again))


def test_another_seed_gives_another_night():
    assert draw_round(night(12, 6)) != draw_round(night(12, 6, lots="other"))


def test_the_directors_table_and_sit_out_are_kept():
    tonight = night(14, 5, locks=(Lock(((3, 9), (1, 2)), table=3),), sitting_out=frozenset({7, 8}))
    draw = draw_round(tonight)
    check(tonight, draw)
    assert draw.tables[2].why.code == "set_by_director"
    assert [bye.entry for bye in draw.byes] == [7, 8]


def test_a_round_with_a_fixed_table_goes_on_with_a_new_plan():
    first = night(12, 6, locks=(Lock(((1, 2), (3, 4))),))
    tonight = first.after(seating(draw_round(first), fixed=True))
    assert repeats(play(tonight, 5).past) == 0


def test_forbidden_pairs_are_kept_apart_all_night():
    pairs = frozenset({(1, 2), (1, 3), (4, 5)})
    tonight = play(night(8, 5, never_partners=pairs, never_opponents=frozenset({(6, 7)})), 5)
    assert not {frozenset(pair) for pair in pairs} & partner_counts(tonight.past).keys()
    assert frozenset((6, 7)) not in opponent_counts(tonight.past)


def test_a_draw_that_would_break_a_ban_is_refused():
    with pytest.raises(DrawRefused) as refused:
        draw_round(night(4, 3, never_partners=frozenset({(1, 2), (1, 3), (1, 4)})))
    assert refused.value.code == "no_draw_possible"


@pytest.mark.parametrize(
    ("tonight", "code"),
    [
        pytest.param(night(3, 3), "no_draw_possible", id="three players"),
        pytest.param(night(8, 0), "no_rounds_left", id="no round left"),
        pytest.param(
            night(8, 3, locks=(Lock(((1, 2), (3, 9))),)), "no_draw_possible", id="locked but absent"
        ),
        pytest.param(
            night(8, 3, locks=(Lock(((1, 2), (3, 4))),), sitting_out=frozenset({1})),
            "no_draw_possible",
            id="locked twice",
        ),
    ],
)
def test_what_cannot_be_drawn_is_refused(tonight, code):
    with pytest.raises(DrawRefused) as refused:
        draw_round(tonight)
    assert refused.value.code == code


@pytest.mark.parametrize("six", [(2, 2, 2), (3, 3)])
@pytest.mark.parametrize(("players", "out"), [(6, 0), (7, 1), (10, 0), (11, 1), (13, 1)])
def test_a_table_of_six_takes_a_remainder_of_two(players, out, six):
    tonight = play(night(players, 3, six=six), 3)
    assert [len(past.byes) for past in tonight.past] == [out] * 3


@pytest.mark.full
def test_places_at_the_table_of_six_are_shared(monkeypatch):
    monkeypatch.setattr(rotating, "EFFORT", 60)
    monkeypatch.setattr(rotating, "HEATS", (0.1, 0.2, 0.3))
    past = play(night(10, 5, six=(2, 2, 2)), 5).past
    at = [e for s in past for t in s.tables if len(t) == 3 for side in t for e in side]
    assert {at.count(entry) for entry in range(1, 11)} == {3}


def test_a_stationary_entry_keeps_its_table():
    tonight = night(12, 4, stationary={5: 3})
    for _ in range(4):
        draw = draw_round(tonight)
        assert any(5 in side for side in draw.tables[2].sides)
        tonight = tonight.after(seating(draw))


def test_the_reason_names_who_met_before():
    tonight = play(night(4, 3), 2)
    why = draw_round(tonight).tables[0].why
    assert (why.code, why.facts["players"]) == ("from_design", 4)
    assert why.facts["partners"] == []
    assert [1, 2, 1] in why.facts["opponents"]


def simulated(players: int, rounds: int, seed: int, six=None) -> None:
    """A night in which people come and go: checked each round, and sit-outs in the end."""
    rng = Random(seed)
    tonight = night(players, rounds, lots=str(seed), six=six)
    newcomer, steady = players + 1, set(tonight.present)
    for _ in range(rounds):
        draw = draw_round(tonight)
        check(tonight, draw)
        present, late = set(tonight.present), set(tonight.late)
        if rng.random() < 0.3:
            present.add(newcomer)
            late.add(newcomer)
            newcomer += 1
        if rng.random() < 0.3 and len(present) > 4:
            present.remove(rng.choice(sorted(present)))
        steady &= present
        tonight = night(
            present,
            rounds,
            lots=str(seed),
            six=six,
            past=(*tonight.past, seating(draw)),
            late=frozenset(late),
        )
    sat = sit_out_counts(tonight.past, steady)
    assert not sat or max(sat) - min(sat) <= 1
    if players > 4 * rounds:
        assert repeats(tonight.past) == 0


@pytest.mark.parametrize(("players", "six"), [(5, None), (17, None), (9, (2, 2, 2))])
def test_a_night_of_coming_and_going_stays_fair(players, six):
    simulated(players, 4, seed=players, six=six)


@pytest.mark.slow
@pytest.mark.parametrize("players", range(4, 61, 4))
@pytest.mark.parametrize("odd", range(4))
def test_nights_of_every_size_stay_fair(players, odd):
    simulated(players + odd, 6, seed=players + odd, six=(2, 2, 2) if odd % 2 else None)
