"""The turns of our bots: what each saw, what it did, and what it does again from the same view."""

from collections.abc import Iterable, Iterator
from typing import Annotated, NamedTuple, TypedDict, cast
from uuid import UUID

import orjson
from django.db import DatabaseError

from games.engine import action_answers as shown
from games.engine.actions import Action
from games.engine.answers import Whole
from games.engine.codec import action_in, action_out
from games.engine.match import Match
from games.engine.view import SeatView, seat_view
from games.errors import DealsNotYet, HandNotFound
from games.selectors.bot_actions import bot_action
from games.selectors.games import GameState
from games.store.fold import fold_row
from games.store.log import LogRow, rows_get
from samba_service.accounts.models import Player


class BotTurn(NamedTuple):
    """An action of a bot of ours, and the action that it chooses today from the same view."""

    version: int
    """Of the game that the bot saw; its action made the next one."""
    hand: int
    level: str
    view: SeatView
    played: Action
    again: Action | None
    """None if the bot fails, or if there is no bot of that level any more."""

    @property
    def seat(self) -> int:
        assert self.view.seat is not None
        return self.view.seat

    @property
    def is_same(self) -> bool:
        return self.again == self.played

    def __repr__(self) -> str:
        return f"<{self.level} in seat {self.seat} at version {self.version}>"


class BotReplay(NamedTuple):
    """How many of the turns that bots played in a seat are the same when they are replayed."""

    seat: int
    levels: tuple[str, ...]
    """Of the bots that played there, by name."""
    turns: int
    differences: tuple[BotTurn, ...]

    @property
    def same(self) -> int:
        return self.turns - len(self.differences)


class BotDifferenceAnswer(TypedDict):
    """A turn of a bot that chooses another action today from the view that it had."""

    hand: Whole
    version: Annotated[Whole, "Of the game that the bot saw; its action made the next one"]
    played: shown.Action
    again: Annotated[shown.Action | None, "null if the bot fails, or does not exist any more"]


class BotReplayAnswer(TypedDict):
    """The turns of the bots in a seat, each played again from the view that the bot had."""

    seat: Whole
    levels: Annotated[list[str], "Of the bots that played there, by name"]
    turns: Annotated[Whole, "That were played again"]
    same: Annotated[Whole, "Turns with the same action again"]
    differences: Annotated[list[BotDifferenceAnswer], "Turns with another action"]


def bot_turns(state: GameState, hand: int | None = None) -> Iterator[BotTurn]:
    """Replay the turns of our bots in a finished hand, or in all finished ones, the first first.

    Views hold the cards of their seat: access to them is the caller's to decide. Raises
    HandNotFound for a hand that is not over, DealsNotYet while other tables play the same deals.
    """
    last = state.match.hands_played
    if state.embargo:
        raise DealsNotYet
    if hand is not None and not 0 < hand <= last:
        raise HandNotFound
    return _turns(state, range(1, last + 1) if hand is None else range(hand, hand + 1))


def bot_replays(turns: Iterable[BotTurn]) -> list[BotReplay]:
    """The turns of `bot_turns` summed up, by seat."""
    by_seat: dict[int, list[BotTurn]] = {}
    for turn in turns:
        by_seat.setdefault(turn.seat, []).append(turn)
    return [
        BotReplay(
            seat,
            tuple(sorted({turn.level for turn in played})),
            len(played),
            tuple(turn for turn in played if not turn.is_same),
        )
        for seat, played in sorted(by_seat.items())
    ]


def replay_answer(replay: BotReplay) -> BotReplayAnswer:
    """A sum of `bot_replays` as JSON, without the views."""
    return {
        "seat": replay.seat,
        "levels": list(replay.levels),
        "turns": replay.turns,
        "same": replay.same,
        "differences": [
            {
                "hand": turn.hand,
                "version": turn.version,
                "played": _shown(turn.played),
                "again": None if turn.again is None else _shown(turn.again),
            }
            for turn in replay.differences
        ],
    }


def _shown(action: Action) -> shown.Action:
    return cast(shown.Action, action_out(action))


def _turns(state: GameState, hands: range) -> Iterator[BotTurn]:
    match: Match | None = None
    rows = list(rows_get(state.game.id))
    levels = _levels(rows)
    for row in rows:
        if row.hand >= hands.stop:
            return
        level = levels.get(row.actor)
        if row.action and level is not None and row.hand in hands:
            assert match is not None
            yield _turn(state, match, row, level)
        match = fold_row(match, row)


def _levels(rows: Iterable[LogRow]) -> dict[UUID | None, str]:
    """By player, the levels of our bots that have acted in the game."""
    actors = {row.actor for row in rows if row.actor is not None}
    bots = Player.objects.filter(pk__in=actors).exclude(bot_level="")
    return dict(bots.values_list("id", "bot_level"))


def _turn(state: GameState, match: Match, row: LogRow, level: str) -> BotTurn:
    """The turn whose row follows `match`."""
    assert match.hand is not None
    assert row.seat is not None
    version = row.version - 1
    view = seat_view(match.hand, row.seat)
    again: Action | None
    try:
        again = bot_action(state.game.id, version, match.hand, seat=row.seat, level=level)
    except DatabaseError:
        raise
    except Exception:
        again = None  # what a bot's error says may name cards
    played = action_in(orjson.loads(row.action))
    return BotTurn(version, row.hand, level, view, played, again)
