"""The bench's own arithmetic: a verdict or a share that is wrong would flatter us."""

import sys
from types import ModuleType

import pytest

from deploy.bench.inproc import percentile_20
from deploy.bench.report import markdown
from deploy.bench.samba import Cost, in_place_of
from deploy.bench.targets import Target, ratio

SOLVER = """
def solve(n):
    return n + inner(n)

def inner(n):
    return n
"""


@pytest.fixture
def solver(monkeypatch):
    """A solver's module, and a module that imported its function by name."""
    module, caller = ModuleType("games.probe_solver"), ModuleType("games.probe_caller")
    for each in (module, caller):
        monkeypatch.setitem(sys.modules, each.__name__, each)
    exec(SOLVER, vars(module))
    exec("from games.probe_solver import solve", vars(caller))
    return module, caller


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


def test_calls_are_counted_however_the_function_is_bound(solver):
    module, caller = solver
    cost, plain = Cost(), module.solve
    with in_place_of(plain, cost.timing(plain)):
        assert caller.solve(1) == module.solve(1) == 2
    assert cost.calls == 2


def test_the_clock_is_taken_off_the_function_afterwards(solver):
    module, caller = solver
    cost, plain = Cost(), module.solve
    with in_place_of(plain, cost.timing(plain)):
        assert caller.solve is not plain
    assert caller.solve is module.solve is plain
    caller.solve(1)
    assert cost.calls == 0
