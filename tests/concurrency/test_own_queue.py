"""Draws and the results of online games do not wait behind the turns of bots. Real workers."""

from pathlib import Path

import pytest
import redis
from django.conf import settings

from games.choices import GameStatus
from games.tasks import bot_turn
from samba_service.celery import app
from samba_service.devstack.__main__ import QUEUES
from samba_service.worker import worker_command
from tests.concurrency.bots_night import bots_night
from tests.concurrency.fleet import Fleet, fleet, wait_until
from tests.games.tables import play_out
from tests.tournaments.nights import night
from tournaments import receivers, tasks
from tournaments.engine.tournament import RoundState
from tournaments.models import Result, Round
from tournaments.services.rounds import round_request

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.concurrency, pytest.mark.full]

TURNS = 200
"""Wake-ups of bots that nobody handles: so their queue is full forever."""


def waiting(ours: Fleet, queue: str) -> int:
    """How many messages wait there."""
    with redis.Redis.from_url(ours.redis.url) as client:
        return int(client.llen(f"{settings.REDIS_KEY_PREFIX}{queue}"))


def test_draws_and_results_do_not_wait_behind_the_turns_of_bots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    online, drawn = bots_night(), night(4)
    monkeypatch.setattr(receivers, "game_result_record", lambda **_: None)
    played = online.next_round()
    for table in played.tables.all():
        assert table.game is not None
        assert play_out(table.game.id).status == GameStatus.FINISHED
    asked = round_request(tournament_id=drawn.tournament.id, by=drawn.director)

    with fleet(tmp_path, "redis") as ours:
        for _ in range(TURNS):
            ours.publish(bot_turn, "", 0)
        ours.publish(tasks.draw, str(asked.id), asked.step)
        ours.publish(tasks.collect, str(played.id), played.number)
        for queue in QUEUES:  # the workers of `make run`, but that of the bots
            if queue != "bots":
                ours.commands[queue] = worker_command(queue)
                ours.start(queue)

        wait_until(lambda: Round.objects.get(pk=asked.id).state == RoundState.DRAFT, 60)
        wait_until(lambda: Result.objects.filter(table__round=played).count() == 2, 60)
        assert waiting(ours, "bots") == TURNS


def test_everything_that_tournaments_have_done_by_workers_goes_through_that_queue() -> None:
    names = [name for name in app.tasks if name.startswith("tournaments.")]
    assert len(names) >= 6
    assert {app.amqp.router.route({}, name)["queue"].name for name in names} == {"rounds"}
    assert app.amqp.router.route({}, bot_turn.name)["queue"].name == "bots"
