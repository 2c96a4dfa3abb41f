"""The time by which games are judged comes from one function of the database."""

from datetime import UTC, datetime

import pytest
from django.db import connection

from games.models import DueWork, Move
from games.services.consent import CONSENT
from games.services.shares import turn_claim
from games.services.work import OVERDUE_S, work_claim
from games.store.row import clock_read
from tests.game_time import GameTime
from tests.games.tables import bots_game, people_game, row

pytestmark = pytest.mark.django_db

EPOCH = datetime(2030, 1, 1, 20, tzinfo=UTC)


def test_the_log_has_the_time_of_games(game_time: GameTime) -> None:
    game_time.stop(EPOCH)
    game, _ = people_game()
    assert {made_at for (made_at,) in Move.objects.values_list("made_at")} == {EPOCH}
    assert row(game.id).now == clock_read() == EPOCH


def test_time_that_is_shifted_runs_on(game_time: GameTime) -> None:
    before = clock_read()
    game_time.shift(3600)
    first, second = clock_read(), clock_read()
    assert (first - before).total_seconds() >= 3600
    assert second > first


def test_a_bots_turn_is_due_by_the_time_of_games(game_time: GameTime) -> None:
    game_time.stop(EPOCH)
    bots_game()
    DueWork.objects.update(due_at=game_time.pass_s(10))
    game_time.pass_s(-1)
    assert turn_claim() is None
    game_time.pass_s(1)
    assert turn_claim() is not None


def test_other_work_is_overdue_by_the_time_of_games(game_time: GameTime) -> None:
    game_time.stop(EPOCH)
    game, _ = people_game()
    DueWork.objects.create(kind=CONSENT, subject=game.id, step=1)
    assert work_claim() is None
    game_time.pass_s(OVERDUE_S + 0.1)
    assert work_claim() is not None


def test_the_real_time_returns_after_a_test() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT samba_now() - clock_timestamp()")
        assert abs(cursor.fetchone()[0].total_seconds()) < 60
