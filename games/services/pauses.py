"""Pauses: the players agree to let no time run, until one of them goes on; or a director does."""

from typing import Final
from uuid import UUID

from django.db import transaction

from games.engine.consent import Outcome
from games.engine.match import consent_close
from games.errors import GameHeld, NoClock, NoHandRunning, NotPaused
from games.services.authority import Authority, director_note, is_director
from games.services.consent import consent_give, consent_refuse, playing_seat, require_few
from games.services.locked import LockedGame, match_lock, match_lock_any, rows_log
from games.store.row import GameRow
from samba_service.accounts.models import Player

PAUSE: Final = "pause"
"""The name of the question."""


@transaction.atomic
def pause_request(*, game_id: UUID, by: Authority) -> GameRow:
    """Stop the clock once all persons at the table agree, by the same call; a director at once.

    It goes on with `pause_end`, or with the next move of a player; after a director's pause only by
    a director, and no player moves until then. Raises GameNotFound, NotSeated, NoHandRunning,
    NoClock, ConsentOpen, TooManyQuestions, and GameHeld for a director who has paused already.
    """
    director_note("game_paused", game_id, by=by)
    locked = match_lock(game_id, caller=by.player.id)
    if is_director(locked.game, by):
        return _hold(locked, by.player)
    seat = playing_seat(locked, by)
    _require_clock(locked)
    if is_paused(locked):
        return locked.game
    answers = locked.match.consent is not None
    events, granted = consent_give(locked, about=PAUSE, seat=seat, asked=range(locked.match.seats))
    if not events and not granted:
        return locked.game
    if granted and not answers:
        require_few(locked, seat)
    return rows_log(
        locked,
        events,
        actor=by.player.id,
        hand=locked.hand_number,
        paused=True if granted else None,
    )


@transaction.atomic
def pause_refuse(*, game_id: UUID, by: Authority) -> GameRow:
    """Say no to the question, or withdraw one's own. Raises NothingAsked, as `pause_request`."""
    locked = match_lock(game_id, caller=by.player.id)
    seat = playing_seat(locked, by)
    _require_clock(locked)
    events = consent_refuse(locked, about=PAUSE, seat=seat)
    return rows_log(locked, events, actor=by.player.id, hand=locked.hand_number)


@transaction.atomic
def pause_end(*, game_id: UUID, by: Authority) -> GameRow:
    """Let time run again: a pause lasts as long as all want it, or until a director ends it.

    Raises GameNotFound, NotSeated, NoHandRunning, NoClock, NotPaused, GameHeld.
    """
    director_note("pause_ended", game_id, by=by)
    locked = match_lock(game_id, caller=by.player.id)
    if not is_director(locked.game, by):
        playing_seat(locked, by)
        if _is_held(locked):
            raise GameHeld
    _require_clock(locked)
    if not is_paused(locked):
        raise NotPaused
    return rows_log(locked, [], actor=by.player.id, hand=locked.hand_number, paused=False)


@transaction.atomic
def game_hold(*, game_id: UUID, by: Player) -> bool:
    """Pause a game for its director; False without a clock or a hand, or if it is paused so."""
    locked = match_lock_any(game_id)
    if locked.match.hand is None or not locked.game.clock or _is_held(locked):
        return False
    _hold(locked, by)
    return True


@transaction.atomic
def game_release(*, game_id: UUID, by: Player) -> None:
    """End a director's pause, if there is one."""
    locked = match_lock_any(game_id)
    if _is_held(locked):
        rows_log(locked, [], actor=by.id, hand=locked.hand_number, paused=False)


def _hold(locked: LockedGame, by: Player) -> GameRow:
    """Pause by a director. Raises NoHandRunning, NoClock, GameHeld by the second call."""
    _require_clock(locked)
    if _is_held(locked):
        raise GameHeld
    lapsed = consent_close(locked.match, Outcome.LAPSED)
    hand = locked.hand_number
    return rows_log(locked, lapsed, actor=by.id, hand=hand, paused=True, held=True)


def _is_held(locked: LockedGame) -> bool:
    return locked.match.clock is not None and locked.match.clock.held


def is_paused(locked: LockedGame) -> bool:
    """True if no time runs by a decision of the table or of a director."""
    clock = locked.match.clock
    return clock is not None and clock.paused_since is not None


def _require_clock(locked: LockedGame) -> None:
    """Raises NoHandRunning, NoClock."""
    if locked.match.hand is None:
        raise NoHandRunning
    if not locked.game.clock:
        raise NoClock
