"""Beside people bots answer at a pace, kept by due times: nobody sleeps, and no card decides it."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from threading import Event

import pytest

from games import receivers, tasks
from games.models import DueWork, Move
from games.services.authority import Authority
from games.services.bots import bot_turns_play
from games.services.games import game_start
from games.services.rebuild import game_check
from games.services.shares import people_wait, turn_claim, turns_neglected
from games.store.row import clock_read
from samba_service.kit.later import Later
from tests.game_time import GameTime
from tests.games.tables import bots_game, play, row, some_action, table

pytestmark = pytest.mark.django_db

EVENING = datetime(2026, 1, 10, 20, tzinfo=UTC)


def beside_a_person(pace_s: float | None = 0.8):
    """A game in which the person at seat 0 has just begun, and bots sit beside them."""
    game = table(bots=(1, 2, 3), dealer=3, pace_s=pace_s)
    game_start(game_id=game.id, by=Authority(game.creator))
    while row(game.id).to_act == 1:
        play(game.id, game.creator, some_action(game.id))
    return game


def test_each_action_of_a_bot_is_due_a_pace_after_the_row_before(game_time: GameTime) -> None:
    game_time.stop(EVENING)
    game = beside_a_person()
    while not row(game.id).to_act & 1:
        due = DueWork.objects.get(kind="bot")
        assert due.due_at == clock_read() + timedelta(seconds=0.8)
        assert turn_claim() is None
        tasks.bot_turn(str(game.id), 0)
        assert row(game.id).version == due.step, "it is not due"
        game_time.pass_s(0.8)
        tasks.bot_turn(str(game.id), 0)
        assert row(game.id).version == due.step + 1, "one action, then the next pace"
    times = Move.objects.filter(game__id=game.id).order_by("version").values_list("made_at", "via")
    of_bots = [after - before for (before, _), (after, via) in pairwise(times) if via == "bot"]
    assert set(of_bots) == {timedelta(seconds=0.8)}
    assert game_check(game.id) == []


@pytest.mark.parametrize("pace_s", [0, None])
def test_without_a_pace_bots_answer_at_once(game_time, pace_s):
    """The suite's own setting is 0."""
    game_time.stop(EVENING)
    game = beside_a_person(pace_s)
    tasks.bot_turn(str(game.id), 0)
    assert row(game.id).to_act == 1


def test_a_game_takes_the_pace_of_the_installation_unless_it_has_its_own(settings):
    settings.SAMBA_BOT_PACE_S = 0.8
    assert row(table().id).pace_s == 0.8
    assert row(table(pace_s=2.5).id).pace_s == 2.5


def test_bots_among_themselves_do_not_wait(game_time):
    game_time.stop(EVENING)
    game = bots_game(pace_s=0.8)
    assert turn_claim() is not None
    assert bot_turns_play(game_id=game.id, version=row(game.id).version) > 1


def test_a_bot_that_waits_for_its_time_keeps_nobody_waiting(game_time):
    game_time.stop(EVENING)
    beside_a_person()
    bots_game()
    assert not people_wait()
    assert turn_claim() is not None, "the game of bots"
    game_time.pass_s(0.8)
    assert people_wait()


def test_a_worker_is_called_when_the_time_has_come(monkeypatch, django_capture_on_commit_callbacks):
    called: list[tuple[object, ...]] = []
    monkeypatch.setattr(receivers, "nudge_later", lambda *args: called.append(args))
    with django_capture_on_commit_callbacks(execute=True):
        game = beside_a_person()
    assert called[-1] == (0.8, tasks.bot_turn, str(game.id), row(game.id).version)


def test_the_sweeper_finds_a_bot_that_nobody_called(game_time):
    game_time.stop(EVENING)
    beside_a_person()
    game_time.pass_s(1.7)
    assert not turns_neglected()
    game_time.pass_s(0.2)
    assert turns_neglected()


def test_what_is_called_later_comes_in_order_of_its_time():
    later, done, came = Later(), Event(), []
    later.call(0.05, lambda: came.append("second"))
    later.call(0.01, lambda: came.append("first"))
    later.call(0.05, lambda: came.append("third"))
    later.call(0.02, lambda: 1 / 0)
    later.call(0.06, done.set)
    assert done.wait(20)
    assert came == ["first", "second", "third"]
