"""Events beside the log: readers get them in their place, and no move becomes stale."""

from uuid import UUID

import pytest
from django.db import transaction

from games.engine.events import SeatLeft
from games.models import Game, LiveEvent
from games.services.locked import match_lock_any
from games.services.rebuild import game_check
from games.store.live import live_event_add
from tests.games.tables import log_read, people_game, play, row, some_action, turn

pytestmark = pytest.mark.django_db

NEWS = SeatLeft(3)
"""Any event; it changes nothing here, because the log does not have it."""


def tell(game_id: UUID) -> None:
    with transaction.atomic():
        locked = match_lock_any(game_id)
        live_event_add(locked.game, NEWS, hand=locked.hand_number)


@pytest.fixture
def game() -> Game:
    """Six moves, with an event beside the log after each second one, and two at the end."""
    game, players = people_game()
    for number in range(6):
        play(game.id, players[turn(game.id)], some_action(game.id))
        if number % 2:
            tell(game.id)
    tell(game.id)
    return game


@pytest.mark.parametrize("limit", [1, 3, 100])
def test_every_reader_gets_every_seq(game: Game, limit: int) -> None:
    seqs: list[int] = []
    while page := log_read(game.id, 1, after=seqs[-1] if seqs else 0, limit=limit):
        seqs += [event["seq"] for event in page]

    assert seqs == list(range(1, row(game.id).seq + 1))
    assert LiveEvent.objects.filter(game=game).count() == 4


def test_it_has_the_games_version_and_a_new_tag(game: Game) -> None:
    before = row(game.id)

    tell(game.id)

    after = row(game.id)
    assert (after.version, after.seq) == (before.version, before.seq + 1)
    assert after.presence == before.presence + 1
    last = log_read(game.id, 0)[-1]
    assert (last["seq"], last["version"], last["hand"]) == (after.seq, before.version, 1)
    assert last["type"] == "seat_left"


def test_delayed_spectators_wait_for_it_as_for_the_hand() -> None:
    game, _ = people_game(spectators="delayed")
    tell(game.id)

    assert log_read(game.id, None)[-1]["type"] == "game_started"


def test_a_move_on_the_version_before_it_is_played() -> None:
    game, players = people_game()
    before = row(game.id)
    tell(game.id)

    played = play(game.id, players[turn(game.id)], some_action(game.id), before.version)

    assert (played.version, played.first_seq) == (before.version + 1, before.seq + 2)
    assert game_check(game.id) == []


def test_a_check_finds_a_seq_that_nothing_has(game: Game) -> None:
    assert game_check(game.id) == []
    lost = LiveEvent.objects.filter(game=game).order_by("seq").first()
    assert lost is not None

    lost.delete()

    (fault,) = game_check(game.id)
    assert fault.what == "its events are misnumbered"


def test_a_check_finds_a_seq_that_two_have(game: Game) -> None:
    double = LiveEvent.objects.filter(game=game).order_by("seq").first()
    assert double is not None
    LiveEvent.objects.filter(pk=double.pk).update(seq=3)

    (fault,) = game_check(game.id)

    assert fault.what == "its events are misnumbered"


def test_a_check_finds_the_last_one_missing(game: Game) -> None:
    LiveEvent.objects.filter(game=game, seq=row(game.id).seq).delete()

    (fault,) = game_check(game.id)

    assert fault.where == "its own row"
