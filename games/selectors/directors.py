"""Who directs a game, and who administers its club.

An app above this one, which has the tournaments, registers itself when ready.
"""

from collections.abc import Callable
from typing import NamedTuple
from uuid import UUID

PlayersOf = Callable[[UUID], frozenset[UUID] | None]
"""Players by the id of a game; None for a game that belongs to no tournament."""


def _nobody(_game_id: UUID) -> None:
    return None


class Offices(NamedTuple):
    """Who holds which office at a game of a tournament."""

    directors: PlayersOf = _nobody
    admins: PlayersOf = _nobody


_offices = Offices()


def offices_register(offices: Offices) -> None:
    """Ask `offices` from now on."""
    global _offices
    _offices = offices


def directors_get(game_id: UUID) -> frozenset[UUID] | None:
    """The players who direct the game; None for a game outside tournaments."""
    return _offices.directors(game_id)


def admins_get(game_id: UUID) -> frozenset[UUID] | None:
    """The admins of the club whose tournament has the game; None for a game outside tournaments."""
    return _offices.admins(game_id)
