"""The demo club of `make run`."""

from io import StringIO

import pytest
from django.contrib.auth import authenticate
from django.core.management import call_command

from games.management.commands.seed_demo import PASSWORD, PEOPLE
from games.models import Game, Move
from games.services.rebuild import game_check
from samba_service.accounts.models import Player
from tests.games.tables import play_out

pytestmark = pytest.mark.django_db


def seed() -> str:
    output = StringIO()
    call_command("seed_demo", stdout=output)
    return output.getvalue()


def test_the_demo_has_games_in_progress_one_with_an_open_seat_and_log_ins() -> None:
    output = seed()

    assert sorted(Game.objects.values_list("status", flat=True)) == ["active"] * 3 + ["lobby"]
    lobby = Game.objects.get(status="lobby")
    assert lobby.join_code in output
    for username in PEOPLE:
        assert username in output
        assert authenticate(username=username, password=PASSWORD) is not None


def test_a_second_start_adds_nothing() -> None:
    seed()
    before = (Game.objects.count(), Player.objects.count(), Move.objects.count())

    seed()

    assert (Game.objects.count(), Player.objects.count(), Move.objects.count()) == before


@pytest.mark.full
def test_its_bots_play_until_a_person_must() -> None:
    seed()

    ends = [play_out(game.id) for game in Game.objects.filter(status="active")]

    assert sorted(end.status for end in ends) == ["active", "active", "finished"]
    assert all(not end.to_act & end.bot_seats for end in ends)
    assert [fault for end in ends for fault in game_check(end.id)] == []
