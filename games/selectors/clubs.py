"""Clubs, as owners of house rules.

An app above this one, which has the clubs, registers itself when it is ready.
"""

from collections.abc import Callable
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import QuerySet

from samba_service.accounts.models import Player


class Clubs(NamedTuple):
    """What house rules need from clubs."""

    has: Callable[[UUID], bool]
    """True if there is a club with this id."""
    administers: Callable[[UUID, UUID], bool]
    """True if a club has a player, the second, as its admin."""
    listed: Callable[[UUID | None], QuerySet[Any, Any]]
    """The ids of clubs whose house rules are listed for a player, or for everybody."""


def _none(_reader: UUID | None) -> QuerySet[Any, Any]:
    return Player.objects.none().values_list("pk")


_clubs = Clubs(lambda _club: False, lambda _club, _player: False, _none)


def clubs_register(clubs: Clubs) -> None:
    """Ask `clubs` from now on."""
    global _clubs
    _clubs = clubs


def club_exists(club_id: UUID) -> bool:
    """True if there is a club with this id."""
    return _clubs.has(club_id)


def club_administered(club_id: UUID, player_id: UUID) -> bool:
    """True if the player is an admin of the club."""
    return _clubs.administers(club_id, player_id)


def clubs_listed(reader: UUID | None) -> QuerySet[Any, Any]:
    """The ids of the clubs whose house rules `reader` finds in the list: public ones, their own."""
    return _clubs.listed(reader)
