"""A tournament that was called off asks nothing more of anybody."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.choices import GameStatus
from games.models import DueWork, Game
from tests.concurrency.bots_night import bots_night
from tests.games.tables import play_out
from tests.tournaments.nights import Night, night, tournament_cancel
from tournaments.models import Round
from tournaments.services.draws import round_draw
from tournaments.services.publication import round_publish
from tournaments.services.results import game_result_record, round_collect
from tournaments.services.round_clock import last_hands_call
from tournaments.services.rounds import round_request
from tournaments.services.table_games import games_deal

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


def _timed() -> Night:
    return night(accounts=2, venue="online", hands_per_round=None, minutes_per_round=60)


def _published(evening: Night, *, later: bool) -> Round:
    start = timezone.now() + HOUR if later else None
    return round_publish(round_id=evening.draw().id, by=evening.director, starts_at=start)


def _work_of(round_: Round) -> set[str]:
    return set(DueWork.objects.filter(subject=round_.id).values_list("kind", flat=True))


@pytest.mark.parametrize(
    "later",
    [
        pytest.param(True, id="before its games begin"),
        pytest.param(False, id="while they are played"),
    ],
)
def test_its_games_end_and_the_work_of_its_rounds_goes_away(later):
    evening = _timed()
    round_ = _published(evening, later=later)
    tournament_cancel(tournament_id=evening.tournament.id, by=evening.director)
    version = evening.version()
    assert "collect" in _work_of(round_)
    for work in (games_deal, last_hands_call, round_collect):
        work(round_id=round_.id)
    assert not _work_of(round_)
    assert {game.status for game in Game.objects.filter(table__round=round_)} == {
        GameStatus.ABANDONED
    }
    assert evening.version() == version


def test_a_draw_of_it_is_not_made():
    evening = night()
    asked = round_request(tournament_id=evening.tournament.id, by=evening.director)
    tournament_cancel(tournament_id=evening.tournament.id, by=evening.director)
    assert not round_draw(round_id=asked.id, step=asked.step)
    assert not _work_of(asked)


def test_a_game_that_ends_after_it_gives_no_result():
    evening = bots_night()
    table = evening.next_round().tables.first()
    assert table is not None
    assert table.game is not None
    tournament_cancel(tournament_id=evening.tournament.id, by=evening.director)
    version = evening.version()
    play_out(table.game.id)
    assert not game_result_record(game_id=table.game.id)
    assert not table.results.exists()
    assert evening.version() == version
