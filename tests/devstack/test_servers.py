"""The embedded servers: real, private, and gone when nobody needs them."""

import os
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from samba_service.devstack import identity, postgres, redis
from samba_service.devstack.errors import SetupError
from samba_service.devstack.folder import DataFolder
from samba_service.devstack.postgres import DISPOSABLE, PostgresServer
from samba_service.devstack.redis import RedisServer
from samba_service.devstack.servers import running

pytestmark = pytest.mark.full
needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root runs it as somebody else")


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[DataFolder]:
    folder = DataFolder(tmp_path / "data")
    yield folder
    folder.remove()


def test_servers_run_for_the_length_of_the_block(folder: DataFolder) -> None:
    database, cache = PostgresServer(folder, settings=DISPOSABLE), RedisServer(folder)

    with running(database, cache, logs=folder.logs):
        assert postgres.version(database.url).startswith("PostgreSQL ")
        assert redis.version(cache.url).split()[0] in ("Redis", "Valkey")

    assert not database.is_ready()
    assert not cache.is_ready()


def test_nobody_else_on_the_machine_reaches_them(folder: DataFolder) -> None:
    database = PostgresServer(folder, settings=DISPOSABLE)

    with running(database, logs=folder.logs):
        assert stat.S_IMODE(folder.sockets.stat().st_mode) == 0o700
        with pytest.raises(psycopg.OperationalError, match="password authentication failed"):
            psycopg.connect(database.url, password="guess")
        with psycopg.connect(database.url) as connection:
            assert connection.execute("SHOW listen_addresses").fetchone() == ("",)


def test_the_log_of_the_database_quotes_no_rows(folder: DataFolder) -> None:
    database = PostgresServer(folder, settings=DISPOSABLE)

    with (
        running(database, logs=folder.logs),
        psycopg.connect(database.url, autocommit=True) as connection,
    ):
        connection.execute("CREATE TABLE hand (cards text CHECK (cards = ''))")
        with pytest.raises(psycopg.errors.CheckViolation):
            connection.execute("INSERT INTO hand VALUES ('KH JK')")

    log = (folder.logs / "database.log").read_text()
    assert "violates check constraint" in log
    assert "KH JK" not in log


def test_data_of_another_major_version_is_refused(folder: DataFolder) -> None:
    database = PostgresServer(folder, settings=DISPOSABLE)
    database.prepare()
    (database.cluster / "PG_VERSION").write_text("16\n")

    with pytest.raises(SetupError, match="made by PostgreSQL 16"):
        database.prepare()


@needs_root
def test_without_user_namespaces_root_runs_it_as_nobody(
    folder: DataFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(identity, "_can_unshare", lambda: False)
    database = PostgresServer(folder, settings=DISPOSABLE)

    with running(database, logs=folder.logs):
        pid = int((database.cluster / "postmaster.pid").read_text().split()[0])
        assert Path(f"/proc/{pid}").stat().st_uid == identity.NOBODY
        assert database.is_ready()


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel's help is Linux's alone")
def test_servers_die_with_a_killed_parent(folder: DataFolder) -> None:
    parent = (
        "import os, pathlib, signal, sys\n"
        "from samba_service.devstack.folder import DataFolder\n"
        "from samba_service.devstack.redis import RedisServer\n"
        "from samba_service.devstack.servers import running\n"
        "folder = DataFolder(pathlib.Path(sys.argv[1]))\n"
        "with running(RedisServer(folder), logs=folder.logs):\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )

    subprocess.run([sys.executable, "-c", parent, folder.path], check=False)

    assert not _answers_within(RedisServer(folder), seconds=60)


def _answers_within(server: RedisServer, *, seconds: float) -> bool:
    """True if `server` still answers after `seconds`; returns as soon as it does not."""
    deadline = time.monotonic() + seconds
    while server.is_ready():
        if time.monotonic() > deadline:
            return True
        time.sleep(0.05)
    return False
