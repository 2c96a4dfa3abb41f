"""A move or a flag, never both: the time at which the lock is taken decides."""

import time
from collections import Counter

import pytest
from django.db import transaction

from games.engine.actions import Action, Discard, Draw
from games.engine.clock import ClockTerms
from games.models import Game, Heartbeat, Move, Outage
from games.services import locked, moves, outages
from games.services.bots import simplest_action
from games.services.flags import clock_check
from games.services.moves import move_play
from games.services.outages import heart_beat
from games.services.rebuild import game_check
from games.services.running_seats import player_sit
from games.store.row import clock_read, game_load
from samba_service.accounts.models import Player
from tests.concurrency.together import PATIENCE_S, at_once, meet
from tests.game_time import GameTime
from tests.games.tables import people_game, play, play_out, row, state, turn

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.concurrency]

TURN_S = 30


def begun() -> tuple[Game, list[Player]]:
    """A game in which seat 0 has only to discard."""
    heart_beat()
    game, players = people_game(clock=ClockTerms(TURN_S), dealer=3)
    play(game.id, players[0], Draw())
    return game, players


def ahead(game_time: GameTime, seconds: float, *, alive: bool = True) -> None:
    """Let time run on from this much later, for which a sweeper was alive."""
    game_time.shift(seconds)
    if alive:
        Heartbeat.objects.update(at=clock_read())


def flags(game: Game) -> int:
    clock = state(game.id).clock
    assert clock is not None
    return clock.flags[0]


def logged(game: Game, kind: str) -> int:
    rows = Move.objects.filter(game__id=game.id, events__contains=f'"type":"{kind}"')
    return rows.count()


def discard(game: Game) -> Action:
    """The action that ends the turn of seat 0."""
    action = simplest_action(state(game.id), 0)
    assert isinstance(action, Discard)
    return action


def move(game: Game, player: Player) -> str:
    with transaction.atomic():
        move_play(game_id=game.id, player_id=player.id, action=discard(game))
    return "played"


def flag_soon(game: Game) -> str:
    """Look at the clock until something has happened."""
    version = row(game.id).version
    deadline = time.monotonic() + PATIENCE_S
    while row(game.id).version == version and time.monotonic() < deadline:
        clock_check(game_id=game.id)
    return "looked"


def one_round(game_time: GameTime, early_s: float) -> Counter[str]:
    """A move this much before the last moment, while a sweeper waits for that moment."""
    game_time.shift(0)
    game, players = begun()
    ahead(game_time, TURN_S + 1 - early_s)
    ended = at_once(
        lambda: move(game, players[0]), lambda: flag_soon(game), lambda: flag_soon(game)
    )
    assert ended["played"] + flags(game) == 1, ended
    assert ended["played"] + ended["TimeOver"] == 1
    assert logged(game, "clock_flagged") == flags(game)
    assert game_check(game.id) == []
    return ended


def test_a_move_at_the_last_moment_is_played_or_flagged(game_time):
    rounds = [one_round(game_time, early_s) for early_s in (0.5, 0.02, 0.01, 0.005, 0.001, -0.05)]
    found = sum(rounds, Counter())
    assert found["played"] > 0
    assert found["TimeOver"] > 0


@pytest.mark.slow
def test_in_hundreds_of_rounds_one_of_them_wins(game_time):
    for number in range(300):
        one_round(game_time, (number % 60) / 1000)


def test_without_the_lock_a_move_and_a_flag_collide(game_time, monkeypatch):
    """The control: if this fails, the tests above prove nothing.

    The flag comes from a process that reads the game when the time is over, the move from one that
    has read it before; the log has only one place for them.
    """
    game, players = begun()
    early = game_load(game.id)
    ahead(game_time, TURN_S + 2)
    monkeypatch.setattr(moves, "game_lock", lambda _id: early)
    monkeypatch.setattr(locked, "game_lock", game_load)
    meet(monkeypatch, moves, "append", 2)
    monkeypatch.setattr(locked, "append", vars(moves)["append"])
    action = discard(game)

    def late_move() -> str:
        with transaction.atomic():
            move_play(game_id=game.id, player_id=players[0].id, action=action)
        return "played"

    ended = at_once(late_move, lambda: clock_check(game_id=game.id))
    assert ended["IntegrityError"] == 1


def test_many_sweepers_flag_once(game_time):
    game, _ = begun()
    ahead(game_time, TURN_S + 2)
    assert at_once(*[lambda: clock_check(game_id=game.id)] * 8) == {"done": 8}
    assert (flags(game), logged(game, "clock_flagged")) == (1, 1)


def test_a_player_comes_back_once(game_time):
    game, players = begun()
    for lost in range(3):
        ahead(game_time, (lost + 1) * (TURN_S + 5))
        _turn_lost(game, players)
    assert row(game.id).bot_seats == 1
    ended = at_once(*[lambda: str(player_sit(game_id=game.id, player=players[0]).seats)] * 4)
    assert ended == {"4": 1, "AlreadySeated": 3}


def _turn_lost(game: Game, players: list[Player]) -> None:
    """Seat 0 loses a turn by the clock, and the others play theirs."""
    clock_check(game_id=game.id)
    play_out(game.id)
    while (seat := turn(game.id)) != 0:
        play(game.id, players[seat], simplest_action(state(game.id), seat))


def test_of_two_sweepers_after_an_outage_one_records_it(game_time):
    begun()
    ahead(game_time, 60, alive=False)
    assert at_once(*[heart_beat] * 4) == {"done": 4}
    assert Outage.objects.count() == 1


def test_without_the_lock_both_record_it(game_time, monkeypatch):
    """The control: each sees the service as it was when its statement began, a second before."""
    waiting = outages._BEAT.replace("WHERE id = 1 FOR UPDATE", ", pg_sleep(1) WHERE id = 1")
    assert waiting != outages._BEAT
    monkeypatch.setattr(outages, "_BEAT", waiting)
    begun()
    ahead(game_time, 60, alive=False)
    at_once(*[heart_beat] * 4)
    assert Outage.objects.count() > 1


def test_an_outage_is_credited_once(game_time):
    game, players = begun()
    ahead(game_time, 60, alive=False)
    heart_beat()
    at_once(lambda: move(game, players[0]), *[lambda: clock_check(game_id=game.id)] * 4)
    assert logged(game, "clock_credited") == 1
    assert game_check(game.id) == []
