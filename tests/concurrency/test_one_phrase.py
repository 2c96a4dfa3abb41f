"""Words and moves at once: each has its seq, and no move becomes stale."""

from collections import Counter
from functools import partial
from uuid import UUID

import pytest
from django.db import transaction

from games.engine.phrases import Phrase
from games.services import locked, moves, phrases
from games.services.moves import move_play
from games.services.phrases import phrase_say
from games.services.rebuild import game_check
from games.services.seats import seat_take
from games.store.row import game_load
from samba_service.accounts.models import Player
from tests.concurrency.together import at_once, meet
from tests.games.tables import log_read, people_game, row, some_action, table, turn

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.concurrency]

ROUNDS = 8


def seated_at(tables: int) -> tuple[Player, list[UUID]]:
    """A player who sits at this many tables."""
    game, (player, *_) = people_game()
    others = [table().id for _ in range(tables - 1)]
    for other in others:
        seat_take(game_id=other, player=player)
    return player, [game.id, *others]


def once() -> Counter[str]:
    """All four say something while one of them moves, on the version that they know."""
    game, players = people_game()
    mover, action, version = players[turn(game.id)], some_action(game.id), row(game.id).version

    def move() -> None:
        with transaction.atomic():
            move_play(game_id=game.id, player_id=mover.id, action=action, expected_version=version)

    ended = at_once(
        move,
        *(
            lambda who=who: phrase_say(game_id=game.id, by=who, phrase=Phrase.HELLO)["type"]
            for who in players
        ),
    )
    seqs = [event["seq"] for event in log_read(game.id, 0)]
    assert seqs == list(range(1, row(game.id).seq + 1))
    assert row(game.id).version == version + 1
    return ended


def test_a_move_is_played_while_all_speak() -> None:
    for _ in range(ROUNDS):
        assert once() == {"done": 1, "phrase_said": 4}


def test_of_two_phrases_of_a_player_at_once_one_is_said() -> None:
    game, (player, *_) = people_game()
    say = lambda: phrase_say(game_id=game.id, by=player, phrase=Phrase.SORRY)["type"]  # noqa: E731
    assert at_once(*[say] * 6) == {"phrase_said": 1, "TooSoon": 5}
    assert game_check(game.id) == []


def test_of_phrases_of_a_player_at_several_tables_at_once_one_is_said() -> None:
    player, games = seated_at(4)
    say = lambda game: phrase_say(game_id=game, by=player, phrase=Phrase.SORRY)["type"]  # noqa: E731
    assert at_once(*(partial(say, game) for game in games)) == {"phrase_said": 1, "TooSoon": 3}


def test_without_the_lock_of_the_player_one_is_said_at_each_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The control: if this fails, the test above proves nothing."""
    player, games = seated_at(4)
    monkeypatch.setattr(phrases, "_one_at_a_time", lambda _by: None)
    meet(monkeypatch, phrases, "live_event_add", 4)
    say = lambda game: phrase_say(game_id=game, by=player, phrase=Phrase.SORRY)["type"]  # noqa: E731
    assert at_once(*(partial(say, game) for game in games)) == {"phrase_said": 4}


def test_without_the_lock_they_take_the_same_seq(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: if this fails, the tests above prove nothing."""
    monkeypatch.setattr(moves, "game_lock", game_load)
    monkeypatch.setattr(locked, "game_lock", game_load)
    meet(monkeypatch, phrases, "live_event_add", 2)
    game, players = people_game()

    found = at_once(
        *(
            lambda who=who: phrase_say(game_id=game.id, by=who, phrase=Phrase.HELLO)["type"]
            for who in players[:2]
        )
    )

    assert found == {"phrase_said": 1, "IntegrityError": 1}
