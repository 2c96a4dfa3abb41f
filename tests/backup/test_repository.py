"""The folder of the backups: what is kept, what is deleted, and what is never half there."""

import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Thread

import pytest
from pyrage.x25519 import Identity

from samba_service.backup.errors import BackupError
from samba_service.backup.repository import FORMAT, About, Repository, about_write, segment_of
from samba_service.backup.sealing import opened
from samba_service.backup.wal import spool_clear

NIGHT = datetime(2026, 11, 28, 4, 30, tzinfo=UTC)


def backed_up(repository: Repository, nights: int) -> None:
    """A backup each night, each with a segment of the log before it and one after it."""
    for number in range(nights):
        at = NIGHT + timedelta(days=number)
        about = About(
            format=FORMAT,
            started_at=at.isoformat(),
            finished_at=at.isoformat(),
            server="18",
            system="7",
            start=2 * number,
            end=2 * number,
            user="samba",
            database="samba",
            bytes={},
            sha256={},
        )
        with repository.draft(at) as draft:
            about_write(draft, about)
    log = repository.wal("7")
    log.mkdir(parents=True)
    for number in range(2 * nights):
        (log / f"00000001{0:08X}{number:08X}.gz.age").touch()
    (log / "00000002.history.gz.age").touch()


def test_the_newest_are_kept_with_the_log_since_the_oldest_of_them(tmp_path: Path) -> None:
    repository = Repository(tmp_path)
    backed_up(repository, 5)

    gone = repository.prune(2)

    assert [each.name for each in gone] == [f"base-202611{day}T043000Z" for day in (28, 29, 30)]
    assert [each.about.start for each in repository.backups()] == [6, 8]
    names = sorted(path.name for path in repository.wal("7").iterdir())
    assert [int(name[16:24], 16) for name in names[:-1]] == [6, 7, 8, 9]
    assert names[-1] == "00000002.history.gz.age"


def test_a_backup_whose_deletion_was_cut_off_is_none_and_is_cleared(tmp_path, monkeypatch) -> None:
    repository = Repository(tmp_path)
    backed_up(repository, 3)
    with monkeypatch.context() as patched:
        patched.setattr(shutil, "rmtree", deletion_cut_off)
        with pytest.raises(KeyboardInterrupt):
            repository.prune(1)

    assert len(repository.backups()) == 2
    assert [each.name for each in repository.prune(1)] == ["base-20261129T043000Z"]
    assert repository.newest(NIGHT + timedelta(days=5)).name == "base-20261130T043000Z"
    with repository.draft(NIGHT):
        assert len(list(tmp_path.glob(".draft-*"))) == 1


def deletion_cut_off(folder: Path) -> None:
    (folder / "about.json").unlink()
    raise KeyboardInterrupt


def test_a_backup_that_fails_leaves_nothing_and_one_that_was_killed_is_cleared(tmp_path) -> None:
    repository = Repository(tmp_path)
    (tmp_path / ".draft-base-20261127T043000Z").mkdir()

    with pytest.raises(BackupError, match="No space left"):
        fill_the_disk(repository)

    assert list(tmp_path.iterdir()) == []


def fill_the_disk(repository: Repository) -> None:
    with repository.draft(NIGHT) as draft:
        (draft / "base").touch()
        raise OSError(28, "No space left on device")


def test_a_part_that_is_missing_is_named_and_nobody_waits_for_it(tmp_path: Path) -> None:
    found: list[str] = []

    def read() -> None:
        try:
            with opened(tmp_path / "gone", Identity.generate()) as stream:
                stream.read()
        except BackupError as error:
            found.append(str(error))

    reader = Thread(target=read, daemon=True)
    reader.start()
    reader.join(10)
    assert found == [f"{tmp_path / 'gone'} is missing"]


def test_the_newest_before_a_moment_is_found(tmp_path: Path) -> None:
    repository = Repository(tmp_path)
    backed_up(repository, 3)

    assert repository.newest().name == "base-20261130T043000Z"
    assert repository.newest(NIGHT + timedelta(days=1)).name == "base-20261129T043000Z"
    with pytest.raises(BackupError, match="one from before 2026-11-28 04:29:59 UTC"):
        repository.newest(NIGHT - timedelta(seconds=1))


def test_two_backups_are_not_made_at_once(tmp_path: Path) -> None:
    second = Repository(tmp_path).only_one()
    with Repository(tmp_path).only_one(), pytest.raises(BackupError, match="another backup"):
        second.__enter__()


def test_a_place_in_the_log_is_in_a_segment_of_16_mebibytes() -> None:
    assert [segment_of(lsn) for lsn in ("0/0", "0/FFFFFF", "0/1000000", "2/3000028")] == [
        0, 0, 1, 515,
    ]  # fmt: skip


def test_a_restored_server_gets_no_log_of_the_one_it_replaced(tmp_path: Path) -> None:
    """Its timeline is another, or it has not come as far yet."""
    current = "000000020000000000000004"
    names = (
        "000000010000000000000003", "000000020000000000000003",
        "000000020000000000000004.partial", "000000020000000000000005.partial",
    )  # fmt: skip
    for name in names:
        (tmp_path / name).touch()

    spool_clear(tmp_path, current)

    assert {path.name for path in tmp_path.iterdir()} == set(names[1:3])
