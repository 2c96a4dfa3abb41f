"""Ratings: what the margin model believes, replayed exactly."""

from itertools import combinations
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.engine.rated_tables import Model, PlacedTable, RatedTable, RatingChange
from tournaments.engine.ratings import Ratings, ratings_replay

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


def test_more_hands_show_more() -> None:
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


def test_a_week_of_drift_is_counted_once_no_matter_who_played_in_between() -> None:
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


@given(histories(), st.integers(0, 12))
def test_a_replay_in_two_steps_is_the_same_to_the_bit(history: list[RatedTable], at: int) -> None:
    once = FRESH.after(history)
    assert bits(FRESH.after(history[:at]).after(history[at:])) == bits(once)
    assert FRESH.rating("a") is None


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


def test_rotating_players_are_distinguished_by_their_partners() -> None:
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


def placed(tables: list[RatedTable], tournament: str = "t") -> list[PlacedTable]:
    """Each table in a round of its own, in this order."""
    return [PlacedTable(tournament, number, 1, table) for number, table in enumerate(tables, 1)]


@st.composite
def seasons(draw: st.DrawFn) -> list[PlacedTable]:
    """Tournaments on overlapping days, rounds of tables that nobody shares, in order."""
    found: list[PlacedTable] = []
    for tournament in draw(st.permutations("xyz")):
        day = draw(st.integers(0, 20))
        for number in range(1, draw(st.integers(1, 3)) + 1):
            day += draw(st.sampled_from([0, 0, 7]))
            seats = "".join(draw(st.permutations("abcdefgh")))
            for table in (1, 2):
                four = seats[4 * table - 4 : 4 * table]
                points = draw(st.tuples(*[st.integers(-400, 2800)] * 2))
                scores = (5 * points[0], 5 * points[1])
                rated = met(four[:2], four[2:], *scores, day=day)
                found.append(PlacedTable(tournament, number, table, rated))
    return found


@given(seasons(), st.randoms(use_true_random=False))
def test_the_order_in_which_results_were_entered_makes_no_difference_to_the_bit(
    season: list[PlacedTable], random: Random
) -> None:
    once = ratings_replay(MODEL, season)
    shuffled = random.sample(season, len(season))
    again = ratings_replay(MODEL, shuffled)
    assert bits(again.ratings) == bits(once.ratings)
    assert again.changes == once.changes


@given(seasons())
def test_the_tables_of_a_round_could_have_other_numbers(season: list[PlacedTable]) -> None:
    """Nobody plays at two of them, and what one shows does not depend on what another showed."""
    once = ratings_replay(MODEL, season).ratings
    turned = ratings_replay(MODEL, [each._replace(number=-each.number) for each in season]).ratings
    for player in "abcdefgh":
        own, other = once._index[player], turned._index[player]
        assert turned._mean[other] == pytest.approx(once._mean[own], abs=1e-6)


@given(seasons())
def test_what_a_tournament_changed_adds_up(season: list[PlacedTable]) -> None:
    replay = ratings_replay(MODEL, season)
    for player in "abcdefgh":
        told = [changes[player] for changes in replay.changes.values()]
        assert sum(change.tables for change in told) == replay.ratings.tables(player)
        assert sum(change.before is None for change in told) == 1
        assert replay.ratings.rating(player) in [change.after for change in told]


def test_a_result_corrected_back_leaves_no_trace() -> None:
    season = placed([met("ab", "cd", 5000, 3000), met("ac", "bd", 100, 4000)])
    wrong = [season[0]._replace(table=met("ab", "cd", 3000, 5000)), season[1]]
    assert bits(ratings_replay(MODEL, wrong).ratings) != bits(ratings_replay(MODEL, season).ratings)
    right = [wrong[0]._replace(table=met("ab", "cd", 5000, 3000)), wrong[1]]
    assert bits(ratings_replay(MODEL, right).ratings) == bits(ratings_replay(MODEL, season).ratings)


def test_each_tournament_shows_its_changes_by_player() -> None:
    first = placed([met("a", "b", 7000, 1000)], "first")
    second = placed([met("b", "c", 0, 0, day=7), met("a", "c", 0, 0, day=7)], "second")
    changes = ratings_replay(MODEL, second + first).changes
    assert changes["first"] == {"a": RatingChange(1, None, 250), "b": RatingChange(1, None, -250)}
    told = changes["second"]
    assert (told["a"].tables, told["a"].before) == (1, 250)
    assert (told["b"].tables, told["b"].before) == (1, -250)
    assert (told["c"].tables, told["c"].before) == (2, None)


def test_a_tournament_whose_rounds_are_around_another_shows_its_change_from_first_to_last() -> None:
    around = placed([met("a", "b", 7000, 1000, day=0), met("a", "b", 7000, 1000, day=14)], "around")
    between = placed([met("a", "b", 1000, 7000, day=7)], "between")
    replay = ratings_replay(MODEL, around + between)
    a = replay.changes["around"]["a"]
    assert (a.tables, a.before, a.after) == (2, None, replay.ratings.rating("a"))
    assert replay.changes["between"]["a"].before == 250


def test_a_pair_that_stays_together_is_rated_as_one() -> None:
    one, other = frozenset("ab"), frozenset("cd")
    table = RatedTable(0, ((one,), (other,)), (7000, 1000), 4)
    ratings = ratings_replay(MODEL, placed([table])).ratings
    assert (ratings.rating(one), ratings.rating(other)) == (250, -250)
    assert ratings.rated == (one, other)
    assert ratings.rating("a") is None


def test_who_plays_nothing_has_no_ratings() -> None:
    replay = ratings_replay(MODEL, [])
    assert (replay.ratings.rated, replay.changes) == ((), {})


def test_of_three_sides_each_starts_level_with_the_strongest() -> None:
    sides = (("a",), ("b",), ("c",))
    after = FRESH.after([RatedTable(0, sides, (5000, 3000, 2500), 4)])
    assert after.handicaps(sides, 4) == (0, 500, 600)
