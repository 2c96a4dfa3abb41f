"""Giving a game up: a side does, when all its players agree; the opponents are not asked."""

from typing import Final
from uuid import UUID

from django.db import transaction

from games.engine import match as engine
from games.errors import NoHandRunning
from games.services.authority import Authority
from games.services.consent import consent_give, consent_refuse, playing_seat
from games.services.locked import match_lock, rows_log
from games.store.row import GameRow

CONCEDE: Final = "concede"
"""The name of the question."""


@transaction.atomic
def concede_request(*, game_id: UUID, by: Authority) -> GameRow:
    """Give the game up for the caller's side, or ask the partners; the row's status shows which.

    A partner who is a person agrees by the same call, and is never spoken for. Raises GameNotFound,
    NoHandRunning, NotSeated, ConsentOpen, also while the other side asks itself, TooManyQuestions.
    """
    locked = match_lock(game_id, caller=by.player.id)
    if locked.match.hand is None:
        raise NoHandRunning
    seat, sides = playing_seat(locked, by), locked.match.sides
    hand = locked.hand_number
    partners = [each for each in range(seat % sides, locked.match.seats, sides) if each != seat]
    events, granted = consent_give(locked, about=CONCEDE, seat=seat, asked=partners)
    if granted:
        events = [*events, *engine.concede(locked.match, seat % sides)]
    return rows_log(locked, events, actor=by.player.id, hand=hand) if events else locked.game


@transaction.atomic
def concede_refuse(*, game_id: UUID, by: Authority) -> GameRow:
    """Play on: say no to the question, or withdraw one's own.

    Raises GameNotFound, NotSeated, NothingAsked.
    """
    locked = match_lock(game_id, caller=by.player.id)
    events = consent_refuse(locked, about=CONCEDE, seat=playing_seat(locked, by))
    return rows_log(locked, events, actor=by.player.id, hand=locked.hand_number)
