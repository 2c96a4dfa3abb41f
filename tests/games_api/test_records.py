"""Records: of one game, of the own games, and the verifier for any."""

import random
from dataclasses import replace
from typing import Any

import orjson
import pytest

from games.api import records
from games.models import Game
from tests.factories import api, player
from tests.games_api.tables import GAMES, NAMES, Table, pack, practice
from tests.games_api.test_lobby import refused
from tests.kept_worlds import kept

pytestmark = pytest.mark.django_db

VERIFY = "/api/v1/records/verify"


def play_hand(table, rng):
    """Until the next hand is over."""
    hands = len(table.get(0, "/hands")["results"])
    while len(table.get(0, "/hands")["results"]) == hands:
        for _ in range(20):
            if table.play_example(rng)["game"]["status"] == "finished":
                return


@pytest.fixture
def table():
    return finished()


@kept
def finished():
    """A game of one hand."""
    table = Table(hand_limit=1, visibility="public").start()
    play_hand(table, random.Random(19))
    return table


def test_the_record_of_a_finished_game_verifies(table):
    record = table.get(0, "/record")
    assert record["game"] == table.id
    assert [seat["name"] for seat in record["seats"]] == ["Ana", "Ben", "Cleo", "Dan"]
    assert record["totals"] == table.get()["result"]["scores"]
    assert record["end"] == "hand_limit"
    assert api().post(VERIFY, record).json() == {"ok": True}
    assert api().get(f"{table.path}/record").json() == record


def test_the_record_says_who_acted_when_and_by_which_way(table):
    moves = table.get(0, "/record")["hands"][0]["moves"]
    assert {(move["by"], move["seat"]) for move in moves} == set(zip(NAMES, range(4), strict=True))
    assert {move["via"] for move in moves} == {"api"}
    times = [move["at"] for move in moves]
    assert times == sorted(times)
    log = table.get(0, "/events?limit=500")["results"]
    assert set(times) <= {event["at"] for event in log}


@pytest.mark.parametrize(
    ("member", "value", "ok"),
    [
        pytest.param("by", "Eve", True, id="another name"),
        pytest.param("via", None, True, id="nobody noted the way"),
        pytest.param("via", "carrier pigeon", False, id="no known way"),
        pytest.param("by", 7, False, id="a number for a name"),
        pytest.param("at", ["now"], False, id="a list for a time"),
        pytest.param("where", "here", False, id="an unknown member"),
    ],
)
def test_nothing_follows_from_who_acted_but_it_has_its_shape(table, member, value, ok):
    record = table.get(0, "/record")
    record["hands"][0]["moves"][3][member] = value
    verdict = api().post(VERIFY, record).json()
    assert verdict["ok"] is ok
    if not ok:
        assert [fault["path"] for fault in verdict["errors"]] == [f"hands.0.moves.3.{member}"]


def test_a_record_without_that_is_as_true(table):
    record = table.get(0, "/record")
    for move in record["hands"][0]["moves"]:
        for member in ("by", "at", "via"):
            del move[member]
    assert api().post(VERIFY, record).json() == {"ok": True}


def test_the_running_hand_is_not_in_the_record():
    table = Table(hand_limit=2, visibility="public").start()
    assert table.get(0, "/record")["hands"] == []
    play_hand(table, random.Random(19))
    record = table.get(0, "/record")
    assert [hand["number"] for hand in record["hands"]] == [1]
    assert (record["winner"], record["end"]) == (None, None)
    assert api().post(VERIFY, record).json() == {"ok": True}


def test_the_record_of_a_practice_game_says_so():
    table = Table(**practice(pack(4), scores=[1500, 0])).start()
    play_hand(table, random.Random(3))
    record = table.get(0, "/record")
    assert (record["practice"], record["start_scores"]) == (True, [1500, 0])
    assert record["hands"][0]["order"] == pack(4)
    assert api().post(VERIFY, record).json() == {"ok": True}


def score_more(record):
    record["hands"][0]["score"][0]["total"] += 5
    return "hands.0.score.0.total"


def another_pack(record):
    order = record["hands"][0]["order"]
    other = next(at for at, card in enumerate(order) if card != order[0])
    order[0], order[other] = order[other], order[0]
    return "hands.0.order"


def another_winner(record):
    record["winner"] = 1 - (record["winner"] or 0)
    return "winner"


def no_hands(record):
    del record["hands"]
    return "hands"


@pytest.mark.parametrize("change", [score_more, another_pack, another_winner, no_hands])
def test_what_does_not_follow_is_named(table, change):
    record = table.get(0, "/record")
    path = change(record)
    verdict = api().post(VERIFY, record).json()
    assert verdict["ok"] is False
    assert verdict["errors"][0]["path"].startswith(path)


