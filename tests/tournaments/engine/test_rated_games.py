"""Whom a rated game rates: who leaves it, who stays, and what a bot spoils."""

from datetime import UTC, datetime
from typing import Any

import pytest

from games.selectors.rated_games import RatedGame
from tournaments.engine.rated_tables import public_table

ENDED = datetime(2026, 11, 20, 23, 59, tzinfo=UTC)


def game(*, left: str = "", back: str = "", bots: int = 0, **given: Any) -> RatedGame:
    """Of "ac" against "bd", 2,000 ahead; bots played this many of the 100 turns of side 0."""
    plain = RatedGame(
        ended_at=ENDED,
        abandoned=False,
        sides=(("a", "c"), ("b", "d")),
        points=(3000, 1000),
        hands=3,
        left=frozenset(left),
        absent=frozenset(left) - frozenset(back),
        turns=(100, 98),
        turns_of_bots=(bots, 0),
    )
    return plain._replace(**given)


def rated(of: RatedGame) -> str:
    """Whom it rates, in order."""
    table = public_table(of)
    if table is None:
        return ""
    everybody = (player for side in table.table.sides for player in side)
    return "".join(sorted(map(str, everybody if table.rated is None else table.rated)))


def test_a_game_counts_as_the_table_that_it_was() -> None:
    counted = public_table(game())
    assert counted is not None
    assert counted.table == (ENDED.toordinal(), (("a", "c"), ("b", "d")), (3000, 1000), 3)
    assert (counted.rated, counted.without_gain) == (None, frozenset())


@pytest.mark.parametrize(
    ("played", "whom"),
    [
        pytest.param(game(), "abcd", id="nobody left"),
        pytest.param(game(left="a", bots=25), "abcd", id="a bot played a quarter"),
        pytest.param(game(left="a", bots=26), "abd", id="a bot played more: not the partner"),
        pytest.param(game(left="a", back="a", bots=26), "abd", id="who comes back is rated"),
        pytest.param(game(left="ac", bots=90), "abcd", id="a side that leaves is rated"),
        pytest.param(game(turns=(0, 0)), "abcd", id="nobody had a turn"),
        pytest.param(game(abandoned=True), "", id="given up by those who began"),
        pytest.param(game(left="a", abandoned=True), "a", id="given up after one left"),
        pytest.param(game(left="ab", back="b", abandoned=True), "a", id="who came back agreed"),
        pytest.param(game(left="abcd", abandoned=True), "abcd", id="deserted by all"),
        pytest.param(game(left="a", abandoned=True, hands=0), "", id="no hand was finished"),
    ],
)
def test_who_is_rated(played: RatedGame, whom: str) -> None:
    assert rated(played) == whom


@pytest.mark.parametrize(
    ("played", "whom"),
    [
        pytest.param(game(), "", id="nobody left"),
        pytest.param(game(left="a", bots=25), "a", id="a bot ended it"),
        pytest.param(game(left="a", bots=60), "a", id="a bot played most of it"),
        pytest.param(game(left="a", back="a", bots=25), "", id="who comes back soon"),
        pytest.param(game(left="a", back="a", bots=26), "a", id="who comes back late"),
        pytest.param(game(left="ab", abandoned=True), "ab", id="given up after two left"),
    ],
)
def test_who_leaves_gains_nothing_by_what_a_bot_plays(played: RatedGame, whom: str) -> None:
    counted = public_table(played)
    assert counted is not None
    assert "".join(sorted(map(str, counted.without_gain))) == whom
