"""A player who never comes, where real workers and two sweepers keep the clock."""

import pytest

from games.engine.clock import ClockTerms
from games.models import Game, Heartbeat, Move
from games.services.authority import Authority
from games.services.games import game_start
from games.services.rebuild import game_check
from games.store.row import clock_read
from tests.concurrency.fleet import fleet, wait_until
from tests.games.tables import row, table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.concurrency, pytest.mark.full]


def flags(game: Game) -> int:
    rows = Move.objects.filter(game__id=game.id, events__contains='"type":"clock_flagged"')
    return rows.count()


@pytest.mark.parametrize("broker", [True, False])
def test_bots_take_over_after_three_flags(tmp_path, broker):
    begun = clock_read()
    with fleet(tmp_path, *(("redis", "worker") if broker else ()), "sweeper") as ours:
        ours.commands["another sweeper"] = ours.commands["sweeper"]
        ours.start("another sweeper")
        wait_until(lambda: Heartbeat.objects.filter(at__gt=begun).exists(), 60)
        game = table(bots=(1, 2, 3), dealer=3, clock=ClockTerms(1))
        game_start(game_id=game.id, by=Authority(game.creator))
        wait_until(lambda: row(game.id).bot_seats == 0b1111, 120)
    assert flags(game) == 3
    assert game_check(game.id) == []
