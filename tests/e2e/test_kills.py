"""Programs of the service are killed at random: every game goes on, and no move is lost or doubled.

The service is the one of `make run`: web, workers, sweeper, Redis and PostgreSQL.
"""

import os
import random
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from samba_service.devstack.folder import REPOSITORY, DataFolder
from tests.devstack.stack import Stack, environment, running_stack
from tests.e2e.kills import Kills, assert_kept, playing

pytestmark = [
    pytest.mark.skipif(not Path("/proc/self").exists(), reason="reads /proc"),
    pytest.mark.concurrency,
]
PROGRAMS = ("web", "bots", "sweeper", "redis", "database")
AGAIN_S = 10.0
"""On an idle machine every game moves again within this time of a program's return."""


def own_environment(stack: Stack, folder: Path) -> dict[str, str]:
    """That of the stack's programs."""
    settings = {"DJANGO_SETTINGS_MODULE": "samba_service.settings.dev"}
    return environment(folder / "data", stack.port) | settings


def manage(stack: Stack, folder: Path, *command: str) -> str:
    """What a command of manage.py prints about the stack's database."""
    done = subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=REPOSITORY,
        env=own_environment(stack, folder),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@contextmanager
def stormy(folder: Path, *, people: int, tables: int) -> Iterator[tuple[Stack, Kills]]:
    """People play for the length of the block; then every move is where it belongs."""
    with running_stack(folder, DEMO="0") as stack:
        kills = Kills(stack, DataFolder(folder / "data").database_url, people * tables)
        with playing(stack, people=people, tables=tables) as players:
            yield stack, kills
        for player in players:
            assert player.acknowledged
            assert_kept(player, kills.logged(player.player))
        assert f"{kills.games} games hold" in manage(stack, folder, "replay_check")


def test_four_kills_lose_no_move(tmp_path: Path) -> None:
    with stormy(tmp_path, people=2, tables=2) as (_, kills):
        for name in ("web", "bots", "redis", "database"):
            kills.kill(name)


@pytest.mark.slow
def test_a_hundred_kills_lose_no_move_and_every_game_moves_within_ten_seconds(
    tmp_path: Path,
) -> None:
    seed = secrets.randbits(32)
    print("seed", seed)
    programs = random.Random(seed).choices(PROGRAMS, k=100)

    with stormy(tmp_path, people=10, tables=5) as (_, kills):
        for name in programs:
            kills.kill(name)

    slowest = sorted(kills.took_s, key=lambda kill: kill[1])[-5:]
    print("the slowest:", slowest, "load", os.getloadavg())
    assert slowest[-1][1] <= AGAIN_S


@pytest.mark.slow
def test_two_sweepers_are_as_good_as_one(tmp_path: Path) -> None:
    with (
        stormy(tmp_path, people=3, tables=3) as (stack, kills),
        second_sweeper(stack, tmp_path),
    ):
        for name in [*PROGRAMS] * 2:
            kills.kill(name)

    assert max(took_s for _, took_s in kills.took_s) <= AGAIN_S


@pytest.mark.slow
def test_after_a_minute_without_a_sweeper_every_game_goes_on(tmp_path: Path) -> None:
    with stormy(tmp_path, people=3, tables=3) as (stack, kills):
        with hanging(stack.children()["sweeper"]):
            for name in ("bots", "redis", "database", "web"):
                kills.kill(name, await_games=False)
            time.sleep(60)
        kills.kill("sweeper")

    assert max(took_s for _, took_s in kills.took_s) <= AGAIN_S


@contextmanager
def second_sweeper(stack: Stack, folder: Path) -> Iterator[None]:
    with subprocess.Popen(
        [sys.executable, "manage.py", "sweeper"], cwd=REPOSITORY, env=own_environment(stack, folder)
    ) as sweeper:
        try:
            yield
        finally:
            sweeper.terminate()


@contextmanager
def hanging(process: int) -> Iterator[None]:
    """For the length of the block a program hangs."""
    os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(process, signal.SIGCONT)
