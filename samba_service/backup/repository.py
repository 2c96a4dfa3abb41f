"""The folder of the backups. What is in it is encrypted, except sizes and times.

base-20261128T172600Z/  about.json, and with .gz.age: base.tar, inventory.jsonl, secrets.json
wal/IDENTIFIER/         the log since: NAME.gz.age, NAME.partial.gz.age; by server
erased.json.gz.age      ids of erased accounts
"""

import fcntl
import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any

from samba_service.backup.errors import BackupError
from samba_service.backup.sealing import SUFFIX
from samba_service.kit.durable import sync

FORMAT = "samba-backup/1"
DRAFT = ".draft-"
BASE, INVENTORY, SECRETS = f"base.tar{SUFFIX}", f"inventory.jsonl{SUFFIX}", f"secrets.json{SUFFIX}"
SEGMENT_BYTES = 16 * 2**20
SEGMENTS = 2**32 // SEGMENT_BYTES
"""In what the middle eight digits of a segment's name count."""


@dataclass(frozen=True)
class About:
    """What may be known of a backup without the key."""

    format: str
    started_at: str
    """UTC, ISO 8601, as are all times."""
    finished_at: str
    server: str
    """The major version of PostgreSQL, `18`."""
    system: str
    """The identifier of the database server that was copied."""
    start: int
    """The number of the first segment of its log that is needed."""
    end: int
    """The last one that is in the backup itself."""
    user: str
    """The role that owns the tables, by which they are looked at once they are restored."""
    database: str
    bytes: dict[str, int]
    sha256: dict[str, str]
    """Of each file."""


@dataclass(frozen=True)
class Backup:
    folder: Path

    @property
    def name(self) -> str:
        return self.folder.name

    @cached_property
    def about(self) -> About:
        try:
            found = json.loads((self.folder / "about.json").read_text())
            about = About(**found)
            datetime.fromisoformat(about.finished_at)
        except (OSError, ValueError, TypeError) as error:
            raise BackupError(f"{self.folder} is no backup: {error}") from error
        if about.format != FORMAT:
            raise BackupError(f"{self.folder} has the format {about.format}, not {FORMAT}")
        return about

    @property
    def finished_at(self) -> datetime:
        return datetime.fromisoformat(self.about.finished_at)


class Repository:
    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def erased(self) -> Path:
        return self.path / f"erased.json{SUFFIX}"

    def wal(self, system: str) -> Path:
        return self.path / "wal" / system

    def backups(self) -> list[Backup]:
        """The oldest first."""
        return [Backup(path.parent) for path in sorted(self.path.glob("base-*/about.json"))]

    def newest(self, before: datetime | None = None, name: str = "") -> Backup:
        """The one of that name, or the newest that was finished `before`. Raises BackupError."""
        found = [
            each
            for each in self.backups()
            if (not name or each.name == name) and (before is None or each.finished_at <= before)
        ]
        if found:
            return found[-1]
        wanted = name or (f"one from before {before:%Y-%m-%d %H:%M:%S} UTC" if before else "one")
        raise BackupError(f"no such backup in {self.path}: {wanted} (`make backup-list`)")

    @contextmanager
    def only_one(self) -> Iterator[None]:
        """Two backups at once would end each other's."""
        try:
            self.path.mkdir(parents=True, exist_ok=True, mode=0o700)
            lock = (self.path / "lock").open("w")
        except OSError as error:
            raise BackupError(f"cannot write into {self.path}: {error.strerror}") from error
        with lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise BackupError("another backup is being made") from error
            yield

    @contextmanager
    def draft(self, now: datetime) -> Iterator[Path]:
        """A folder that becomes a backup at the end of the block, and nothing before."""
        for leftover in self.path.glob(f"{DRAFT}*"):
            shutil.rmtree(leftover)
        name = f"base-{now:%Y%m%dT%H%M%SZ}"
        draft = self.path / f"{DRAFT}{name}"
        try:
            draft.mkdir(mode=0o700)
            yield draft
            draft.rename(self.path / name)
            sync(self.path)
        except OSError as error:
            raise BackupError(f"cannot write into {self.path}: {error}") from error
        finally:
            shutil.rmtree(draft, ignore_errors=True)

    def prune(self, keep: int) -> list[Backup]:
        """Delete all backups but the newest `keep`, and the log that no other needs."""
        backups = self.backups()
        gone, kept = backups[:-keep], backups[-keep:]
        first: dict[str, int] = {}
        for backup in kept:
            about = backup.about
            first[about.system] = min(about.start, first.get(about.system, about.start))
        systems = {backup.about.system for backup in gone}
        for backup in gone:  # a half of one, after a kill, has the name that `draft` clears
            shutil.rmtree(backup.folder.rename(self.path / f"{DRAFT}{backup.name}"))
        for folder in self.path.glob("wal/*"):
            if (least := first.get(folder.name)) is not None:
                for file in folder.iterdir():
                    if is_segment(file.name) and segment_number(file.name) < least:
                        file.unlink()
            elif folder.name in systems:
                shutil.rmtree(folder)
        return gone


def about_write(folder: Path, about: About) -> None:
    with (folder / "about.json").open("w") as file:
        json.dump(asdict(about), file, indent=1)
    sync(folder / "about.json")
    sync(folder)


def is_segment(name: str) -> bool:
    """True for a file of the log: `0000000100000000000000A3`, with any suffix."""
    return len(name.partition(".")[0]) == 24 and ".history" not in name


def segment_number(name: str) -> int:
    """Of a segment, from its name; the same on every timeline."""
    return int(name[8:16], 16) * SEGMENTS + int(name[16:24], 16)


def timeline_of(name: str) -> int:
    """Of a segment or a history, from its name."""
    return int(name[:8], 16)


def segment_of(lsn: str) -> int:
    """The number of the segment that holds a place in the log, `0/3000028`."""
    high, _, low = lsn.partition("/")
    return ((int(high, 16) << 32) + int(low, 16)) // SEGMENT_BYTES


def now() -> datetime:
    return datetime.now(UTC).replace(microsecond=0)


def summary(backup: Backup) -> dict[str, Any]:
    about = backup.about
    return {"name": backup.name, "finished": about.finished_at, "bytes": sum(about.bytes.values())}
