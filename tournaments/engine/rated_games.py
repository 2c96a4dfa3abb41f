"""Whom a rated game rates, and by what.

Who left it is rated by its end like everybody else, whether or not they came back: leaving saves
nobody a loss. The others are rated if a bot played at most a quarter of their side's turns. Who
was seated in the running game is not rated; the strengths reckoned with are of those who began.

A game that was abandoned has no end. If everybody agreed to that, or stayed to the last, it rates
nobody. Who left it before, and was not there when it was given up, is rated by the hands that were
finished, and never gains: else whoever leads would leave, and friends would give up, until the
rating is high; and whoever is behind would leave, and friends would give up, before it is lost.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from fractions import Fraction
from typing import Protocol

from tournaments.engine.public_ratings import PublicTable
from tournaments.engine.ratings import RatedTable

BOTS_AT_MOST = Fraction(1, 4)
"""Of a side's turns, for those of it who stayed to be rated."""


class EndedGame(Protocol):
    """A rated game that is over, as `games.selectors.rated_games` finds it."""

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
    rated = game.absent if game.abandoned else game.left | frozenset(_stayed(game))
    if not rated or not game.hands:
        return None
    day = game.ended_at.astimezone(UTC).toordinal()
    table = RatedTable(day, game.sides, game.points, game.hands)
    everybody = frozenset(player for side in game.sides for player in side)
    whom = None if rated == everybody else frozenset[object](rated)
    return PublicTable(table, whom, broken_off=game.abandoned)


def _stayed(game: EndedGame) -> Iterator[str]:
    """Those of the sides for which bots did not play too much."""
    for side, turns, of_bots in zip(game.sides, game.turns, game.turns_of_bots, strict=True):
        if of_bots <= BOTS_AT_MOST * turns:
            yield from side
