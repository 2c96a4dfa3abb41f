"""The log was not read for so long that the server has dropped it."""

from pathlib import Path

import pytest

from samba_service.backup.base import backup_take
from samba_service.backup.restore import restore
from tests.backup.club import Club, club, hands

pytestmark = [
    pytest.mark.full, pytest.mark.slow, pytest.mark.django_db, pytest.mark.xdist_group("backup")
]  # fmt: skip
STATUS = "SELECT wal_status FROM pg_replication_slots"


def lose_log(source: Club) -> None:
    """Write more than the server keeps for a reader who is away."""
    for _ in range(4):
        source.sql("SELECT pg_logical_emit_message(true, '', 'x')")
        source.sql("SELECT pg_switch_wal()")
    source.command("CHECKPOINT")
    assert source.sql(STATUS) == "lost"


def restored(source: Club, name: str, game: str) -> tuple[tuple[int, str], list[str]]:
    """The state of the game in the newest backup and the log since, and what was said."""
    said: list[str] = []
    made = restore(source.order(name), said.append)
    with made.running(said.append) as url:
        return tuple(hands(url, made.data, "look_and_play", game)[0]), said


def test_a_gap_in_the_log_is_said_and_closed_by_the_next_backup(tmp_path: Path) -> None:
    said: list[str] = []
    with club(tmp_path, max_slot_wal_keep_size="16MB") as source:
        game = source.hands("start")
        with source.log_kept():
            backup_take(source.config, said.append)
            before = tuple(source.hands("play", game))
        source.hands("play", game)
        lose_log(source)
        with source.log_kept():
            source.hands("play", game)
        assert source.sql(STATUS) != "lost"

        state, words = restored(source, "with-a-gap", game)
        assert state == before
        assert any("segments of the log are missing" in each for each in words)

        with source.log_kept():
            backup_take(source.config, said.append)
            last = tuple(source.hands("play", game))
        state, words = restored(source, "without", game)
        assert state == last
        assert not any("missing" in each for each in words)
