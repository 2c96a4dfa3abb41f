"""The row from which everything in a game starts, and its lock, without the ORM."""

from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple
from uuid import UUID

import orjson

from games.engine.clock import ClockTerms, terms_in
from games.errors import GameNotFound
from games.models import Game
from games.store.webhooks import WATCHED
from samba_service.kit.sql import run


@lru_cache(maxsize=256)
def clock_terms_of(text: str) -> ClockTerms:
    """The terms in the column of a game that has a clock."""
    return terms_in(orjson.loads(text))


class GameRow(NamedTuple):
    """A game's row as the table has it, and what was found when it was read."""

    id: UUID
    number: int
    status: str
    version: int
    seq: int
    head: bytes
    to_act: int
    bot_seats: int
    stand_ins: int
    turn_due_at: datetime | None
    ruleset_sha256: str
    ruleset_slug: str
    ruleset_version: int
    seats: int
    practice: bool
    deal_set_id: UUID | None
    visibility: str
    spectators: str
    hints: bool
    phrases: bool
    away: str
    clock: str
    pace_s: float
    rated: bool
    creator_id: UUID
    account_id: UUID | None
    join_code: str
    presence: int
    attendance: str
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    lobby_version: int | None
    """Not None once the log is in an archive."""
    now: datetime
    """The database's time."""
    watched: bool
    """True if there are webhooks about the game; judged only for a game that is locked."""

    @property
    def bots_only(self) -> bool:
        """True if our bots sit in all seats."""
        return self.bot_seats == (1 << self.seats) - 1

    @property
    def bots_to_act(self) -> int:
        """The seats, as bits, for which bots of ours must act."""
        return self.to_act & (self.bot_seats | self.stand_ins)

    @property
    def clock_terms(self) -> ClockTerms | None:
        """The time that the players have; None without a clock."""
        return clock_terms_of(self.clock) if self.clock else None

    @property
    def is_paced(self) -> bool:
        """True if bots wait before they answer, as people play too."""
        return self.pace_s > 0 and not self.bots_only

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


_OF_TABLE = GameRow._fields[:-2]
_COLUMNS = ", ".join(f"g.{name}" for name in _OF_TABLE)
_READ = f"""
    SELECT s.version, s.state, {_COLUMNS}, samba_now(), {{watched}}
    FROM games_game g LEFT JOIN games_snapshot s ON s.game_id = g.id
    WHERE g.id = %s
"""
_LOAD = _READ.format(watched="false")
_LOCK = f"{_READ.format(watched=WATCHED.format('g.id'))} FOR NO KEY UPDATE OF g"

_TAG = """
    SELECT g.version, g.presence FROM games_game g
    WHERE g.id = %s AND EXISTS (SELECT FROM games_seat s
        WHERE s.game_id = g.id AND s.player_id = %s AND s.to_version IS NULL)
"""


def tag_seated(game_id: UUID, player_id: UUID) -> tuple[Any, ...] | None:
    """The version and the presence of a game at which the player sits now; None of another."""
    return run(_TAG, (game_id, player_id)).fetchone()


def game_load(game_id: UUID) -> LoadedRow:
    """The game in its current state. Raises GameNotFound."""
    return _loaded(_LOAD, game_id)


def game_lock(game_id: UUID) -> LoadedRow:
    """The game, locked until the transaction ends: the first lock of games. Raises GameNotFound."""
    return _loaded(_LOCK, game_id)


def _loaded(query: str, game_id: UUID) -> LoadedRow:
    values = run(query, (game_id,)).fetchone()
    if values is None:
        raise GameNotFound
    game = GameRow._make(values[2:])
    return LoadedRow(game, values[1] if values[0] == game.version else None)


def row_of(game: Game, now: datetime) -> GameRow:
    """The row of a game as this object has it."""
    return GameRow._make([*(getattr(game, name) for name in _OF_TABLE), now, False])


def clock_read() -> datetime:
    """The database's time: the log has it, and games are judged by it."""
    row = run("SELECT samba_now()", ()).fetchone()
    assert row is not None
    now: datetime = row[0]
    return now
