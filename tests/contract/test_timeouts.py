"""Every time-out of the database is a 503 that may be repeated, and nothing has changed."""

import time
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any
from uuid import UUID

import psycopg
import pytest
from django.db import connection

from games.api import moves as views
from games.services.moves import move_play
from tests.contract.test_error_shape import problem
from tests.games_api.tables import Table

pytestmark = pytest.mark.django_db(transaction=True)

DRAW = {"type": "draw"}


def execute(statement: str) -> None:
    """Execute in the transaction of the move."""
    with connection.cursor() as cursor:
        cursor.execute(statement)


def run_too_long(_game_id: UUID) -> None:
    execute("SET LOCAL statement_timeout = 50")
    execute("SELECT pg_sleep(20)")


def idle_too_long(_game_id: UUID) -> None:
    execute("SET LOCAL idle_in_transaction_session_timeout = 50")
    time.sleep(0.5)


def wait_too_long(game_id: UUID) -> None:
    """For the game's lock, which another connection holds."""
    execute("SET LOCAL lock_timeout = 50")
    info = connection.connection.info
    with psycopg.connect(info.dsn, password=info.password) as other:
        other.execute("SELECT 1 FROM games_game WHERE id = %s FOR UPDATE", [game_id])
        execute(f"SELECT 1 FROM games_game WHERE id = '{game_id}' FOR UPDATE")


@pytest.mark.parametrize("time_out", [run_too_long, idle_too_long, wait_too_long])
def test_a_move_that_meets_a_time_out_may_be_repeated(
    monkeypatch, time_out: Callable[[UUID], None]
) -> None:
    table = Table().start()
    seat, before = table.to_act, table.get()["version"]
    play = move_play

    def delayed(*, game_id: UUID, **what: Any) -> Any:
        time_out(game_id)
        return play(game_id=game_id, **what)

    with monkeypatch.context() as during:
        during.setattr(views, "move_play", delayed)
        refused = table.move(seat, DRAW, Idempotency_Key="once")

    problem(refused, 503, "unavailable")
    assert refused["Retry-After"].isdigit()
    assert table.get()["version"] == before
    repeated = table.move(seat, DRAW, Idempotency_Key="once")
    assert repeated.status_code == 201
    assert "Idempotent-Replayed" not in repeated


def test_a_call_that_gets_no_connection_may_be_repeated(monkeypatch) -> None:
    table = Table().start()
    connection.close()
    pool = connection.pool  # type: ignore[attr-defined]  # missing in the stubs
    monkeypatch.setattr(pool, "timeout", 0.05)
    with ExitStack() as taken:
        for _ in range(pool.max_size):
            taken.enter_context(pool.connection(timeout=5))
        refused = table.clients[0].get(table.path)

    problem(refused, 503, "unavailable")
    assert refused["Retry-After"].isdigit()
    assert table.clients[0].get(table.path).status_code == 200
