"""A backup back into an empty folder, up to a chosen second."""

import json
import os
import re
import shutil
import subprocess
import tarfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

import psycopg
from pyrage.x25519 import Identity as Key

from samba_service.backup.base import Progress, Say
from samba_service.backup.cluster import Cluster, Recovery
from samba_service.backup.errors import BackupError
from samba_service.backup.programs import MANAGE, programs
from samba_service.backup.repository import (
    BASE,
    SECRETS,
    Backup,
    Repository,
    is_segment,
    now,
    segment_number,
    timeline_of,
)
from samba_service.backup.sealing import CHUNK, SUFFIX, opened
from samba_service.backup.secrets import Secrets
from samba_service.backup.timelines import Timeline, choices, chosen, history_read
from samba_service.devstack.errors import SetupError
from samba_service.devstack.folder import DataFolder
from samba_service.devstack.identity import ordinary_identity
from samba_service.devstack.postgres import PostgresServer


@dataclass(frozen=True, kw_only=True)
class Order:
    """What is to be restored, and where."""

    repository: Repository
    key: Key
    into: DataFolder
    """Gets `postgres`, `secrets` and `files`; must have none of them."""
    cluster: Path | None = None
    """Where the server goes instead, as Debian's own servers have it elsewhere."""
    backup: str = ""
    """Its name; the newest that `until` allows if empty."""
    until: datetime | None = None
    """The last moment that is restored; the end of the backup's log if None."""
    timeline: int | None = None
    """The line of the log, where a restored server began another one; the last one if None."""
    replace: str = ""
    """The target once more, as a person typed it: what is in it is moved aside."""


@dataclass(frozen=True)
class Restored:
    backup: Backup
    secrets: Secrets
    cluster: Cluster
    data: DataFolder
    last: datetime
    """When the last change was made that it has."""

    @contextmanager
    def running(self, say: Say) -> Iterator[str]:
        """Its address, while only we reach it."""
        with self.cluster.running(say) as url:
            yield url

    def manage(self, url: str, *command: str, given: bytes = b"") -> str:
        """What a command of manage.py prints there. Raises BackupError with what it found."""
        done = subprocess.run(
            [*MANAGE, *command],
            env=self.environment(url),
            input=given,
            capture_output=True,
            check=False,
        )
        if done.returncode:
            raise BackupError(done.stderr.decode(errors="replace").strip())
        return done.stdout.decode().strip()

    def environment(self, url: str) -> Mapping[str, str]:
        return self.secrets.environment(self.data, url)


def restore(order: Order, say: Say) -> Restored:
    """Restore a backup, and erase again whom the list names. Raises BackupError.

    What was there is left as it was, or moved aside, until the restored server has started once.
    """
    backup = order.repository.newest(order.until, order.backup)
    about = backup.about
    target = _target(order)
    _require_empty(order, target)
    identity = ordinary_identity()
    say(f"{backup.name} into {target}")
    with opened(backup.folder / SECRETS, order.key) as stream:
        secrets = Secrets.read(stream.read())
    draft, log = (target.with_name(f".{target.name}.{name}") for name in ("draft", "log"))
    for folder in (draft, log):
        shutil.rmtree(folder, ignore_errors=True)
    target.parent.mkdir(parents=True, exist_ok=True)
    cluster = Cluster(
        draft, programs(about.server, order.into), identity, about.user, about.database
    )
    restored = Restored(backup, secrets, cluster, order.into, backup.finished_at)
    try:
        _unpack(backup, draft, order.key, say)
        _verify(cluster, say)
        base = _base_timeline(draft)
        timeline = _timeline(order, backup, base)
        _log_unpack(order, backup, timeline, log, say)
        for folder in (log, *log.iterdir()):
            identity.own(folder)
        (draft / "recovery.signal").touch(mode=0o600)
        cluster.own()
        other = timeline.number if timeline.number != base else None
        with cluster.running(say, Recovery(log, other, order.until)) as url:
            restored = replace(restored, last=last_change(url) or restored.last)
            say(_erase_again(order, restored, url))
        _put(order, secrets, target, draft)
    except (OSError, tarfile.TarError) as error:
        raise BackupError(f"cannot restore into {target}: {error}") from error
    finally:
        for folder in (draft, log):
            shutil.rmtree(folder, ignore_errors=True)
    return replace(restored, cluster=replace(cluster, path=target))


def last_change(url: str) -> datetime | None:
    """When the last change was made that was replayed; None if the log had none."""
    with psycopg.connect(url) as connection:
        row = connection.execute("SELECT pg_last_xact_replay_timestamp()").fetchone()
    return row[0] if row else None


def _target(order: Order) -> Path:
    if order.cluster is not None:
        return order.cluster.resolve()
    try:
        return PostgresServer(order.into).cluster
    except SetupError as error:
        raise BackupError(str(error)) from error


