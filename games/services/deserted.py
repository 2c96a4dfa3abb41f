"""Games that nobody plays any more: abandoned by the service itself."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db import Error, transaction
from django.db.models import Exists, F, Func, IntegerField, OuterRef, Q, QuerySet

from games.choices import GameStatus
from games.engine.clock import CORRESPONDENCE_S
from games.models import Game, Move, Outage, Presence, Seat
from games.services.abandon import game_abandon
from games.services.locked import LockedGame, match_lock_any
from games.services.outages import outage_running
from games.services.pauses import is_paused
from samba_service.accounts.models import Person
from samba_service.accounts.selectors import is_open

log = logging.getLogger(__name__)

_TURN_S: Final = Func(
    F("clock"),
    template="(NULLIF(%(expressions)s, '')::jsonb ->> 'turn_s')::int",
    output_field=IntegerField(),
)
"""The seconds for a turn by the game's clock; null without one."""

COMEBACK_TIME = timedelta(minutes=10)
"""How long the last person who left a game may come back, or who is not heard of any more."""

LONG_COMEBACK_TIME = timedelta(days=14)
"""As COMEBACK_TIME for people not heard of, by correspondence, without a clock and in a pause."""

ACCOUNT_CLOSED = "The account that opened this game is closed."

LOBBY_DESERTED = "Nobody has used this lobby for a long time."

DESERTED = "Everybody has left, and nobody came back within ten minutes."

UNATTENDED = "Nobody has been at this table for a long time."


def deserted_abandon(*, now: datetime) -> int:
    """Abandon the games and lobbies that are deserted by `now`; returns their number."""
    return (
        _abandon(_of_closed_accounts(), ACCOUNT_CLOSED)
        + _abandon(_left_by_all(now), DESERTED)
        + _abandon(_in_a_hurry(now), UNATTENDED, unless=is_paused)
        + _abandon(_without_anybody(now - LONG_COMEBACK_TIME), UNATTENDED)
        + _abandon(_lobbies_untouched(now), LOBBY_DESERTED)
    )


def lobbies_close(*, player_id: UUID) -> None:
    """Close the lobbies of a player who is erased."""
    _abandon(_lobbies().filter(Q(account=player_id) | Q(creator=player_id)), ACCOUNT_CLOSED)


def _of_closed_accounts() -> QuerySet[Game]:
    """Lobbies, and games of bots only, whose account is closed, erased or suspended."""
    open_accounts = Person.objects.filter(is_open(), player=OuterRef("account"))
    return _accounts_games().filter(
        ~Exists(open_accounts),
        Q(status=GameStatus.LOBBY) | Q(status=GameStatus.ACTIVE, bots_only=True),
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


def _in_a_hurry(now: datetime) -> QuerySet[Game]:
    """Games in which time runs by the minute, and nobody has been for a while.

    None while people who could not reach the service have their time to come back.
    """
    since = now - COMEBACK_TIME
    if Outage.objects.filter(until__gt=since).exists() or outage_running(now, now=now) is not None:
        return Game.objects.none()
    games = _without_anybody(since).annotate(turn_s=_TURN_S)
    return games.filter(turn_s__lt=CORRESPONDENCE_S)


def _without_anybody(since: datetime) -> QuerySet[Game]:
    """Running games of people none of whom has been heard of, and nothing has happened."""
    people = Seat.objects.filter(game=OuterRef("pk"), level="", to_version=None)
    heard = Presence.objects.filter(game=OuterRef("pk"), heard_at__gt=since)
    last = Move.objects.filter(game=OuterRef("number"), version=OuterRef("version"))
    games = _running().filter(~Exists(last.filter(made_at__gt=since)), Exists(people))
    return games.filter(~Exists(heard))


def _running() -> QuerySet[Game]:
    return _accounts_games().filter(status=GameStatus.ACTIVE)


def _lobbies() -> QuerySet[Game]:
    return _accounts_games().filter(status=GameStatus.LOBBY)


def _accounts_games() -> QuerySet[Game]:
    """Games outside tournaments."""
    return Game.objects.filter(account__isnull=False)


Unless = Callable[[LockedGame], bool]


def _never(_locked: LockedGame) -> bool:
    return False


def _abandon(deserted: QuerySet[Game], reason: str, unless: Unless = _never) -> int:
    ids = list(deserted.values_list("id", flat=True))
    return sum(_abandon_or_note(deserted, game_id, reason, unless) for game_id in ids)


def _abandon_or_note(deserted: QuerySet[Game], game_id: UUID, reason: str, unless: Unless) -> bool:
    """Abandon the game; if that fails, log it and return False, so that the others are handled.

    An error of the database concerns them all, and is raised.
    """
    try:
        return _abandon_one(deserted, game_id, reason, unless)
    except Error:
        raise
    except Exception as error:  # for any error in this game; its message might name cards
        log.error("game %s cannot be abandoned: %s", game_id, type(error).__name__)
        return False


@transaction.atomic
def _abandon_one(deserted: QuerySet[Game], game_id: UUID, reason: str, unless: Unless) -> bool:
    """Abandon the game, unless a player has come back in the meantime."""
    locked = match_lock_any(game_id)
    if not deserted.filter(pk=game_id).exists() or unless(locked):
        return False
    game_abandon(game_id=game_id, reason=reason)
    return True
