"""Looking back: events, score sheets, proofs, other seats after the hand, and staff on record."""

import random

import pytest

from games.engine.event_view import event_view
from games.engine.events import HandPeeked
from games.engine.verify_shuffle import verify
from games.models import HandResult, Move, Snapshot
from games.store.state import matches_forget
from samba_service.accounts.choices import Scope
from tests.factories import api, player
from tests.games_api.tables import GAMES, Table
from tests.games_api.test_lobby import refused
from tests.kept_worlds import kept

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    return in_its_second_hand()


@kept
def in_its_second_hand():
    """A game of two hands."""
    return play_first_hand(Table(hand_limit=2, visibility="public").start())


def play_first_hand(table):
    """The game after its first hand."""
    rng = random.Random(13)
    while table.get()["last_hand"] is None:
        table.play_example(rng)
    return table


def pages(client, path):
    """All events, page by page."""
    found = []
    url = f"{path}/events?limit=40"
    while url:
        page = client.get(url).json()
        assert len(page["results"]) <= 40
        found += page["results"]
        url = page["next"]
    return found


def version_in_hand(table, number, last=False):
    """A version in the middle of a hand."""
    events = [e for e in pages(table.clients[0], table.path) if e["hand"] == number]
    drawn = [e["version"] for e in events if e["type"] == "cards_drawn"]
    return drawn[-1 if last else len(drawn) // 2]


def test_every_reader_gets_every_seq_without_gaps(table):
    logs = [pages(client, table.path) for client in table.clients]
    for log in logs:
        assert [event["seq"] for event in log] == list(range(1, len(log) + 1))
        assert log[-1]["seq"] == table.get()["seq"]
        assert log[-1]["version"] == table.get()["version"]
    shapes = [[(e["seq"], e["version"], e["type"], e["hand"]) for e in log] for log in logs]
    assert shapes[0] == shapes[1] == shapes[2] == shapes[3]


def test_drawn_cards_are_only_for_their_own_seat_also_after_the_hand(table):
    for seat, client in enumerate(table.clients):
        for event in pages(client, table.path):
            if event["type"] == "cards_drawn":
                assert ("cards" in event) is (event["seat"] == seat)
                assert event["count"] > 0


def test_spectators_wait_for_the_end_of_the_hand(table):
    seen = pages(api(), table.path)
    assert [event["type"] for event in seen][-1] == "hand_scored"
    assert {event["hand"] for event in seen} == {None, 1}
    assert not any("cards" in e for e in seen if e["type"] in ("cards_drawn", "hand_dealt"))
    game = api().get(table.path).json()
    assert (game["hand"], game["you"], game["last_hand"]["number"]) == (None, None, 1)


def test_a_closed_game_shows_spectators_no_hand_at_all():
    table = Table(hand_limit=2, visibility="public", spectators="none").start()
    rng = random.Random(13)
    while table.get()["last_hand"] is None:
        table.play_example(rng)
    game = api().get(table.path).json()
    assert (game["hand"], game["last_hand"]) == (None, None)
    assert [side["score"] for side in game["sides"]] == [None, None]
    assert {event["hand"] for event in pages(api(), table.path)} == {None}
    assert api().get(f"{table.path}/hands").json()["results"] == []
    refused(api().get(f"{table.path}/hands/1"), 404, "not_found")
    refused(api().get(f"{table.path}/hands/1/proof"), 404, "not_found")


def test_a_live_game_shows_spectators_the_table_but_no_hand():
    table = Table(visibility="public", spectators="live").start()
    hand = api().get(table.path).json()["hand"]
    assert hand["pile"]["top"]
    assert all("cards" not in held for held in hand["hands"])


@pytest.mark.parametrize("number", ["2", "0", "99", "x", "-1", "1.0", "9" * 30])
def test_the_running_hand_and_no_hand_have_no_score_sheet(table, number):
    refused(table.clients[0].get(f"{table.path}/hands/{number}"), 404, "not_found")


def test_the_proof_of_a_finished_hand_verifies_and_a_running_one_has_none_yet(table):
    proof = table.get(0, "/hands/1/proof")
    assert verify(proof) == []
    dealt = next(e for e in pages(table.clients[0], table.path) if e["type"] == "hand_dealt")
    assert proof["commitment"] == dealt["commitment"]
    refused(table.clients[0].get(f"{table.path}/hands/2/proof"), 409, "proof_not_yet")
    refused(api().get(f"{table.path}/hands/2/proof"), 409, "proof_not_yet")
    refused(table.clients[0].get(f"{table.path}/hands/3/proof"), 404, "not_found")


def test_after_the_hand_players_see_what_another_seat_saw(table):
    version = version_in_hand(table, 1)
    seen = table.get(0, f"?as_seat=2&at={version}")
    assert (seen["you"], seen["version"], seen["hand"]["number"]) == ({"seat": 2}, version, 1)
    assert [("cards" in held) for held in seen["hand"]["hands"]] == [False, False, True, False]
    own = table.get(2, f"?at={version}")
    assert own == seen


def test_who_looks_back_sees_who_acted_when_and_by_which_way(table):
    version = version_in_hand(table, 1)
    [drawn, *_] = table.get(0, f"/events?after={version - 1}&limit=500")["results"]
    while drawn["version"] != version:
        [drawn, *_] = table.get(0, f"/events?after={drawn['seq']}&limit=500")["results"]
    seat = drawn["seat"]
    player = table.get()["seats"][seat]["player"]
    seen = table.get(0, f"?at={version}")
    assert seen["acted"] == {"seat": seat, "player": player, "at": drawn["at"], "via": "api"}
    assert "acted" not in table.get(0, "?at=2")  # a seat was taken: nobody played
    assert "acted" not in table.get(0)


def test_all_who_read_of_a_hand_can_compare_the_log_that_they_were_shown(table):
    shown = [client.get(table.path).json()["last_hand"] for client in table.clients]
    heads = {hand["log_head"] for hand in shown}
    row = HandResult.objects.get(game_id=table.id, number=1)
    assert heads == {bytes(Move.objects.get(game__id=table.id, version=row.version).hash).hex()}
    assert table.get(0, "/hands/1") == shown[0]
    matches_forget()
    Snapshot.objects.filter(game_id=table.id).delete()
    assert table.get()["last_hand"] == shown[0]


def test_during_the_hand_nobody_sees_from_another_seat(table):
    version = table.get()["version"]
    path = f"{table.path}?as_seat=2&at={version}"
    problem = refused(table.clients[0].get(path), 403, "insufficient_scope")
    assert problem["facts"]["needs"] == ["games:peek"]
    refused(table.clients[0].get(f"{table.path}?as_seat=2"), 403, "insufficient_scope")
    others = table.get(0, "/events?as_seat=2&limit=500")["results"]
    assert {event["hand"] for event in others} == {None, 1}
    assert all("cards" in e for e in others if e["type"] == "cards_drawn" and e["seat"] == 2)


def test_looking_back_takes_a_scope_and_a_seat(table):
    version = version_in_hand(table, 1)
    path = f"{table.path}?as_seat=2&at={version}"
    reader = api(table.players[0], "games:read")
    refused(reader.get(path), 403, "insufficient_scope")
    refused(api(player()).get(path), 403, "not_seated")
    refused(api(player()).get(f"{table.path}/events?as_seat=2"), 403, "not_seated")
    refused(api().get(path), 401, "not_authenticated")


def test_who_left_in_the_lobby_has_not_played_sees_from_no_seat_and_exports_nothing():
    table = Table(hand_limit=1, visibility="public")
    left = api(player("Eve"))
    assert left.post(f"{table.path}/seats", {}).status_code == 201
    assert left.delete(f"{table.path}/seats/me").status_code == 204
    play_first_hand(table.start())

    path = f"{table.path}?as_seat=2&at={version_in_hand(table, 1)}"

    assert table.clients[0].get(path).status_code == 200
    assert len(table.clients[0].get(f"{GAMES}/export").content.splitlines()) == 1
    refused(left.get(path), 403, "not_seated")
    assert left.get(f"{GAMES}/export").content == b""


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ("at=99999", 404, "not_found"),
        ("as_seat=4", 404, "not_found"),
        ("at=0", 400, "invalid_fields"),
        ("as_seat=x", 400, "invalid_fields"),
        ("as_seat=9", 400, "invalid_fields"),
        ("when=1", 400, "invalid_fields"),
    ],
)
def test_bad_looks_back(table, query, status, code):
    refused(table.clients[0].get(f"{table.path}?{query}"), status, code)


