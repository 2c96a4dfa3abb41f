"""Partitions of the log: ranges of games' numbers, made before a game needs them."""

import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from django.db import OperationalError, connection, transaction
from psycopg.errors import DeadlockDetected, LockNotAvailable

GAMES: Final = 100_000
"""How many games a new partition has room for, and at least how many are always to come."""
ATTEMPTS: Final = 20
PAUSE_S: Final = 3.0
ONLY_ONE: Final = 0x4C6F67
"""The number of the advisory lock of those who make partitions for games to come."""

_ROOM = """
    SELECT max(high) - COALESCE((SELECT max(number) FROM games_game), 0) - 1, max(high)
    FROM games_move_partitions
"""


def log_room() -> int:
    """How many games may still begin before the log has no partition for them."""
    return _room()[0]


def partitions_keep_ahead() -> None:
    """Make the next partition if there is room for fewer than `GAMES`.

    None swallows what has no place: such a game is not created until this was called.
    """
    if log_room() >= GAMES:
        return
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [ONLY_ONE])
        room, high = _room()
        if room >= GAMES:
            return
        cursor.execute("SELECT games_move_partition(%s, %s)", [high, high + GAMES])
        # Nothing analyzes a table of partitions by itself.
        cursor.execute("ANALYZE games_move")


def _room() -> tuple[int, int]:
    with connection.cursor() as cursor:
        cursor.execute(_ROOM)
        room, high = cursor.fetchone()
    return room, high


def partitions_of(low: int, high: int) -> list[tuple[int, int]]:
    """The ranges of the partitions that have games from `low` to below `high`, in order."""
    query = "SELECT low, high FROM games_move_partitions WHERE low < %s AND high > %s ORDER BY low"
    with connection.cursor() as cursor:
        cursor.execute(query, [high, low])
        ranges: list[tuple[int, int]] = cursor.fetchall()
    return ranges


def partition_detach(low: int, high: int) -> None:
    """Drop the partitions of a range, with their rows; tries again while moves hold the tables."""
    for left in reversed(range(ATTEMPTS)):
        try:
            _drop(low, high)
            return
        except OperationalError as error:
            if not left or not isinstance(error.__cause__, LockNotAvailable | DeadlockDetected):
                raise
            time.sleep(PAUSE_S)


def _drop(low: int, high: int) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        # The order in which moves take these locks.
        cursor.execute("LOCK TABLE games_game IN ACCESS EXCLUSIVE MODE")
        for name in _names(low, high):
            cursor.execute(f"ALTER TABLE games_move DETACH PARTITION {name}")
            cursor.execute(f"DROP TABLE {name}")


def partition_attach(
    low: int, high: int, rows: Iterable[Sequence[Any]], *, and_then: Callable[[], None]
) -> None:
    """Make a partition of rows, each in the order of the table's columns, and do `and_then` in the
    same moment.

    All that takes time is done to a table by itself.
    """
    name = f"games_move_from_{low}"
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TABLE IF EXISTS {name}")
        cursor.execute(_LOOSE.format(name=name))
        with cursor.copy(_COPY.format(name=name)) as copy:
            for row in rows:
                copy.write_row(row)
        cursor.execute(_CHECKED.format(name=name, low=low, high=high))
        cursor.execute(f"ALTER TABLE {name} VALIDATE CONSTRAINT games_move_game_number_fkey")
        with transaction.atomic():
            cursor.execute(_ATTACH.format(name=name, low=low, high=high))
            and_then()


_LOOSE = """
    CREATE TABLE {name} (LIKE games_move INCLUDING DEFAULTS INCLUDING CONSTRAINTS
        INCLUDING STORAGE INCLUDING COMPRESSION)
"""
_COPY = """
    COPY {name} (game_number, version, first_seq, last_seq, hand, seat, actor, action, events,
        made_at, via, previous_hash, hash) FROM STDIN
"""
_CHECKED = """
    ALTER TABLE {name} ADD PRIMARY KEY (game_number, version),
        ADD CONSTRAINT move_range CHECK (game_number >= {low} AND game_number < {high}),
        ADD CONSTRAINT games_move_game_number_fkey FOREIGN KEY (game_number)
            REFERENCES games_game (number) DEFERRABLE INITIALLY DEFERRED NOT VALID
"""
_ATTACH = """
    ALTER TABLE games_move ATTACH PARTITION {name} FOR VALUES FROM ({low}) TO ({high});
    ALTER TABLE {name} DROP CONSTRAINT move_range;
    CREATE TRIGGER move_no_truncate BEFORE TRUNCATE ON {name}
        FOR EACH STATEMENT EXECUTE FUNCTION games_move_refuse();
"""


def _names(low: int, high: int) -> list[str]:
    with connection.cursor() as cursor:
        query = "SELECT name FROM games_move_partitions WHERE low >= %s AND high <= %s"
        cursor.execute(query, [low, high])
        return [name for (name,) in cursor.fetchall()]
