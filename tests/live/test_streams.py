"""Streams over real connections: the same events as the page, as they happen."""

import random
from typing import Any
from uuid import UUID

import pytest

from deploy.examples.fold import Table as Folded
from games.engine.rulesets import load
from games.services.bots import bot_turns_play
from tests.depth import first_of
from tests.factories import api, player, secret
from tests.games.tables import row
from tests.games_api.tables import GAMES, Table, pack, practice
from tests.games_api.test_folding import names_left_out, told
from tests.live.process import NDJSON, SSE, Stream, call, token_of
from tests.tournaments.online_table import Online

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.concurrency]


@pytest.fixture
def table() -> Table:
    return Table(**practice(pack())).start()


def play(table: Table, moves: int, seed: int = 1) -> int:
    """Play some moves; the last seq."""
    rng = random.Random(seed)
    for _ in range(moves):
        table.play_example(rng)
    return int(table.get()["seq"])


@pytest.mark.parametrize("accept", [SSE, NDJSON])
def test_a_stream_begins_with_a_snapshot_and_goes_on_with_what_happens(live, table, accept):
    shown = table.get(1)
    with Stream(live, f"{table.path}/stream", token_of(table, 1), accept=accept) as stream:
        [snapshot] = stream.until(shown["seq"])
        assert snapshot == {
            "type": "snapshot", "seq": shown["seq"], "version": shown["version"], "game": shown
        }  # fmt: skip
        headers = stream.answer.headers
        assert headers["content-type"] == accept
        assert headers["x-accel-buffering"] == "no"
        assert "no-cache" in headers["cache-control"]
        assert "content-encoding" not in headers

        stream.until(play(table, 8))

    page = table.get(1, f"/events?after={shown['seq']}&limit=500")
    assert stream.events == page["results"]


def doors(live: Any, path: str, token: str, last: int) -> list[Any]:
    """What a reader gets of the log up to `last` by each door."""
    _, page = call(live, f"{path}/events?after=0&limit=500", token)
    _, waited = call(live, f"{path}/events?after=0&limit=500&wait=30", token)
    found = [page["results"], waited["results"]]
    for accept in (SSE, NDJSON):
        with Stream(live, f"{path}/stream", token, after=0, accept=accept) as stream:
            found.append(stream.until(last))
    return found


def same_by_every_door(live: Any, path: str, token: str) -> list[Any]:
    """The events of a reader, which are the same by every door."""
    page = call(live, f"{path}/events?limit=500", token)[1]["results"]
    first, *others = doors(live, path, token, page[-1]["seq"])
    assert page == first
    assert all(each == first for each in others)
    return list(first)


def test_every_door_shows_a_reader_the_same(live, table):
    play(table, 12)
    own, partner, stranger = (
        same_by_every_door(live, table.path, token)
        for token in (token_of(table, 1), token_of(table, 3), secret(player()))
    )
    assert [each["seq"] for each in own] == list(range(1, own[-1]["seq"] + 1))
    assert len(own) == len(partner) > len(stranger)
    assert own != partner


def test_every_door_shows_a_director_the_same(live):
    at = Online()
    at.turn()
    director = same_by_every_door(live, at.path, secret(at.night.director))
    assert at.holder is not None
    sitting = same_by_every_door(live, at.path, secret(at.holder))
    assert len(director) < len(sitting)


def test_an_anonymous_reader_follows_a_public_game(live):
    table = Table(visibility="public", spectators="live").start()
    with Stream(live, f"{table.path}/stream") as stream:
        stream.until(play(table, 6))
    page = api().get(f"{table.path}/events?after={stream.items[0]['seq']}").json()
    assert stream.events == page["results"]


@pytest.mark.parametrize("slug", first_of(["classic", "handfoot", "mexican"]))
def test_the_items_of_a_stream_fold_to_what_the_seat_is_shown(live, slug):
    table = Table(ruleset=slug, practice={"orders": [pack(1, slug)], "dealer": 0}).sit()
    rules = load(slug)
    with Stream(live, f"{table.path}/stream", token_of(table, 3)) as stream:
        stream.until(1)
        table.post(0, "start")
        stream.until(play(table, 30))
    snapshot, *events = stream.items
    rest = rules.pile.rest_face_down
    folded = Folded(snapshot["game"], sum(rules.pack_counts(4)), rest_face_down=rest)
    for event in events:
        folded.fold(event)
    assert told(names_left_out(folded.game)) == told(names_left_out(table.get(3)))


def test_a_stream_ends_with_the_game_and_then_there_is_nothing_to_follow(live):
    ana = player("Ana")
    body = {"ruleset": "classic", "hand_limit": 1, "sit": None}
    game = api(ana).post(GAMES, body | {"bots": dict.fromkeys("0123", "random")}).json()["id"]
    token, path = secret(ana), f"{GAMES}/{game}"
    api(ana).post(f"{path}/start", {})
    with Stream(live, f"{path}/stream", token) as stream:
        while row(UUID(game)).status == "active":
            bot_turns_play(game_id=UUID(game), version=row(UUID(game)).version, budget_s=1)
        events = stream.to_the_end()
    assert events[-1]["type"] == "game_finished"
    with Stream(live, f"{path}/stream", token, after=stream.last) as again:
        again.receive()
        assert again.answer.status == 204
    snapshot = api(ana).get(f"{path}/stream")
    assert (snapshot.status_code, snapshot.content.count(b"data: ")) == (200, 1)


def test_the_id_in_the_header_goes_before_the_one_in_the_address(live, table):
    seen = table.get()["seq"]
    path, token = f"{table.path}/stream?after={seen}", token_of(table, 0)
    with Stream(live, path, token, after=seen - 1) as stream:
        stream.until(seen)
    assert stream.events[-1]["seq"] == seen


@pytest.mark.parametrize("last", ["-1", "soon", "1" * 12, "1.5"])
def test_an_id_that_no_event_has_is_refused(table, last):
    answer = table.clients[0].get(f"{table.path}/stream", headers={"Last-Event-ID": last})
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_header")


def test_other_media_types_are_refused(table):
    answer = table.clients[0].get(f"{table.path}/stream", headers={"Accept": "application/json"})
    assert answer.status_code == 406
