"""Many copies of one move at once: one is played. Real threads, real connections."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from uuid import UUID

import pytest
from django.db import connection, transaction

from games.engine.actions import Action
from games.models import Game, Move
from games.services import moves
from games.services.moves import move_play
from games.services.rebuild import game_check
from games.store.row import game_load
from samba_service.accounts.models import Player
from tests.games.tables import people_game, row, some_action, turn

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.concurrency]

COPIES = 8
PATIENCE_S = 20


def at_once(game: Game, player: Player, action: Action, version: int, copies: int) -> Counter[str]:
    """Play the same move from `copies` threads that start together; how each of them ended."""
    barrier = Barrier(copies)

    def submit(_number: int) -> str:
        try:
            connection.ensure_connection()
            barrier.wait(PATIENCE_S)
            with transaction.atomic():
                move_play(
                    game_id=game.id, player_id=player.id, action=action, expected_version=version
                )
            return "played"
        except Exception as error:
            return type(error).__name__
        finally:
            connection.close()

    with ThreadPoolExecutor(copies) as pool:
        return Counter(pool.map(submit, range(copies)))


def rounds(number: int, copies: int) -> Counter[str]:
    """A number of moves of one game, each submitted `copies` times."""
    game, players = people_game()
    found: Counter[str] = Counter()
    for _ in range(number):
        version = row(game.id).version
        player, action = players[turn(game.id)], some_action(game.id)
        found += at_once(game, player, action, version, copies)
    assert row(game.id).version - Move.objects.filter(game=game, action="").count() == number
    assert game_check(game.id) == []
    return found


def test_of_simultaneous_copies_of_a_move_one_is_played() -> None:
    assert rounds(20, COPIES) == {"played": 20, "Stale": 20 * (COPIES - 1)}


@pytest.mark.slow
def test_of_thirty_two_copies_one_is_played_in_each_of_two_hundred_rounds() -> None:
    assert rounds(200, 32) == {"played": 200, "Stale": 200 * 31}


def test_without_the_lock_the_copies_collide(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: if this fails, the tests above prove nothing."""
    reading = Barrier(COPIES)

    def load_together(game_id: UUID) -> object:
        loaded = game_load(game_id)
        reading.wait(PATIENCE_S)
        return loaded

    game, players = people_game()
    version = row(game.id).version
    player, action = players[turn(game.id)], some_action(game.id)
    monkeypatch.setattr(moves, "game_lock", load_together)

    found = at_once(game, player, action, version, COPIES)

    assert found["IntegrityError"] > 0
