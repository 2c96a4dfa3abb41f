"""Playing: one lock, one decision, one log row, one transaction. The hot path."""

from datetime import timedelta
from typing import NamedTuple
from uuid import UUID

import orjson

from games.choices import Via
from games.engine import match as engine
from games.engine.actions import Action
from games.engine.codec import action_out
from games.engine.events import Event
from games.engine.match import Match
from games.errors import GameNotFound, NotSeated
from games.selectors.games import may_see, seat_of
from games.services.clocks import clock_go_on, time_require
from games.services.deals import hand_deal
from games.services.refusals import refusals_noted
from games.services.seats import STAND_IN, house_bot_id
from games.store.announce import announce
from games.store.append import RowOrigin, append
from games.store.row import GameRow, LoadedRow, game_lock
from games.store.state import match_of
from samba_service.kit.errors import Stale
from samba_service.kit.metrics import move_counted

LEASE = timedelta(seconds=5)
"""How long a turn is left to the run that plays for our bots; longer than any turn takes."""


class PlayedMove(NamedTuple):
    """An accepted action: its row of the log, and the state after it, hidden cards included."""

    version: int
    first_seq: int
    events: list[Event]
    match: Match
    seat: int
    game: GameRow

    def __repr__(self) -> str:
        return f"<version {self.version} of {self.game.id}, by seat {self.seat}>"


def move_play(
    *,
    game_id: UUID,
    player_id: UUID,
    action: Action,
    expected_version: int | None = None,
    via: Via = Via.API,
) -> PlayedMove:
    """Play `action` from the seat of the player; to be called in a transaction.

    Raises GameNotFound, NotSeated, Stale, and Refusal for what the rules do not allow; then
    nothing has changed.
    """
    with move_counted("player"):
        loaded = game_lock(game_id)
        match = match_of(loaded)
        seat = seat_of(match, player_id)
        if seat is None:
            raise NotSeated if may_see(loaded.game, player_id) else GameNotFound
        hand = 0 if match.hand is None else match.hand.number
        noted = refusals_noted(
            loaded.game, action, seat=seat, hand=hand, player_id=player_id, via=via
        )
        with noted:
            _require_version(loaded, expected_version)
            return _play(loaded.game, match, seat, action, actor=player_id, via=via)


def bot_play(
    *, game_id: UUID, seat: int, action: Action, expected_version: int, known: Match | None = None
) -> PlayedMove:
    """Play `action` for our bot in `seat`; to be called in a transaction.

    `known` is the state at `expected_version`, if the caller has it. The action is applied to it,
    so that it is useless after a failure. The bot that moves next is not woken: the caller
    continues with it, or gives its turn back. Raises as `move_play` does.
    """
    with move_counted("bot"):
        loaded = game_lock(game_id)
        _require_version(loaded, expected_version)
        if not loaded.game.bots_to_act >> seat & 1:
            raise NotSeated
        match = known if known is not None else match_of(loaded)
        actor = house_bot_id(STAND_IN)
        if loaded.game.bot_seats >> seat & 1:
            occupant = match.occupants[seat]
            assert occupant is not None
            actor = UUID(occupant.player)
        return _play(loaded.game, match, seat, action, actor=actor, via=Via.BOT)


def _goes_on(match: Match, via: Via) -> bool | None:
    """False if a player's move ends a pause."""
    paused = match.clock is not None and match.clock.paused_since is not None
    return False if paused and via is not Via.BOT else None


def _require_version(loaded: LoadedRow, expected: int | None) -> None:
    if expected is not None and expected != loaded.game.version:
        raise Stale(loaded.game.version)


def _play(
    game: GameRow, match: Match, seat: int, action: Action, *, actor: UUID, via: Via
) -> PlayedMove:
    hand = 0 if match.hand is None else match.hand.number
    credited = time_require(game, match, seat) if game.clock and via is not Via.BOT else []
    events = [*credited, *engine.play(match, seat, action)]
    text = orjson.dumps(action_out(action)).decode()
    if match.awaits_deal:
        events += hand_deal(game, match, last=(seat, text))
    if game.clock:
        events += clock_go_on(
            game, match, events, hand=hand, bots=game.bot_seats, paused=_goes_on(match, via)
        )
    wake = via is not Via.BOT or game.is_paced
    lease = None if wake else LEASE
    new = append(game, match, events, RowOrigin(actor, seat, text, via), hand=hand, lease=lease)
    announce(new, match, wake=wake)
    return PlayedMove(new.version, game.seq + 1, events, match, seat, new)
