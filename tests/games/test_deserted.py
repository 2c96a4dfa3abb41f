"""Games that nobody plays any more do not go on for ever."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import DueWork, Game, Player, Snapshot
from games.selectors.rows import matches_forget
from games.services.authority import Authority
from games.services.deserted import deserted_abandon
from games.services.lifecycle import game_start
from games.services.people import player_anonymise
from games.services.seats import seats_give_up
from tests.factories import player
from tests.games.tables import bots_game, people_game, play_out, table
from tests.games.test_log import trigger_off

pytestmark = pytest.mark.django_db


def status(game: Game) -> str:
    return Game.objects.values_list("status", flat=True).get(pk=game.id)


def reason(game: Game) -> str:
    """What the last event says."""
    return str(game.moves.order_by("version").values_list("events", flat=True).last())


def after(minutes: int) -> int:
    """How many games are broken off when so many minutes have passed."""
    return deserted_abandon(now=timezone.now() + timedelta(minutes=minutes))


def lonely_game() -> Game:
    game = table(bots=(1, 2, 3), creator=player())
    game_start(game_id=game.id, by=Authority(game.creator))
    return game


def leave(game: Game, who: Player) -> None:
    """A bot plays on in the seat."""
    seats_give_up(player_id=who.id)


def test_a_game_that_its_last_person_left_is_abandoned_after_ten_minutes() -> None:
    game = lonely_game()
    leave(game, game.creator)
    assert after(minutes=9) == 0

    assert after(minutes=11) == 1

    assert status(game) == "abandoned"
    assert "nobody came back" in reason(game)
    assert not DueWork.objects.exists()
    assert after(minutes=60) == 0


def test_a_game_where_somebody_still_sits_goes_on() -> None:
    game, players = people_game()
    for leaver in players[:3]:
        leave(game, leaver)
    assert after(minutes=60) == 0

    leave(game, players[3])
    assert after(minutes=11) == 1


def test_a_game_of_bots_from_the_start_is_not_deserted() -> None:
    game = bots_game(creator=player())
    assert after(minutes=60) == 0
    assert play_out(game.id).status == "finished"


@pytest.mark.parametrize("how", ["erased", "suspended"])
def test_games_of_bots_end_with_the_account_that_opened_them(how: str) -> None:
    creator, other = player(), player()
    game, going_on, lonely = bots_game(creator=creator), bots_game(creator=other), lonely_game()
    if how == "erased":
        player_anonymise(player_id=creator.id)
    else:
        creator.person.is_active = False
        creator.person.save()

    assert after(minutes=0) == 1

    assert status(game) == "abandoned"
    assert "account" in reason(game)
    assert [status(each) for each in (going_on, lonely)] == ["active"] * 2


def test_a_tournaments_table_is_its_directors() -> None:
    game = lonely_game()
    Game.objects.filter(pk=game.id).update(account=None)
    leave(game, game.creator)
    assert after(minutes=60) == 0


def test_a_damaged_game_keeps_no_other_from_its_end(caplog) -> None:
    damaged, other = lonely_game(), lonely_game()
    for game in (damaged, other):
        leave(game, game.creator)
    Snapshot.objects.filter(game=damaged).delete()
    with trigger_off():
        damaged.moves.filter(version=1).delete()
    matches_forget()

    assert after(minutes=11) == 1

    assert (status(damaged), status(other)) == ("active", "abandoned")
    assert f"game {damaged.id} cannot be broken off" in caplog.text
