"""Abandon games that nobody plays any more, and lobbies that nobody uses.

Games of tournaments are left to their directors.
"""

import logging
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db import Error, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from games.models import Game, GameStatus, Move, Seat
from games.services.abandon import game_abandon
from games.store.row import game_lock

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
    touched = Move.objects.filter(game=OuterRef("pk"), made_at__gt=since)
    return _lobbies().filter(~Exists(touched), created_at__lte=since)


def _left_by_all(now: datetime) -> QuerySet[Game]:
    """Games that people played, and that the last of them left a while ago."""
    people = Seat.objects.filter(game=OuterRef("pk"), level="")
    leaving = Move.objects.filter(game=OuterRef("game"), version=OuterRef("to_version"))
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
    """Abandon the game; if that fails, log it and return False, so that the others are reached.

    An error of the database concerns them all, and is raised.
    """
    try:
        return _abandon_one(deserted, game_id, reason)
    except Error:
        raise
    except Exception as error:  # whatever is wrong with this game; the message might name cards
        log.error("game %s cannot be abandoned: %s", game_id, type(error).__name__)
        return False


@transaction.atomic
def _abandon_one(deserted: QuerySet[Game], game_id: UUID, reason: str) -> bool:
    """Abandon the game, unless somebody has come back in the meantime."""
    game_lock(game_id)
    if not deserted.filter(pk=game_id).exists():
        return False
    game_abandon(game_id=game_id, reason=reason)
    return True
