"""The database's log, as it is written: with it a backup reaches any later second."""

import subprocess
import time
from collections.abc import Sequence
from contextlib import closing
from io import BytesIO
from pathlib import Path

import psycopg
from psycopg import sql

from samba_service.backup.base import Recipients, Say, erased_write
from samba_service.backup.config import Config, connection_arguments
from samba_service.backup.errors import BackupError
from samba_service.backup.programs import Source, programs
from samba_service.backup.repository import Repository, is_segment
from samba_service.backup.sealing import SUFFIX, recipients_read, seal

SLOT = "samba_backup"
LOOK_S, PARTIAL_S = 1.0, 60.0
"""How often whole segments, and the one that is being written, are encrypted."""


def wal_keep(config: Config, say: Say) -> None:
    """Until the database or we are stopped. Raises BackupError."""
    recipients = recipients_read(config.recipients)
    source, repository = Source(config.database_url), Repository(config.folder)
    spool, target = config.spool, repository.wal(source.system)
    spool.mkdir(parents=True, exist_ok=True, mode=0o700)
    target.mkdir(parents=True, exist_ok=True, mode=0o700)
    spool_clear(spool, source.segment)
    shipper = Shipper(spool, target, recipients)
    if slot_ready(config, say):
        shipper.rest()
    arguments, environment = connection_arguments(config.database_url)
    command = [
        str(programs(source.major, config.data) / "pg_receivewal"),
        *arguments,
        *("--directory", str(spool), "--slot", SLOT, "--no-loop"),
        "--status-interval=2",
    ]
    process = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL)
    say(f"keeping the log of PostgreSQL {source.major} in {target}")
    due = time.monotonic()
    try:
        while process.poll() is None:
            shipper.whole()
            if time.monotonic() >= due:
                due = time.monotonic() + PARTIAL_S
                shipper.partial()
                erased_write(config, repository, recipients)
            time.sleep(LOOK_S)
    finally:
        process.terminate()
        process.wait()
        shipper.whole()
        shipper.partial()
    raise BackupError("the database ended the connection: its log is kept again once it is back")


class Shipper:
    """Moves the log from the spool to the backups, encrypted."""

    def __init__(self, spool: Path, target: Path, recipients: Recipients) -> None:
        self._spool, self._target, self._recipients = spool, target, recipients
        self._shipped: tuple[str, int] | None = None

    def whole(self) -> None:
        """Segments that are complete, and histories of timelines."""
        for path in self._found(partial=False):
            self._seal(path)
            (self._target / f"{path.name}.partial{SUFFIX}").unlink(missing_ok=True)
            path.unlink()

    def partial(self) -> None:
        """The segment that is being written, if it was since."""
        for path in self._found(partial=True):
            state = path.name, path.stat().st_mtime_ns
            if state != self._shipped:
                self._seal(path)
                self._shipped = state

    def rest(self) -> None:
        """Everything, and nothing of it is left: the server may not have what follows on it."""
        self.whole()
        self.partial()
        for path in self._found(partial=True):
            path.unlink()

    def _found(self, *, partial: bool) -> Sequence[Path]:
        return sorted(
            path
            for path in self._spool.iterdir()
            if (path.suffix == ".partial") == partial
            and (is_segment(path.name) or path.suffix == ".history")
        )

    def _seal(self, path: Path) -> None:
        seal(BytesIO(path.read_bytes()), self._target / f"{path.name}{SUFFIX}", self._recipients)


def spool_clear(spool: Path, current: str) -> None:
    """Delete what belongs to a server that a restored one replaced: it would not go on there."""
    for path in spool.iterdir():
        name = path.name
        if is_segment(name) and (name[:8] != current[:8] or name[:24] > current):
            path.unlink()


def slot_ready(config: Config, say: Say) -> bool:
    """Have the server keep for us what we have not read; True if it begins only now.

    Raises BackupError.
    """
    found = "SELECT wal_status FROM pg_replication_slots WHERE slot_name = %s"
    try:
        with closing(psycopg.connect(config.database_url, autocommit=True)) as connection:
            row = connection.execute(found, (SLOT,)).fetchone()
            if row is not None and row[0] == "lost":
                say("the server has dropped log that was not read: take a backup now")
                connection.execute("SELECT pg_drop_replication_slot(%s)", (SLOT,))
                row = None
            if row is None:
                make = sql.SQL("SELECT pg_create_physical_replication_slot({}, true)")
                connection.execute(make.format(sql.Literal(SLOT)))
            return row is None
    except psycopg.Error as error:
        raise BackupError(f"the log cannot be kept: {error}") from error
