"""How good the plans of whole nights are."""

import pytest

from tests.tournaments.engine.nights import night, opponent_counts, repeats, sit_out_counts
from tournaments.engine.formats import rotating
from tournaments.engine.formats.night import NightRound
from tournaments.engine.formats.plans import RoundSeats, Tally, _difference, _swap
from tournaments.engine.formats.rotating import draw_round, movement, plan

SMALL = [(4, 3), (5, 5), (8, 6), (8, 7), (10, 6), (11, 6), (13, 13), (14, 6), (16, 6), (22, 6)]
LARGE = [(19, 8), (24, 8), (30, 8), (42, 8), (64, 8), (100, 8)]


@pytest.fixture
def quick_plans() -> None:
    """Here they are not: plans are as good as the service makes them."""


@pytest.mark.parametrize(
    ("players", "rounds"), [*SMALL, *(pytest.param(*n, marks=pytest.mark.slow) for n in LARGE)]
)
@pytest.mark.full
def test_no_partnership_repeats_and_sit_outs_are_shared(players, rounds):
    """Small and large nights, full designs among them."""
    _, planned = plan(night(players, rounds))
    sat = sit_out_counts(planned, range(1, players + 1))
    assert repeats(planned) == 0
    assert max(sat) - min(sat) <= 1
    if (players, rounds) in LARGE:
        assert max(opponent_counts(planned).values()) == 1


def test_a_full_night_of_a_design_is_that_design():
    method, planned = plan(night(13, 13))
    assert method == "design"
    assert set(opponent_counts(planned).values()) == {2}


def test_a_short_night_of_many_is_searched_since_a_design_repeats_opponents_sooner():
    method, planned = plan(night(16, 5))
    assert method == "search"
    assert set(opponent_counts(planned).values()) == {1}


def test_eight_in_six_rounds_meet_as_evenly_as_can_be():
    counts = list(opponent_counts(plan(night(8, 6))[1]).values())
    assert (counts.count(1), counts.count(2)) == (8, 20)


@pytest.mark.full
def test_a_design_is_not_begun_in_the_middle_of_a_night():
    _, planned = plan(night(9, 5))
    assert plan(night(8, 5, past=tuple(planned[:2])))[0] == "search"


@pytest.mark.parametrize("shapes", [[(2, 2)] * 3, [(2, 2), (2, 2, 2)], [(3, 3), (2, 2)]])
def test_the_foretold_difference_of_a_swap_is_the_true_one(shapes):
    seats, tally = RoundSeats(range(sum(map(sum, shapes))), shapes), Tally(12)
    for table in range(len(shapes)):
        tally.seat(seats.sides(table))
    for i, j in [(0, 4), (3, 9), (1, 8), (2, 5), (0, 7)]:
        if seats.table[i] != seats.table[j]:
            before, foretold = tally.cost, _difference(tally, seats, i, j)
            _swap(tally, seats, i, j)
            assert tally.cost - before == foretold


@pytest.mark.parametrize(("players", "rounds"), [(8, 7), (10, 6), (13, 4), (14, 5)])
@pytest.mark.full
def test_what_is_planned_ahead_is_what_is_drawn_while_nobody_comes_or_goes(
    players, rounds, monkeypatch
):
    """However short the search is."""
    monkeypatch.setattr(rotating, "EFFORT", 40)
    tonight = night(players, rounds, stationary={3: 2})
    for planned in movement(tonight):
        draw = draw_round(tonight)
        assert planned.tables == tuple((table.number, table.sides) for table in draw.tables)
        assert planned.byes == tuple(bye.entry for bye in draw.byes)
        assert planned == movement(tonight)[0]
        tonight = tonight.after(
            NightRound(tuple(sides for _, sides in planned.tables), planned.byes)
        )
    assert tonight.round == rounds + 1
