"""The example clients, run as their first lines say: each plays a hand against bots."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from samba_service.devstack.addresses import Address
from samba_service.devstack.folder import REPOSITORY
from tests.e2e.service import service
from tests.e2e.tools import need

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.concurrency, pytest.mark.full]

EXAMPLES = REPOSITORY / "deploy" / "examples"


@pytest.fixture
def address(tmp_path: Path) -> Iterator[Address]:
    with service(tmp_path) as found:
        yield found


def output(command: list[str], folder: Path) -> str:
    """What a command prints that must succeed."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}: {done.stdout[-1000:]}{done.stderr[-2000:]}"
    return done.stdout


def is_a_hand(printed: str) -> bool:
    """True if the log begins with the deal and ends with the scores of both sides."""
    events, scores = printed.splitlines()[:-2], printed.splitlines()[-2:]
    assert [line.split(":")[0] for line in scores] == ["side 0", "side 1"]
    numbers = [int(event.split()[0]) for event in events]
    assert numbers == list(range(1, len(numbers) + 1)), "every event, in order, once"
    return any(" hand_scored" in event for event in events)


def test_the_python_client_plays_a_hand(address: Address) -> None:
    play = [sys.executable, "-I", "play.py", f"{address.local}/api/v1"]

    assert is_a_hand(output(play, EXAMPLES))


def test_the_typescript_client_compiles_and_plays_a_hand(address: Address, tmp_path: Path) -> None:
    need("node", "npm", package="nodejs npm")
    folder = tmp_path / "examples"
    shutil.copytree(EXAMPLES, folder, ignore=shutil.ignore_patterns("node_modules", "*.js"))
    output(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], folder)
    output(["node_modules/.bin/tsc"], folder)

    assert is_a_hand(output(["node", "play.js", f"{address.local}/api/v1"], folder))
