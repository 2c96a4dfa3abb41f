"""A game as one document with all that settles a complaint about it."""

from typing import Annotated, Any, Final, TypedDict
from uuid import UUID

import orjson

from games.choices import GameStatus
from games.engine.answers import ClockStateAnswer, Whole
from games.engine.event_answers import Event
from games.engine.event_view import clock_view
from games.engine.record import GameRecord
from games.engine.view import Following
from games.errors import DealsNotYet
from games.models import Presence
from games.selectors.bot_replays import BotReplayAnswer, bot_replays, bot_turns, replay_answer
from games.selectors.cases import refusals_of
from games.selectors.events import events_since, open_events
from games.selectors.games import GameState
from games.selectors.names import names_of
from games.selectors.records import record_get
from games.store.log import rows_get
from samba_service.kit.answers import UuidText
from samba_service.kit.times import rfc3339

FORMAT: Final = "samba-case/1"
ALL: Final = 1_000_000
"""More events than any game has."""


class CaseFile(TypedDict):
    """All that is known of a game's finished hands; of the running one what the table sees."""

    format: Annotated[str, "`samba-case/1`"]
    game: Annotated[UuidText, "The game's id"]
    version: Whole
    status: Annotated[str, GameStatus]
    record: Annotated[GameRecord, "With the proof of each shuffle"]
    log: Annotated[
        list[dict[str, Any]],
        "Rows: version, time, who acted and how; of finished hands the action and the hash",
    ]
    """Hashes of a running hand would let cards be found out by guessing."""
    events: Annotated[list[Event], "Every card of finished hands; presence, clocks, looks by staff"]
    refusals: Annotated[list[dict[str, Any]], "Refused actions of the finished hands"]
    presence: Annotated[list[dict[str, Any]], "While the game runs: when each was last heard of"]
    clock: Annotated[ClockStateAnswer | None, "null: the game has none"]
    bots: Annotated[list[BotReplayAnswer], "By seat"]


def case_file(state: GameState, *, peeked: bool = False) -> CaseFile:
    """The document; who may have it is for the caller to decide.

    `peeked` if the log already says that the reader looks into the running hand: its events are
    open too.
    Raises DealsNotYet while other tables play the same deals.
    """
    if state.embargo:
        raise DealsNotYet
    match, game = state.match, state.game
    return {
        "format": FORMAT,
        "game": str(game.id),
        "version": game.version,
        "status": game.status,
        "record": record_get(game.id, aliases=state.aliases),
        "log": _log(state),
        "events": _events(state, state.match.hands_played + peeked),
        "refusals": _refusals(state),
        "presence": _presence(state),
        "clock": None if match.clock is None else clock_view(match.clock),
        "bots": [replay_answer(each) for each in bot_replays(bot_turns(state))],
    }


def _log(state: GameState) -> list[dict[str, Any]]:
    rows = []
    over = state.match.hands_played
    for row in rows_get(state.game.id):
        shown: dict[str, Any] = {
            "version": row.version,
            "at": rfc3339(row.made_at),
            "hand": row.hand or None,
            "seat": row.seat,
            "player": _player(state, row.actor),
            "via": row.via or None,
        }
        if row.hand <= over:
            shown["action"] = orjson.loads(row.action) if row.action else None
            shown["hash"] = row.hash.hex()
        rows.append(shown)
    names = names_of({row["player"] for row in rows if row["player"] is not None})
    hidden = {alias.id: alias.name for alias in state.aliases.values()}
    for shown in rows:
        shown["name"] = (names | hidden).get(shown["player"] or "")
    return rows


def _player(state: GameState, player: UUID | None) -> str | None:
    """The id under which the reader knows the player."""
    alias = state.aliases.get(str(player))
    return alias.id if alias is not None else None if player is None else str(player)


def _events(state: GameState, opened: int) -> list[Event]:
    """In order; those of the first hands are open."""
    table = state.game._replace(spectators=Following.LIVE.value)
    seen = events_since(state._replace(game=table, seat=None), after=0, limit=ALL)
    shown = {event["seq"]: event for event in open_events(state, 1, opened)}
    return [shown.get(event["seq"], event) for event in seen]


def _refusals(state: GameState) -> list[dict[str, Any]]:
    columns = ("seat", "number", "hand", "version", "via", "code", "rule", "detail")
    return [
        {name: getattr(row, name) for name in columns}
        | {
            "player": _player(state, row.player),
            "action": orjson.loads(row.action),
            "at": rfc3339(row.at),
        }
        for row in refusals_of(state).order_by("id")
    ]


def _presence(state: GameState) -> list[dict[str, Any]]:
    rows = Presence.objects.filter(game=state.game.id).order_by("player_id")
    return [
        {
            "player": _player(state, row.player_id),
            "heard_at": rfc3339(row.heard_at),
            "shown": row.shown or None,
        }
        for row in rows
    ]