@pytest.mark.parametrize("body", [{}, [], "x", {"format": "other/1"}, {"hands": [[[]]]}], ids=repr)
def test_anything_at_all_is_judged(body):
    verdict = api().post(VERIFY, orjson.dumps(body), content_type="application/json").json()
    assert verdict["ok"] is False
    assert verdict["errors"]


def test_records_may_be_large_but_not_over_8_mib(table):
    record = orjson.dumps(table.get(0, "/record"))
    padded = record + b" " * (1024 * 1024)
    answer = api().post(VERIFY, padded, content_type="application/json")
    assert answer.json() == {"ok": True}
    huge = b" " * (8 * 1024 * 1024 + 1)
    refused(api().post(VERIFY, huge, content_type="application/json"), 413, "body_too_large")


def lines(answer):
    """The records of an export."""
    assert answer.status_code == 200, answer.content
    assert answer["Content-Type"] == "application/x-ndjson"
    return [orjson.loads(line) for line in answer.content.splitlines()]


def test_an_export_has_ones_finished_games_a_line_each(table):
    running = Table()
    assert running.id != table.id
    export = table.clients[2].get(f"{GAMES}/export", headers={"Accept": "application/x-ndjson"})
    assert lines(export) == [table.get(0, "/record")]
    assert lines(api(player()).get(f"{GAMES}/export")) == []


def test_an_export_is_bounded_in_time(table):
    ended = table.get()["finished_at"]
    one = table.clients[0]
    assert len(lines(one.get(f"{GAMES}/export", {"since": ended}))) == 1
    assert lines(one.get(f"{GAMES}/export", {"until": ended})) == []
    refused(one.get(f"{GAMES}/export?since=yesterday"), 400, "invalid_fields")


@pytest.mark.full
def test_a_long_export_leads_to_its_rest(table, monkeypatch):
    monkeypatch.setattr(records, "EXPORT_LIMIT", 1)
    again = Table(hand_limit=1)
    again.players, again.clients = table.players, table.clients
    answer = again.clients[0].post(GAMES, {"ruleset": "classic", "hand_limit": 1})
    again.id = answer.json()["id"]
    again.path = f"{GAMES}/{again.id}"
    play_hand(again.start(), random.Random(23))
    first = table.clients[0].get(f"{GAMES}/export", headers={"Origin": "https://club.example"})
    assert [record["game"] for record in lines(first)] == [table.id]
    assert "Link" in first["Access-Control-Expose-Headers"]
    rest = first["Link"].partition("<")[2].partition(">")[0]
    assert [record["game"] for record in lines(table.clients[0].get(rest))] == [again.id]


def test_an_export_takes_its_scope(table):
    refused(api(player(), "games:read").get(f"{GAMES}/export"), 403, "insufficient_scope")


def test_a_closed_game_keeps_its_record_from_spectators():
    table = Table(hand_limit=1, visibility="public", spectators="none").start()
    play_hand(table, random.Random(19))
    refused(api().get(f"{table.path}/record"), 404, "not_found")
    assert table.get(0, "/record")["hands"]


@pytest.fixture
def slow(settings, monkeypatch):
    """The rate of records as it is, but that it refills too slowly to be seen."""
    settings.SAMBA_RATE_LIMITS = True
    handlers: list[Any] = [records.GamesExport.get, records.Record.get]
    for handler in handlers:
        declared = handler.operation
        rate = replace(declared.rate, per_s=0.001)
        monkeypatch.setattr(handler, "operation", replace(declared, rate=rate))


def left(answer):
    """What is left to the caller of the rate of records."""
    assert answer.status_code == 200, answer.content
    assert answer["RateLimit-Policy"].startswith('"records";q=200')
    return int(answer["RateLimit"].split("r=")[1].split(";")[0])


def test_nobody_exports_a_hundred_games_for_the_price_of_a_read(table, slow, monkeypatch):
    hundred = [Game.objects.get(pk=table.id)] * records.EXPORT_LIMIT
    monkeypatch.setattr(records, "games_played", lambda **_: hundred)
    monkeypatch.setattr(records, "record_get", lambda _: {})
    one = table.clients[0]
    assert left(one.get(f"{GAMES}/export")) == 200 - 1 - 100
    refused(one.get(f"{GAMES}/export"), 429, "rate_limited")


def test_a_record_costs_the_same_by_itself_and_in_an_export(table, slow):
    one = table.clients[0]
    assert [left(one.get(f"{table.path}/record")) for _ in range(2)] == [199, 198]
    assert left(one.get(f"{GAMES}/export")) == 198 - 1 - 1
    assert left(api(player()).get(f"{GAMES}/export")) == 199
