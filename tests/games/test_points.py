"""The points of a game over its hands, for those who may see the game and its hands."""

import html
import re
from typing import Any

import pytest
from django.test import Client

from games.models import Game
from games.selectors.games import game_get
from games.selectors.hands import hand_out, hands_list
from games.web.points import points_plot
from tests.factories import player
from tests.games.tables import bots_game, play_out, played_game, state
from tests.tournaments.online_table import Online

pytestmark = pytest.mark.django_db


def client_of(who: Any = None) -> Client:
    client = Client()
    if who is not None:
        client.force_login(who.person)
    return client


def totals(game: Game, side: int) -> list[int]:
    sheets = [hand_out(hand)["score"] for hand in hands_list(game_id=game.id)]
    return [sheet[side]["total"] for sheet in sheets]


def test_each_side_has_a_line_that_ends_at_its_score() -> None:
    game = played_game(2)
    plot = points_plot(game_get(game_id=game.id, viewer=None))

    for side, line in enumerate(plot.lines):
        first, second = totals(game, side)
        assert [*line.points] == [(0, 0), (1, first), (2, first + second)]
        assert line.points[-1][1] == state(game.id).scores[side]


def test_a_directors_points_count_in_their_hand_and_a_voided_hand_for_nothing() -> None:
    online = Online(hands_per_round=2)
    path = f"{online.path}/adjustments"
    assert (
        online.director.post(path, {"side": 1, "points": -100, "reason": "Late"}).status_code == 201
    )
    online.director.post(f"{online.path}/void-hand", {"reason": "Cards were seen."})
    online.bots(until_hand=3)

    plot = points_plot(game_get(game_id=online.game.pk, viewer=online.night.director.pk))

    scores = state(online.game.pk).scores
    assert [line.points[1] for line in plot.lines] == [(1, 0), (1, -100)]
    assert [line.points[-1][1] for line in plot.lines] == scores
    assert [x for x, _y in plot.lines[0].points] == [0, 1, 2]


def test_the_page_has_the_image_and_the_same_values_as_a_table() -> None:
    game = played_game(2)
    client = client_of()

    page = client.get(f"/games/{game.id}/points")
    image = client.get(f"/games/{game.id}/points.svg")

    text = html.unescape(page.content.decode())
    assert f'src="/games/{game.id}/points.svg"' in text
    for side in (0, 1):
        assert f'<td class="number">{sum(totals(game, side))}</td>' in text
    assert image["Content-Type"] == "image/svg+xml"
    assert len(re.findall(b"<circle", image.content)) == 6


@pytest.mark.parametrize("page", ["points", "points.svg", "rules", "hands/1/transcript"])
def test_a_visitor_signs_in_before_a_game_that_is_not_public(page: str) -> None:
    game = bots_game(visibility="unlisted")
    play_out(game.id)
    path = f"/games/{game.id}/{page}"

    answer = client_of().get(path)

    assert (answer.status_code, answer.headers["Location"]) == (302, f"/sign-in?next={path}")
    assert client_of(player()).get(path).status_code == 200


def test_nobody_sees_more_of_a_game_than_by_the_api() -> None:
    private = bots_game(visibility="private")
    for path in (f"/games/{private.id}/points", f"/games/{private.id}/points.svg"):
        assert client_of().get(path).status_code == 404
        assert client_of(player()).get(path).status_code == 404
    closed = bots_game(visibility="public", spectators="none")
    play_out(closed.id)

    plot = points_plot(game_get(game_id=closed.id, viewer=None))

    assert [[*line.points] for line in plot.lines] == [[(0, 0)], [(0, 0)]]
