"""Both packages in environments of their own, away from this folder: complete, and enough."""

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from zipfile import ZipFile

import pytest

from deploy.packages.locks import LOCKS
from deploy.packages.wheels import build
from samba_service.devstack import carriers
from samba_service.devstack.folder import REPOSITORY
from tests.devstack.stack import running_stack

pytestmark = pytest.mark.full
UV = (sys.executable, "-m", "uv", "--quiet")
SERVED = ("games", "samba_service", "tournaments")
OURS = (*SERVED, "deploy", "docs", "tests")
PYTHONS = sorted(
    path
    for minor in (12, 13, 14)
    for path in (
        Path(f"/usr/bin/python3.{minor}"),
        *Path.home().glob(f".pyenv/versions/3.{minor}.*/bin/python"),
    )
    if path.is_file()
)
"""Newer ones than ours that this machine happens to have."""


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """By the name of the package."""
    folder = tmp_path_factory.mktemp("wheels")
    build(folder)
    return {path.name.partition("-")[0]: path for path in folder.glob("*.whl")}


def environment(folder: Path, *, python: str | Path = sys.executable) -> Path:
    """An environment with nothing in it; returns its `bin`."""
    subprocess.run([*UV, "venv", "--python", python, folder], check=True)
    return folder / "bin"


def install(binaries: Path, *what: str | Path) -> None:
    command = [*UV, "pip", "install", "--python", binaries / "python", *what]
    subprocess.run(command, check=True)


def files_of(wheel: Path) -> set[str]:
    return {name for name in ZipFile(wheel).namelist() if ".dist-info/" not in name}


def license_of(wheel: Path) -> str:
    [name] = (name for name in ZipFile(wheel).namelist() if name.endswith("/licenses/LICENSE"))
    return ZipFile(wheel).read(name).decode()


def files_here(*folders: str) -> set[str]:
    return {
        path.relative_to(REPOSITORY).as_posix()
        for folder in folders
        for path in (REPOSITORY / folder).rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }


def test_the_packages_have_every_file_of_theirs_and_no_test(wheels: dict[str, Path]) -> None:
    guide = "samba_service/contract/clients.md"
    assert files_of(wheels["samba_service"]) == files_here(*SERVED) | {guide}
    assert "samba_service/locale/de/LC_MESSAGES/djangojs.mo" in files_of(wheels["samba_service"])
    engine = files_here("games/engine", "games/bots") | {"games/__init__.py", "games/arena.py"}
    assert files_of(wheels["samba_engine"]) == engine
    assert wheels["samba_engine"].name.split("-")[1] == wheels["samba_service"].name.split("-")[1]


def test_no_file_is_a_link_which_an_archive_or_a_patch_may_lose() -> None:
    found = (path for folder in OURS for path in (REPOSITORY / folder).rglob("*"))
    assert [path for path in found if path.is_symlink()] == []


def test_both_packages_have_the_same_license(wheels: dict[str, Path]) -> None:
    ours = (REPOSITORY / "LICENSE").read_text()
    assert [license_of(wheel) for wheel in wheels.values()] == [ours, ours]


HAND = """
import sys
from random import Random
from games.arena import bot_hand, deal_next, new_match
from games.bots.novice import novice
from games.engine.match import close_hand
from games.engine.rulesets import load

match = new_match(load("classic"), 4)
effort = bot_hand(deal_next(match, Random(7)), [novice] * 4, Random(7))
close_hand(match)
print(sum(effort.turns), match.hands_played, *match.scores)
assert not {name.partition(".")[0] for name in sys.modules} & {"django", "tournaments", "numpy"}
"""


def test_the_engine_plays_a_hand_with_nothing_else_installed(
    wheels: dict[str, Path], tmp_path: Path
) -> None:
    binaries = environment(tmp_path / "venv")
    install(binaries, "--offline", "--no-index", wheels["samba_engine"])

    played = subprocess.check_output(
        [binaries / "python", "-I", "-c", HAND], text=True, cwd=tmp_path
    )

    here = subprocess.check_output([sys.executable, "-c", HAND], text=True, cwd=REPOSITORY)
    assert played == here
    turns, hands, *scores = map(int, played.split())
    assert (turns > 20, hands, len(scores)) == (True, 1, 2)


