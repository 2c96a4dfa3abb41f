"""Who may rule on a game: its creator, or in a tournament only the directors."""

from typing import Any, NamedTuple
from uuid import UUID

from games.errors import NotCreator, NotDirector, NotSeated
from games.selectors.directors import directors_get
from games.signals import director_acts
from games.store.row import GameRow
from samba_service.accounts.models import Player


class Authority(NamedTuple):
    """A caller, and the capacity in which their credentials let them act."""

    player: Player
    plays: bool = True
    """As the creator, or from a seat."""
    directs: bool = False
    """As a director of the tournament, if they are one."""


def is_director(game: GameRow, by: Authority) -> bool:
    """True if the caller acts as a director of the tournament that the game belongs to."""
    return by.directs and by.player.id in (directors_get(game.id) or ())


def is_creator(game: GameRow, by: Authority) -> bool:
    """True if the caller acts as the creator of a game outside tournaments."""
    return by.plays and by.player.id == game.creator_id and directors_get(game.id) is None


def is_host(game: GameRow, by: Authority) -> bool:
    """True if the caller is the game's director, or its creator where it has no director."""
    return is_director(game, by) or is_creator(game, by)


def director_note(
    act: str, game_id: UUID, *, by: Authority, reason: str = "", **facts: Any
) -> None:
    """Record what a director is about to do at a tournament's table; does nothing for others.

    Call it first in the transaction of the act, before the game is locked.
    """
    if by.directs and by.player.id in (directors_get(game_id) or ()):
        director_acts.send(
            Authority, game_id=game_id, act=act, by=by.player, reason=reason, facts=facts
        )


def require_host(game: GameRow, by: Authority) -> None:
    """Raise NotDirector or NotCreator unless the caller may rule on the game."""
    if is_host(game, by):
        return
    raise NotCreator if directors_get(game.id) is None else NotDirector


def require_party(game: GameRow, by: Authority, *, seat: int | None) -> None:
    """Raise NotSeated or NotDirector unless the caller may invite to the game and start it.

    Its creator may, and so may a player at the table (`seat`); at a tournament's table only a
    director may.
    """
    if is_host(game, by) or (by.plays and seat is not None and directors_get(game.id) is None):
        return
    raise NotSeated if directors_get(game.id) is None else NotDirector
