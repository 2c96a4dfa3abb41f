"""Players are heard of while the presence of their game is settled: nobody waits in a circle."""

from concurrent.futures import ThreadPoolExecutor
from time import monotonic

import pytest
from django.db import connection

from games.services import presence
from games.services.presence import players_note, presence_settle
from samba_service.kit.sql import run
from tests.concurrency.together import PATIENCE_S
from tests.games.tables import people_game

WAITS = """
    SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'
"""

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.concurrency]


def test_those_who_are_heard_of_meanwhile_wait_for_no_player_who_waits_for_them(monkeypatch):
    game, players = people_game()
    while players[0].pk < players[1].pk:  # else seats and ids have one order
        game, players = people_game()
    whom = [(game.id, each.pk) for each in players[:2]]
    players_note(whom)
    real, waiting, heard = presence.presence_at, [], []

    def hear() -> None:
        try:
            players_note(whom)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:

        def slowly(*values):
            """One player is written down, and both are heard of before the other is."""
            waiting.append(values)
            if len(waiting) == 2:
                heard.append(pool.submit(hear))
                wait_for_a_lock()
            return real(*values)

        monkeypatch.setattr(presence, "presence_at", slowly)
        presence_settle(game_id=game.id)
        monkeypatch.setattr(presence, "presence_at", real)
        [hearing] = heard
        hearing.result(PATIENCE_S)


def wait_for_a_lock() -> None:
    """Until a statement of another connection waits for a lock."""
    end = monotonic() + PATIENCE_S
    while monotonic() < end:
        run("SELECT pg_stat_clear_snapshot()", ())
        if run(WAITS, ()).fetchone():
            return
    pytest.fail("nobody waits")
