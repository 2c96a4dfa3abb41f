"""A backup of a club in mid-hand: what is restored goes on, and what was tampered with is seen."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple

import psycopg
import pytest

from samba_service.backup.base import backup_take, erased_write
from samba_service.backup.drill import check
from samba_service.backup.errors import BackupError
from samba_service.backup.repository import BASE, Repository
from samba_service.backup.restore import restore
from samba_service.backup.sealing import key_read, key_write, recipients_read
from tests.backup.club import Club, club, hands

pytestmark = [pytest.mark.full, pytest.mark.django_db, pytest.mark.xdist_group("backup")]
STATE = "SELECT version, encode(head, 'hex') FROM games_game"


class Saved(NamedTuple):
    """A club whose hand went on after its backup: two moves, and an account was erased."""

    club: Club
    game: str
    first: tuple[int, str]
    """The version and the hash after the first of the moves."""
    between: datetime
    last: tuple[int, str]


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory, django_db_setup: None) -> Iterator[Saved]:
    with club(tmp_path_factory.mktemp("backup")) as source:
        game = source.hands("start")
        with source.log_kept():
            backup_take(replace(source.config, stamp=source.path / "made"), silent)
            assert (source.path / "made").exists()
            first, between, last = source.hands("two_moves", game)
        erased_write(source.config, source.repository, recipients_read(source.config.recipients))
        yield Saved(source, game, tuple(first), datetime.fromisoformat(between), tuple(last))


def silent(_: str) -> None:
    """What is said to a person who waits."""


def asked(url: str, statement: str) -> tuple[object, ...] | None:
    with psycopg.connect(url) as connection:
        return connection.execute(statement).fetchone()


def test_the_hand_goes_on_where_the_log_ended_and_a_changed_event_is_found(saved: Saved) -> None:
    restored = restore(saved.club.order("newest"), silent)

    with restored.running(silent) as url:
        before, after = hands(url, restored.data, "look_and_play", saved.game)
        assert (tuple(before), after[0]) == (saved.last, saved.last[0] + 1)
        tamper(url, version=2)
        holds, faults = check(restored, url, key_read(saved.club.key), silent)
    assert "1 games have their hash" in holds
    assert faults[0] == f"game {saved.game}, version 2: is not what was written"


def tamper(url: str, *, version: int) -> None:
    """Change an event as somebody with the disk may, where no trigger sees it."""
    with psycopg.connect(url) as connection:
        connection.execute("SET session_replication_role = replica")
        changed = "UPDATE games_move SET events = replace(events, '\"', ' \"') WHERE version = %s"
        assert connection.execute(changed, [version]).rowcount == 1


def test_a_second_between_two_moves_is_restored_into_a_folder_that_was_named_twice(saved) -> None:
    """What was in the folder is moved aside, and who was erased since that second is erased."""
    order = saved.club.order("between", until=saved.between)
    former = order.into.path / "secrets"
    former.mkdir(parents=True)
    (former / "deal_key").write_text("of the club that was here")

    for typed in ("", "between", str(order.into.path.parent)):
        with pytest.raises(BackupError, match="name the target again"):
            restore(replace(order, replace=typed), silent)
    restored = restore(replace(order, replace=str(order.into.path)), silent)

    [aside] = order.into.path.glob("secrets.before-*")
    assert (aside / "deal_key").read_text() == "of the club that was here"
    assert order.into.secret("deal_key") == saved.club.config.data.secret("deal_key")
    with restored.running(silent) as url:
        assert asked(url, STATE) == saved.first
        names = "SELECT count(*) FROM accounts_player WHERE display_name LIKE 'Canaria%'"
        assert asked(url, names) == (0,)
        assert asked(url, "SELECT count(*) FROM accounts_person") == (4,)


def refused(saved: Saved, name: str, **changes: object) -> str:
    """Why nothing is restored; and nothing is."""
    order = saved.club.order(name, **changes)
    with pytest.raises(BackupError) as refusal:
        restore(order, silent)
    assert not order.into.path.exists() or list(order.into.path.iterdir()) == []
    return str(refusal.value)


def test_another_key_opens_nothing(saved: Saved, tmp_path: Path) -> None:
    key_write(tmp_path / "other")

    why = refused(saved, "other-key", key=key_read(tmp_path / "other"))

    assert why.endswith("was not encrypted for this key")


@pytest.mark.parametrize("cut", [1, 70_000])
def test_a_backup_that_was_cut_off_is_refused(saved: Saved, tmp_path: Path, cut: int) -> None:
    copy = Repository(tmp_path / "copy")
    shutil.copytree(saved.club.config.folder, copy.path)
    base = copy.newest().folder / BASE
    with base.open("rb+") as file:
        file.truncate(base.stat().st_size - cut)

    assert "is damaged or cut off" in refused(saved, f"cut-{cut}", repository=copy)


def test_a_backup_without_the_key_of_the_deals_is_not_made(saved: Saved, tmp_path: Path) -> None:
    elsewhere = replace(saved.club.config, data=replace(saved.club.config.data, path=tmp_path))
    with pytest.raises(BackupError, match="SECRET_KEY and SAMBA_DEAL_KEY unknown here"):
        backup_take(elsewhere, silent)
    for name in ("secret_key", "deal_key"):
        elsewhere.data.secret(name)  # of another installation
    with pytest.raises(BackupError, match="would lose the running hands"):
        backup_take(elsewhere, silent)
    assert len(saved.club.repository.backups()) == 1
    assert not list(saved.club.config.folder.glob(".draft*"))


@pytest.mark.slow
def test_a_moment_that_no_backup_reaches_is_refused(saved: Saved) -> None:
    early, late = saved.between - timedelta(days=1), saved.between + timedelta(days=1)

    assert refused(saved, "early", until=early).startswith("no such backup")
    assert "ends before that moment" in refused(saved, "late", until=late)


@pytest.mark.slow
def test_the_drill_says_what_holds_how_much_is_lost_and_how_long_it_took(saved: Saved) -> None:
    chosen = ("--key", str(saved.club.key), "--from", str(saved.club.config.folder))
    done = subprocess.run(
        [sys.executable, "-m", "samba_service.backup", "drill", *chosen],
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, "")
    assert "holds: 1 games hold\n" in done.stdout
    assert "holds: 1 games have their hash\n" in done.stdout
    assert "(RPO)" in done.stdout.splitlines()[-1]
