"""Logs in an archive: out of the database only as they were, read as before, and brought back."""

import gzip
import json
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from shutil import copytree
from typing import Any

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from games.engine.verify_shuffle import verify
from games.errors import LogArchived
from games.models import ArchivedRange, Game, HandResult, Move, Snapshot
from games.services import archives
from games.services.rebuild import game_check, game_rebuild
from games.store import archive
from games.store.append import RowOrigin, append
from games.store.log import row_get, rows_get
from games.store.row import game_load
from games.store.state import match_of, matches_forget
from samba_service.accounts.choices import Scope
from samba_service.accounts.models import Player
from samba_service.inventory import Comparison, inventory
from tests.factories import api, player
from tests.games.tables import bots_game, play_out, row, table
from tests.kept_worlds import kept

pytestmark = pytest.mark.django_db
ROOM = 10
"""Games of the partition that is archived."""


class Archived:
    """A partition with two games that are over, another after it, and a folder."""

    def __init__(self, folder: Path) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT max(high) FROM games_move_partitions")
            self.low = cursor.fetchone()[0]
            self.high = self.low + ROOM
            for low in (self.low, self.high):
                cursor.execute("SELECT games_move_partition(%s, %s)", [low, low + ROOM])
        self.folder = folder
        begin_at(self.low)  # a sequence that is altered goes back with the test, however it counts
        self.games = two_games(self.low)

    def take(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE; SET CONSTRAINTS ALL DEFERRED")
        call_command("archive_log", self.low, self.high, self.folder, "--settled=0")
        matches_forget()

    def bring_back(self) -> None:
        call_command("attach_log", self.folder)
        matches_forget()

    @property
    def rows_here(self) -> int:
        return Move.objects.filter(game__gte=self.low, game__lt=self.high).count()

    @property
    def file(self) -> Path:
        return next(self.folder.glob("*.jsonl.gz"))


@kept
def two_games(low: int) -> list[Game]:
    """Played by bots to their ends; and a third one in the next partition."""
    games, creator = [], player("Ana", is_staff=True)
    for number in (low + 3, low + 4):
        begin_at(number)
        games.append(bots_game(creator=creator, hand_limit=1, visibility="public"))
        play_out(games[-1].id)
    begin_at(low + ROOM)
    table()
    return games


def begin_at(number: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE; SET CONSTRAINTS ALL DEFERRED")
        cursor.execute(f"ALTER TABLE games_game ALTER number RESTART WITH {number}")


@pytest.fixture
def archived(tmp_path: Path) -> Archived:
    return Archived(tmp_path / "archive")


def shown(game: Game) -> dict[str, Any]:
    """All that the API and the pages show staff of a game that is over."""
    client = api(game.creator, Scope.GAMES_READ, Scope.HISTORY_READ, Scope.GAMES_PEEK)
    path = f"/api/v1/games/{game.pk}"
    end = row(game.id)
    tails = (
        "", "/events?limit=500", f"/events?after={end.seq - 40}", "/hands", "/hands/1",
        "/hands/1/proof", "/record", f"?as_seat=2&at={end.version // 2}",
    )  # fmt: skip
    found = {tail: client.get(path + tail) for tail in tails}
    pages = (f"/games/{game.pk}/hands/1/transcript", f"/games/{game.pk}/points")
    found |= {page: client.get(page) for page in pages}
    assert {tail: answer.status_code for tail, answer in found.items()} == dict.fromkeys(found, 200)
    assert verify(found["/hands/1/proof"].json()) == []
    return {tail: answer.content for tail, answer in found.items() if tail not in pages} | {
        page: found[page].content.count(b"<tr") for page in pages
    }


def differences(games: Sequence[Game], before: Sequence[dict[str, Any]]) -> list[str]:
    """What is shown otherwise than before."""
    pairs = [(shown(game), then) for game, then in zip(games, before, strict=False)]
    return [tail for now, then in pairs for tail in now if now[tail] != then[tail]]


def test_archived_games_are_read_as_before_and_come_back(archived: Archived) -> None:
    games = archived.games
    Snapshot.objects.all().delete()
    matches_forget()
    before, logs = [shown(game) for game in games], [list(rows_get(game.id)) for game in games]
    lines = list(inventory())
    HandResult.objects.filter(game=games[0].pk).update(head=None)  # of an older version

    archived.take()

    assert archived.rows_here == 0
    assert differences(games, before) == []
    assert [list(rows_get(game.id)) for game in games] == logs
    assert [game_check(game.id) for game in games] == [[], []]
    comparison = Comparison()
    comparison.run(iter(lines))
    assert comparison.faults == []
    game_rebuild(games[0].id)
    assert differences(games[:1], before) == []

    archived.bring_back()

    assert archived.rows_here == sum(map(len, logs))
    assert not ArchivedRange.objects.exists()
    assert differences(games, before) == []
    assert [list(rows_get(game.id)) for game in games] == logs


def test_a_command_that_is_stopped_before_anything_is_dropped_is_undone(
    archived: Archived, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Readers are in the folder already, and the rows are still in the database."""
    before, rows = [shown(game) for game in archived.games], archived.rows_here
    with monkeypatch.context() as patch:
        patch.setattr(archives, "time", Stopped())
        with pytest.raises(KeyboardInterrupt):
            archived.take()
    matches_forget()

    assert (archived.rows_here, ArchivedRange.objects.count()) == (rows, 1)
    assert differences(archived.games, before) == []
    assert [game_check(game.id) for game in archived.games] == [[], []]

    for folder in (archived.folder, archived.folder.with_name("another")):
        with pytest.raises(CommandError, match="`attach_log` undoes that"):
            call_command("archive_log", archived.low, archived.high, folder)
    assert [path.name for path in archived.folder.parent.iterdir()] == ["archive"]
    archived.bring_back()

    assert (archived.rows_here, ArchivedRange.objects.count()) == (rows, 0)
    assert not Game.objects.exclude(lobby_version=None).exists()
    archived.folder.rename(archived.folder.with_name("elsewhere"))
    assert differences(archived.games, before) == []
    archived.take()
    assert archived.rows_here == 0
    assert differences(archived.games, before) == []


def test_before_anything_is_dropped_the_folder_would_survive_a_loss_of_power(
    archived: Archived, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: set[int] = set()

    def noted(descriptor: int) -> None:
        synced.add(os.fstat(descriptor).st_ino)

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", noted)
        patch.setattr(archives, "time", Stopped())
        with pytest.raises(KeyboardInterrupt):
            archived.take()

    durable = [archived.folder.parent, archived.folder, *archived.folder.iterdir()]
    assert len(durable) == 5
    assert {path.stat().st_ino for path in durable} <= synced


def test_two_do_not_take_out_or_put_back_logs_at_once(archived: Archived) -> None:
    with psycopg.connect(**connection.get_connection_params()) as other:
        other.execute("SELECT pg_advisory_lock(%s)", [archives.ONLY_ONE])
        refused(archived, "somebody else")
    archived.take()
    with psycopg.connect(**connection.get_connection_params()) as other:
        other.execute("SELECT pg_advisory_lock(%s)", [archives.ONLY_ONE])
        with pytest.raises(CommandError, match="somebody else"):
            archived.bring_back()
    archived.bring_back()


class Stopped:
    """A clock on which the waiting command is stopped."""

    def sleep(self, _seconds: float) -> None:
        raise KeyboardInterrupt


def test_nothing_is_added_to_an_archived_log(archived: Archived) -> None:
    archived.take()
    loaded = game_load(archived.games[0].id)
    with pytest.raises(LogArchived):
        append(loaded.game, match_of(loaded), [], RowOrigin(), hand=0)


def refused(archived: Archived, why: str) -> None:
    rows = archived.rows_here
    with pytest.raises(CommandError, match=why):
        archived.take()
    assert archived.rows_here == rows
    assert not ArchivedRange.objects.exists()
    assert not Game.objects.exclude(lobby_version=None).exists()


def test_a_range_with_a_game_that_is_not_over_stays(archived: Archived) -> None:
    begin_at(archived.low + 7)
    table()
    refused(archived, "games that are not over: 1")


def test_a_range_that_is_no_whole_partition_stays(archived: Archived) -> None:
    archived.high -= 1
    refused(archived, "no whole partitions")


def test_a_range_in_which_games_still_begin_stays(archived: Archived) -> None:
    archived.low, archived.high = archived.high, archived.high + ROOM
    refused(archived, "still to come")


def test_what_the_folder_does_not_give_back_stays_in_the_database(
    archived: Archived, monkeypatch: pytest.MonkeyPatch
) -> None:
    write: Callable[..., str] = archive.manifest_write

    def spoil(folder: Path, *args: Any, **numbers: int) -> str:
        """A byte of an action is written wrongly, before the hashes of the files are taken."""
        file = next(folder.glob("*.jsonl.gz"))
        index = folder / file.name.replace(".jsonl.gz", ".index.json")
        places = json.loads(index.read_text())
        number, (offset, length) = next(iter(places.items()))
        data = file.read_bytes()
        text = gzip.decompress(data[offset : offset + length])
        member = gzip.compress(text.replace(b"draw", b"drew", 1), mtime=0)
        file.write_bytes(data[:offset] + member + data[offset + length :])
        places = {number: [offset, len(member)]} | dict(list(places.items())[1:])
        index.write_text(json.dumps(places))
        return write(folder, *args, **numbers)

    monkeypatch.setattr(archive, "manifest_write", spoil)
    refused(archived, "is not what was written")
    assert list(archived.folder.parent.iterdir()) == [], "hidden cards are left nowhere"


def spoilt(file: Path) -> None:
    data = bytearray(file.read_bytes())
    data[len(data) // 4] ^= 1
    file.write_bytes(data)


def test_a_spoilt_archive_is_found_when_it_is_read_and_not_brought_back(
    archived: Archived,
) -> None:
    archived.take()
    spoilt(archived.file)
    faults = [fault for game in archived.games for fault in game_check(game.id)]
    assert len(faults) == 1
    with pytest.raises(CommandError, match="is not what was written"):
        archived.bring_back()


def test_another_folder_is_not_brought_back(archived: Archived, tmp_path: Path) -> None:
    archived.take()
    other = tmp_path / "other"
    copytree(archived.folder, other)
    manifest = other / "manifest.json"
    manifest.write_text(manifest.read_text().replace("\n", "\n "))
    with pytest.raises(CommandError, match="not the archive of a range"):
        call_command("attach_log", other)


def test_without_its_folder_a_game_shows_its_result_and_says_where_the_rest_is(
    archived: Archived,
) -> None:
    archived.take()
    archived.folder.rename(archived.folder.with_name("elsewhere"))
    game = archived.games[0]
    client, path = api(game.creator), f"/api/v1/games/{game.pk}"
    assert client.get(path).json()["status"] == "finished"
    assert client.get(f"{path}/hands").status_code == 200
    for tail in ("/events", "/record", "/hands/1/proof"):
        answer = client.get(path + tail)
        assert (answer.status_code, answer.json()["code"]) == (503, "archive_away"), tail
        assert answer.headers["Retry-After"] == "60"


def test_without_its_folder_the_other_games_are_checked(
    archived: Archived, capsys: pytest.CaptureFixture[str]
) -> None:
    archived.take()
    archived.folder.rename(archived.folder.with_name("elsewhere"))
    here = Game.objects.exclude(pk__in=[game.pk for game in archived.games])
    capsys.readouterr()

    call_command("replay_check")

    assert capsys.readouterr().out == (
        f"{here.count()} games hold\n2 games were not looked at: their archives are not here\n"
    )
    Game.objects.filter(pk=here[0].pk).update(seq=1_000)
    with pytest.raises(CommandError, match="1 of 3 games do not hold"):
        call_command("replay_check")


def test_a_player_who_is_erased_is_named_by_no_archive(archived: Archived) -> None:
    player = archived.games[0].creator
    Player.objects.filter(pk=player.pk).update(display_name="Canary Surname")
    archived.take()
    text = gzip.decompress(archived.file.read_bytes()).decode()
    assert str(player.pk) in text
    assert "Canary" not in text
    assert archived.folder.stat().st_mode & 0o777 == 0o700


def test_one_row_can_be_read_by_itself(archived: Archived) -> None:
    game = archived.games[1]
    fifth = row_get(game.id, 5)
    archived.take()
    assert row_get(game.id, 5) == fifth
    assert row_get(game.id, 100_000) is None