LOOK = """
import json
from io import StringIO
import games
from django.contrib.staticfiles.finders import find
from django.core.management import call_command
from django.template.loader import get_template
from django.utils import translation
from samba_service.contract.words import guide
from samba_service.devstack.folder import default_path

call_command("check", stdout=StringIO())
translation.activate("de")
print(json.dumps({
    "games": games.__file__,
    "guide": guide(),
    "german": translation.gettext("Sign in"),
    "page": get_template("accounts/sign_in.html").template.source,
    "script": find("games/table.js"),
    "data": str(default_path()),
}))
"""


def test_the_service_is_a_command_that_finds_itself_in_order(
    wheels: dict[str, Path], tmp_path: Path
) -> None:
    binaries = environment(tmp_path / "venv")
    install(binaries, "--offline", "--no-deps", wheels["samba_service"])
    [site] = (tmp_path / "venv").glob("lib/*/site-packages")
    [ours] = [path for path in sys.path if path.endswith("site-packages")]
    (site / "others.pth").write_text(ours)  # the locked packages, as the suite has them
    known = {**os.environ, "DJANGO_SETTINGS_MODULE": "samba_service.settings.test"}

    command: list[str | Path] = [binaries / "samba-service", "shell", "-v", "0", "-c", LOOK]
    seen = json.loads(subprocess.check_output(command, cwd=tmp_path, env=known, text=True))

    assert Path(seen["games"]).is_relative_to(tmp_path)
    assert "Idempotency-Key" in seen["guide"]
    assert seen["german"] == "Anmelden"
    assert "accounts/form.html" in seen["page"]
    assert Path(seen["script"]).is_relative_to(tmp_path)
    assert Path(seen["data"]).name == "samba-service"


@pytest.fixture
def bare_path(tmp_path: Path) -> str:
    """A PATH without any server."""
    folder = tmp_path / "programs"
    folder.mkdir()
    for name in ("unshare", "true"):
        if found := shutil.which(name):
            (folder / name).symlink_to(found)
    return str(folder)


@dataclass(frozen=True)
class Way:
    """How the service gets what it runs on."""

    servers: str
    """As they are announced."""
    locks: tuple[str, ...] = ("embedded",)
    python: str | Path = sys.executable
    postgres: Path | None = None

    def __str__(self) -> str:
        return f"{self.servers}, {self.python}"


DEBIANS = max(carriers.DEBIAN.glob("*/bin"), default=None)
WAYS = [
    Way("PostgreSQL 18.4 and Redis 6.2", ("runtime", "fallback")),
    *([Way("PostgreSQL 1", ("runtime", "fallback"), postgres=DEBIANS)] if DEBIANS else []),
    *(Way("PostgreSQL 18.6 and Valkey 9.1", python=python) for python in PYTHONS),
]


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS, ids=str)
def test_the_service_starts_from_its_package_and_the_locks(
    wheels: dict[str, Path], tmp_path: Path, bare_path: str, way: Way
) -> None:
    """Needs an index of packages."""
    binaries = environment(tmp_path / "venv", python=way.python)
    for lock in way.locks:
        install(binaries, "--require-hashes", "-r", LOCKS / f"{lock}.lock")
    install(binaries, "--offline", "--no-deps", wheels["samba_service"])
    settings = {"PATH": bare_path, "DEMO": "0"}
    if way.postgres:
        settings["SAMBA_POSTGRES_BIN"] = str(way.postgres)

    with running_stack(tmp_path, command=(binaries / "samba-service", "run"), **settings) as stack:
        said = stack.output.read_text()
        assert stack.readiness() == "ok"
        checked = subprocess.run(
            [binaries / "samba-service", "preflight"],
            cwd=tmp_path,
            env={"SAMBA_DATA": str(tmp_path / "data"), **settings},
            capture_output=True,
            text=True,
            check=False,
        )
    assert way.servers in said
    assert "samba-service createsuperuser" in said
    assert checked.returncode == 0, checked.stderr
