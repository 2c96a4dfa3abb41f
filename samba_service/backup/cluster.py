"""A restored server, started by us until its log is replayed: nobody else reaches it."""

import os
import re
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import psycopg

from samba_service.backup.base import Say
from samba_service.backup.errors import BackupError
from samba_service.devstack.identity import Identity
from samba_service.devstack.servers import started

STOP_S = 60.0
EVERY_S = 2.0
OVER = "recovery ended before configured recovery target"


class Recovery(NamedTuple):
    """What a restored server replays before it answers."""

    log: Path
    timeline: int | None
    """None for the one on which the server was copied."""
    until: datetime | None


@dataclass(frozen=True)
class Cluster:
    """The folder of a restored server, and how it is started."""

    path: Path
    programs: Path
    identity: Identity
    user: str
    database: str

    def own(self) -> None:
        """Give its files to the user who runs it."""
        if self.identity.uid is not None:
            for folder, _, files in os.walk(self.path):
                for name in (".", *files):
                    self.identity.own(Path(folder) / name)

    @contextmanager
    def running(self, say: Say, replay: Recovery | None = None) -> Iterator[str]:
        """Its address, once it has replayed the log. Raises BackupError."""
        with tempfile.TemporaryDirectory(prefix="samba-restore-") as folder:
            home = Path(folder)
            self.identity.own(home)
            said = home / "log"
            command = [*self.identity.prefix, *self._command(home, replay)]
            url = f"postgresql://{self.user}@/{self.database}?host={home}"
            with started(
                command, said, signal.SIGINT, STOP_S, cwd=home, **self.identity.popen
            ) as process:
                self._await(process, url, said, say)
                yield url

    def _command(self, home: Path, replay: Recovery | None) -> list[str]:
        for name, text in (("hba", "local all all trust\n"), ("ident", ""), ("conf", "")):
            (home / name).write_text(text)
        settings = {
            "config_file": home / "conf",
            "hba_file": home / "hba",
            "ident_file": home / "ident",
            "listen_addresses": "",
            "unix_socket_directories": home,
            "hot_standby": "off",
            "log_error_verbosity": "terse",
            "log_min_error_statement": "panic",
            "lc_messages": "C",
        }
        if replay is not None:
            settings["restore_command"] = f'cp "{replay.log}/%f" "%p"'
            settings["recovery_target_action"] = "promote"
            settings["recovery_target_timeline"] = replay.timeline or "current"
            if replay.until is not None:
                settings["recovery_target_time"] = f"{replay.until:%Y-%m-%d %H:%M:%S.%f%z}"
        return [
            str(self.programs / "postgres"),
            *("-D", str(self.path)),
            *(part for name, value in settings.items() for part in ("-c", f"{name}={value}")),
        ]

    def _await(self, process: "subprocess.Popen[bytes]", url: str, said: Path, say: Say) -> None:
        due = time.monotonic() + EVERY_S
        while not _answers(url):
            text = said.read_text(errors="replace")
            if process.poll() is not None:
                if OVER in text:
                    raise BackupError(
                        "the backup ends before that moment: leave UNTIL out for its last one"
                    )
                last = "\n".join(text.strip().splitlines()[-5:])
                raise BackupError(f"the restored server did not start:\n{last}")
            if time.monotonic() >= due:
                due = time.monotonic() + EVERY_S
                done = re.findall(r"restored log file \"(\w+)\"", text)
                say(f"replaying the log: {len(done)} segments" if done else "replaying the log")
            time.sleep(0.05)


def _answers(url: str) -> bool:
    try:
        with psycopg.connect(url, connect_timeout=2) as connection:
            return connection.execute("SELECT pg_is_in_recovery()").fetchone() == (False,)
    except psycopg.OperationalError:
        return False
