"""The commands of the README and the pages, as a reader pastes them into bash and into zsh."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from samba_service.devstack.addresses import Address
from samba_service.devstack.folder import REPOSITORY
from tests.e2e.service import service
from tests.e2e.tools import need
from tests.test_documentation import pages

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.concurrency, pytest.mark.full]

BLOCK = re.compile(r"^```(sh|python)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
START = "API=http://127.0.0.1:8000/api/v1"
REFUSED = {"docs/play-with-curl.md": 1}
"""How many calls of a page show a refusal, by page; those of all others succeed."""
SHELLS = {
    "bash": ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-s"],
    # As in a terminal: without comments, and with words that stay whole.
    "zsh": ["zsh", "-f", "-i", "-e", "-o", "pipefail", "-s"],
}


def script(page: str, address: Address) -> str:
    """The blocks of a page, one after the other, each Python block as one command."""
    text = (REPOSITORY / page).read_text("utf-8")
    commands = [
        code if language == "sh" else f"python3 - <<'PYTHON'\n{code}PYTHON\n"
        for language, code in BLOCK.findall(text)
    ]
    return "".join(commands).replace(START, f"API={address.local}/api/v1")


def pasted(shell: str, page: str, address: Address, folder: Path) -> str:
    """What the commands of a page print; the first one that fails ends them."""
    folder.mkdir()
    for name in ("games", "deploy", "tests"):
        (folder / name).symlink_to(REPOSITORY / name)
    done = subprocess.run(
        SHELLS[shell],
        input=script(page, address),
        cwd=folder,
        env={**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{page}: {done.stdout[-2000:]}{done.stderr[-2000:]}"
    return done.stdout


@pytest.fixture
def address(tmp_path: Path) -> Iterator[Address]:
    with service(tmp_path) as found:
        yield found


@pytest.mark.parametrize("shell", SHELLS)
def test_every_command_of_every_page_does_what_the_page_says(
    shell: str, address: Address, tmp_path: Path
) -> None:
    need("curl", shell, package=f"curl {shell}")

    printed = {
        page: pasted(shell, page, address, tmp_path / page.replace("/", "-")) for page in pages()
    }

    for page, output in printed.items():
        assert output.count("/problems/") == REFUSED.get(page, 0), f"{page}: {output}"
    game = printed["docs/play-with-curl.md"]
    assert "\nOK\n" in game, "the shuffle is verified"
    assert "settlement" in game
    table = printed["docs/league-night.md"].partition('{\n    "season"')[2]
    assert table.count('"rank"') == table.count('"qualified": true') == 14
    for paper in ("pairings", "score-sheets", "night", "season"):
        file = tmp_path / "docs-league-night.md" / f"{paper}.pdf"
        assert file.read_bytes().startswith(b"%PDF"), paper
