"""The row that everything in a game starts from, with its snapshot, past the ORM."""

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

import orjson

from games.engine.match import Match
from games.engine.snapshot import match_in
from games.errors import GameNotFound
from games.models import Snapshot
from games.selectors.log import match_at
from games.selectors.rulesets import ruleset_get
from samba_service.sql import run


class GameRow(NamedTuple):
    """A game's row as the table has it, and the database's time at which it was read."""

    id: UUID
    status: str
    version: int
    seq: int
    head: bytes
    to_act: int
    bot_seats: int
    ruleset_sha256: str
    ruleset_slug: str
    ruleset_version: int
    seats: int
    practice: bool
    deal_set_id: UUID | None
    visibility: str
    spectators: str
    hints: bool
    away: str
    rated: bool
    creator_id: UUID
    account_id: UUID | None
    join_code: str
    presence: int
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    now: datetime

    @property
    def bots_only(self) -> bool:
        """True if our bots sit in all seats."""
        return self.bot_seats == (1 << self.seats) - 1

    @property
    def of_tournament(self) -> bool:
        """True if it is the game of a tournament's table, which counts towards no account."""
        return self.account_id is None

    def __repr__(self) -> str:
        return f"<game {self.id} at version {self.version}>"


class LoadedRow(NamedTuple):
    """A game's row and its snapshot's text, if there is one of this very version."""

    game: GameRow
    state: str | None


_RECENT: dict[UUID, tuple[bytes, Match]] = {}
"""States by game, with the log's head that they belong to. They are never changed, only copied."""
_KEPT = 1000

_COLUMNS = ", ".join(f"g.{name}" for name in GameRow._fields[:-1])
_LOAD = f"""
    SELECT s.version, s.state, {_COLUMNS}, clock_timestamp()
    FROM games_game g LEFT JOIN games_snapshot s ON s.game_id = g.id
    WHERE g.id = %s
"""
_LOCK = f"{_LOAD} FOR NO KEY UPDATE OF g"


def game_load(game_id: UUID) -> LoadedRow:
    """The game as it stands. Raises GameNotFound."""
    return _loaded(_LOAD, game_id)


def game_lock(game_id: UUID) -> LoadedRow:
    """The game, locked until the transaction ends: always the first lock. Raises GameNotFound."""
    return _loaded(_LOCK, game_id)


def _loaded(query: str, game_id: UUID) -> LoadedRow:
    values = run(query, (game_id,)).fetchone()
    if values is None:
        raise GameNotFound
    game = GameRow._make(values[2:])
    return LoadedRow(game, values[1] if values[0] == game.version else None)


def match_of(loaded: LoadedRow) -> Match:
    """The state of the game, for the caller alone: as this process knows it, or read.

    It is read from the snapshot, or without a fit one from the log. A lock that had to wait yields
    the game's new row, but the old row of the joined snapshot; so a snapshot that does not fit is
    read once more.
    """
    game, state = loaded
    known = _RECENT.get(game.id)
    if known is not None and known[0] == game.head:
        return known[1].copy()
    if state is None:
        state = (
            Snapshot.objects.filter(game_id=game.id, version=game.version)
            .values_list("state", flat=True)
            .first()
        )
    match = _match_read(game, state)
    match_keep(game, match.copy())
    return match


def _match_read(game: GameRow, state: str | None) -> Match:
    if state is not None:
        try:
            return match_in(orjson.loads(state), ruleset_get(game.ruleset_sha256, game.id))
        except ValueError:
            pass  # of an older schema
    return match_at(game.id, game.version)


def match_keep(game: GameRow, match: Match) -> None:
    """Remember a committed state, which nobody changes any more.

    The hash of the log's last row shows later if it is still current.
    """
    if len(_RECENT) >= _KEPT:
        matches_forget()
    _RECENT[game.id] = (game.head, match)


def matches_forget() -> None:
    """Forget every state, so that it is read again."""
    _RECENT.clear()
