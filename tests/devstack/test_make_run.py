"""`make run`, as a club uses it: one start, whatever dies comes back, one Ctrl-C ends it."""

import http.client
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

import pytest

from samba_service.devstack.folder import REPOSITORY
from samba_service.devstack.processes import OPEN_FILES
from tests.devstack.stack import MARKS, TIMEOUT_S, Stack, environment, running_stack
from tests.ports import own_port

pytestmark = [
    pytest.mark.skipif(not Path("/proc/self").exists(), reason="reads /proc"),
    pytest.mark.full,
]


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    with running_stack(tmp_path_factory.mktemp("stack")) as running:
        yield running


def test_it_is_ready_when_it_says_so(stack: Stack) -> None:
    assert stack.readiness() == "ok"
    assert set(stack.children()) == set(MARKS)


def test_its_programs_may_open_more_files_than_the_shell_lets_them(stack: Stack) -> None:
    limits = Path(f"/proc/{stack.children()['web']}/limits").read_text().splitlines()
    soft, hard = next(line for line in limits if line.startswith("Max open files")).split()[3:5]

    assert int(soft) == min(int(hard), OPEN_FILES)


def test_it_shows_the_log_ins_of_every_role(stack: Stack) -> None:
    said = stack.output.read_text()

    assert "ana is the club's admin, ben its director, cleo and dan are members" in said
    assert "  pages  http://127.0.0.1:" in said


def test_its_lines_are_not_lost_among_those_of_bots_turns(stack: Stack) -> None:
    assert stack.readiness() == "ok"  # the league night is played meanwhile
    assert "bot_turn" not in stack.output.read_text()


def test_secrets_are_only_for_the_owner(stack: Stack) -> None:
    secrets = list((stack.output.parent / "data" / "secrets").iterdir())

    assert {file.name for file in secrets} == {"secret_key", "deal_key", "database_password"}
    assert {file.stat().st_mode & 0o777 for file in secrets} == {0o600}


@pytest.mark.parametrize("name", ["redis", "bots", "rounds", "database", "sweeper", "web"])
def test_a_killed_program_comes_back(stack: Stack, name: str) -> None:
    killed = stack.children()[name]

    os.kill(killed, signal.SIGKILL)

    stack.wait(lambda: stack.children().get(name, killed) != killed)
    stack.wait(lambda: stack.readiness() == "ok")


@contextmanager
def stopped(process: int) -> Iterator[None]:
    """For the length of the block a program and all its children hang."""
    os.kill(process, signal.SIGSTOP)
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    family = [process, *map(int, children)]
    try:
        for member in family:
            os.kill(member, signal.SIGSTOP)
        yield
    finally:
        for member in reversed(family):
            with suppress(ProcessLookupError):
                os.kill(member, signal.SIGCONT)


def answered(stack: Stack, call: tuple[str, str, str]) -> tuple[int, float]:
    """The status of a call's answer, and how many seconds it took."""
    method, path, body = call
    connection = http.client.HTTPConnection("127.0.0.1", stack.port, timeout=60)
    began = time.monotonic()
    try:
        connection.request(method, path, body, {"Content-Type": "application/json"})
        return connection.getresponse().status, time.monotonic() - began
    finally:
        connection.close()


LOG_IN = '{"username": "ana", "password": "samba-demo", "name": "phone", "scopes": ["games:read"]}'
CALLS = [
    ("GET", "/readyz", ""),
    ("GET", "/api/v1/games", ""),
    ("POST", "/api/v1/auth/tokens", LOG_IN),
]


def test_a_hanging_database_holds_no_call_longer_than_ten_seconds(stack: Stack) -> None:
    calls = CALLS * 5  # more than there are connections
    with ThreadPoolExecutor(len(calls)) as pool:
        assert {status for status, _ in pool.map(partial(answered, stack), calls)} <= {200, 201}
        with stopped(stack.children()["database"]):
            for _ in range(2):  # the connections that hang, then none to be had
                answers = list(pool.map(partial(answered, stack), calls))
                assert {status for status, _ in answers} == {503}
                assert max(took_s for _, took_s in answers) < 10

    stack.wait(lambda: stack.readiness() == "ok")


def test_a_second_one_on_the_same_port_is_refused(stack: Stack, tmp_path: Path) -> None:
    second = subprocess.run(
        [sys.executable, "-m", "samba_service.devstack"],
        cwd=REPOSITORY,
        env=environment(tmp_path, stack.port),
        capture_output=True,
        text=True,
        check=False,
    )

    assert second.returncode == 1
    assert second.stderr.count("\n") == 1
    assert f"cannot listen on 127.0.0.1:{stack.port}" in second.stderr


def test_a_second_one_on_the_same_data_is_refused(stack: Stack) -> None:
    with own_port() as another:
        second = subprocess.run(
            [sys.executable, "-m", "samba_service.devstack"],
            cwd=REPOSITORY,
            env=environment(stack.output.parent / "data", another),
            capture_output=True,
            text=True,
            check=False,
        )

    assert second.returncode == 1
    assert "already running on" in second.stderr


def test_ctrl_c_ends_everything(stack: Stack) -> None:
    """The last test of the file: it ends the stack of the others."""
    children = stack.children()

    stack.process.send_signal(signal.SIGINT)

    assert stack.process.wait(timeout=TIMEOUT_S) == 0
    assert not [name for name, pid in children.items() if Path(f"/proc/{pid}").exists()]
