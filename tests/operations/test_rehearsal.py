"""The rehearsal of a league night, and that it finds what it is there to find."""

import asyncio
import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path

import pytest

from deploy.rehearse import parts
from deploy.rehearse.judge import Head, heads_faults, kept_faults, moves_faults
from deploy.rehearse.parts import Part, PartFailed
from deploy.rehearse.players import Played
from samba_service.devstack.folder import REPOSITORY
from tests.devstack.stack import environment

DRAW, PASS = Played("g", 3, {"type": "draw_stock"}), Played("g", 4, {"type": "discard"})


def test_a_log_with_every_acknowledged_move_once_has_no_fault() -> None:
    assert moves_faults({"p": [DRAW, PASS]}, {"p": [PASS, DRAW]}) == []


@pytest.mark.parametrize(
    ("logged", "fault"),
    [
        pytest.param([DRAW], "1 acknowledged moves are not in the log", id="lost"),
        pytest.param(
            [DRAW, PASS, PASS], "1 moves are in the log, and were acknowledged", id="doubled"
        ),
        pytest.param(
            [DRAW, Played("g", 4, {"type": "pass"})], "are not in the log", id="another action"
        ),
        pytest.param([DRAW, PASS._replace(version=5)], "are not in the log", id="another version"),
    ],
)
def test_a_move_that_is_lost_or_doubled_is_a_fault(logged: Sequence[Played], fault: str) -> None:
    assert fault in "\n".join(moves_faults({"p": [DRAW, PASS]}, {"p": logged}))


def test_a_move_of_another_player_than_its_sender_is_a_fault() -> None:
    assert len(moves_faults({"p": [DRAW]}, {"q": [DRAW]})) == 2


def test_a_restored_game_with_another_hash_is_a_fault() -> None:
    log = {("g", 3): "aa", ("g", 4): "bb"}

    assert heads_faults({"g": Head(3, "aa")}, log) == []
    assert "g at version 3" in heads_faults({"g": Head(3, "bb")}, log)[0]
    assert heads_faults({"g": Head(9, "bb")}, log)


def test_a_backup_without_a_move_that_came_before_it_is_a_fault() -> None:
    assert kept_faults([DRAW], {"p": [DRAW, PASS]}) == []
    assert kept_faults([DRAW, PASS], {"p": [DRAW]})


def part(folder: Path, script: str) -> Part:
    """A shell that writes "there" once its children are."""
    return Part("shell", ["sh", "-c", script], folder / "log", lambda said: "there" in said)


def test_a_kill_ends_a_part_with_its_children(tmp_path: Path) -> None:
    async def kill() -> list[str]:
        shell = part(tmp_path, "sleep 60 & echo there; wait")
        await shell.start()
        return await shell.kill()

    assert [line.split(maxsplit=1)[1][:8] for line in asyncio.run(kill())] == [
        "sh -c sl",
        "sleep 60",
    ]


def test_what_outlives_a_kill_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "STOP_S", 0.5)

    async def kill() -> None:
        shell = part(tmp_path, "setsid sleep 5 & echo there; wait")
        await shell.start()
        await shell.kill()

    with pytest.raises(PartFailed, match=r"sleep 5.* outlived the kill"):
        asyncio.run(kill())


@pytest.mark.parametrize(
    ("then", "fault"),
    [
        pytest.param("", None, id="ends"),
        pytest.param("; sleep 5", "outlived the kill", id="goes on"),
    ],
)
def test_a_part_whose_worker_is_killed_must_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, then: str, fault: str | None
) -> None:
    monkeypatch.setattr(parts, "STOP_S", 0.5)

    async def kill() -> None:
        shell = part(tmp_path, f"sleep 60 & echo there; wait{then}")
        await shell.start()
        try:
            [worker] = await shell.kill_worker()
            assert worker.endswith("sleep 60")
        finally:
            await shell.kill()

    with pytest.raises(PartFailed, match=fault) if fault else nullcontext():
        asyncio.run(kill())


@pytest.mark.slow
@pytest.mark.skipif(
    shutil.which("nginx", path="/usr/sbin:/usr/bin") is None, reason="nginx is not here"
)
def test_a_league_night_of_forty_tables_loses_nothing(tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    done = subprocess.run(
        [sys.executable, "-m", "deploy.rehearse", "--report", str(report)],
        cwd=REPOSITORY,
        env=environment(tmp_path / "data", 8000),
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    found = json.loads(report.read_text())
    assert (found["clients"], found["faults"]) == (160, [])
    assert all(step["moves"] for step in found["steps"])
    assert all(step["killed"] for step in found["steps"] if step["name"].startswith("kill "))
