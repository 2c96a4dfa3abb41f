"""The bench's own arithmetic: a verdict or a share that is wrong would flatter us."""

import pytest

from deploy.bench.inproc import percentile_20
from deploy.bench.report import markdown
from deploy.bench.samba import legal_lists, rests
from deploy.bench.targets import Target, ratio


@pytest.mark.parametrize(
    ("measured", "at_most", "verdict"),
    [
        pytest.param(1.49, False, "MISSED", id="below the floor"),
        pytest.param(1.5, False, "met, not the better one", id="at the floor"),
        pytest.param(2.5, False, "met, the better one too", id="at the better floor"),
        pytest.param(1.51, True, "MISSED", id="above the ceiling"),
        pytest.param(1.5, True, "met, not the better one", id="at the ceiling"),
        pytest.param(None, False, "not measured", id="not there"),
    ],
)
def test_a_target_is_judged_by_its_bounds(measured, at_most, verdict):
    better = 1.2 if at_most else 2.5
    target = Target(what="it", measured=measured, bound=1.5, better=better, at_most=at_most)
    assert target.verdict == verdict


def test_a_ratio_with_a_part_that_is_not_there_is_none():
    part = {"ours": {"cpu_ms": 3.0}, "lean": {"cpu_ms": 2.0}}
    assert ratio(part, "ours", "lean", "cpu_ms") == 1.5
    assert ratio(part, "ours", "textbook", "cpu_ms") is None


def test_the_steady_block_is_the_one_that_a_fifth_stay_at_or_below():
    assert percentile_20([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0]) == 2.0
    assert percentile_20([1.0]) == 1.0


def test_a_table_keeps_its_columns_aligned():
    lines = markdown(["a", "b"], [["long cell", "1"]]).splitlines()
    assert lines == ["| a         | b |", "| --------- | - |", "| long cell | 1 |"]


def test_every_position_of_random_play_is_timed():
    figures = legal_lists("handfoot", 50)
    assert figures["legal_lists"] >= 50
    assert 0 < figures["legal_mean_ms"] <= figures["legal_worst_ms"]
    assert figures["legal_p99_ms"] <= figures["legal_worst_ms"]


def test_rests_are_played_from_positions_with_few_cards_to_draw():
    assert rests("classic", 0.01)["rests_per_half_second"] > 0
