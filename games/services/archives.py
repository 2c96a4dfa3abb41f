"""Logs of finished games, taken out of the database into a folder, and back.

What is taken out has been read again from the folder and is the same, row by row.
"""

import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from django.db import connection, transaction
from django.db.models import Max, Sum

from games.choices import GameStatus
from games.errors import LogDamaged
from games.models import ArchivedRange, Game, HandResult, Move
from games.selectors.deal_sets import not_embargoed
from games.services.partitions import partition_attach, partition_detach, partitions_of
from games.store import archive
from games.store.archive import GAMES_PER_FILE, ArchivedGame
from games.store.log_rows import LogRow
from samba_service.kit.database import unhurried
from samba_service.kit.durable import sync, sync_all

SETTLED_S: Final = 10.0
"""A request that has looked where the log is has ended by then."""
ONLY_ONE: Final = 0x41726368
"""The number of the advisory lock of those who take logs out or put them back."""


class NotArchived(Exception):
    """A range that cannot be taken out or brought back; says why, without what is in a log."""


def log_archive(
    low: int, high: int, folder: Path, *, settled_s: float = SETTLED_S
) -> ArchivedRange:
    """Take the logs of the games `low` to `high` - 1 out into `folder`, which is made.

    Raises NotArchived, and then the logs are where they were. The games are marked first, so that
    they are read from the folder and nothing is added to them; then their partitions go.
    """
    with _only_one():
        require_archivable(low, high)
        if folder.exists():
            raise NotArchived(f"{folder} is there already")
        unfinished = folder.with_name(f"{folder.name}.partial")
        shutil.rmtree(unfinished, ignore_errors=True)
        unfinished.mkdir(mode=0o700, parents=True)
        games, rows = _write(unfinished, low, high)
        digest = archive.manifest_write(unfinished, low, high, games=games, rows=rows)
        sync_all(unfinished)
        unfinished.rename(folder)
        sync(folder.parent)
        try:
            made = _marked(folder, low, high, games=games, rows=rows, digest=digest)
        except (NotArchived, LogDamaged, OSError):
            shutil.rmtree(folder)  # it has the hidden cards
            raise
        time.sleep(settled_s)
        partition_detach(low, high)
        return made


def _marked(
    folder: Path, low: int, high: int, *, games: int, rows: int, digest: str
) -> ArchivedRange:
    """Send readers to the folder, which has what the database has. Raises NotArchived, LogDamaged,
    OSError.
    """
    _read_back(folder, low, high)
    with transaction.atomic():
        require_archivable(low, high)
        made = ArchivedRange.objects.create(
            low=low, high=high, folder=str(folder), games=games, rows=rows, manifest_sha256=digest
        )
        _mark(low, high)
        if _games(low, high).aggregate(rows=Sum("version"))["rows"] != rows:
            raise NotArchived("a log has grown meanwhile")
    return made


def require_archivable(low: int, high: int) -> None:
    """Raise NotArchived unless the range is whole partitions of games that are all over."""
    there = ArchivedRange.objects.filter(low__lt=high, high__gt=low).first()
    if there is not None:
        raise NotArchived(f"{there.folder} has games of it already: `attach_log` undoes that")
    ranges = partitions_of(low, high)
    if not ranges or (ranges[0][0], ranges[-1][1]) != (low, high):
        raise NotArchived(f"{low} to {high} are no whole partitions of the log")
    last = Game.objects.aggregate(last=Max("number"))["last"] or 0
    if last < high:
        raise NotArchived("games of this range are still to come")
    games = _games(low, high)
    if running := games.filter(status__in=(GameStatus.LOBBY, GameStatus.ACTIVE)).count():
        raise NotArchived(f"games that are not over: {running}")
    if hidden := games.exclude(not_embargoed()).count():
        raise NotArchived(f"games whose deals other tables still play: {hidden}")


