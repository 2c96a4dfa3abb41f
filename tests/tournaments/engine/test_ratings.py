"""Ratings: what the margin model believes, replayed exactly (TOURNAMENTS c7)."""

from itertools import combinations
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.engine.ratings import Model, RatedTable, Ratings

MODEL = Model(margin_sd=2000)
FRESH = Ratings(MODEL)


def met(one: str, other: str, *points: int, day: int = 0, hands: int = 4) -> RatedTable:
    return RatedTable(day, (tuple(one), tuple(other)), points, hands)


def bits(ratings: Ratings) -> bytes:
    return ratings._mean.tobytes() + ratings._cov.tobytes()


@st.composite
def histories(draw: st.DrawFn) -> list[RatedTable]:
    days = sorted(draw(st.lists(st.integers(0, 60), max_size=12)))
    tables: list[RatedTable] = []
    for day in days:
        seats = draw(st.permutations("abcdefgh"))
        size, sides = draw(st.sampled_from([(1, 2), (2, 2), (1, 3), (2, 3)]))
        by_side = tuple(tuple(seats[at * size : (at + 1) * size]) for at in range(sides))
        points = tuple(draw(st.integers(-2000, 14_000)) for _ in range(sides))
        tables.append(RatedTable(day, by_side, points, draw(st.integers(2, 6))))
    return tables


def test_one_table_moves_a_pair_by_what_bayes_says() -> None:
    """Prior 500² each, four hands of 2000²: the gain is 250,000 / (500,000 + 1,000,000).

    A margin of 6000 is 1500 a hand.
    """
    after = FRESH.after([met("a", "b", 7000, 1000)])
    assert (after.rating("a"), after.rating("b")) == (250, -250)
    assert after.tables("a") == 1


def test_partners_share_what_their_side_earned() -> None:
    """Four strengths: the gain is 250,000 / (1,000,000 + 1,000,000)."""
    after = FRESH.after([met("ab", "cd", 7000, 1000)])
    assert [after.rating(player) for player in "abcd"] == [188, 188, -187, -187]


def test_a_margin_is_clipped_at_the_base_of_the_scale() -> None:
    at_base = FRESH.after([met("a", "b", 10_000, 0)])
    assert bits(FRESH.after([met("a", "b", 25_000, 0)])) == bits(at_base)
    assert bits(FRESH.after([met("a", "b", 9_950, 0)])) != bits(at_base)


def test_more_hands_tell_more() -> None:
    """The same margin a hand, more surely known."""
    short, long = met("a", "b", 2000, 0, hands=2), met("a", "b", 6000, 0, hands=6)
    assert (FRESH.after([short]).rating("a") or 0) < (FRESH.after([long]).rating("a") or 0)


def test_the_unrated_have_no_rating_and_count_as_average() -> None:
    after = FRESH.after([met("a", "b", 7000, 1000)])
    assert after.rating("z") is None
    assert after.tables("z") == 0
    assert after.expected_margin("a", "z", 4) == pytest.approx(1000)


def test_weeks_without_play_make_a_rating_easier_to_move() -> None:
    first = [met("a", "b", 5000, 5000)] * 20
    soon = FRESH.after([*first, met("a", "b", 10_000, 0, day=0)])
    late = FRESH.after([*first, met("a", "b", 10_000, 0, day=350)])
    assert (soon.rating("a") or 0) < (late.rating("a") or 0)


def test_a_week_of_drift_is_counted_once_whoever_played_in_between() -> None:
    first, last = met("a", "b", 7000, 1000, day=70), met("a", "b", 7000, 1000, day=1470)
    between = met("c", "d", 500, 0, day=700)
    assert FRESH.after([first, between, last])._mean[:2] == pytest.approx(
        FRESH.after([first, last])._mean
    )


def test_who_comes_later_has_not_drifted_before_coming() -> None:
    early = FRESH.after([met("c", "d", 0, 0), met("a", "b", 7000, 1000, day=350)])
    assert early.rating("a") == 250


def test_tables_out_of_time_are_refused() -> None:
    with pytest.raises(ValueError, match="in order of time"):
        FRESH.after([met("a", "b", 1, 0, day=2), met("a", "b", 1, 0, day=1)])