def test_staff_may_peek_and_the_players_learn_of_it(table):
    staff = player("Director", is_staff=True)
    director = api(staff, Scope.GAMES_READ, Scope.GAMES_PEEK)
    before = table.get()
    seen = director.get(f"{table.path}?as_seat=2").json()
    assert seen["hand"]["hands"][2]["cards"] == table.get(2)["hand"]["hands"][2]["cards"]
    after = table.get()
    assert after["version"] == before["version"] + 1
    [event] = table.get(1, f"/events?after={before['seq']}")["results"]
    assert (event["type"], event["seat"], event["player"]) == ("hand_peeked", 2, str(staff.pk))
    assert {**after, "version": 0, "seq": 0} == {**before, "version": 0, "seq": 0}
    assert event_view(HandPeeked(2, str(staff.pk)), None) == {"type": "hand_peeked", "seat": 2}


def test_a_peek_into_the_log_is_on_record_too(table):
    director = api(player("Director", is_staff=True), Scope.GAMES_READ, Scope.GAMES_PEEK)
    before = table.get()
    seen = director.get(f"{table.path}/events?as_seat=2&limit=500").json()["results"]
    assert {event["hand"] for event in seen} == {None, 1, 2}
    [event] = table.get(1, f"/events?after={before['seq']}")["results"]
    assert event["type"] == "hand_peeked"


def test_a_peek_disturbs_neither_game_nor_shuffle(table):
    director = api(player("Director", is_staff=True), Scope.GAMES_READ, Scope.GAMES_PEEK)
    rng = random.Random(17)
    director.get(f"{table.path}?as_seat=0")
    game = table.play_example(rng)["game"]
    while game["status"] == "active":
        game = table.play_example(rng)["game"]
    assert verify(table.get(0, "/hands/2/proof")) == []
    assert [hand["number"] for hand in table.get(0, "/hands")["results"]] == [1, 2]


def test_bad_queries_of_events(table):
    for query in ("after=-1", "after=x", "limit=0", "limit=501", "before=3"):
        refused(table.clients[0].get(f"{table.path}/events?{query}"), 400, "invalid_fields")
    last = table.get()["seq"]
    assert table.get(0, f"/events?after={last}")["results"] == []
