"""Who directs a game. An app above this one, which has the tournaments, registers itself when
ready.
"""

from collections.abc import Callable
from uuid import UUID

DirectorsOf = Callable[[UUID], frozenset[UUID] | None]
"""The players who direct the game with this id; None for one that belongs to no tournament."""


def _nobody(_game_id: UUID) -> None:
    return None


_directors_of: DirectorsOf = _nobody


def directors_register(directors_of: DirectorsOf) -> None:
    """Ask `directors_of` from now on."""
    global _directors_of
    _directors_of = directors_of


def directors_get(game_id: UUID) -> frozenset[UUID] | None:
    """The players who direct the game; None for a game outside tournaments."""
    return _directors_of(game_id)