def _require_empty(order: Order, target: Path) -> None:
    """Nothing is overwritten by mistake: a target with data must be named twice."""
    if (target / "postmaster.pid").exists():
        raise BackupError(f"a server runs on {target}: stop it first")
    full = [
        path
        for path in (target, order.into.path / "secrets")
        if path.is_dir() and any(path.iterdir())
    ]
    if not full or order.replace == str(order.cluster or order.into.path):
        return
    named = order.cluster or order.into.path
    raise BackupError(
        f"{' and '.join(map(str, full))} hold data. To move it aside and restore in its place,"
        f" name the target again: --replace {named} (make: REPLACE={named})"
    )


def _unpack(backup: Backup, draft: Path, key: Key, say: Say) -> None:
    draft.mkdir(mode=0o700)
    total = backup.about.bytes[BASE] * 4
    progress, done = Progress(total, say), 0
    with (
        opened(backup.folder / BASE, key) as stream,
        tarfile.open(fileobj=stream, mode="r|", bufsize=CHUNK) as archive,
    ):
        archive.extraction_filter = getattr(tarfile, "data_filter", lambda member, _: member)
        for member in archive:
            archive.extract(member, draft)
            done += member.size
            progress(done)
    draft.chmod(0o700)


def _verify(cluster: Cluster, say: Say) -> None:
    """Every file as the server listed it when it was copied."""
    say("verifying the files")
    done = subprocess.run(
        [cluster.programs / "pg_verifybackup", "--exit-on-error", "--no-parse-wal", cluster.path],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise BackupError(f"the backup is damaged: {done.stderr.strip()}")


def _base_timeline(cluster: Path) -> int:
    """The timeline on which a copied server was."""
    [number] = re.findall(r"^START TIMELINE: (\d+)$", (cluster / "backup_label").read_text(), re.M)
    return int(number)


def _timeline(order: Order, backup: Backup, base: int) -> Timeline:
    """The timeline to follow. Raises BackupError where a person must choose."""
    histories = []
    for path in order.repository.wal(backup.about.system).glob(f"*.history{SUFFIX}"):
        with opened(path, order.key) as stream:
            histories.append(history_read(timeline_of(path.name), stream.read().decode()))
    found = choices(base, backup.about.end, histories)
    return chosen(found, order.timeline, until=order.until is not None)


def _log_unpack(order: Order, backup: Backup, timeline: Timeline, log: Path, say: Say) -> None:
    """The log since, without gaps; a segment that was still being written counts as whole.

    All histories are among it: the restored server takes a number that none of them has.
    """
    about = backup.about
    log.mkdir(mode=0o700)
    source = order.repository.wal(about.system)
    names = sorted(path.name.removesuffix(SUFFIX) for path in source.glob(f"*{SUFFIX}"))
    segments = [name for name in names if is_segment(name) and segment_number(name) >= about.start]
    numbers = {
        number
        for number, writer in ((segment_number(each), timeline_of(each)) for each in segments)
        if writer == timeline.writer(number)
    }
    reached = about.end
    while reached + 1 in numbers:
        reached += 1
    if beyond := sorted(number for number in numbers if number > reached):
        gap = beyond[0] - reached - 1
        say(f"{gap} segments of the log are missing: nothing after them can be restored")
    needed = [
        name
        for name in segments
        if segment_number(name) <= reached and timeline.has(timeline_of(name), segment_number(name))
    ]
    for name in [name for name in names if not is_segment(name)] + needed:
        whole = name.removesuffix(".partial")
        if whole != name and whole in needed:
            continue
        sealed = source / f"{name}{SUFFIX}"
        if not sealed.exists():  # it was still being written, and has been completed meanwhile
            sealed = source / f"{whole}{SUFFIX}"
        with opened(sealed, order.key) as stream, (log / whole).open("wb") as file:
            shutil.copyfileobj(stream, file, CHUNK)


def _erase_again(order: Order, restored: Restored, url: str) -> str:
    """Accounts that were erased after the backup are erased in it, too."""
    if not order.repository.erased.exists():
        return "no list of erased accounts: who was erased since this backup is back"
    with opened(order.repository.erased, order.key) as stream:
        ids = json.loads(stream.read())
    back = "SELECT 1 FROM accounts_player WHERE id = ANY(%s::uuid[]) AND anonymised_at IS NULL"
    with psycopg.connect(url) as connection:
        if connection.execute(back, (ids,)).fetchone() is None:
            return f"{len(ids)} erased accounts are erased here, too"
    return restored.manage(url, "erase_again", given=json.dumps(ids).encode())


def _put(order: Order, secrets: Secrets, target: Path, draft: Path) -> None:
    """The restored server and its secrets in their place, what was there beside it."""
    aside = f"before-{now():%Y%m%dT%H%M%SZ}"
    for path in (target, order.into.path / "secrets"):
        if path.is_dir() and any(path.iterdir()):
            path.rename(path.with_name(f"{path.name}.{aside}"))
    if target.exists():
        target.rmdir()
    secrets.lay_out(order.into)
    draft.rename(target)
    os.sync()
