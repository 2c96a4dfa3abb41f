"""The same deal at several tables: the datum, and how far each side is from it."""

from fractions import Fraction
from math import floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.engine.crosstable import compare, datum

MARGINS = st.integers(-3_000, 3_000).map(lambda fives: 5 * fives)


@pytest.mark.parametrize(
    ("margins", "mean"),
    [
        pytest.param([400], 400, id="one table is its own measure"),
        pytest.param([100, -300], -100, id="two"),
        pytest.param([1000, 0, -5], 332, id="three are all counted, 331.67"),
        pytest.param([5000, 100, 200, -9000], 150, id="of four the extremes are left out"),
        pytest.param([5, 0], 3, id="a half goes up"),
        pytest.param([-5, 0], -2, id="below nothing, too"),
        pytest.param([700, 700, 700, 700, 0], 700, id="of five level highest ones one is left out"),
    ],
)
def test_the_datum_is_the_mean_without_the_extremes(margins: list[int], mean: int) -> None:
    assert datum(margins) == mean


def test_a_deal_that_nobody_played_has_no_datum() -> None:
    with pytest.raises(ValueError, match="nobody"):
        datum([])


@given(st.lists(MARGINS, min_size=1, max_size=30))
def test_the_datum_is_the_rounded_mean_of_those_counted(margins: list[int]) -> None:
    counted = sorted(margins)[1:-1] if len(margins) > 3 else margins
    assert datum(margins) == floor(Fraction(sum(counted), len(counted)) + Fraction(1, 2))


def test_tables_are_compared_hand_by_hand() -> None:
    first, second = compare({2: [(500, 300), (0, 40)], 1: [(100, 300)]})
    assert (first.number, first.datum) == (1, 0)
    assert [(row.table, row.difference) for row in first.rows] == [
        (1, (-200, 200)),
        (2, (200, -200)),
    ]
    assert [(row.table, row.points, row.difference) for row in second.rows] == [
        (2, (0, 40), (0, 0))
    ]


@given(
    st.dictionaries(
        st.integers(1, 40), st.lists(st.tuples(MARGINS, MARGINS), max_size=4), max_size=9
    )
)
def test_differences_add_up_to_nothing_and_a_table_is_measured_by_its_own_margin(tables) -> None:
    for hand in compare(tables):
        for row in hand.rows:
            own, other = tables[row.table][hand.number - 1]
            assert sum(row.difference) == 0
            assert row.difference[0] + hand.datum == own - other
