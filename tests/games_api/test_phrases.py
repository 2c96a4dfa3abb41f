"""A few words at the table: a fixed list, seldom, and not from those whom the reader blocked."""

from datetime import UTC, datetime

import pytest

from games.models import Game, LiveEvent
from games.services.rebuild import game_check
from tests.contract.shapes import conforms
from tests.factories import api, bot, player
from tests.game_time import GameTime
from tests.games_api.tables import Table
from tests.games_api.test_blocks import block
from tests.games_api.test_folding import catch_up, followed, same
from tests.games_api.test_lobby import refused
from tests.tournaments.online_table import Online

pytestmark = pytest.mark.django_db

EVENING = datetime(2030, 1, 1, 20, tzinfo=UTC)


def say(table, seat, code="hello", **headers):
    return table.post(seat, "phrases", {"code": code}, **headers)


def told(client, path):
    """The last event that the client reads."""
    return client.get(f"{path}/events?limit=500").json()["results"][-1]


@pytest.fixture
def table():
    return Table().start()


def test_the_whole_table_and_spectators_read_what_a_player_says(table):
    answer = say(table, 2, "well_played")

    assert answer.status_code == 201
    conforms("games_phrases_say", answer.json())
    said = answer.json()
    assert (said["seat"], said["code"]) == (2, "well_played")
    assert said["player"] == str(table.players[2].pk)
    for client in table.clients:
        assert told(client, table.path) == said
    assert told(api(player()), table.path)["type"] == "game_started", "delayed, as the hand is"
    Game.objects.filter(pk=table.id).update(spectators="live")
    assert told(api(player()), table.path) == said


def test_it_changes_seq_and_tag_and_makes_no_move_stale(table):
    before, folded = table.get(1), followed(table, 1, "classic")
    tag = table.clients[1].get(table.path)["ETag"]

    assert say(table, 3).status_code == 201

    after = table.get(1)
    assert after == before | {"seq": before["seq"] + 1}
    fresh = table.clients[1].get(table.path, headers={"If-None-Match": tag})
    assert fresh.status_code == 200
    catch_up(table, 1, folded)
    assert same(table, 1, folded)
    seat = table.to_act
    action = table.options(seat)[0]["example"]
    assert table.move(seat, action, If_Match=tag).status_code == 201
    assert game_check(table.id) == []


def test_one_in_five_seconds_here_and_elsewhere(table, game_time: GameTime):
    game_time.stop(EVENING)
    other = table.clients[0].post("/api/v1/games", {"ruleset": "classic"}).json()["id"]
    assert say(table, 0).status_code == 201
    game_time.pass_s(3)

    for path in (table.path, f"/api/v1/games/{other}"):
        answer = table.clients[0].post(f"{path}/phrases", {"code": "thanks"})
        refused(answer, 429, "rate_limited")
        assert answer["Retry-After"] == "2"
        assert answer.json()["facts"] == {"limit": "phrases", "burst": 1, "retry_after_s": 2}

    assert say(table, 1).status_code == 201, "another player"
    game_time.pass_s(2)
    assert say(table, 0, "thanks").status_code == 201


def test_a_player_says_a_limited_number_of_phrases_in_a_hand(
    table, game_time: GameTime, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("games.services.phrases.AT_MOST", 2)
    game_time.stop(EVENING)
    for _ in range(2):
        assert say(table, 0).status_code == 201
        game_time.pass_s(5)
    told = refused(say(table, 0), 409, "too_many")
    assert told["facts"] == {"what": "phrases in this hand", "limit": 2}
    assert say(table, 1).status_code == 201, "nobody is silenced by another"
    LiveEvent.objects.filter(hand=1).update(hand=0)
    assert say(table, 0).status_code == 201, "each hand counts for itself"


def test_a_retry_with_its_key_is_answered_and_says_nothing_twice(table):
    first = say(table, 0, Idempotency_Key="hello-1")
    again = say(table, 0, Idempotency_Key="hello-1")

    assert (first.status_code, again.status_code) == (201, 201)
    assert again.content == first.content
    assert again["Idempotent-Replayed"] == "true"
    assert told(table.clients[1], table.path)["seq"] == first.json()["seq"]


@pytest.mark.parametrize("code", ["", "HELLO", "I have the ace", None, 7])
def test_only_the_fixed_list_is_said(table, code):
    refused(say(table, 0, code), 400, "invalid_fields")


def test_who_blocked_the_speaker_reads_every_seq_and_no_phrase(table):
    block(table.clients[0], table.players[1])

    said = say(table, 1).json()

    mine = table.get(0, "/events?limit=500")["results"]
    assert [event["seq"] for event in mine] == list(range(1, said["seq"] + 1))
    assert mine[-1] == {name: value for name, value in said.items() if name != "code"}
    assert told(table.clients[2], table.path) == said
    assert told(table.clients[1], table.path) == said, "the speaker learns nothing of it"


def test_a_block_of_a_person_is_one_of_their_bot_accounts_too(table):
    owner = player("Owner")
    engine = bot(owner)
    client = api(engine)
    lobby = Table(visibility="public")
    assert client.post(f"{lobby.path}/seats", {}).status_code == 201
    block(table.clients[0], owner)
    assert client.post(f"{lobby.path}/phrases", {"code": "hello"}).status_code == 201

    shown = lobby.clients[0].get(f"{lobby.path}/events").json()["results"][-1]
    assert shown["code"] == "hello"
    block(lobby.clients[0], owner)
    shown = lobby.clients[0].get(f"{lobby.path}/events").json()["results"][-1]
    assert (shown["type"], "code" in shown) == ("phrase_said", False)


def test_words_may_be_said_from_the_lobby_until_ten_minutes_after_the_end(game_time: GameTime):
    game_time.stop(EVENING)
    table = Table()
    assert say(table, 0).status_code == 201
    table.start()
    for seat in range(4):
        table.post(seat, "abandon")
    assert table.get()["status"] == "abandoned"
    game_time.pass_s(590)
    assert say(table, 0, "thanks").status_code == 201
    game_time.pass_s(20)
    refused(say(table, 1, "thanks"), 409, "game_not_active")


def test_a_game_whose_terms_exclude_words_has_none():
    table = Table(phrases=False).start()
    assert table.get()["phrases"] is False
    refused(say(table, 0), 409, "phrases_off")
    refused(api(player()).post(f"{table.path}/phrases", {"code": "hello"}), 403, "not_seated")


@pytest.mark.parametrize("given", [{}, {"phrases": True}])
def test_tables_of_a_tournament_have_words_only_where_it_says_so(given):
    online = Online(**given)
    client = api(online.holder)

    answer = client.post(f"{online.path}/phrases", {"code": "hello"})

    if given:
        assert answer.status_code == 201
    else:
        refused(answer, 409, "phrases_off")
