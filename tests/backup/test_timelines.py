"""A server that was restored, and went on: its backup leads to more than one line of the log."""

import time
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import psycopg
import pytest

from samba_service.backup.base import backup_take
from samba_service.backup.errors import BackupError
from samba_service.backup.restore import Restored, restore
from samba_service.backup.timelines import Timeline, choices, chosen, history_read
from samba_service.devstack.postgres import DISPOSABLE, PostgresServer
from samba_service.devstack.servers import running
from tests.backup.club import Club, club

SECOND = history_read(2, "1\t0/5000028\tbefore 2026-11-28 20:15:00+00\n")
THIRD = history_read(3, "# kept\n1\t0/5000028\tbefore\n\n2\t0/9000000\tno target\n")
BESIDE = history_read(4, "1\t0/3000028\tbefore 2026-11-27 20:15:00+00\n")
ALL = (THIRD, BESIDE, SECOND)


@pytest.mark.parametrize(
    ("timeline", "writers"),
    [
        (Timeline(1), {4: 1, 5: 1, 9: 1}),
        (SECOND, {4: 1, 5: 2, 9: 2}),
        (THIRD, {4: 1, 5: 2, 8: 2, 9: 3, 20: 3}),
    ],
)
def test_a_segment_was_written_by_the_last_timeline_that_had_begun(timeline, writers) -> None:
    assert {segment: timeline.writer(segment) for segment in writers} == writers


@pytest.mark.parametrize(
    ("base", "end", "numbers"),
    [
        (1, 2, [1, 2, 3, 4]),
        (1, 4, [1, 2, 3]),
        (1, 6, [1]),
        (2, 7, [2, 3]),
        (3, 12, [3]),
        (4, 5, [4]),
    ],
)
def test_a_backup_leads_to_the_timelines_that_left_its_own_after_it(base, end, numbers) -> None:
    assert [each.number for each in choices(base, end, ALL)] == numbers


def test_a_backup_leads_to_its_own_timeline_whose_history_was_not_kept() -> None:
    assert choices(7, 1, ALL) == [Timeline(7)]


def test_the_last_line_of_the_log_is_followed_unless_a_moment_is_in_several() -> None:
    found = choices(1, 2, ALL)

    assert chosen(found, None, until=False) == BESIDE
    assert chosen(found[:1], None, until=True) == Timeline(1)
    assert chosen(found, 2, until=True) == SECOND
    with pytest.raises(BackupError, match="2: of a server that was restored: before 2026-11-28"):
        chosen(found, None, until=True)
    with pytest.raises(BackupError, match="does not lead to the timeline 9"):
        chosen(found, 9, until=True)


def marked(source: Club, number: int) -> datetime:
    """A moment after the number was written and before the next one is, with time on both sides:
    the restore stops by the times of commits.
    """
    source.command("CREATE TABLE IF NOT EXISTS mark (number int)")
    source.command(f"INSERT INTO mark VALUES ({number})")
    time.sleep(0.3)
    moment = datetime.now(UTC)
    time.sleep(0.3)
    return moment


def marks(restored: Restored) -> list[int]:
    with restored.running(silent) as url, psycopg.connect(url) as connection:
        found = connection.execute("SELECT number FROM mark ORDER BY number").fetchall()
    return [number for (number,) in found]


def silent(_: str) -> None:
    """What is said to a person who waits."""


@pytest.mark.full
@pytest.mark.django_db
@pytest.mark.xdist_group("backup")
def test_a_moment_that_was_chosen_too_early_can_be_chosen_again(tmp_path: Path) -> None:
    with club(tmp_path) as source, source.log_kept():
        backup_take(source.config, silent)
        first, second = marked(source, 1), marked(source, 2)
        marked(source, 3)
    early = restore(source.order("early", until=first), silent)
    assert marks(early) == [1]
    server = PostgresServer(early.data, settings=DISPOSABLE)
    with running(server, logs=early.data.logs):
        config = replace(source.config, data=early.data, database_url=server.url)
        live = replace(source, config=config)
        with live.log_kept():
            marked(live, 10)

    with pytest.raises(BackupError, match="Name one, --timeline 1"):
        restore(source.order("ambiguous", until=second), silent)
    again = restore(source.order("again", until=second, timeline=1), silent)
    assert marks(again) == [1, 2]
    assert marks(restore(source.order("whole", timeline=1), silent)) == [1, 2, 3]
    assert marks(restore(source.order("last"), silent)) == [1, 10]
