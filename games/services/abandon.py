"""Games that end early: ended by a host, or by all who play."""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from django.db import transaction

from games.engine import match as engine
from games.engine.events import Event
from games.errors import NoHandRunning
from games.services.authority import Authority, director_note, is_creator, is_director, require_host
from games.services.consent import consent_give, consent_refuse, playing_seat
from games.services.locked import LockedGame, match_lock, match_lock_any, require_lobby, rows_log
from games.store.row import GameRow
from samba_service.accounts.choices import PlayerKind
from samba_service.accounts.models import Player

ABANDON: Final = "abandon"
"""The name of the question."""

ALL_AGREED: Final = "All players agreed."


@transaction.atomic
def game_abandon(*, game_id: UUID, reason: str, by: Player | None = None) -> GameRow:
    """End the game at once, also before the first deal; `by` None is the service itself.

    The running hand counts for nothing. Those at the table read `reason` in the event. A game that
    is over is not changed. Checks no permission: that is the caller's duty. Raises GameNotFound.
    """
    locked = match_lock_any(game_id)
    if locked.match.result is not None:
        return locked.game
    return _end(locked, reason, by)


@transaction.atomic
def abandon_request(*, game_id: UUID, by: Authority, reason: str) -> GameRow:
    """End a running game, or ask those who play it; the row's status shows which happened.

    A director ends it at once, and so does the creator if no other person sits there, with
    `reason`. Any other player needs the consent of all persons at the table, and agrees by the same
    call. Raises GameNotFound, NoHandRunning, NotSeated, ConsentOpen, TooManyQuestions.
    """
    director_note("game_abandoned", game_id, by=by, reason=reason)
    locked = match_lock(game_id, caller=by.player.id)
    if locked.match.hand is None:
        raise NoHandRunning
    game = locked.game
    if is_director(game, by) or (is_creator(game, by) and _is_alone(locked, by.player)):
        return _end(locked, reason, by.player)
    seat = playing_seat(locked, by)
    events, granted = consent_give(
        locked, about=ABANDON, seat=seat, asked=range(locked.match.seats)
    )
    if granted:
        return _end(locked, ALL_AGREED, by.player, before=events)
    if not events:
        return locked.game
    return rows_log(locked, events, actor=by.player.id, hand=locked.hand_number)


@transaction.atomic
def abandon_refuse(*, game_id: UUID, by: Authority) -> GameRow:
    """Say no to the question, or withdraw one's own. Raises GameNotFound, NotSeated, NothingAsked.

    A question does not ask a player twice.
    """
    locked = match_lock(game_id, caller=by.player.id)
    events = consent_refuse(locked, about=ABANDON, seat=playing_seat(locked, by))
    return rows_log(locked, events, actor=by.player.id, hand=locked.hand_number)


@transaction.atomic
def lobby_close(*, game_id: UUID, by: Authority) -> GameRow:
    """Close a game that has not begun.

    Raises GameNotFound, NotCreator, NotDirector for a tournament's game, NotInLobby.
    """
    director_note("lobby_closed", game_id, by=by)
    locked = match_lock(game_id, caller=by.player.id)
    require_host(locked.game, by)
    require_lobby(locked.game)
    return _end(locked, "", by.player)


def _is_alone(locked: LockedGame, player: Player) -> bool:
    """True if no other person sits at the table."""
    others = (who for who in locked.match.occupants if who and who.player != str(player.id))
    return all(who.kind != PlayerKind.HUMAN for who in others)


def _end(
    locked: LockedGame, reason: str, by: Player | None, *, before: Sequence[Event] = ()
) -> GameRow:
    hand = locked.hand_number
    events = [*before, *engine.abandon(locked.match, reason)]
    return rows_log(locked, events, actor=None if by is None else by.id, hand=hand)