@settings(max_examples=60, deadline=None)
@given(histories(), st.integers(0, 12))
def test_a_replay_in_two_steps_is_the_same_to_the_bit(history: list[RatedTable], at: int) -> None:
    once = FRESH.after(history)
    assert bits(FRESH.after(history[:at]).after(history[at:])) == bits(once)
    assert FRESH.rating("a") is None


@settings(max_examples=60, deadline=None)
@given(histories())
def test_it_is_the_posterior_of_linear_algebra(history: list[RatedTable]) -> None:
    """Without drift: one batch regression of all tables, by another method and library."""
    now = [table._replace(day=0) for table in history]
    players = list(dict.fromkeys(p for table in now for side in table.sides for p in side))
    precision = np.eye(len(players)) / 500**2
    weighted = np.zeros(len(players))
    for table in now:
        base = 5000 * table.hands**0.5
        base = 50 * -(-base // 10_000) * round(base / (50 * -(-base // 10_000)))
        count = len(table.sides)
        # every side's points are its strength and a luck of half a margin's variance
        for at in range(1, count):
            row = np.zeros(len(players))
            for side in range(at + 1):
                for player in table.sides[side]:
                    row[players.index(player)] = -1 if side == at else 1 / at
            margin = np.mean(table.points[:at]) - table.points[at]
            noise = 2000**2 / 2 * (1 + 1 / at) / table.hands
            precision += np.outer(row, row) / noise
            weighted += row * float(np.clip(margin, -base, base)) / table.hands / noise
    mean = np.linalg.solve(precision, weighted) if players else weighted
    after = FRESH.after(now)
    assert after._mean == pytest.approx(mean, abs=1e-6)


@settings(max_examples=60, deadline=None)
@given(histories())
def test_certainty_stays_symmetric_and_positive(history: list[RatedTable]) -> None:
    cov = FRESH.after(history)._cov
    assert np.array_equal(cov, cov.T)
    assert not len(cov) or np.linalg.eigvalsh(cov).min() > 0


def test_of_three_sides_with_equal_luck_the_order_does_not_matter() -> None:
    """375, -125 and -250 a hand from the mean, of which a third, 250,000 / 750,000, is believed."""
    points = {"a": 5000, "b": 3000, "c": 2500}

    def rated(order: str) -> list[int | None]:
        sides = tuple((player,) for player in order)
        after = FRESH.after([RatedTable(0, sides, tuple(points[p] for p in order), 4)])
        return [after.rating(player) for player in "abc"]

    assert rated("abc") == rated("cab") == rated("bca") == [125, -42, -83]


@pytest.mark.parametrize(
    ("margin", "start"),
    [
        pytest.param(6000, (0, 1500), id="500 a hand expected, 2000 of four"),
        pytest.param(-6000, (1500, 0), id="the other side is the stronger"),
        pytest.param(0, (0, 0), id="level"),
        pytest.param(600, (0, 200), id="150 goes up to 200"),
        pytest.param(599, (0, 100), id="149.75 goes down to 100"),
    ],
)
def test_a_handicap_is_three_quarters_of_the_margin_expected(
    margin: int, start: tuple[int, int]
) -> None:
    after = FRESH.after([met("a", "b", margin, 0)])
    assert after.handicaps(("a", "b"), 4) == start


def test_rotating_players_are_told_apart_by_their_partners() -> None:
    """A season of 60 evenings: the order of true strength is found, and the size about right."""
    random = Random(5)
    players = "abcdefgh"
    strength = dict(zip(players, range(-700, 701, 200), strict=True))
    tables: list[RatedTable] = []
    for _ in range(60):
        order = random.sample(players, 8)
        for at in (0, 4):
            own, other = order[at : at + 2], order[at + 2 : at + 4]
            true = sum(strength[p] for p in own) - sum(strength[p] for p in other)
            points = round(4 * true + random.gauss(0, 4000))
            tables.append(met("".join(own), "".join(other), points, 0))
    after = FRESH.after(tables)
    rated = {player: after.rating(player) or 0 for player in players}
    errors = [abs(rated[player] - strength[player]) for player in players]
    assert sum(errors) / 8 < 200
    inversions = sum(rated[a] > rated[b] for a, b in combinations(players, 2))
    assert inversions <= 3
