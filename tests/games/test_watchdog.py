"""No running game hangs: it waits for a person, or work is due for a bot."""

import logging
from collections.abc import Callable

import pytest

from games.engine.clock import PROFILES
from games.models import DueWork, Game
from games.services.running_seats import seat_vacate
from games.services.watchdog import (
    FAILS,
    NO_CLOCK,
    NO_TURN,
    NOBODY_ACTS,
    games_hanging,
    hangs_repair,
)
from games.services.work import PATIENCE
from tests.games.tables import bots_game, people_game, play_out, row, table, turn

pytestmark = [pytest.mark.django_db, pytest.mark.hangs]


def work_lost(game: Game) -> None:
    DueWork.objects.filter(subject=game.id).delete()


def work_of_another_version(game: Game) -> None:
    DueWork.objects.filter(subject=game.id).update(step=row(game.id).version + 1)


def work_fails(game: Game) -> None:
    DueWork.objects.filter(subject=game.id).update(attempts=PATIENCE)


def nobody_acts(game: Game) -> None:
    Game.objects.filter(pk=game.id).update(to_act=0)


@pytest.mark.parametrize(
    ("fault", "why"),
    [
        pytest.param(work_lost, NO_TURN, id="lost work"),
        pytest.param(work_of_another_version, NO_TURN, id="work of another version"),
        pytest.param(work_fails, FAILS, id="work that always fails"),
        pytest.param(nobody_acts, NOBODY_ACTS, id="nobody to act"),
    ],
)
def test_a_game_that_hangs_is_found(fault: Callable[[Game], None], why: str) -> None:
    game, sound = bots_game(), bots_game()

    fault(game)

    assert games_hanging() == [(game.id, why)]
    assert sound.id not in dict(games_hanging())


def test_lost_work_is_due_again_and_the_game_goes_on(caplog) -> None:
    game = bots_game()
    work_lost(game)

    with caplog.at_level(logging.ERROR):
        hangs_repair()

    assert "repaired" in caplog.text
    assert games_hanging() == []
    assert play_out(game.id).status == "finished"


def test_a_lost_due_time_is_due_again_when_the_time_is_over() -> None:
    game, _ = people_game(clock=PROFILES["live"])
    work_lost(game)
    assert games_hanging() == [(game.id, NO_CLOCK)]

    hangs_repair()

    assert games_hanging() == []
    [due] = DueWork.objects.filter(subject=game.id)
    assert (due.kind, due.due_at) == ("clock", row(game.id).turn_due_at)


def test_what_cannot_be_repaired_is_raised_each_time(caplog) -> None:
    nobody_acts(bots_game())

    with caplog.at_level(logging.ERROR):
        assert hangs_repair() == hangs_repair()

    assert caplog.text.count("hangs: nobody must act") == 2


def test_a_game_that_went_on_meanwhile_gets_no_second_work(monkeypatch) -> None:
    """The other process has repaired it between the look and the lock."""
    game = bots_game()
    work_lost(game)
    found = games_hanging()
    hangs_repair()
    monkeypatch.setattr("games.services.watchdog.games_hanging", lambda: found)

    hangs_repair()

    assert DueWork.objects.filter(subject=game.id).count() == 1


def test_tables_that_wait_for_people_do_not_hang() -> None:
    people_game()
    table()
    waiting, players = people_game(away="wait")
    seat_vacate(game_id=waiting.id, player=players[turn(waiting.id)])
    play_out(bots_game().id)

    assert games_hanging() == []
