"""Seasons: night scores, best N of M, minimum, guests, the chain."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.engine.events import awarded, event, pairs, played, round_, table
from tournaments.engine.results import End
from tournaments.engine.seasons import (
    SeasonNight,
    SeasonRules,
    contenders,
    night_scores,
    season_results,
    winners,
)
from tournaments.engine.standings import standings
from tournaments.engine.terms import Format
from tournaments.engine.tournament import TournamentData


def night(name: str, winner: str = "", **scores: int) -> SeasonNight:
    return SeasonNight(name, scores, {winner} - {""})


def order(season: SeasonRules, *nights: SeasonNight) -> list[tuple[int, str]]:
    return [(one.rank, one.player) for one in season_results(season, nights)]


def scored(tournament: TournamentData) -> dict[int, int]:
    return night_scores(tournament, standings(tournament, ("score",)))


def test_a_night_of_victory_points_is_the_share_of_what_could_be_had() -> None:
    evening = event(
        4,
        round_(1, pairs(1, 2, 4200, 3200), pairs(3, 4, 10_600, 0)),
        round_(2, pairs(1, 3, 0, 0), byes=[2]),
    )
    assert scored(evening) == {1: 5440, 2: 5060, 3: 7500, 4: 0}


def test_a_night_score_is_rounded_halves_up() -> None:
    """824 + 1176 + 672 of three rounds is 44.5333 %; 1093 of two 27.325 % exactly."""
    three = event(
        2,
        *(
            round_(at, table((1,), (2,), awarded(End.AWARDED, (score, 0), winner=0)))
            for at, score in enumerate((824, 1176, 672), start=1)
        ),
    )
    assert scored(three)[1] == 4453
    two = event(
        2,
        *(
            round_(at, table((1,), (2,), awarded(End.AWARDED, (score, 0), winner=0)))
            for at, score in enumerate((1000, 93), start=1)
        ),
    )
    assert scored(two)[1] == 2733


def test_leaving_a_pairs_night_early_does_not_pay() -> None:
    left = event(3, round_(1, pairs(1, 2, 10_000, 0), byes=[3]), round_(2, pairs(2, 3, 0, 0)))
    assert scored(left)[1] == 5000


def test_sit_outs_and_void_tables_do_not_count() -> None:
    alone = event(
        5,
        round_(1, table((1, 2), (3, 4), played((10_000, 0))), byes=[5]),
        round_(2, table((1, 3), (2, 5), played((0, 0))), byes=[4]),
        format=Format.ROTATING,
    )
    assert scored(alone) == {1: 7500, 2: 7500, 3: 2500, 4: 0, 5: 5000}
    void = played((1, 0))._replace(end=End.VOID)
    stopped = event(2, round_(1, pairs(1, 2, 0, 0)), round_(2, table((1,), (2,), void)))
    assert scored(stopped) == {1: 5000, 2: 5000}


def test_who_was_never_drawn_has_no_night_score() -> None:
    assert scored(event(3, round_(1, pairs(1, 2, 0, 0)))).keys() == {1, 2}


def test_other_scorings_score_a_night_by_rank_level_entries_at_their_mean() -> None:
    evening = event(5, round_(1, pairs(1, 2, 9, 0), pairs(3, 4, 5, 5), byes=[5]), type="wdl")
    # ranks 1, 1, 3, 3, 5 are 1.5, 1.5, 3.5, 3.5 and 5 on the mean
    assert scored(evening) == {1: 8750, 5: 8750, 3: 3750, 4: 3750, 2: 0}
    thirds = event(4, round_(1, pairs(1, 2, 5, 4), pairs(3, 4, 9, 0)), type="points")
    assert scored(thirds) == {3: 10_000, 1: 6667, 2: 3333, 4: 0}


def test_the_best_nights_count_named_in_order_of_time() -> None:
    nights = [night("a", p=50), night("b", p=70), night("c", p=40), night("d", p=60)]
    (result,) = season_results(SeasonRules(counted_nights=3), nights)
    assert (result.total, result.counted) == (180, ("a", "b", "d"))


def test_of_equal_nights_the_earlier_counts() -> None:
    (result,) = season_results(SeasonRules(counted_nights=1), [night("a", p=50), night("b", p=50)])
    assert result.counted == ("a",)


def test_those_short_of_the_minimum_come_last_but_are_listed() -> None:
    nights = [night("a", p=90, q=40), night("b", q=40)]
    results = season_results(SeasonRules(counted_nights=2, required_nights=2), nights)
    assert [(one.rank, one.player, one.qualified) for one in results] == [
        (1, "q", True),
        (2, "p", False),
    ]


@pytest.mark.parametrize(
    "nights",
    [
        pytest.param(
            [night("a", p=60, q=60), night("b", p=60, q=60), night("c", p=10, q=20)],
            id="the next best night",
        ),
        pytest.param(
            [night("a", q=0), night("b", p=60, q=60), night("c", p=60, q=60)],
            id="the next best night, a zero before none",
        ),
        pytest.param([night("a", "q", p=60, q=60), night("b", p=60, q=60)], id="nights won"),
        pytest.param(
            [night("a", p=60, q=70), night("b", p=60, q=50)],
            id="the best night",
        ),
        pytest.param([night("a", p=70, q=50), night("b", p=50, q=70)], id="the latest night"),
        pytest.param(
            [night("a", p=70, q=30), night("b", p=30, q=70), night("c", q=30)],
            id="the latest night of the season, whoever was there",
        ),
    ],
)
def test_the_chain_of_a_season(nights: list[SeasonNight]) -> None:
    """In each case q is ahead for the reason named, and by nothing that comes before it."""
    assert order(SeasonRules(counted_nights=2), *nights) == [(1, "q"), (2, "p")]


def test_those_level_in_all_share_a_rank() -> None:
    nights = [night("a", p=60, q=60, r=20), night("b", p=60, q=60, r=10)]
    assert order(SeasonRules(counted_nights=2), *nights) == [(1, "p"), (1, "q"), (3, "r")]


scores = st.dictionaries(st.sampled_from("pqrst"), st.integers(0, 10_000), min_size=1)


@settings(deadline=None)
@given(st.lists(scores, min_size=1, max_size=8), scores, st.integers(1, 5))
def test_the_best_nights_never_fall_when_a_night_is_added(
    before: list[dict[str, int]], added: dict[str, int], best: int
) -> None:
    nights = [SeasonNight(str(at), one, ()) for at, one in enumerate([*before, added])]
    totals = {
        one.player: one.total
        for one in season_results(SeasonRules(counted_nights=best), nights[:-1])
    }
    for one in season_results(SeasonRules(counted_nights=best), nights):
        assert one.total >= totals.get(one.player, 0)


@settings(deadline=None)
@given(st.lists(scores, min_size=1, max_size=8), st.integers(1, 5))
def test_a_total_is_the_largest_sum_of_that_many_nights(
    given_scores: list[dict[str, int]], best: int
) -> None:
    nights = [SeasonNight(str(at), one, ()) for at, one in enumerate(given_scores)]
    for one in season_results(SeasonRules(counted_nights=best), nights):
        came = sorted(n[one.player] for n in given_scores if one.player in n)
        assert one.total == sum(came[-best:])
        assert one.total == sum(given_scores[int(name)][one.player] for name in one.counted)


def test_a_night_is_won_by_the_best_who_are_ranked_and_played() -> None:
    evening = event(
        5, round_(1, pairs(1, 2, 900, 0), byes=[3]), round_(2, pairs(2, 4, 0, 500), byes=[3]),
        minimum=2,
    )  # fmt: skip
    table = standings(evening, ("score",))
    assert [(one.rank, one.entry) for one in table][:2] == [(1, 3), (2, 2)]
    ranks = contenders(evening, table)
    assert ranks == {2: 2}, "3 had byes alone, 1 and 4 one round"
    assert winners(ranks, {1, 2, 3, 4}) == (2,)
    assert winners(ranks, {3, 4}) == ()


def test_the_best_who_count_for_the_season_win_and_level_ones_together() -> None:
    ranks = {1: 1, 2: 2, 3: 2, 4: 4}
    assert winners(ranks, {1, 2, 3, 4}) == (1,)
    assert winners(ranks, {2, 3, 4}) == (2, 3)


def test_by_rank_those_without_one_share_the_last_places() -> None:
    rounds = [round_(1, pairs(1, 2, 9, 0), pairs(3, 4, 9, 0)), round_(2, pairs(1, 2, 9, 0))]
    evening = event(4, *rounds, type="wdl", minimum=2)
    assert scored(evening) == {1: 10_000, 2: 6667, 3: 1667, 4: 1667}
