"""A service as `make run` starts it: one process whose children are all the programs."""

import http.client
import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from samba_service.devstack.folder import REPOSITORY, DataFolder
from tests.ports import own_port

TIMEOUT_S = 180.0
"""A busy machine takes its time; nothing is proved by how long it takes."""
MARKS = {
    "web": "uvicorn", "bots": "\0bots\0", "rounds": "\0rounds\0", "redis": "redis.sock",
    "database": "postgres", "sweeper": "sweeper",
}  # fmt: skip
"""Programs by what their command line has."""
MAKE_RUN = (sys.executable, "-m", "samba_service.devstack")
SHELL_FILES = 512
"""The shell's limit, which the programs raise for themselves."""


@dataclass
class Stack:
    """A running `python -m samba_service.devstack`."""

    process: subprocess.Popen[bytes]
    port: int
    output: Path

    def readiness(self) -> str:
        """The status that /readyz answers, or `down`."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            connection.request("GET", "/readyz")
            return str(json.loads(connection.getresponse().read())["status"])
        except (OSError, http.client.HTTPException):  # also one that dies in the middle of it
            return "down"
        finally:
            connection.close()

    def children(self) -> dict[str, int]:
        """The process ids of the programs that run now."""
        folder = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        found = {}
        for pid in folder.read_text().split():
            with suppress(OSError):  # it has just ended
                command = Path(f"/proc/{pid}/cmdline").read_text()
                found.update({name: int(pid) for name, mark in MARKS.items() if mark in command})
        return found

    def wait(self, condition: Callable[[], bool]) -> None:
        deadline = time.monotonic() + TIMEOUT_S
        while not condition():
            assert self.process.poll() is None, self._last_lines()
            assert time.monotonic() < deadline, self._last_lines()
            time.sleep(0.1)

    def _last_lines(self) -> str:
        return self.output.read_text()[-5000:]


def environment(data: Path, port: int) -> dict[str, str]:
    """A person's: ours, without what the suite has set for itself."""
    of_suite = ("TEST_", "DJANGO_SETTINGS_MODULE", "SAMBA_TEST_DATA", "DATABASE_POOL_MAX")
    own = {name: value for name, value in os.environ.items() if not name.startswith(of_suite)}
    return {**own, "SAMBA_DATA": str(data), "PORT": str(port), "HOST": "127.0.0.1"}


@contextmanager
def running_stack(
    folder: Path, *, command: Sequence[str | Path] = MAKE_RUN, **settings: str
) -> Iterator[Stack]:
    """A stack with its data in `folder`, ready for the length of the block."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    with own_port() as port:
        with (folder / "output").open("wb") as output:
            process = subprocess.Popen(
                command,
                cwd=REPOSITORY if command is MAKE_RUN else folder,
                env=environment(folder / "data", port) | settings,
                stdout=output,
                stderr=subprocess.STDOUT,
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (SHELL_FILES, hard)),
            )
        running = Stack(process, port, folder / "output")
        try:
            running.wait(lambda: "Ctrl-C stops it" in running.output.read_text())
            yield running
        finally:
            process.kill()  # does nothing when a test has stopped it
            process.wait()
            DataFolder(folder / "data").remove()
