"""An own PostgreSQL server from the programs of a wheel, or of this machine."""

import os
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import psycopg
from psycopg import sql

from samba_service.devstack.carriers import PostgresInstallation, find_postgres
from samba_service.devstack.errors import SetupError
from samba_service.devstack.folder import DataFolder
from samba_service.devstack.identity import Identity, ordinary_identity

FOREVER = {"fsync": "on"}
DISPOSABLE = {
    "fsync": "off",
    "full_page_writes": "off",
    "synchronous_commit": "off",
    "max_connections": "300",  # several workers, each with races of 40
}
"""Only for tests: fast, and a crash of the machine loses everything."""

_SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "max_connections": "100",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "log_checkpoints": "off",
    "max_slot_wal_keep_size": "1GB",  # a backup that has ended for good must not fill the disk
    # The server's own log must not hold cards: no rows, no statements with their values.
    "log_error_verbosity": "terse",
    "log_min_error_statement": "panic",
    "log_parameter_max_length": "0",
    "log_parameter_max_length_on_error": "0",
}


def version(url: str) -> str:
    """`PostgreSQL 18.6`, as reported by the server at `url`."""
    with psycopg.connect(url, connect_timeout=3) as connection:
        return f"PostgreSQL {connection.info.parameter_status('server_version')}"


@dataclass
class PostgresServer:
    folder: DataFolder
    settings: dict[str, str] = field(default_factory=lambda: FOREVER)
    name: str = "database"
    stop_signal: signal.Signals = signal.SIGINT  # a fast shutdown; SIGTERM would wait for clients

    @cached_property
    def identity(self) -> Identity:
        return ordinary_identity()

    @cached_property
    def home(self) -> Path:
        """The folder of the cluster."""
        if self.identity.uid is None:
            return self.folder.path
        home = self.folder.refuge
        home.mkdir(mode=0o711, exist_ok=True)
        if home.is_symlink() or home.stat().st_uid != os.geteuid():
            raise SetupError(f"{home} belongs to another user: remove it, or set DATABASE_URL")
        return home

    @cached_property
    def installation(self) -> PostgresInstallation:
        found = find_postgres()
        if self.identity.uid is None:
            return found
        return found.copied_to(
            self.home / installed_version(found), self.home / f"draft-{os.getpid()}"
        )

    @property
    def cluster(self) -> Path:
        return self.home / "postgres"

    @property
    def url(self) -> str:
        return self.folder.database_url

    @property
    def popen_options(self) -> dict[str, object]:
        return {"cwd": self.home, **self.identity.popen}

    def prepare(self) -> None:
        """Create the cluster if there is none; refuse one of another major version."""
        self.folder.path.mkdir(parents=True, exist_ok=True)
        sockets = self.folder.sockets
        sockets.mkdir(mode=0o700, exist_ok=True)
        if sockets.is_symlink() or sockets.stat().st_uid not in (os.geteuid(), self.identity.uid):
            raise SetupError(f"{sockets} belongs to another user: remove it")
        self.identity.own(sockets)
        if not (self.cluster / "PG_VERSION").exists():
            self._initdb()
        self._require_same_major()

    def command(self) -> list[str]:
        settings = {**_SETTINGS, "unix_socket_directories": self.folder.sockets, **self.settings}
        return [
            *self.identity.prefix,
            str(self.installation.binaries / "postgres"),
            *("-D", str(self.cluster)),
            *(part for name, value in settings.items() for part in ("-c", f"{name}={value}")),
        ]

    def is_ready(self) -> bool:
        """True if the server answers; creates our database when it does so for the first time."""
        try:
            with psycopg.connect(
                self.url, dbname="postgres", connect_timeout=2, autocommit=True
            ) as connection:
                found = connection.execute("SELECT 1 FROM pg_database WHERE datname = 'samba'")
                if found.fetchone() is None:
                    connection.execute(sql.SQL("CREATE DATABASE samba"))
        except psycopg.OperationalError:
            return False
        return True

    def _initdb(self) -> None:
        self.cluster.mkdir(mode=0o700, exist_ok=True)
        self.identity.own(self.cluster)
        with self._password_file() as password_file:
            done = subprocess.run(
                [
                    *self.identity.prefix,
                    str(self.installation.binaries / "initdb"),
                    *("-D", str(self.cluster), "--username=samba", "--auth=scram-sha-256"),
                    *("--pwfile", str(password_file), "--encoding=UTF8"),
                    *_locale(installed_version(self.installation)),
                    *(["--no-sync"] if self.settings == DISPOSABLE else []),
                ],
                capture_output=True,
                text=True,
                check=False,
                **self.popen_options,  # type: ignore[call-overload]  # keywords from a dict
            )
        if done.returncode:
            raise SetupError(f"initdb failed: {done.stderr.strip() or done.stdout.strip()}")

    @contextmanager
    def _password_file(self) -> Iterator[Path]:
        with tempfile.NamedTemporaryFile("w", dir=self.folder.sockets) as file:
            file.write(self.folder.secret("database_password"))
            file.flush()
            self.identity.own(Path(file.name))
            yield Path(file.name)

    def _require_same_major(self) -> None:
        made_by = (self.cluster / "PG_VERSION").read_text().strip()
        ours = installed_version(self.installation)
        if made_by != ours.partition(".")[0]:
            raise SetupError(
                f"{self.cluster} was made by PostgreSQL {made_by}, the installed one is {ours}:"
                " dump it with the old version (docs/packages.md), or choose another folder with"
                " SAMBA_DATA"
            )


def installed_version(installation: PostgresInstallation) -> str:
    """`18.6`."""
    answer = subprocess.check_output([installation.binaries / "postgres", "--version"], text=True)
    return answer.removeprefix("postgres (PostgreSQL) ").split()[0]


def _locale(version: str) -> tuple[str, ...]:
    """Options of initdb: texts are compared by code points, and every letter has its capital."""
    if int(version.partition(".")[0]) < 17:
        return ("--locale=C.UTF-8",)
    return ("--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C")
