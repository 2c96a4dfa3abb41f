"""The draw is the best of all draws: against trying them all, and by what may not change it."""

from dataclasses import replace
from random import Random

import pytest

from tests.depth import in_the_full_run, one_of
from tests.tournaments.engine.checker import Judge, matchings, pairs_of
from tests.tournaments.engine.fields import Case, random_case
from tournaments.engine.draws import Draw, DrawRefused
from tournaments.engine.formats import best_matching, swiss
from tournaments.engine.formats.swiss_field import Entrant, Field


def drawn(case: Case) -> Draw | None:
    try:
        return swiss.draw(*case)
    except DrawRefused:
        return None


def total(case: Case) -> tuple[int, ...] | None:
    draw = drawn(case)
    return None if draw is None else case.judge().total(draw)


def agrees_with_trying_all(case: Case) -> bool:
    judge = case.judge()
    draw = drawn(case)
    if draw is None:
        return judge.best() is None
    return judge.faults(draw) == [] and judge.total(draw) == judge.best()


@pytest.mark.parametrize("hundred", one_of(5, range(10)))
def test_no_draw_of_up_to_ten_entrants_is_cheaper(hundred):
    cases = range(100 * hundred, 100 * hundred + 100)
    assert [seed for seed in cases if not agrees_with_trying_all(random_case(seed))] == []


@pytest.mark.slow
@pytest.mark.parametrize("thousand", range(1, 11))
def test_no_draw_of_ten_thousand_more_is_cheaper(thousand):
    cases = range(1000 * thousand, 1000 * thousand + 1000)
    assert [seed for seed in cases if not agrees_with_trying_all(random_case(seed))] == []


def test_the_random_cases_have_refusals_byes_rematches_locks_and_floats():
    """The control of the tests above: what they compare happens."""
    cases = [random_case(seed) for seed in range(1000)]
    draws = [drawn(case) for case in cases]
    assert sum(draw is None for draw in draws) > 10
    costs = [
        [table.why.cost for table in draw.tables] + [bye.why.cost for bye in draw.byes]
        for draw in draws
        if draw is not None
    ]
    for level in range(6):
        assert sum(any(cost[level] for cost in round) for round in costs) > 100
    assert sum(bool(case.constraints.locks) for case in cases) > 300
    assert sum(len(pairs_of(draw)) == 5 for draw in draws if draw is not None) > 100


@pytest.mark.parametrize("seed", range(60))
def test_the_order_of_its_input_changes_nothing(seed):
    case = random_case(seed, most=24)
    random = Random(seed)
    entrants = random.sample(case.field.entrants, len(case.field.entrants))
    meetings = dict(random.sample(list(case.field.meetings.items()), len(case.field.meetings)))
    locks = tuple(reversed(case.constraints.locks))
    shuffled = Case(
        replace(case.field, entrants=tuple(entrants), meetings=meetings),
        replace(case.constraints, locks=locks),
    )
    assert drawn(shuffled) == drawn(case)


@pytest.mark.parametrize("seed", range(60))
def test_one_more_ban_never_makes_a_cheaper_draw(seed):
    case = random_case(seed, most=16, fewest=4)
    while drawn(case) is None:
        seed += 1000  # A case that can be drawn, so that no seed says nothing.
        case = random_case(seed, most=16, fewest=4)
    locked = {entry for lock in case.constraints.locks for entry in lock.entries}
    draw = drawn(case)
    before = total(case)
    assert draw is not None
    assert before is not None
    for table in draw.tables:
        (one,), (other,) = table.sides
        if not {one, other} & locked:
            after = total(case.forbidding((min(one, other), max(one, other))))
            assert after is None or after > before


def test_a_rematch_is_never_drawn_while_a_round_without_one_exists():
    """phase-rs #7937: of four, greedy leaves A-B and C-D in round three though A-D, B-C is free."""
    entrants = tuple(Entrant(entry, entry, 600 - 200 * (entry > 2)) for entry in (1, 2, 3, 4))
    met = {(1, 2): 1, (3, 4): 1, (1, 3): 1, (2, 4): 1}
    field = Field(round=3, lots="7f3a", bracket=200, entrants=entrants, meetings=met)
    assert {frozenset(two) for two in pairs_of(swiss.draw(field))} == {
        frozenset((1, 4)),
        frozenset((2, 3)),
    }


def test_the_greedy_choice_is_left_where_it_would_strand_others():
    """1-2 is the closest that has not met, but 3 and 4 have: 1-3 and 2-4, or 1-4 and 2-3."""
    entrants = tuple(Entrant(entry, entry, 1000 - 200 * entry) for entry in (1, 2, 3, 4))
    field = Field(round=2, lots="s", bracket=200, entrants=entrants, meetings={(3, 4): 1})
    assert all(table.why.cost[0] == 0 for table in swiss.draw(field).tables)


@pytest.mark.parametrize("seed", range(40))
def test_every_level_outweighs_all_those_below(seed):
    """Costs at their widest, so that a level packed too narrow would be overrun."""
    random = Random(seed)
    vertices = range(1, 9)
    costs = {
        (low, high): tuple(random.choice((0, top)) for top in (3, 3, 961, 2, 255, 2**20 - 1))
        for high in vertices
        for low in range(1, high)
    }
    sums = {
        tuple(map(sum, zip(*(costs[two] for two in matching), strict=True)))  # type: ignore[index]  # no bye here
        for matching in matchings(list(vertices))
    }
    found = best_matching(vertices, costs)
    assert tuple(map(sum, zip(*(costs[two] for two in found), strict=True))) == min(sums)


@pytest.mark.parametrize("seed", range(20))
def test_between_equally_cheap_draws_the_order_of_the_input_decides_nothing(seed):
    random = Random(seed)
    vertices = range(1, 13)
    pairs = [(low, high) for high in vertices for low in range(1, high)]
    found = best_matching(vertices, dict.fromkeys(pairs, (0, 1)))
    shuffled = random.sample(vertices, 12), dict.fromkeys(random.sample(pairs, 66), (0, 1))
    assert best_matching(*shuffled) == found


def test_weights_beyond_what_the_library_counts_in_are_never_handed_to_it():
    """From 126 bits on it fails, or errs in silence."""
    with pytest.raises(AssertionError, match="bits"):
        best_matching((1, 2, 3, 4), {(1, 2): (2**60, 2**59, 0), (3, 4): (0, 0, 1)})


@pytest.mark.parametrize("seed", one_of(3, range(12), others=in_the_full_run))
def test_it_costs_what_another_library_finds(seed):
    networkx = pytest.importorskip("networkx")
    case = random_case(seed, most=64, fewest=32)
    judge: Judge = case.judge()
    draw = drawn(case)
    assert draw is not None
    free: list[int | None] = [*sorted(set(judge.lines).difference(*judge.locked))]
    free += [None] * (len(free) % 2)
    graph = networkx.Graph()
    for index, one in enumerate(free):
        for other in free[index + 1 :]:
            if one is not None and frozenset((one, other)) not in judge.forbidden:
                graph.add_edge(one, other or 0, cost=judge.cost(one, other))
    wide = 10**8
    for *_, edge in graph.edges(data=True):
        edge["weight"] = sum(value * wide**k for k, value in enumerate(reversed(edge["cost"])))
    found = networkx.min_weight_matching(graph)
    best = tuple(map(sum, zip(*(graph.edges[two]["cost"] for two in found), strict=True)))
    assert judge.total(draw) == best
