"""Two games that differ in hidden cards push the same bytes to who may not know them."""

from typing import Any

import pytest

from games.selectors.notices import last_seq
from tests.factories import player, secret
from tests.games_api.tables import NAMES
from tests.games_api.test_secrecy import VARYING, Watched, X, pair_of_packs
from tests.live.process import NDJSON, SSE, Stream, token_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.concurrency]


def pushed(live: Any, game: Watched, token: str, accept: str) -> bytes:
    """All that a stream sends while the game is played, without what differs in any two games."""
    with Stream(live, f"/api/v1/games/{game.id}/stream", token, accept=accept) as stream:
        stream.until(1)
        for _ in game.turns():
            pass
        stream.until(game.clients[0].get(f"/api/v1/games/{game.id}").json()["seq"])
    return VARYING.sub(b"", stream.raw.replace(game.id.encode(), b"GAME"))


@pytest.mark.parametrize("accept", [SSE, NDJSON])
@pytest.mark.parametrize("watcher", ["a seat", "a spectator"])
def test_a_stream_shows_nothing_of_what_the_reader_may_not_see(live, watcher, accept):
    players = [player(name) for name in NAMES]
    eve = secret(player("Eve"))
    streams = []
    for order in pair_of_packs():
        game = Watched(players, order)
        token = token_of(game, X) if watcher == "a seat" else eve
        streams.append(pushed(live, game, token, accept))
    one, two = streams
    assert one == two
    assert b"cards_drawn" in one


def test_a_players_own_log_shows_nothing_of_what_they_may_not_see(live):
    players = [player(name) for name in NAMES]
    noticed, after = [], 0
    for order in pair_of_packs():
        game = Watched(players, order)
        token = token_of(game, X)
        with Stream(live, "/api/v1/players/me/stream", token, after=after) as stream:
            for _ in game.turns():
                pass
            after = last_seq(players[X].pk)
            stream.until(after)
        noticed.append([(each["type"], each["seat"]) for each in stream.events])
    one, two = noticed
    assert one == two
    assert ("my_turn", X) in one
