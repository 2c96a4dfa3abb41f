"""Servers started and stopped together, without supervision: for tests and tools."""

import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from signal import Signals
from typing import Any, Protocol

from samba_service.devstack.errors import SetupError
from samba_service.devstack.processes import dies_with_us

START_TIMEOUT_S = 60.0
STOP_TIMEOUT_S = 15.0


class Server(Protocol):
    """A program that other programs connect to."""

    name: str
    stop_signal: Signals

    @property
    def url(self) -> str: ...
    @property
    def popen_options(self) -> dict[str, Any]: ...
    def prepare(self) -> None: ...
    def command(self) -> list[str]: ...
    def is_ready(self) -> bool: ...


@contextmanager
def running(*servers: Server, logs: Path) -> Iterator[None]:
    """Run `servers` for the length of the block; the last one started is the first to stop."""
    logs.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        for server in servers:
            stack.enter_context(_running(server, logs / f"{server.name}.log"))
        yield


@contextmanager
def _running(server: Server, log: Path) -> Iterator[None]:
    server.prepare()
    command, options = server.command(), server.popen_options
    with started(command, log, server.stop_signal, STOP_TIMEOUT_S, **options) as process:
        _await_ready(server, process, log)
        yield


@contextmanager
def started(
    command: list[str], log: Path, stop: Signals, stop_timeout_s: float, **options: Any
) -> Iterator[subprocess.Popen[bytes]]:
    """A process for the length of the block, killed where `stop` does not end it in time."""
    with log.open("ab") as output:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=dies_with_us(stop),
            **options,
        )
    try:
        yield process
    finally:
        process.send_signal(stop)
        try:
            process.wait(stop_timeout_s)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _await_ready(server: Server, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + START_TIMEOUT_S
    while not server.is_ready():
        if process.poll() is not None or time.monotonic() > deadline:
            last = log.read_text(errors="replace").strip().splitlines()[-5:]
            raise SetupError(f"the {server.name} did not start:\n" + "\n".join(last))
        time.sleep(0.05)
