"""A director's acts in a running game: new rows of its log, with the reason; nothing is edited."""

from typing import Final
from uuid import UUID

from django.db import transaction

from games.engine.events import ScoreAdjusted
from games.engine.match import absorb_event, void_hand
from games.errors import (
    GameNotActive,
    NoHandRunning,
    NoOtherDeal,
    NoSuchSide,
    NotDirector,
    RulingsFull,
)
from games.selectors.hands import adjustments_of
from games.services.authority import Authority, director_note, is_director
from games.services.deals import hand_deal
from games.services.locked import LockedGame, match_lock, rows_log
from games.store.row import GameRow

RULINGS_AT_MOST: Final = 100
"""Adjustments of one game, and voided hands: its record has room for them."""


@transaction.atomic
def score_adjust(
    *, game_id: UUID, by: Authority, side: int, points: int, reason: str, note: str = ""
) -> GameRow:
    """Add points to a side's total, or take some, while a hand is played.

    They count at once, for the initial minimum from the next deal on; the opposite undoes it. Those
    at the table read `reason`; `note` is only for the tournament's log. Raises GameNotFound,
    NotDirector, GameNotActive, NoHandRunning, NoSuchSide, RulingsFull.
    """
    why = f"{reason} ({note})" if note else reason
    director_note("game_adjusted", game_id, by=by, reason=why, side=side, points=points)
    locked = _lock(game_id, by)
    if side >= locked.match.sides:
        raise NoSuchSide(sides=locked.match.sides)
    _allow_one_more("adjustments", len(adjustments_of(game_id)))
    event = ScoreAdjusted(side, points, str(by.player.id), reason)
    absorb_event(locked.match, event)
    return rows_log(locked, [event], actor=by.player.id, hand=locked.hand_number)


@transaction.atomic
def hand_void(*, game_id: UUID, by: Authority, reason: str) -> GameRow:
    """Void the running hand: it counts for nothing, and its dealer deals another one.

    A pause ends with it. It is not undone: its cards are known by then. Raises GameNotFound,
    NotDirector, GameNotActive, NoHandRunning, NoOtherDeal, RulingsFull.
    """
    director_note("hand_voided", game_id, by=by, reason=reason)
    locked = _lock(game_id, by)
    if locked.game.deal_set_id is not None:
        raise NoOtherDeal
    _allow_one_more("voided hands", locked.match.voided)
    hand = locked.hand_number
    events = void_hand(locked.match, str(by.player.id), reason)
    events += hand_deal(locked.game, locked.match)
    return rows_log(locked, events, actor=by.player.id, hand=hand, paused=False)


def _allow_one_more(what: str, count: int) -> None:
    if count >= RULINGS_AT_MOST:
        raise RulingsFull(what=what, limit=RULINGS_AT_MOST)


def _lock(game_id: UUID, by: Authority) -> LockedGame:
    """The running game, locked, for its director."""
    locked = match_lock(game_id, caller=by.player.id)
    if not is_director(locked.game, by):
        raise NotDirector
    if locked.match.result is not None:
        raise GameNotActive
    if locked.match.hand is None:
        raise NoHandRunning
    return locked
