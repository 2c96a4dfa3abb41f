"""Seats of a running game change while others move or sit down. Real threads, real connections."""

from collections import Counter

import pytest
from django.db import transaction

from games.models import Game, Seat
from games.services import locked
from games.services.authority import Authority
from games.services.bots import bot_turns_play
from games.services.rebuild import game_check
from games.services.running_seats import player_sit, running_seat_offer, seat_vacate
from games.store.row import game_load
from samba_service.accounts.models import Player
from tests.concurrency.together import at_once, meet
from tests.games.tables import people_game, person, play, row, some_action, turn

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.concurrency]

ROUNDS = 6


def empty_seat() -> tuple[Game, list[Player]]:
    """A game whose seat 2 waits, and two who may sit there: who left and who is invited."""
    game, players = people_game(away="wait")
    seat_vacate(game_id=game.id, player=players[2])
    guest = person("Eve")
    running_seat_offer(game_id=game.id, by=Authority(players[0]), player=guest)
    return game, [players[2], guest]


def both_sit(game: Game, rivals: list[Player]) -> Counter[str]:
    first, second = rivals
    return at_once(
        lambda: player_sit(game_id=game.id, player=first),
        lambda: player_sit(game_id=game.id, player=second),
    )


def test_of_two_who_take_the_same_seat_at_once_one_sits() -> None:
    for _ in range(ROUNDS):
        game, rivals = empty_seat()
        found = both_sit(game, rivals)
        assert found["done"] == 1
        assert found.keys() <= {"done", "GameFull", "SeatIsTaken", "GameNotInLobby"}
        assert Seat.objects.filter(game=game, number=2, to_version=None).count() == 1
        assert game_check(game.id) == []


def test_without_the_lock_both_would_sit(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: if this fails, the test above proves nothing."""
    game, rivals = empty_seat()
    monkeypatch.setattr(locked, "game_lock", game_load)
    meet(monkeypatch, locked, "append", 2)
    assert both_sit(game, rivals)["IntegrityError"] == 1


def test_who_leaves_or_returns_while_moving_or_while_the_bot_moves_loses_no_move() -> None:
    for _ in range(ROUNDS):
        game, players = people_game()
        seat = turn(game.id)
        mover, action = players[seat], some_action(game.id)

        found = at_once(
            lambda: play(game.id, mover, action),  # noqa: B023
            lambda: seat_vacate(game_id=game.id, player=mover),  # noqa: B023
        )
        assert found.keys() <= {"done", "NotSeated"}
        assert found["done"] >= 1

        version = row(game.id).version
        again = at_once(
            lambda: str(bot_turns_play(game_id=game.id, version=version) >= 0),  # noqa: B023
            lambda: player_sit(game_id=game.id, player=mover),  # noqa: B023
        )
        assert again == {"True": 1, "done": 1}
        assert row(game.id).bot_seats == 0
        assert game_check(game.id) == []
        with transaction.atomic():
            assert Seat.objects.filter(game=game, number=seat, to_version=None).count() == 1