def log_attach(folder: Path) -> ArchivedRange:
    """Put the logs in `folder` back into the database; the folder stays. Raises NotArchived,
    OSError, LogDamaged.
    """
    with _only_one():
        written = archive.manifest_read(folder)
        found = ArchivedRange.objects.filter(low=written.low, high=written.high).first()
        if found is None or found.manifest_sha256 != archive.manifest_digest(folder):
            raise NotArchived(f"{folder} is not the archive of a range of this database")
        low, high = written.low, written.high

        def unmark() -> None:
            _games(low, high).update(lobby_version=None)
            found.delete()

        if partitions_of(low, high):  # it was only marked
            with transaction.atomic():
                unmark()
            return found
        games = list(_archived_games(low, high))
        rows = ((game.number, *row[1:]) for game in games for row in archive.log_read(folder, game))
        partition_attach(low, high, rows, and_then=unmark)
        return found


def _write(folder: Path, low: int, high: int) -> tuple[int, int]:
    """The numbers of games and rows written."""
    games = rows = 0
    for first in range(low, high, GAMES_PER_FILE):
        there = list(_archived_games(first, min(first + GAMES_PER_FILE, high)))
        if there:
            logs = _logs(first, min(first + GAMES_PER_FILE, high))
            pairs = ((game, logs.get(game.number, [])) for game in there)
            rows += archive.file_write(folder, first, pairs)
            games += len(there)
    return games, rows


def _read_back(folder: Path, low: int, high: int) -> None:
    """Raises NotArchived unless the folder has every row of every game as the database has it."""
    archive.manifest_read(folder)
    for first in range(low, high, GAMES_PER_FILE):
        logs = _logs(first, min(first + GAMES_PER_FILE, high))
        for game in _archived_games(first, min(first + GAMES_PER_FILE, high)):
            if archive.log_read(folder, game) != logs[game.number]:
                raise NotArchived(f"game {game.id} is another one in {folder}")


def _mark(low: int, high: int) -> None:
    """Note what statements ask of a log that is not there any more."""
    with connection.cursor() as cursor:
        cursor.execute(_NOTE_LOBBIES, [low, high])
        cursor.execute(_NOTE_HEADS, [low, high])


_NOTE_LOBBIES = """
    UPDATE games_game g SET lobby_version = m.version
    FROM (SELECT game_number, max(version) AS version FROM games_move
          WHERE game_number >= %s AND game_number < %s AND hand = 0 GROUP BY 1) m
    WHERE g.number = m.game_number
"""
_NOTE_HEADS = f"""
    UPDATE {HandResult._meta.db_table} r SET head = m.hash
    FROM games_game g, games_move m
    WHERE g.number >= %s AND g.number < %s AND r.game_id = g.id AND r.head IS NULL
        AND m.game_number = g.number AND m.version = r.version
"""


def _logs(low: int, high: int) -> dict[int, list[LogRow]]:
    """By game's number, its log in the database."""
    moves = Move.objects.filter(game__gte=low, game__lt=high).order_by("game_id", "version")
    ids = dict(_games(low, high).values_list("number", "id"))
    values = moves.values_list("game_id", *LogRow._fields[1:]).iterator(chunk_size=2000)
    return {
        number: [
            LogRow._make([ids[number], *row[1:-2], bytes(row[-2]), bytes(row[-1])]) for row in rows
        ]
        for number, rows in groupby(values, key=lambda row: row[0])
    }


def _archived_games(low: int, high: int) -> Iterator[ArchivedGame]:
    for number, id_, head in (
        _games(low, high).order_by("number").values_list("number", "id", "head")
    ):
        yield ArchivedGame(number, id_, bytes(head))


def _games(low: int, high: int) -> Any:
    return Game.objects.filter(number__gte=low, number__lt=high)


@contextmanager
def _only_one() -> Iterator[None]:
    """Take as long as needed, with nobody else at it. Raises NotArchived."""
    with unhurried() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [ONLY_ONE])
        if cursor.fetchone() != (True,):
            raise NotArchived("somebody else takes logs out or puts them back now")
        try:
            yield
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [ONLY_ONE])
