"""What sides owe each other: nobody wins a cent that nobody loses."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.pad import settlement

TOTALS = st.lists(st.integers(-20_000, 20_000).map(lambda n: 5 * n), min_size=2, max_size=8)
STAKES = st.integers(0, 1_000_000)


@pytest.mark.parametrize(
    ("totals", "stake", "cents"),
    [
        pytest.param((2360, -520), 5, (144, -144), id="two sides"),
        pytest.param((1000, 1000), 5, (0, 0), id="a draw"),
        pytest.param((1010, 1000), 5, (1, -1), id="half a cent goes up"),
        pytest.param((1000, 1010), 5, (-1, 1), id="for either side"),
        pytest.param((1005, 1000), 5, (0, 0), id="less than half down"),
        pytest.param((3000, 1000, 500), 10, (450, -150, -300), id="three, each with each"),
        pytest.param((20, 10, 0), 5, (2, 0, -2), id="rounded pair by pair"),
        pytest.param((5000, 0), 0, (0, 0), id="no stake"),
    ],
)
def test_each_side_settles_with_every_other(
    totals: tuple[int, ...], stake: int, cents: tuple[int, ...]
) -> None:
    assert settlement(totals, stake) == cents


@given(TOTALS, STAKES)
def test_all_cents_add_up_to_nothing(totals: list[int], stake: int) -> None:
    assert sum(settlement(totals, stake)) == 0


@given(TOTALS, STAKES)
def test_a_side_with_more_points_is_never_worse_off(totals: list[int], stake: int) -> None:
    cents = settlement(totals, stake)
    ranked = sorted(zip(totals, cents, strict=True))
    assert [each for _, each in ranked] == sorted(cents)


@given(TOTALS, STAKES, st.randoms(use_true_random=False))
def test_the_order_of_the_sides_does_not_matter(totals: list[int], stake: int, rng) -> None:
    order = rng.sample(range(len(totals)), len(totals))
    cents = settlement(totals, stake)
    assert settlement([totals[side] for side in order], stake) == tuple(
        cents[side] for side in order
    )


@given(TOTALS, STAKES)
def test_rounding_is_less_than_a_cent_for_each_opponent(totals: list[int], stake: int) -> None:
    for own, cents in zip(totals, settlement(totals, stake), strict=True):
        exact = sum((own - other) * stake for other in totals)
        assert abs(100 * cents - exact) <= 50 * (len(totals) - 1)
