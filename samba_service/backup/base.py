"""A backup: the whole server as of one moment, what is in it, and its secrets."""

import io
import json
import re
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO

import pyrage

from samba_service.backup.config import Config, connection_arguments
from samba_service.backup.errors import BackupError
from samba_service.backup.programs import MANAGE, Source, erased_ids, programs
from samba_service.backup.repository import (
    BASE,
    FORMAT,
    INVENTORY,
    SECRETS,
    About,
    Backup,
    Repository,
    about_write,
    now,
    segment_of,
)
from samba_service.backup.sealing import Sealed, recipients_read, seal
from samba_service.backup.secrets import Secrets

Recipients = list[pyrage.x25519.Recipient]
Say = Callable[[str], None]
EVERY_S = 2.0
POINT = re.compile(r"write-ahead log (start|end) point: ([0-9A-F]+/[0-9A-F]+)")


def backup_take(config: Config, say: Say) -> Backup:
    """Raises BackupError; then nothing of it is left."""
    recipients = recipients_read(config.recipients)
    source, secrets = Source(config.database_url), Secrets.of(config)
    repository, started = Repository(config.folder), now()
    with repository.only_one():
        with repository.draft(started) as draft:
            say(f"backup of {source.bytes / 2**20:.0f} MiB by PostgreSQL {source.major}")
            files = {SECRETS: seal(io.BytesIO(secrets.written()), draft / SECRETS, recipients)}
            files[INVENTORY] = _inventory(config, secrets, draft / INVENTORY, recipients)
            files[BASE], start, end = _copy(config, source, draft / BASE, recipients, say)
            about = About(
                format=FORMAT,
                started_at=started.isoformat(),
                finished_at=now().isoformat(),
                server=source.major,
                system=source.system,
                start=segment_of(start),
                end=segment_of(end),
                user=source.owner,
                database=source.database,
                bytes={name: each.bytes for name, each in files.items()},
                sha256={name: each.sha256 for name, each in files.items()},
            )
            about_write(draft, about)
        erased_write(config, repository, recipients)
        for gone in repository.prune(config.keep):
            say(f"deleted {gone.name}: {config.keep} are kept")
    if config.stamp is not None:
        config.stamp.touch()
    return repository.newest()


def erased_write(config: Config, repository: Repository, recipients: Recipients) -> None:
    """Write the list of erased accounts again. Raises BackupError."""
    ids = json.dumps(erased_ids(config.database_url)).encode()
    seal(io.BytesIO(ids), repository.erased, recipients)


def _inventory(config: Config, secrets: Secrets, target: Path, recipients: Recipients) -> Sealed:
    """What the games were. Read with the secrets that are in the backup: so they must open them."""
    with subprocess.Popen(
        [*MANAGE, "inventory"],
        env=secrets.environment(config.data, config.database_url),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        with _drained(process.stderr) as said:
            sealed = seal(process.stdout, target, recipients)
    if process.returncode:
        last = " ".join(said.text().splitlines()[-2:])
        raise BackupError(f"the games could not be listed: {last}")
    return sealed


def _copy(
    config: Config, source: Source, target: Path, recipients: Recipients, say: Say
) -> tuple[Sealed, str, str]:
    """The copy, and the places in the log at which it began and ended."""
    arguments, environment = connection_arguments(config.database_url)
    command = [
        str(programs(source.major, config.data) / "pg_basebackup"),
        *arguments,
        *("--pgdata=-", "--format=tar", "--wal-method=fetch", "--checkpoint=fast"),
        *("--manifest-checksums=SHA256", "--label=samba-service", "--verbose"),
    ]
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        with _drained(process.stderr) as said:
            try:
                sealed = seal(process.stdout, target, recipients, Progress(source.bytes, say))
            except BackupError:
                process.kill()
                raise
    points = dict(POINT.findall(said.text()))
    if process.returncode or len(points) != 2:
        raise BackupError(f"the database could not be copied: {said.text()}")
    return sealed, points["start"], points["end"]


class Progress:
    """Says every other second how far a copy is."""

    def __init__(self, expected: int, say: Say) -> None:
        self._expected, self._say = max(1, expected), say
        self._next = time.monotonic() + EVERY_S

    def __call__(self, done: int) -> None:
        if time.monotonic() >= self._next:
            self._next = time.monotonic() + EVERY_S
            share = min(99, 100 * done // self._expected)
            self._say(f"{share} %, {done / 2**20:.0f} MiB read")


class _drained:
    """Reads a program's messages beside its output, so that neither waits for the other."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream, self._parts = stream, list[bytes]()
        self._thread = threading.Thread(target=self._read)

    def _read(self) -> None:
        self._parts.extend(self._stream)

    def __enter__(self) -> "_drained":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._thread.join()

    def text(self) -> str:
        return b"".join(self._parts).decode(errors="replace").strip()
