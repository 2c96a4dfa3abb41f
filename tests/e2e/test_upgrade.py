"""An upgrade in the middle of a hand: the version before and this one on one database, and back."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from io import BytesIO
from pathlib import Path
from tarfile import TarFile

import pytest

from samba_service.devstack.__main__ import web_command
from samba_service.devstack.addresses import Address
from samba_service.devstack.folder import REPOSITORY, DataFolder
from samba_service.devstack.postgres import DISPOSABLE, PostgresServer
from samba_service.devstack.redis import RedisServer
from samba_service.devstack.servers import running
from samba_service.worker import worker_command
from tests.concurrency.fleet import wait_until
from tests.devstack.stack import environment
from tests.e2e.service import START_S, Caller, account
from tests.e2e.tables import move
from tests.ports import own_port

pytestmark = pytest.mark.slow
BEFORE = "eefa6e27b8fcae568c37771882141fff71484a26"
"""The commit of 0.1.0: docs/upgrades.md."""


@pytest.fixture
def before(tmp_path: Path) -> Path:
    """The folder of that version."""
    archive = ["git", "-C", str(REPOSITORY), "archive", BEFORE]
    packed = subprocess.run(archive, capture_output=True, check=False)
    if packed.returncode:
        pytest.skip("the history of this copy does not go back to 0.1.0")
    with TarFile(fileobj=BytesIO(packed.stdout)) as tree:
        tree.extractall(tmp_path / "before", filter="data")
    return tmp_path / "before"


class Installation:
    """Servers of its own, on which either version runs."""

    def __init__(self, folder: Path) -> None:
        self.folder = DataFolder(folder)
        self.environment = environment(folder, 8000) | {
            "DJANGO_SETTINGS_MODULE": "samba_service.settings.dev",
            "SAMBA_BOT_PACE_S": "0",
            "DEMO": "0",
        }

    def manage(self, tree: Path, *command: str) -> str:
        done = subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=tree,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout + done.stderr

    @contextmanager
    def processes(self, tree: Path) -> Iterator[Address]:
        """Web, and a worker of bots."""
        with own_port() as port, ExitStack() as stack:
            address = Address("127.0.0.1", port)
            for command in (worker_command("bots"), web_command(address)):
                log = stack.enter_context((self.folder.logs / f"{port}.log").open("ab"))
                process = subprocess.Popen(
                    command, cwd=tree, env=self.environment, stdout=log, stderr=log
                )
                stack.callback(process.wait)
                stack.callback(process.terminate)
            wait_until(address.is_ready, START_S)
            yield address


@pytest.fixture
def installation(tmp_path: Path) -> Iterator[Installation]:
    found = Installation(tmp_path / "data")
    servers = PostgresServer(found.folder, settings=DISPOSABLE), RedisServer(found.folder)
    with running(*servers, logs=found.folder.logs):
        yield found
    found.folder.remove()


class Table:
    """A game of two people and two bots; the player in turn plays at any address."""

    def __init__(self, address: Address, *names: str) -> None:
        self.people = [account(address, name) for name in names]
        bots = {"1": "novice", "3": "novice"}
        game = self.people[0].post("/games", {"ruleset": "classic", "bots": bots})
        self.path = f"/games/{game['id']}"
        self.people[1].post(f"{self.path}/seats")
        self.people[0].post(f"{self.path}/start")

    def play(self, address: Address, turns: int) -> None:
        """The next `turns` actions of people, while the bots do theirs."""
        for _ in range(turns):
            wait_until(lambda: self._to_act(address) is not None, START_S)
            caller = self._to_act(address)
            assert caller is not None
            move(caller, self.path)

    def seen(self, address: Address) -> dict[str, object]:
        """What a player sees of the game, whatever is new since the version before."""
        answer = Caller(address, self.people[0].token).get(self.path)
        return {name: answer[name] for name in ("version", "status", "hand", "seats", "you")}

    def _to_act(self, address: Address) -> Caller | None:
        for person in self.people:
            caller = Caller(address, person.token, person.player)
            game = caller.get(self.path)
            if game["hand"] and game["you"]["seat"] in game["hand"]["to_act"]:
                return caller
        return None


def test_a_hand_goes_on_in_the_new_version_and_back(
    before: Path, installation: Installation
) -> None:
    manage = installation.manage
    manage(before, "migrate", "-v0")
    with installation.processes(before) as old:
        table = Table(old, "Ada", "Ben")
        table.play(old, 6)
        manage(REPOSITORY, "migrate", "-v0")
        table.play(old, 4)
        with installation.processes(REPOSITORY) as new:
            for _ in range(4):
                table.play(new, 2)
                table.play(old, 2)
            second = Table(new, "Cleo", "Dan")
            second.play(old, 4)
            assert table.seen(old)["you"] == table.seen(new)["you"]
    manage(REPOSITORY, "preflight")
    assert "2 games hold" in manage(REPOSITORY, "replay_check")
    with installation.processes(REPOSITORY) as new:
        for each in (table, second):
            each.play(new, 4)

    assert "2 games hold" in manage(before, "replay_check")
    with installation.processes(before) as old:
        for each in (table, second):
            each.play(old, 4)
    assert "2 games hold" in manage(REPOSITORY, "replay_check")
