"""Positions of finished hands, with all that led to them."""

from typing import NamedTuple

import orjson
from django.db.models import Subquery

from games.engine.actions import Action
from games.engine.codec import action_in
from games.engine.events import HandDealt
from games.engine.match import Match
from games.errors import DealsNotYet, HandNotFound
from games.models import Move
from games.selectors.games import GameState
from games.store.fold import fold_row
from games.store.log import events_in, rows_get


class Position(NamedTuple):
    """A hand up to a version of its game."""

    match: Match
    dealt: HandDealt
    scores: tuple[int, ...]
    """By side, when it was dealt."""
    moves: tuple[tuple[int, Action], ...]
    """Since the deal: seat and action."""

    def __repr__(self) -> str:
        return f"<hand {self.dealt.number} after {len(self.moves)} moves>"


def rows_of_hand(state: GameState, version: int) -> int:
    """The rows of the log that a hand has until `version`; reads none of them from the database."""
    if state.game.lobby_version is not None:
        archived = [row.hand for row in rows_get(state.game.id, until=version)]
        return archived.count(archived[-1]) if version in range(1, len(archived) + 1) else 0
    rows = Move.objects.filter(game__number=state.game.number, version__lte=version)
    hand = rows.filter(version=version).values("hand")
    return rows.filter(hand=Subquery(hand)).count()


def position_get(state: GameState, version: int) -> Position:
    """The position at `version`, with every card.

    Raises HandNotFound if no hand was played then, or if that hand is not over; DealsNotYet while
    other tables play the same deals.
    """
    if not 0 < version <= state.game.version:
        raise HandNotFound
    if state.embargo:
        raise DealsNotYet
    match: Match | None = None
    dealt: HandDealt | None = None
    scores: tuple[int, ...] = ()
    moves: list[tuple[int, Action]] = []
    for row in rows_get(state.game.id, until=version):
        match = fold_row(match, row)
        if row.action and row.seat is not None:
            moves.append((row.seat, action_in(orjson.loads(row.action))))
        for event in events_in(row.events):
            if isinstance(event, HandDealt):
                dealt, scores, moves = event, tuple(match.scores), []
    if match is None or match.hand is None or dealt is None:
        raise HandNotFound
    if dealt.number > state.match.hands_played:
        raise HandNotFound
    return Position(match, dealt, scores, tuple(moves))
