"""The README's commands, run as they stand there: only the address is another."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from samba_service.devstack.addresses import Address
from samba_service.devstack.folder import REPOSITORY
from tests.e2e.service import service

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.concurrency, pytest.mark.full]
BLOCK = re.compile(r"^```bash\n(.*?)^```$", re.MULTILINE | re.DOTALL)
GAME = "One game, played with `curl`"
START = "API=http://127.0.0.1:8000/api/v1"


@pytest.fixture
def address(tmp_path: Path) -> Iterator[Address]:
    with service(tmp_path) as found:
        yield found


def commands(heading: str) -> str:
    """The commands under one heading of the README."""
    text = (REPOSITORY / "README.md").read_text("utf-8")
    section = text.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    found = "".join(BLOCK.findall(section))
    assert found, f"the README has no commands under {heading}"
    return found


def beginning() -> str:
    """The lines that later sections refer to: API, json, pick."""
    return "".join(
        line
        for line in commands(GAME).splitlines(keepends=True)
        if line.startswith(("API=", "json()", "pick()"))
    )


def run(script: str, address: Address, folder: Path) -> str:
    """What the script prints; it stops at the first command that fails."""
    assert shutil.which("curl"), "the README's commands need curl"
    assert START in script
    folder.mkdir()
    (folder / "games").symlink_to(REPOSITORY / "games")
    done = subprocess.run(
        ["bash", "-eo", "pipefail", "-c", script.replace(START, f"API={address.local}/api/v1")],
        cwd=folder,
        env={**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout


def test_the_guide_for_clubs_leads_to_the_season_table(address: Address, tmp_path: Path) -> None:
    folder = tmp_path / "desk"
    guide = commands("A club's league night, from nothing to the season table")

    output = run(beginning() + guide, address, folder)

    assert "/problems/" not in output, output
    table = output.partition('{\n    "season"')[2]
    assert table.count('"rank"') == table.count('"qualified": true') == 14
    for paper in ("pairings", "score-sheets", "night", "season"):
        assert (folder / f"{paper}.pdf").read_bytes().startswith(b"%PDF"), paper


def test_the_game_is_played_and_its_shuffle_verified(address: Address, tmp_path: Path) -> None:
    later = (
        commands("Twelve rulesets, and your own"),
        commands("Cards in hand? The score pad counts"),
    )

    output = run("".join((commands(GAME), *later)), address, tmp_path / "desk")

    assert output.count("/problems/") == 1, "what nobody holds is refused, and nothing else"
    assert "\nOK\n" in output
    assert "settlement" in output
