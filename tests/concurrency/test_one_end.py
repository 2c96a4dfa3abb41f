"""A game is ended while somebody moves, agrees or refuses. Real threads, real connections."""

from collections import Counter
from typing import Any

import pytest
from django.db import transaction

from games.services import abandon, locked, moves, rulings
from games.services.abandon import abandon_refuse, abandon_request, game_abandon
from games.services.authority import Authority
from games.services.concede import concede_request
from games.services.moves import move_play
from games.services.rebuild import game_check
from games.services.rulings import hand_void, score_adjust
from games.store.row import game_load
from samba_service.accounts.models import Player
from tests.concurrency.together import at_once, meet
from tests.games.tables import people_game, row, some_action, state, turn

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.concurrency]

ROUNDS = 8


def _move(game_id: Any, player: Player, action: Any) -> None:
    with transaction.atomic():
        move_play(game_id=game_id, player_id=player.id, action=action)


def end_while_moving() -> Counter[str]:
    """A director ends a game at the moment of a move."""
    game, players = people_game()
    mover, action = players[turn(game.id)], some_action(game.id)
    ended = at_once(
        lambda: _move(game.id, mover, action),
        lambda: game_abandon(game_id=game.id, reason="enough"),
    )
    assert game_check(game.id) == []
    assert row(game.id).status == "abandoned"
    return ended


def test_a_game_that_is_ended_during_a_move_ends_before_or_after_it() -> None:
    found: Counter[str] = Counter()
    for _ in range(ROUNDS):
        found += end_while_moving()
    assert found.keys() <= {"done", "WrongMoment"}
    assert found["done"] >= ROUNDS


def test_of_a_refusal_and_the_last_consent_at_once_one_counts() -> None:
    for _ in range(ROUNDS):
        game, players = people_game()
        for player in players[:2]:
            abandon_request(game_id=game.id, by=Authority(player), reason="")
        abandon_request(game_id=game.id, by=Authority(players[2]), reason="")
        last = Authority(players[3])

        found = at_once(
            lambda: abandon_request(game_id=game.id, by=last, reason="").status,  # noqa: B023
            lambda: abandon_refuse(game_id=game.id, by=last).status,  # noqa: B023
        )

        # Refused first, the other call asks a question of its own; else there is none to refuse.
        over = row(game.id).status == "abandoned"
        expected = {"abandoned": 1, "NothingAsked": 1} if over else {"active": 2}
        assert found == expected
        assert game_check(game.id) == []


def test_a_hand_is_given_up_or_played_on_and_never_both() -> None:
    for _ in range(ROUNDS):
        game, players = people_game()
        mover, action = players[turn(game.id)], some_action(game.id)
        concede_request(game_id=game.id, by=Authority(players[0]))

        found = at_once(
            lambda: _move(game.id, mover, action),  # noqa: B023
            lambda: concede_request(game_id=game.id, by=Authority(players[2])).status,  # noqa: B023
        )

        assert found.keys() <= {"done", "finished", "WrongMoment"}
        assert found["finished"] == 1
        assert game_check(game.id) == []


def test_of_a_ruling_and_a_move_both_are_in_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulings, "is_director", lambda *_: True)
    for _ in range(ROUNDS):
        game, players = people_game()
        mover, action = players[turn(game.id)], some_action(game.id)
        by = Authority(players[0])

        found = at_once(
            lambda: _move(game.id, mover, action),  # noqa: B023
            lambda: score_adjust(game_id=game.id, by=by, side=0, points=5, reason="x"),  # noqa: B023
            lambda: hand_void(game_id=game.id, by=by, reason="x"),  # noqa: B023
        )

        assert found.keys() <= {"done", "WrongMoment", "NotYourTurn", "IllegalAction"}
        assert found["done"] >= 2
        assert (state(game.id).voided, state(game.id).scores) == (1, [5, 0])
        assert game_check(game.id) == []


def test_without_the_lock_end_and_move_collide(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: if this fails, the tests above prove nothing."""
    monkeypatch.setattr(moves, "game_lock", game_load)
    monkeypatch.setattr(locked, "game_lock", game_load)
    meet(monkeypatch, moves, "append", 2)
    game, players = people_game()
    mover, action = players[turn(game.id)], some_action(game.id)
    monkeypatch.setattr(locked, "append", vars(moves)["append"])

    found = at_once(
        lambda: _move(game.id, mover, action),
        lambda: abandon.game_abandon(game_id=game.id, reason="enough"),
    )

    assert found["IntegrityError"] == 1
    assert state(game.id) is not None
