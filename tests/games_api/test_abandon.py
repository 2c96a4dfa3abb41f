"""Ending a running game: by a single player, by all who play it, never by one against another."""

import random
from datetime import timedelta

import pytest
from django.db.models import F
from django.utils import timezone

from games.models import DueWork, Game, Snapshot
from games.services import consent
from games.services.consent import CONSENT, consent_lapse
from games.services.rebuild import game_check
from games.store.state import matches_forget
from tests.contract.shapes import conforms
from tests.factories import api, bot
from tests.games_api.tables import Table
from tests.games_api.test_lobby import refused

pytestmark = pytest.mark.django_db


def abandon(table: Table, seat: int, **body: str):
    return table.post(seat, "abandon", body)


def refuse(table: Table, seat: int):
    return table.clients[seat].delete(f"{table.path}/abandon")


def last_events(table: Table, seat: int, count: int):
    after = table.get(seat)["seq"] - count
    return [
        {name: value for name, value in event.items() if name not in ("seq", "version", "at")}
        for event in table.get(seat, f"/events?after={after}")["results"]
    ]


def with_bots(**terms):
    """Ana created the game and plays with bots, and with Ben at seat 1 if Ben sits down."""
    return Table(bots={"2": "random", "3": "random"}, **terms)


def test_who_created_a_game_and_plays_only_with_bots_ends_it_and_says_why():
    table = Table(bots={"1": "random", "2": "random", "3": "random"})
    refused(abandon(table, 0), 409, "no_hand_running")
    table.post(0, "start")

    ended = abandon(table, 0, reason="dinner")

    assert ended.status_code == 200
    conforms("games_abandon", ended.json())
    game = ended.json()
    assert (game["status"], game["hand"], game["consent"]) == ("abandoned", None, None)
    assert game["result"] == {
        "winner": None, "draw": False, "scores": [0, 0], "end": "abandoned", "reason": "dinner",
    }  # fmt: skip
    refused(table.move(0, {"type": "draw"}), 409, "game_not_active")
    refused(abandon(table, 0), 409, "no_hand_running")


def test_a_game_between_persons_ends_when_all_of_them_agree():
    table = Table(bots={"3": "random"})
    for client in table.clients[1:3]:
        client.post(f"{table.path}/seats", {})
    table.post(0, "start")

    asked = abandon(table, 0, reason="I am losing")

    assert asked.status_code == 202
    conforms("games_abandon", asked.json())
    question = asked.json()["consent"]
    assert question | {"until": ""} == {
        "about": "abandon", "asked_by": 0, "seats": [1, 2], "agreed": [], "until": "",
    }  # fmt: skip
    assert abandon(table, 1).status_code == 202
    assert table.get(2)["consent"]["agreed"] == [1]
    ended = abandon(table, 2)
    assert (ended.status_code, ended.json()["status"]) == (200, "abandoned")
    assert ended.json()["result"]["reason"] == "All players agreed."
    told = last_events(table, 1, 5)
    assert [event["type"] for event in told] == [
        "consent_asked", "consent_answered", "consent_answered", "consent_closed", "game_finished",
    ]  # fmt: skip
    assert told[3]["outcome"] == "granted"
    assert "losing" not in str(told)
    assert game_check(Game.objects.get().id) == []


def test_who_asks_or_agrees_twice_answers_for_nobody_else():
    table = Table().start()
    abandon(table, 0)
    version = table.get()["version"]
    assert abandon(table, 0).status_code == 202
    assert abandon(table, 1).status_code == 202
    assert abandon(table, 1).status_code == 202
    assert table.get()["status"] == "active"
    assert (table.get()["version"], table.get()["consent"]["agreed"]) == (version + 1, [1])


def test_one_no_settles_it_and_the_game_goes_on():
    table = Table().start()
    abandon(table, 0)
    abandon(table, 1)

    assert refuse(table, 2).status_code == 204

    assert table.get()["consent"] is None
    closed = last_events(table, 0, 2)
    assert [event["type"] for event in closed] == ["consent_answered", "consent_closed"]
    assert (closed[0]["answer"], closed[1]["outcome"]) == (False, "refused")
    refused(refuse(table, 3), 409, "nothing_asked")
    assert abandon(table, 3).status_code == 202, "that is a new question"
    assert table.get(3)["consent"]["asked_by"] == 3
    table.play_example(random.Random(1))


def test_who_asked_takes_the_question_back():
    table = Table().start()
    abandon(table, 1)
    assert refuse(table, 1).status_code == 204
    assert last_events(table, 0, 1)[0]["outcome"] == "withdrawn"


