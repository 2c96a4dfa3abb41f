"""A director pauses a table: at once, and until a director goes on nobody moves."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from games.models import Heartbeat
from games.services.bots import bot_turns_play
from games.services.outages import heart_beat
from games.services.rebuild import game_check
from games.store.row import clock_read
from tests.factories import api
from tests.game_time import GameTime
from tests.games.tables import row, state, to_act
from tests.games_api.test_lobby import refused
from tests.tournaments.online_table import Online
from tournaments.models import TableSeat

pytestmark = pytest.mark.django_db


@pytest.fixture
def online() -> Online:
    return Online(clock="club-night")


def client(online: Online, seat: int) -> APIClient:
    sitting = TableSeat.objects.select_related("member__player").get(table=online.table, seat=seat)
    return api(sitting.member.player)


def pause(online: Online) -> Any:
    return online.director.post(f"{online.path}/pause", {})


def clock(online: Online) -> Any:
    """As a player reads it who need not act."""
    return client(online, to_act(online.game.pk) ^ 2).get(online.path).json()["clock"]


def test_no_player_moves_or_goes_on_until_a_director_does(online):
    seat = to_act(online.game.pk)
    player = client(online, seat)

    paused = pause(online)

    assert paused.status_code == 200
    assert clock(online)["held"]
    assert row(online.game.pk).turn_due_at is None
    draw = {"action": {"type": "draw"}}
    refused(player.post(f"{online.path}/moves", draw), 409, "game_held")
    refused(player.post(f"{online.path}/resume", {}), 409, "game_held")
    checked = player.post(f"{online.path}/moves/check", draw).json()
    assert (checked["legal"], checked["code"]) == (False, "game_held")
    version = row(online.game.pk).version
    refused(pause(online), 409, "game_held")
    assert row(online.game.pk).version == version
    assert player.delete(f"{online.path}/seats/me").status_code == 204
    assert clock(online)["held"], "not by a bot that takes over either"
    assert player.post(f"{online.path}/seats", {}).status_code == 201

    assert online.director.post(f"{online.path}/resume", {}).status_code == 200

    assert not clock(online)["held"]
    assert game_check(online.game.pk) == []
    log = online.director.get(f"{online.night.path}/events?limit=50").json()["results"]
    acts = [each["type"] for each in log if "pause" in each["type"]]
    assert sorted(acts) == ["game_paused", "pause_ended"]


def test_the_pause_takes_no_time_from_the_turn(online, game_time: GameTime):
    due = row(online.game.pk).turn_due_at
    assert due is not None
    heart_beat()
    pause(online)
    game_time.shift(1000)
    Heartbeat.objects.update(at=clock_read())
    online.director.post(f"{online.path}/resume", {})
    after = row(online.game.pk).turn_due_at
    assert after is not None
    assert 999 <= (after - due).total_seconds() <= 1002


def test_a_pause_of_the_players_becomes_the_directors(online):
    for seat in range(4):
        client(online, seat).post(f"{online.path}/pause", {})
    since = clock(online)["paused_since"]
    assert since is not None
    assert not clock(online)["held"]

    pause(online)

    assert clock(online)["held"]
    assert clock(online)["paused_since"] == since
    refused(client(online, 0).post(f"{online.path}/resume", {}), 409, "game_held")


def test_a_question_of_the_players_lapses_with_the_directors_pause(online):
    assert client(online, 0).post(f"{online.path}/pause", {}).status_code == 202
    refused(online.director.delete(f"{online.path}/claim"), 409, "nothing_asked")
    pause(online)
    assert online.director.get(online.path).json()["consent"] is None


def test_bots_play_on_and_the_pause_stays(online):
    seat = to_act(online.game.pk)
    online.director.put(f"{online.path}/seats/{seat}", {"bot": "novice"})
    pause(online)
    while bot_turns_play(game_id=online.game.pk, version=row(online.game.pk).version):
        pass
    assert to_act(online.game.pk) != seat
    assert clock(online)["held"]
    assert row(online.game.pk).turn_due_at is None


def test_who_leaves_and_returns_during_a_pause_has_asked_for_nothing(online):
    player = client(online, to_act(online.game.pk))
    pause(online)
    for _ in range(3):
        assert player.delete(f"{online.path}/seats/me").status_code == 204
        assert player.post(f"{online.path}/seats", {}).status_code == 201
    online.director.post(f"{online.path}/resume", {})
    assert player.post(f"{online.path}/pause", {}).status_code == 202


def test_a_table_without_a_clock_is_not_paused():
    online = Online()
    refused(pause(online), 409, "no_clock")
    assert state(online.game.pk).clock is None
