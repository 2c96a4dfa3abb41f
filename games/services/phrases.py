"""A few words at the table: a player says one of them, and the others read it."""

from datetime import timedelta
from math import ceil
from typing import Final
from uuid import UUID

from django.db import transaction

from games.engine.event_answers import Event
from games.engine.event_view import event_answer
from games.engine.events import PhraseSaid
from games.engine.phrases import Phrase
from games.errors import GameNotActive, NotSeated, PhrasesOff
from games.models import LiveEvent
from games.selectors.games import seat_of
from games.services.locked import match_lock
from games.store.live import live_event_add
from games.store.row import GameRow
from samba_service.accounts.models import Player
from samba_service.kit.errors import TooMany, TooSoon
from samba_service.kit.sql import run
from samba_service.kit.times import rfc3339

BETWEEN_PHRASES: Final = timedelta(seconds=5)
"""Between two phrases of a player."""

AT_MOST: Final = 20
"""Phrases of a player in one hand."""

GOODBYE: Final = timedelta(minutes=10)
"""How long something may be said after the end of a game."""


@transaction.atomic
def phrase_say(*, game_id: UUID, by: Player, phrase: Phrase) -> Event:
    """Say `phrase` from the seat of `by`, and return the event.

    The game keeps its version: no move becomes stale. Raises GameNotFound, NotSeated, PhrasesOff,
    GameNotActive some time after its end, TooSoon, TooMany.
    """
    locked = match_lock(game_id, caller=by.pk)
    game, seat = locked.game, seat_of(locked.match, by.pk)
    if seat is None:
        raise NotSeated
    if not game.phrases:
        raise PhrasesOff
    if game.finished_at is not None and game.now > game.finished_at + GOODBYE:
        raise GameNotActive
    event, hand = PhraseSaid(seat, str(by.pk), phrase.value), locked.hand_number
    _one_at_a_time(by)
    _require_pause(game, by)
    _require_room(game, hand, by)
    new = live_event_add(game, event, hand=hand, actor=by.pk)
    return event_answer(
        event, seat, seq=new.seq, version=new.version, hand=hand or None, at=rfc3339(new.now)
    )


def _one_at_a_time(by: Player) -> None:
    """Hold the lock of what the player says, at all tables, until the transaction ends."""
    run("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", (f"phrases:{by.pk}",))


def _require_room(game: GameRow, hand: int, by: Player) -> None:
    """Raise TooMany if the player has said enough in this hand."""
    mine = LiveEvent.objects.filter(game__id=game.id, hand=hand, actor=by.pk)
    if mine.filter(event__contains='"phrase_said"').count() >= AT_MOST:
        raise TooMany(what="phrases in this hand", limit=AT_MOST)


def _require_pause(game: GameRow, by: Player) -> None:
    """Raise TooSoon if the player has just said something, here or at another table."""
    lately = LiveEvent.objects.filter(actor=by.pk, made_at__gt=game.now - BETWEEN_PHRASES)
    said = lately.filter(event__contains='"phrase_said"').order_by("-made_at")
    latest = said.values_list("made_at", flat=True).first()
    if latest is not None:
        raise TooSoon(
            "phrases", max(1, ceil((latest + BETWEEN_PHRASES - game.now).total_seconds()))
        )
