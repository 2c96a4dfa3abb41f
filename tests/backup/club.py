"""A small club on a server of its own, with backups of it."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
from django.conf import settings

from samba_service.backup.config import Config
from samba_service.backup.repository import Repository
from samba_service.backup.restore import Order
from samba_service.backup.sealing import key_read, key_write
from samba_service.devstack.folder import REPOSITORY, DataFolder
from samba_service.devstack.postgres import DISPOSABLE, PostgresServer
from samba_service.devstack.servers import running
from samba_service.settings.test import REDIS_URL


@dataclass(frozen=True)
class Club:
    path: Path
    config: Config
    key: Path

    @property
    def repository(self) -> Repository:
        return Repository(self.config.folder)

    def hands(self, *command: str) -> Any:
        return hands(self.config.database_url, self.config.data, *command)

    def sql(self, statement: str) -> str:
        with psycopg.connect(self.config.database_url, autocommit=True) as connection:
            row = connection.execute(statement).fetchone()
        return str(row[0]) if row else ""

    def command(self, statement: str) -> None:
        with psycopg.connect(self.config.database_url, autocommit=True) as connection:
            connection.execute(statement)

    def order(self, name: str, **changes: object) -> Order:
        """To restore into a folder of that name beside."""
        into = DataFolder(self.path / name)
        found = {"repository": self.repository, "key": key_read(self.key), "into": into, **changes}
        return Order(**found)

    @contextmanager
    def log_kept(self) -> Iterator[None]:
        """`python -m samba_service.backup wal` for the block, until it has read everything."""
        environment = {
            **os.environ,
            "DATABASE_URL": self.config.database_url,
            "SAMBA_DATA": str(self.config.data.path),
            "SAMBA_BACKUPS": str(self.config.folder),
            "SAMBA_BACKUP_RECIPIENTS": ",".join(self.config.recipients),
        }
        with subprocess.Popen(
            [sys.executable, "-m", "samba_service.backup", "wal"],
            env=environment,
            cwd=REPOSITORY,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as process:
            try:
                self._await("SELECT count(*) FROM pg_stat_replication", "1")
                yield
                assert process.poll() is None
                last = self.sql("SELECT pg_current_wal_flush_lsn()")
                read = f"SELECT bool_or(write_lsn >= '{last}') FROM pg_stat_replication"
                self._await(read, "True")
            finally:
                process.terminate()

    def _await(self, statement: str, answer: str) -> None:
        deadline = time.monotonic() + 60
        while self.sql(statement) != answer:
            assert time.monotonic() < deadline, statement
            time.sleep(0.05)


def hands(url: str, data: DataFolder, *command: str) -> Any:
    """What `tests.backup.hands` answers on that server, with the secrets of that folder."""
    answer = subprocess.check_output(
        [sys.executable, "-m", "tests.backup.hands", *command],
        env={
            **os.environ,
            "TEST_DATABASE_URL": url,
            "TEST_REDIS_URL": REDIS_URL,
            "SAMBA_TEST_DATA": str(data.path),
        },
        cwd=REPOSITORY,
        text=True,
    )
    return json.loads(answer.splitlines()[-1])


@contextmanager
def club(path: Path, **settings: str) -> Iterator[Club]:
    """A server with the tables of the suite's database, and nothing in them."""
    data = DataFolder(path / "club")
    server = PostgresServer(data, settings={**DISPOSABLE, **settings})
    public = key_write(path / "key")
    with running(server, logs=data.logs):
        _copy_tables(server)
        config = Config(
            folder=path / "backups",
            recipients=(public,),
            keep=2,
            data=data,
            database_url=server.url,
            files=(),
        )
        for name in ("secret_key", "deal_key"):
            data.secret(name)
        yield Club(path, config, path / "key")


def _copy_tables(server: PostgresServer) -> None:
    """Migrations would take the time of all the tests here."""
    own = settings.DATABASES["default"]
    url = psycopg.conninfo.make_conninfo(
        host=own["HOST"] or own["OPTIONS"].get("host", ""), port=own["PORT"] or None,
        user=own["USER"], password=own["PASSWORD"], dbname=own["NAME"],
    )  # fmt: skip
    with subprocess.Popen(
        [server.installation.binaries / "pg_dump", "--no-owner", "--format=custom", url],
        stdout=subprocess.PIPE,
    ) as dump:
        subprocess.run(
            [server.installation.binaries / "pg_restore", "--no-owner", "--dbname", server.url],
            stdin=dump.stdout,
            check=True,
        )
    assert dump.returncode == 0
