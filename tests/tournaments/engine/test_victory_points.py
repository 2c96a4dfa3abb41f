"""The scale of victory points."""

from decimal import Decimal
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.depth import cases
from tournaments.engine.results import (
    Scale,
    curve,
    round_half_up,
    scale_for,
    table_of,
)

CLUB_NIGHT = scale_for(2000, 4)
EVERY_TABLE = range(200, 0, -cases(5, 1))
"""In the long run all that a scale can be of; else one in five."""
CURVES, TABLES = cache(curve), cache(table_of)


def test_four_hands_of_a_deviation_of_2000_give_a_scale_to_10000_by_50() -> None:
    assert (CLUB_NIGHT.base, CLUB_NIGHT.step, len(CLUB_NIGHT.table)) == (10_000, 50, 201)


@pytest.mark.parametrize(
    ("margin", "score"),
    [
        (0, 1000),
        (100, 1019),
        (500, 1091),
        (1000, 1176),
        (2000, 1328),
        (5000, 1675),
        (7500, 1867),
        (10_000, 2000),
        (23_000, 2000),
        (-100, 981),
        (-10_000, 0),
    ],
)
def test_the_reference_values_of_the_sorted_table(margin: int, score: int) -> None:
    assert CLUB_NIGHT.score(margin) == score


def test_the_reference_values_of_the_formula() -> None:
    hundreds = [round_half_up(value) for value in curve(100)]
    assert [hundreds[at] for at in (0, 1, 5, 10, 20, 50, 75, 100)] == [
        1000,
        1019,
        1091,
        1176,
        1328,
        1673,
        1866,
        2000,
    ]


def test_the_formula_gives_the_bridge_table_of_16_boards() -> None:
    """WBF: B = 15 · √16 = 60 IMPs."""
    table = [round_half_up(value) for value in curve(60)]
    assert table[:9] == [1000, 1031, 1061, 1091, 1120, 1148, 1176, 1203, 1229]
    assert (table[20], table[60]) == (1500, 2000)


@pytest.mark.parametrize(
    ("margin", "steps"), [(24, 0), (25, 1), (74, 1), (75, 2), (-24, 0), (-25, -1), (-75, -2)]
)
def test_a_margin_goes_to_the_nearest_step_halves_up(margin: int, steps: int) -> None:
    assert CLUB_NIGHT.score(margin) == CLUB_NIGHT.score(50 * steps)


@given(st.integers(1, 20_000), st.integers(1, 60))
def test_base_and_step_are_what_the_square_root_says(margin_sd: int, hands: int) -> None:
    """Every comparison with 2.5 · sd · √hands is made on squares, where nothing is rounded."""
    square = 25 * margin_sd**2 * hands  # (2B)²
    step = next(s for s in range(50, 10**7, 50) if square <= (2 * 200 * s) ** 2)
    steps = next(k for k in range(202) if square < ((2 * k + 1) * step) ** 2)
    if not steps:
        with pytest.raises(ValueError, match="too small"):
            scale_for(margin_sd, hands)
        return
    scale = scale_for(margin_sd, hands)
    assert (scale.base, scale.step) == (steps * step, step)
    assert len(scale.table) == steps + 1 <= 201


@pytest.mark.full
def test_the_digits_kept_decide_every_rounding() -> None:
    """No value of any of the 200 tables is near a half: 50 digits are plenty."""
    for steps in EVERY_TABLE:
        for value in CURVES(steps):
            assert abs(value % 1 - Decimal("0.5")) > Decimal("1e-9")


def test_every_table_rises_ever_more_slowly_from_10_to_20() -> None:
    for table in map(TABLES, EVERY_TABLE):
        increments = [after - before for before, after in pairwise(table)]
        assert (table[0], table[-1]) == (1000, 2000)
        assert min(increments) > 0
        assert increments == sorted(increments, reverse=True)


def test_sorting_moves_no_value_by_more_than_6_hundredths() -> None:
    for steps in EVERY_TABLE:
        rounded = map(round_half_up, CURVES(steps))
        assert max(abs(a - b) for a, b in zip(TABLES(steps), rounded, strict=True)) <= 6


@given(st.integers(-30_000, 30_000), st.integers(100, 5000), st.integers(1, 12))
def test_both_sides_share_20_points_and_more_margin_never_costs(
    margin: int, margin_sd: int, hands: int
) -> None:
    scale = scale_for(margin_sd, hands)
    assert scale.score(margin) + scale.score(-margin) == 2000
    assert scale.score(margin) <= scale.score(margin + 1)


@pytest.mark.full
def test_a_third_of_the_base_is_15_by_the_formula() -> None:
    assert {round_half_up(curve(3 * thirds)[thirds]) for thirds in range(1, 67)} == {1500}


@pytest.mark.parametrize(("margin_sd", "hands"), [(0, 4), (2000, 0), (5, 1)])
def test_a_scale_that_distinguishes_nothing_is_refused(margin_sd: int, hands: int) -> None:
    with pytest.raises(ValueError, match=r"too small|at least"):
        scale_for(margin_sd, hands)


def test_a_scale_read_back_scores_the_same() -> None:
    frozen = Scale(base=10_000, step=50, table=CLUB_NIGHT.table)
    assert frozen == CLUB_NIGHT


def test_a_wide_scale_takes_wider_steps() -> None:
    wide = scale_for(3000, 9)
    assert (wide.base, wide.step) == (22_500, 150)
