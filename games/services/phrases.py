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
from samba_service.kit.errors import TooSoon
from samba_service.kit.times import rfc3339

PAUSE: Final = timedelta(seconds=5)
"""Between two phrases of a player."""

GOODBYE: Final = timedelta(minutes=10)
"""How long something may be said after the end of a game."""


@transaction.atomic
def phrase_say(*, game_id: UUID, by: Player, phrase: Phrase) -> Event:
    """Say `phrase` from the seat of `by`, and return the event.

    The game keeps its version: no move becomes stale. Raises GameNotFound, NotSeated, PhrasesOff,
    GameNotActive some time after its end, TooSoon.
    """
    locked = match_lock(game_id, caller=by.pk)
    game, seat = locked.game, seat_of(locked.match, by.pk)
    if seat is None:
        raise NotSeated
    if not game.phrases:
        raise PhrasesOff
    if game.finished_at is not None and game.now > game.finished_at + GOODBYE:
        raise GameNotActive
    _require_pause(game, by)
    event, hand = PhraseSaid(seat, str(by.pk), phrase.value), locked.hand_number
    new = live_event_add(game, event, hand=hand, actor=by.pk)
    return event_answer(
        event, seat, seq=new.seq, version=new.version, hand=hand or None, at=rfc3339(new.now)
    )


def _require_pause(game: GameRow, by: Player) -> None:
    """Raise TooSoon if the player has just said something, here or at another table."""
    lately = LiveEvent.objects.filter(actor=by.pk, made_at__gt=game.now - PAUSE)
    said = lately.filter(event__contains='"phrase_said"').order_by("-made_at")
    latest = said.values_list("made_at", flat=True).first()
    if latest is not None:
        raise TooSoon("phrases", max(1, ceil((latest + PAUSE - game.now).total_seconds())))
