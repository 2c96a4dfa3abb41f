"""Which players a rated game rates, and by which result.

A player who stayed is rated if a bot played at most a quarter of their side's turns. A player who
left the game is rated by its final result, also if they came back: leaving saves nobody from a
loss. They gain by it only if they are there at the end, and a bot played at most that quarter:
otherwise a strong bot could win for them. A player who joined the running game is not rated; the
sides are those of the first deal.

An abandoned game has no final result. It rates only the players who had left it and were not there
when it was abandoned, by the finished hands, and they never gain. Otherwise a player in the lead
could leave, and friends could abandon the game, to fix the lead; and a player who is behind could
do the same to escape the loss. If everybody agreed or stayed to the end, it rates nobody.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from fractions import Fraction
from typing import Protocol

from tournaments.engine.ratings.margins import RatedTable
from tournaments.engine.ratings.public import PublicTable

BOTS_AT_MOST = Fraction(1, 4)
"""The share of a side's turns that bots may play, for its players who stayed to be rated."""


class EndedGame(Protocol):
    """A rated game that is over: the `RatedGame` of `games.selectors.rated_games`."""

    @property
    def ended_at(self) -> datetime: ...
    @property
    def abandoned(self) -> bool: ...
    @property
    def sides(self) -> tuple[tuple[str, ...], ...]: ...
    @property
    def points(self) -> tuple[int, ...]: ...
    @property
    def hands(self) -> int: ...
    @property
    def left(self) -> frozenset[str]: ...
    @property
    def absent(self) -> frozenset[str]: ...
    @property
    def turns(self) -> tuple[int, ...]: ...
    @property
    def turns_of_bots(self) -> tuple[int, ...]: ...


def public_table(game: EndedGame) -> PublicTable | None:
    """The game as a table that counts; None if it rates nobody."""
    played = frozenset[str]() if game.abandoned else frozenset(_own_play(game))
    rated = game.absent if game.abandoned else game.left | played
    if not rated or not game.hands:
        return None
    day = game.ended_at.astimezone(UTC).toordinal()
    table = RatedTable(day, game.sides, game.points, game.hands)
    everybody = frozenset(player for side in game.sides for player in side)
    only = None if rated == everybody else frozenset[object](rated)
    return PublicTable(table, only, frozenset[object](rated - (played - game.absent)))


def _own_play(game: EndedGame) -> Iterator[str]:
    """The players of the sides for which bots played few enough turns."""
    for side, turns, of_bots in zip(game.sides, game.turns, game.turns_of_bots, strict=True):
        if of_bots <= BOTS_AT_MOST * turns:
            yield from side
