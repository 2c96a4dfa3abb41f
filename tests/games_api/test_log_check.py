"""The log of a game is checked as it is stored, for those who settle complaints about it."""

import random

import pytest

from games.models import Move
from samba_service.kit.sql import run
from tests.games_api.tables import Table
from tests.games_api.test_lobby import refused
from tests.games_api.test_refused_actions import finished

pytestmark = pytest.mark.django_db


def test_while_a_game_is_played_those_who_play_do_not_have_it_checked():
    table = Table(hand_limit=2).start()
    table.play_example(random.Random(1))
    refused(table.clients[0].get(f"{table.path}/log-check"), 409, "plays_there")


def test_a_log_that_was_changed_is_found_out_and_one_that_was_not_holds():
    table = finished(Table(hand_limit=1).start())
    path = f"{table.path}/log-check"
    assert table.clients[1].get(path).json() == {"ok": True}
    row = Move.objects.filter(game__id=table.id, seat=1).order_by("version")[0]
    run("SET LOCAL session_replication_role = replica", ())  # the log is never changed
    changed = "UPDATE games_move SET seat = 3 WHERE game_number = %s AND version = %s"
    run(changed, (row.game_id, row.version))
    run("SET LOCAL session_replication_role = origin", ())
    found = table.clients[1].get(path).json()
    assert found["ok"] is False
    assert found["errors"][0]["path"] == f"version {row.version}"
