"""Logs in a folder: compressed lines, 1,000 games a file, each game to be read by itself.

`manifest.json` has the SHA-256 of every file, and a file's index where each game is in it. A game
is a gzip member: a line that names it, then a line for each row of its log. Hidden cards are in it,
as in the log itself.
"""

import gzip
import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple
from uuid import UUID

import orjson

from games.errors import LogDamaged
from games.store.log_rows import GENESIS, LogRow, row_hash

FORMAT: Final = "samba-log/1"
MANIFEST: Final = "manifest.json"
GAMES_PER_FILE: Final = 1000
_UNSOUND: Final = (AssertionError, EOFError, LookupError, TypeError, ValueError)


class ArchivedGame(NamedTuple):
    """A game whose log is, or will be, in an archive."""

    number: int
    id: UUID
    head: bytes
    """The hash of the last row."""


class Written(NamedTuple):
    """What a manifest says of an archive."""

    low: int
    high: int
    games: int
    rows: int
    files: dict[str, str]
    """SHA-256 in hex, by name."""


def file_write(folder: Path, first: int, logs: Iterable[tuple[ArchivedGame, list[LogRow]]]) -> int:
    """Write the logs of games with numbers from `first` on; returns the number of rows."""
    index, rows, offset = {}, 0, 0
    with _file(folder, first).open("xb") as file:
        for game, log in logs:
            member = gzip.compress(_member(game, log), 6, mtime=0)
            file.write(member)
            index[game.number] = (offset, len(member))
            offset += len(member)
            rows += len(log)
    _index(folder, first).write_text(json.dumps(index))
    return rows


def manifest_write(folder: Path, low: int, high: int, *, games: int, rows: int) -> str:
    """Complete an archive; returns the SHA-256 of its manifest, in hex."""
    files = {path.name: _digest(path) for path in sorted(folder.iterdir())}
    written = Written(low, high, games, rows, files)
    path = folder / MANIFEST
    path.write_text(json.dumps({"format": FORMAT, **written._asdict()}, indent=1))
    return _digest(path)


def manifest_read(folder: Path) -> Written:
    """What the archive has; every file is as it was written. Raises OSError, LogDamaged."""
    try:
        found = json.loads((folder / MANIFEST).read_text())
        assert found.pop("format") == FORMAT
        written = Written(**found)
    except (AssertionError, TypeError, ValueError, KeyError) as error:
        raise LogDamaged(f"{MANIFEST}: is none of {FORMAT}") from error
    for name, digest in written.files.items():
        if _digest(folder / name) != digest:
            raise LogDamaged(f"{name}: is not what was written")
    return written


def manifest_digest(folder: Path) -> str:
    """The SHA-256 of the manifest, in hex. Raises OSError."""
    return _digest(folder / MANIFEST)


def log_read(folder: Path, game: ArchivedGame) -> list[LogRow]:
    """The log of a game, checked row by row up to its head. Raises OSError, LogDamaged."""
    first = first_of(game.number)
    try:
        offset, length = _places(_index(folder, first))[str(game.number)]
        with _file(folder, first).open("rb") as file:
            file.seek(offset)
            head, *lines = gzip.decompress(file.read(length)).splitlines()
        assert orjson.loads(head)["game"] == str(game.id)
        rows = list(_rows(game.id, lines))
        assert rows[-1].hash == game.head
    except (*_UNSOUND, gzip.BadGzipFile, zlib.error) as error:
        raise LogDamaged(f"archive: {type(error).__name__}") from None
    return rows


def first_of(number: int) -> int:
    """The number with which the file of a game begins."""
    return number - number % GAMES_PER_FILE


def _member(game: ArchivedGame, log: Sequence[LogRow]) -> bytes:
    head = {"game": str(game.id), "number": game.number, "rows": len(log)}
    lines: list[Any] = [head, *([*row[1:-2], row.hash.hex()] for row in log)]
    return b"".join(orjson.dumps(line) + b"\n" for line in lines)


def _rows(game_id: UUID, lines: Iterable[bytes]) -> Iterator[LogRow]:
    """Raises LogDamaged for the first row that is not what was written."""
    previous = GENESIS
    for line in lines:
        *columns, digest = orjson.loads(line)
        row = LogRow._make([game_id, *columns, previous, bytes.fromhex(digest)])
        actor = None if row.actor is None else UUID(str(row.actor))
        made_at = datetime.fromisoformat(str(row.made_at))
        row = row._replace(actor=actor, made_at=made_at)
        if row_hash(row) != row.hash:
            raise LogDamaged(f"version {row.version}: is not what was written")
        previous = row.hash
        yield row


def _file(folder: Path, first: int) -> Path:
    return folder / f"{first:012}.jsonl.gz"


def _index(folder: Path, first: int) -> Path:
    return folder / f"{first:012}.index.json"


def _places(index: Path) -> dict[str, tuple[int, int]]:
    """By number, where the games of a file are in it: offset and length."""
    return _places_at(index, index.stat().st_mtime_ns)


@lru_cache(maxsize=64)
def _places_at(index: Path, _written_at: int) -> dict[str, tuple[int, int]]:
    places: dict[str, tuple[int, int]] = json.loads(index.read_text())
    return places


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        found = sha256()
        while chunk := file.read(1 << 20):
            found.update(chunk)
    return found.hexdigest()
