"""Pauses: the players agree to let no time run, until one of them goes on."""

from typing import Final
from uuid import UUID

from django.db import transaction

from games.errors import NoClock, NoHandRunning, NotPaused, NotSeated
from games.selectors.games import seat_of
from games.services.authority import Authority, director_note, is_director
from games.services.consent import consent_give, consent_refuse, playing_seat, require_few
from games.services.locked import LockedGame, match_lock, rows_log
from games.store.row import GameRow
from samba_service.accounts.models import Player

PAUSE: Final = "pause"
"""The name of the question."""


@transaction.atomic
def pause_request(*, game_id: UUID, player: Player) -> GameRow:
    """Stop the clock once all persons at the table agree, by the same call.

    It goes on with `pause_end`, or with the next move of a player. Raises GameNotFound, NotSeated,
    NoHandRunning, NoClock, ConsentOpen, TooManyQuestions.
    """
    locked = _locked(game_id, player)
    if is_paused(locked):
        return locked.game
    seat = _seat(locked, player)
    answers = locked.match.consent is not None
    events, granted = consent_give(locked, about=PAUSE, seat=seat, asked=range(locked.match.seats))
    if not events and not granted:
        return locked.game
    if granted and not answers:
        require_few(locked, seat)
    return rows_log(
        locked,
        events,
        actor=player.id,
        hand=locked.hand_number,
        paused=True if granted else None,
    )


@transaction.atomic
def pause_refuse(*, game_id: UUID, player: Player) -> GameRow:
    """Say no to the question, or withdraw one's own. Raises NothingAsked, as `pause_request`."""
    locked = _locked(game_id, player)
    events = consent_refuse(locked, about=PAUSE, seat=_seat(locked, player))
    return rows_log(locked, events, actor=player.id, hand=locked.hand_number)


@transaction.atomic
def pause_end(*, game_id: UUID, by: Authority) -> GameRow:
    """Let time run again: a pause lasts as long as all want it, or until a director ends it.

    Raises GameNotFound, NotSeated, NoHandRunning, NoClock, NotPaused.
    """
    director_note("pause_ended", game_id, by=by)
    locked = match_lock(game_id, caller=by.player.id)
    if not is_director(locked.game, by):
        playing_seat(locked, by)
    _require_clock(locked)
    if not is_paused(locked):
        raise NotPaused
    return rows_log(locked, [], actor=by.player.id, hand=locked.hand_number, paused=False)


def is_paused(locked: LockedGame) -> bool:
    """True if the players let no time run."""
    clock = locked.match.clock
    return clock is not None and clock.paused_since is not None


def _locked(game_id: UUID, player: Player) -> LockedGame:
    locked = match_lock(game_id, caller=player.id)
    _seat(locked, player)
    _require_clock(locked)
    return locked


def _require_clock(locked: LockedGame) -> None:
    """Raises NoHandRunning, NoClock."""
    if locked.match.hand is None:
        raise NoHandRunning
    if not locked.game.clock:
        raise NoClock


def _seat(locked: LockedGame, player: Player) -> int:
    seat = seat_of(locked.match, player.id)
    if seat is None:
        raise NotSeated
    return seat
