"""The parts of a site: programs that are started, ended in order, killed, and started again."""

import asyncio
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from samba_service.devstack.processes import dies_with_us

RESTART_S = 2.0
"""RestartSec of the units."""
STOP_S = 30.0
"""TimeoutStopSec of the units; then the rest is killed."""
ATTEMPTS = 5
COMMAND = 120
"""Letters of a command in the report."""
START_S = 180.0
"""A busy machine takes its time."""


class PartFailed(Exception):
    """A part did not start, or not end."""


@dataclass
class Part:
    """One program, as a unit of systemd keeps it: a group of processes, which end together."""

    name: str
    command: Sequence[str | Path]
    log: Path
    is_ready: Callable[[str], bool]
    """Given what the program has written since it was started. May block."""
    cwd: Path | None = None
    environment: Mapping[str, str] | None = None
    stop_signal: signal.Signals = signal.SIGTERM
    options: Mapping[str, Any] = field(default_factory=dict)
    prepare: Callable[[], None] = lambda: None
    starts: int = 0
    wanted: bool = False
    """True while it should run: if it does not, it has ended by itself."""
    _process: subprocess.Popen[bytes] | None = None
    _since: int = 0

    async def start(self) -> None:
        """Raises PartFailed if it is not ready in time."""
        self.prepare()
        with self.log.open("ab") as output:
            self._since = output.tell()
            self._process = subprocess.Popen(
                self.command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=dies_with_us(signal.SIGTERM),
                env=self.environment,
                **{"cwd": self.cwd, **self.options},
            )
        self.starts += 1
        until = time.monotonic() + START_S
        while not await asyncio.to_thread(self.is_ready, self._written()):
            if self._process.poll() is not None or time.monotonic() > until:
                last = "\n".join(self._written().splitlines()[-8:])
                raise PartFailed(f"{self.name} did not start:\n{last}")
            await asyncio.sleep(0.1)
        self.wanted = True

    async def stop(self) -> None:
        """Let it end what it has begun. Raises PartFailed if it had to be killed."""
        self.wanted, process = False, self._process
        if process is None or process.poll() is not None:
            return
        process.send_signal(self.stop_signal)
        until = time.monotonic() + STOP_S
        while process.poll() is None and time.monotonic() < until:
            await asyncio.sleep(0.05)
        late = process.poll() is None
        await self.kill()
        if late:
            raise PartFailed(f"{self.name} did not end within {STOP_S:.0f} s")

    async def kill(self) -> list[str]:
        """End its group without a word, and wait until nothing of it is left. What was killed.

        Raises PartFailed if something of it goes on.
        """
        self.wanted, process = False, self._process
        if process is None:
            return []
        killed = _family(process.pid)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        await self._end(process, killed)
        return sorted(killed.values())

    async def kill_worker(self) -> list[str]:
        """Kill only its children, as the kernel may when memory ends. Then it must end by itself.

        Raises PartFailed if it has no children, or goes on without them.
        """
        self.wanted, process = False, self._process
        family = _family(process.pid) if process else {}
        children = {pid: name for pid, name in family.items() if process and pid != process.pid}
        if process is None or not children:
            raise PartFailed(f"{self.name} has no worker to kill")
        for pid in children:
            os.kill(pid, signal.SIGKILL)
        await self._end(process, family)
        return sorted(children.values())

    async def _end(self, process: subprocess.Popen[bytes], family: Mapping[int, str]) -> None:
        """Wait until all of these are gone. PostgreSQL's children notice that it is gone."""
        until = time.monotonic() + STOP_S
        while left := family.keys() & _family(process.pid, family).keys():
            process.poll()
            if time.monotonic() > until:
                raise PartFailed(f"{self.name}: {[family[pid] for pid in left]} outlived the kill")
            await asyncio.sleep(0.05)
        process.wait()

    async def restart(self) -> None:
        """As its unit does: after 2 s, and again if it did not start."""
        for attempt in range(ATTEMPTS):
            await asyncio.sleep(RESTART_S)
            try:
                return await self.start()
            except PartFailed:
                if attempt == ATTEMPTS - 1:
                    raise

    def lives(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def folder(self) -> Path:
        """Of which version it runs: its working folder. Raises PartFailed if it does not run."""
        if self._process is None or not self.lives():
            raise PartFailed(f"{self.name} does not run")
        return Path(f"/proc/{self._process.pid}/cwd").resolve()

    def hang_up(self) -> None:
        """Have it read its configuration again."""
        assert self._process is not None
        self._process.send_signal(signal.SIGHUP)

    def _written(self) -> str:
        with self.log.open("rb") as file:
            file.seek(self._since)
            return file.read().decode(errors="replace")


def _family(main: int, known: Iterable[int] = ()) -> dict[int, str]:
    """Its group, its descendants and those `known` that still run: number and command of each.

    One that nobody has waited for does not count. PostgreSQL's children have groups of their own.
    """
    running = dict[int, tuple[int, int]]()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            state, parent, group = stat.read_text().rpartition(")")[2].split()[:3]
            if state != "Z":
                running[int(stat.parent.name)] = int(parent), int(group)
    found = {pid for pid, (_, group) in running.items() if pid in known or main in (pid, group)}
    while more := {pid for pid, (parent, _) in running.items() if parent in found} - found:
        found |= more
    return {pid: f"{pid} {_command(pid)}" for pid in found}


def _command(pid: int) -> str:
    with suppress(OSError):
        text = (
            Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        )
        return text.strip()[:COMMAND]
    return ""
