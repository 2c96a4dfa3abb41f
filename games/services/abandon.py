"""Games that end early: ended by a host, by all who play, or because nobody plays any more."""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db import Error, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from games.choices import GameStatus
from games.engine import match as engine
from games.engine.events import Event
from games.errors import NoHandRunning
from games.models import Game, Move, Seat
from games.services.authority import Authority, director_note, is_creator, is_director, require_host
from games.services.consent import consent_give, consent_refuse, playing_seat
from games.services.locked import LockedGame, match_lock, match_lock_any, require_lobby, rows_log
from games.store.row import GameRow, game_lock
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


log = logging.getLogger(__name__)


COMEBACK_TIME = timedelta(minutes=10)
"""How long the last person who left a game may come back."""

ACCOUNT_CLOSED = "The account that opened this game is closed."

LOBBY_DESERTED = "Nobody has used this lobby for a long time."

DESERTED = "Everybody has left, and nobody came back within ten minutes."


def deserted_abandon(*, now: datetime) -> int:
    """Abandon the games and lobbies that are deserted by `now`; returns their number."""
    return (
        _abandon(_of_closed_accounts(), ACCOUNT_CLOSED)
        + _abandon(_left_by_all(now), DESERTED)
        + _abandon(_lobbies_untouched(now), LOBBY_DESERTED)
    )


def lobbies_close(*, player_id: UUID) -> None:
    """Close the lobbies of a player who is erased."""
    _abandon(_lobbies().filter(Q(account=player_id) | Q(creator=player_id)), ACCOUNT_CLOSED)


def _of_closed_accounts() -> QuerySet[Game]:
    """Lobbies, and games of bots only, whose account is erased or suspended."""
    closed = Q(account__person__is_active=False) | Q(account__anonymised_at__isnull=False)
    return _accounts_games().filter(
        closed, Q(status=GameStatus.LOBBY) | Q(status=GameStatus.ACTIVE, bots_only=True)
    )


def _lobbies_untouched(now: datetime) -> QuerySet[Game]:
    """Lobbies in which nothing has been logged for `SAMBA_LOBBY_HOURS`."""
    since = now - timedelta(hours=settings.SAMBA_LOBBY_HOURS)
    touched = Move.objects.filter(game=OuterRef("number"), made_at__gt=since)
    return _lobbies().filter(~Exists(touched), created_at__lte=since)


def _left_by_all(now: datetime) -> QuerySet[Game]:
    """Games that people played, and that the last of them left a while ago."""
    people = Seat.objects.filter(game=OuterRef("pk"), level="")
    leaving = Move.objects.filter(game=OuterRef("game__number"), version=OuterRef("to_version"))
    left = Exists(leaving.filter(made_at__gt=OuterRef("game__started_at")))
    lately = Exists(leaving.filter(made_at__gt=now - COMEBACK_TIME))
    here = people.filter(Q(to_version=None) | lately)
    return _running().filter(~Exists(here), Exists(people.filter(left)))


def _running() -> QuerySet[Game]:
    return _accounts_games().filter(status=GameStatus.ACTIVE)


def _lobbies() -> QuerySet[Game]:
    return _accounts_games().filter(status=GameStatus.LOBBY)


def _accounts_games() -> QuerySet[Game]:
    """Games outside tournaments."""
    return Game.objects.filter(account__isnull=False)


def _abandon(deserted: QuerySet[Game], reason: str) -> int:
    ids = list(deserted.values_list("id", flat=True))
    return sum(_abandon_or_note(deserted, game_id, reason) for game_id in ids)


def _abandon_or_note(deserted: QuerySet[Game], game_id: UUID, reason: str) -> bool:
    """Abandon the game; if that fails, log it and return False, so that the others are handled.

    An error of the database concerns them all, and is raised.
    """
    try:
        return _abandon_one(deserted, game_id, reason)
    except Error:
        raise
    except Exception as error:  # for any error in this game; its message might name cards
        log.error("game %s cannot be abandoned: %s", game_id, type(error).__name__)
        return False


@transaction.atomic
def _abandon_one(deserted: QuerySet[Game], game_id: UUID, reason: str) -> bool:
    """Abandon the game, unless a player has come back in the meantime."""
    game_lock(game_id)
    if not deserted.filter(pk=game_id).exists():
        return False
    game_abandon(game_id=game_id, reason=reason)
    return True