def test_neither_creator_nor_stranger_ends_a_game_over_the_heads_of_others():
    table = with_bots(sit=None, visibility="public")
    for seat, client in enumerate(table.clients[1:3]):
        client.post(f"{table.path}/seats", {"seat": seat})
    table.post(0, "start")

    refused(abandon(table, 0), 403, "not_seated")
    refused(abandon(table, 3), 403, "not_seated")
    refused(refuse(table, 3), 403, "not_seated")
    refused(api().post(f"{table.path}/abandon", {}), 401, "not_authenticated")
    director = api(table.players[0], "tournaments:manage")
    refused(director.post(f"{table.path}/abandon", {}), 403, "not_seated")
    reader = api(table.players[1], "games:read")
    refused(reader.post(f"{table.path}/abandon", {}), 403, "insufficient_scope")
    assert table.get()["status"] == "active"


def test_bots_agree_those_of_players_too():
    table = Table(bots={"2": "random", "3": "random"}, visibility="unlisted")
    engine = api(bot(table.players[1]))
    engine.post(f"{table.path}/seats", {"seat": 1})
    table.post(0, "start")
    assert abandon(table, 0).status_code == 200


def test_spectators_read_what_the_table_is_asked_in_the_game_as_in_its_log():
    table = Table(visibility="public", spectators="live").start()
    abandon(table, 0)
    assert api().get(table.path).json()["consent"] == table.get(3)["consent"]
    events = api().get(f"{table.path}/events?limit=500").json()["results"]
    assert "consent_asked" in {event["type"] for event in events}


def test_a_question_lapses_after_two_minutes(monkeypatch):
    monkeypatch.setattr(consent, "PATIENCE", timedelta(0))
    table = Table().start()
    abandon(table, 0)
    work = DueWork.objects.get(kind=CONSENT)

    refused(refuse(table, 1), 409, "nothing_asked")
    consent_lapse(game_id=work.subject, step=work.step)

    assert table.get()["consent"] is None
    assert last_events(table, 0, 1)[0] == {
        "hand": 1, "type": "consent_closed", "about": "abandon", "outcome": "lapsed",
    }  # fmt: skip
    version = table.get()["version"]
    consent_lapse(game_id=work.subject, step=work.step)
    assert table.get()["version"] == version
    assert not DueWork.objects.filter(kind=CONSENT).exists()


def test_the_question_of_two_minutes_ago_is_not_agreed_to_by_mistake(monkeypatch):
    table = Table(seats=2).start()
    monkeypatch.setattr(consent, "PATIENCE", timedelta(0))
    abandon(table, 0)
    monkeypatch.undo()

    late = abandon(table, 1)

    assert late.status_code == 202
    assert late.json()["consent"]["asked_by"] == 1
    types = [event["type"] for event in last_events(table, 0, 2)]
    assert types == ["consent_closed", "consent_asked"]


def test_an_open_question_is_looked_at_again_when_its_time_is_over():
    table = Table().start()
    abandon(table, 0)
    work = DueWork.objects.get(kind=CONSENT)
    wait = work.due_at - timezone.now()
    assert timedelta(seconds=100) < wait <= timedelta(seconds=120)
    consent_lapse(game_id=work.subject, step=work.step)
    assert table.get()["consent"] is not None, "its time is not over"


def test_a_question_lapses_with_the_hand():
    short = {"extends": "classic", "overrides": {"seating": {"hand_size": {"2": 72}}}}
    table = Table(ruleset=short, seats=2).start()
    abandon(table, 0)
    while table.get()["hand"]["number"] == 1:
        seat = table.to_act
        table.move(seat, table.options(seat)[0]["example"])
    assert table.get()["consent"] is None
    events = table.get(0, "/events?limit=500")["results"]
    (lapsed,) = [event for event in events if event["type"] == "consent_closed"]
    assert (lapsed["outcome"], lapsed["hand"]) == ("lapsed", 1)


def test_nobody_pesters_the_table():
    table = Table().start()
    for _ in range(3):
        assert abandon(table, 0).status_code == 202
        assert refuse(table, 1).status_code == 204
    problem = refused(abandon(table, 0), 409, "too_many_questions")
    assert problem["facts"] == {"limit": 3}
    assert abandon(table, 1).status_code == 202


def test_a_retried_call_asks_once():
    table = Table().start()
    first = table.post(0, "abandon", {}, Idempotency_Key="once")
    again = table.post(0, "abandon", {}, Idempotency_Key="once")
    assert (first.status_code, again.status_code) == (202, 202)
    assert again.content == first.content
    assert DueWork.objects.filter(kind=CONSENT).count() == 1


def test_the_consent_of_a_table_survives_the_loss_of_its_snapshot():
    table = Table().start()
    abandon(table, 0)
    abandon(table, 2)
    before = table.get()["consent"]
    assert game_check(Game.objects.get().id) == []
    matches_forget()
    assert table.get()["consent"] == before, "by its snapshot"
    Snapshot.objects.update(version=F("version") - 1)
    matches_forget()
    assert table.get()["consent"] == before, "by its log"
