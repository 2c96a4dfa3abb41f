"""`python -m samba_service.backup key|take|wal|list|restore|drill`: see docs/backup.md."""

import argparse
import signal
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from samba_service.backup.base import backup_take
from samba_service.backup.config import Config
from samba_service.backup.drill import Report, drill
from samba_service.backup.errors import BackupError
from samba_service.backup.repository import Repository, now, summary
from samba_service.backup.restore import Order, restore
from samba_service.backup.sealing import key_read, key_write
from samba_service.backup.wal import wal_keep
from samba_service.devstack.errors import SetupError
from samba_service.devstack.folder import DataFolder


def main() -> int:
    options = _parser().parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        return int(options.run(options))
    except (BackupError, SetupError) as error:
        print(f"samba-service: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m samba_service.backup", description=__doc__)
    commands = parser.add_subparsers(required=True)
    key = commands.add_parser("key", help="make the key: its secret half belongs elsewhere")
    key.add_argument("file", type=Path)
    key.set_defaults(run=_key)
    commands.add_parser("take", help="make a backup").set_defaults(run=_take)
    commands.add_parser("wal", help="keep the database's log, until stopped").set_defaults(run=_wal)
    there = commands.add_parser("list", help="the backups that there are")
    there.set_defaults(run=_list)
    back = commands.add_parser("restore", help="restore a backup into an empty folder")
    back.add_argument("--into", type=Path, required=True, help="data folder")
    back.add_argument("--cluster", type=Path, help="folder of the server, if not in `--into`")
    back.add_argument("--replace", default="", help="the target again: moves aside what is there")
    back.set_defaults(run=_restore)
    test = commands.add_parser("drill", help="restore beside, and look at every game")
    test.set_defaults(run=_drill, into=None, cluster=None, replace="")
    for each in (back, test):
        each.add_argument("--key", type=Path, required=True, help="file of the secret key")
        each.add_argument("--backup", default="", help="its name; the newest if left out")
        each.add_argument(
            "--until", default="", help='"2026-11-28 20:15:00" UTC, or with an offset'
        )
        each.add_argument(
            "--timeline", type=int, help="of the log; the last one if left out, unless --until"
        )
    for each in (there, back, test):
        each.add_argument("--from", type=Path, dest="repository", help="SAMBA_BACKUPS if left out")
    return parser


def say(line: str) -> None:
    print(f"{now():%H:%M:%S} {line}", flush=True)


def _key(options: argparse.Namespace) -> int:
    public = key_write(options.file)
    print(f"{options.file}: move it off this machine, onto two sticks and paper.")
    print(f"SAMBA_BACKUP_RECIPIENTS={public}")
    return 0


def _take(_: argparse.Namespace) -> int:
    taken = summary(backup_take(Config.from_environment(), say))
    say(f"{taken['name']} is done: {taken['bytes'] / 2**20:.1f} MiB")
    return 0


def _wal(_: argparse.Namespace) -> int:
    wal_keep(Config.from_environment(), say)
    return 0


def _list(options: argparse.Namespace) -> int:
    repository = _repository(options)
    backups = repository.backups()
    for backup in backups:
        each = summary(backup)
        print(f"{each['name']}  finished {each['finished']}  {each['bytes'] / 2**20:.1f} MiB")
    print(f"{len(backups)} backups in {repository.path}")
    return 0


def _restore(options: argparse.Namespace) -> int:
    restored = restore(_order(options, options.into), say)
    say(f"restored, with every change until {restored.last:%Y-%m-%d %H:%M:%S} UTC")
    print(f"secrets are in {restored.data.path / 'secrets'}")
    return 0


def _drill(options: argparse.Namespace) -> int:
    with tempfile.TemporaryDirectory(prefix="samba-drill-", dir="/var/tmp") as folder:
        report = drill(_order(options, Path(folder)), say)
    for line in report.lines:
        print(f"holds: {line}")
    for fault in report.faults:
        print(f"FAULT: {fault}", file=sys.stderr)
    print(_figures(report))
    return 1 if report.faults else 0


def _figures(report: Report) -> str:
    return (
        f"{report.backup.name}: last change {report.last:%Y-%m-%d %H:%M:%S} UTC,"
        f" {report.loss_s:.0f} s before now (RPO);"
        f" restored in {report.restore_s:.1f} s (RTO), checked in {report.checks_s:.1f} s"
    )


def _order(options: argparse.Namespace, into: Path) -> Order:
    return Order(
        repository=_repository(options),
        key=key_read(options.key),
        into=DataFolder(into.resolve()),
        cluster=options.cluster,
        backup=options.backup,
        until=_moment(options.until) if options.until else None,
        timeline=options.timeline,
        replace=options.replace and str(Path(options.replace).resolve()),
    )


def _repository(options: argparse.Namespace) -> Repository:
    return Repository(options.repository or Config.from_environment().folder)


def _moment(text: str) -> datetime:
    try:
        found = datetime.fromisoformat(text)
    except ValueError as error:
        raise BackupError(f"--until {text}: a moment is written 2026-11-28 20:15:00") from error
    return found if found.tzinfo else found.replace(tzinfo=UTC)


if __name__ == "__main__":
    sys.exit(main())
