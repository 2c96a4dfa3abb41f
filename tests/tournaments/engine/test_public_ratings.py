"""Public ratings: a variance a player, replayed from any day, and little lost by it."""

from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.engine.predictors import Oracle, VarianceAlone, WithCovariances
from tests.tournaments.engine.synthetic import Loss, loss_of, mean_loss, season
from tests.tournaments.engine.test_ratings import MODEL, histories, met
from tournaments.engine.rated_tables import PublicTable, RatedTable
from tournaments.engine.ratings import Ratings, Strength, Strengths, strengths_after


def after(*tables: RatedTable | PublicTable) -> Strengths:
    """From nothing."""
    public = [each if isinstance(each, PublicTable) else PublicTable(each) for each in tables]
    return strengths_after(MODEL, {}, public)


def test_the_first_table_moves_everybody_as_the_method_with_covariances_does() -> None:
    for table in (met("a", "b", 7000, 1000), met("ab", "cd", 7000, 1000)):
        own, other = after(table), Ratings(MODEL).after([table])
        for player in own:
            assert own[player].rating == other.rating(player)
            assert own[player].deviation == other.deviation(player)
            assert own[player].tables == 1


def test_of_three_sides_the_strongest_wins_most() -> None:
    table = RatedTable(0, (("a",), ("b",), ("c",)), (5000, 3000, 2500), 4)
    assert [after(table)[player].rating for player in "abc"] == [125, -42, -83]


@given(histories(), st.integers(0, 12))
def test_going_on_from_a_checkpoint_is_the_same_to_the_bit(
    history: list[RatedTable], at: int
) -> None:
    tables = [PublicTable(table) for table in history]
    early = strengths_after(MODEL, {}, tables[:at])
    assert early | strengths_after(MODEL, early, tables[at:]) == strengths_after(MODEL, {}, tables)


@given(histories())
def test_a_player_who_plays_is_known_more_surely_and_nobody_else_changes(
    history: list[RatedTable],
) -> None:
    known: Strengths = {}
    for table in history:
        changed = strengths_after(MODEL, known, [PublicTable(table)])
        assert changed.keys() == {rated for side in table.sides for rated in side}
        for rated, strength in changed.items():
            before = known.get(rated, Strength(0, MODEL.prior_variance, 0, table.day))
            idle = MODEL.drift_variance * (table.day - before.day) / 7
            assert 0 < strength.variance < before.variance + idle
            assert strength.tables == before.tables + 1
        known |= changed


def test_a_variance_grows_with_the_weeks_since_the_players_own_last_table() -> None:
    first = [met("a", "b", 5000, 5000)] * 20
    soon, late = met("a", "c", 10_000, 0), met("a", "c", 10_000, 0, day=350)
    assert after(*first, late)["a"].rating > after(*first, soon)["a"].rating
    between = met("d", "e", 500, 0, day=175)
    assert after(*first, between, late)["a"] == after(*first, late)["a"]


def test_a_table_rates_only_whom_it_is_to_rate() -> None:
    earlier = met("abcd", "efgh", 9000, 0)
    table = met("ab", "cd", 7000, 1000, day=7)
    whole, part = after(earlier, table), after(earlier, PublicTable(table, frozenset("ac")))
    for player in "ac":
        assert part[player] == whole[player]
    for player in "bd":
        assert part[player] == after(earlier)[player]


@pytest.mark.parametrize(("who", "won"), [("ab", False), ("a", False), ("b", True), ("", True)])
def test_who_cannot_gain_may_only_lose(who: str, won: bool) -> None:
    table = met("a", "b", 7000, 1000)
    found = after(PublicTable(table, frozenset("ab"), frozenset(who)))
    assert (found["a"].mean > 0) == won
    assert found["b"] == after(table)["b"]
    assert found["a"].variance == after(table)["a"].variance


def test_tables_out_of_time_are_refused() -> None:
    with pytest.raises(ValueError, match="in order of time"):
        after(met("a", "b", 1, 0, day=2), met("a", "b", 1, 0, day=1))


@pytest.mark.full
def test_without_covariances_little_is_lost_of_what_margins_show() -> None:
    """Measured: a log-loss of 0.5116 against 0.5110, and 0.4979 for who knows the strengths."""
    found: dict[str, list[Loss]] = {"alone": [], "covariances": [], "oracle": []}
    for seed in range(8):
        played = season(seed)
        found["alone"].append(loss_of(VarianceAlone(), played.tables))
        found["covariances"].append(loss_of(WithCovariances(), played.tables))
        found["oracle"].append(loss_of(Oracle(played.strength), played.tables))
    alone, covariances, oracle = (mean_loss(each) for each in found.values())
    assert oracle.log < covariances.log < alone.log < covariances.log + 0.002
    assert oracle.squared < covariances.squared < alone.squared < covariances.squared + 0.006
    assert round(alone.log, 4) == 0.5116
    assert round(covariances.log, 4) == 0.5110
    assert round(alone.squared, 4) == 1.0235


def test_the_deviations_are_about_as_large_as_the_errors() -> None:
    errors = []
    for seed in range(4):
        played, predictor = season(seed), VarianceAlone()
        for table in played.tables:
            predictor.learn(table)
        errors += [
            (predictor.known[player].mean - strength) / sqrt(predictor.known[player].variance)
            for player, strength in played.strength.items()
        ]
    mean = sum(each * each for each in errors) / len(errors)
    assert 0.7 < sqrt(mean) < 1.8
