"""A row of the log, and the chain of hashes."""

from datetime import datetime
from hashlib import sha256
from typing import NamedTuple
from uuid import UUID

GENESIS = bytes(32)
"""The first row of a log has this as the hash of the row before."""


class LogRow(NamedTuple):
    """One row of the log, as stored; see `games.models.moves`."""

    game_id: UUID
    version: int
    first_seq: int
    last_seq: int
    hand: int
    seat: int | None
    actor: UUID | None
    action: str
    events: str
    made_at: datetime
    via: str
    previous_hash: bytes
    hash: bytes


def row_hash(row: LogRow) -> bytes:
    """SHA-256 of the hash before and all columns, a line each: none of them has line breaks.

    A row without `via` has no line for it, as rows older than that column.
    """
    lines = (
        f"{row.game_id}\n{row.version}\n{row.first_seq}\n{row.last_seq}\n{row.hand}\n{row.seat}\n"
        f"{row.actor}\n{row.made_at.isoformat()}\n{row.action}\n{row.events}"
    )
    if row.via:
        lines += f"\n{row.via}"
    return sha256(row.previous_hash + lines.encode()).digest()
