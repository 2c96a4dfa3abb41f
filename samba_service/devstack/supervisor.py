"""Keeps children alive: starts them in order, restarts one that dies, stops them in reverse."""

import asyncio
import os
import signal
import time
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from samba_service.devstack.errors import SetupError
from samba_service.devstack.log import LogFile
from samba_service.devstack.processes import dies_with_us

READY_TIMEOUT_S = 60.0
STOP_TIMEOUT_S = 15.0
DEATHS_BEFORE_READY = 5
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.25, 10.0
SETTLED_S = 30.0
"""A child that has run for this long is restarted with the first pause again."""


@dataclass(kw_only=True)
class Child:
    """One program of the stack."""

    name: str
    command: list[str]
    is_ready: Callable[[], bool] = lambda: True
    stop_signal: signal.Signals = signal.SIGTERM
    popen_options: Mapping[str, Any] = field(default_factory=dict)


class Supervisor:
    """The children of one machine; their output goes to the console and to files in `logs`."""

    def __init__(self, logs: Path) -> None:
        logs.mkdir(parents=True, exist_ok=True)
        self.logs = logs
        self._keepers: list[tuple[Child, asyncio.Task[None]]] = []
        self._processes: dict[str, asyncio.subprocess.Process] = {}
        self._pumps: set[asyncio.Task[None]] = set()
        self._deaths: Counter[str] = Counter()

    async def start(self, child: Child) -> None:
        """Start `child` and wait until it is ready; raises SetupError if it never is."""
        self._keepers.append((child, asyncio.create_task(self._keep(child))))
        deadline = time.monotonic() + READY_TIMEOUT_S
        while not await asyncio.to_thread(child.is_ready):
            if time.monotonic() > deadline or self._deaths[child.name] >= DEATHS_BEFORE_READY:
                raise SetupError(f"{child.name} did not get ready; see {self._log(child)}")
            await asyncio.sleep(0.05)

    async def run(self, child: Child) -> None:
        """Run `child` to its end; raises SetupError unless it succeeds."""
        try:
            code = await self._run_once(child)
        except asyncio.CancelledError:
            await self._end(child)
            raise
        if code:
            raise SetupError(f"{child.name} failed; see {self._log(child)}")

    async def stop(self) -> None:
        """Stop all, the latest first, each before the next one."""
        while self._keepers:
            child, keeper = self._keepers.pop()
            keeper.cancel()  # first of all, so that nothing restarts what is being stopped
            await asyncio.wait([keeper])
            await self._end(child)
        if self._pumps:
            await asyncio.wait(self._pumps, timeout=1)

    def say(self, name: str, line: str) -> None:
        print(f"{name:<8} | {line}", flush=True)

    async def _keep(self, child: Child) -> None:
        pause = FIRST_PAUSE_S
        while True:
            began = time.monotonic()
            code = await self._run_once(child)
            self._deaths[child.name] += 1
            if time.monotonic() - began > SETTLED_S:
                pause = FIRST_PAUSE_S
            self.say(child.name, f"ended with {code}, starts again in {pause:g} s")
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE_S)

    async def _run_once(self, child: Child) -> int:
        process = await asyncio.create_subprocess_exec(
            *child.command,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            limit=2**20,
            start_new_session=True,
            preexec_fn=dies_with_us(child.stop_signal),
            **child.popen_options,
        )
        self._processes[child.name] = process
        # On its own: children of a killed process may hold the pipe open for a while.
        pump = asyncio.create_task(self._pump(child, process))
        self._pumps.add(pump)
        pump.add_done_callback(self._pumps.discard)
        return await process.wait()

    async def _pump(self, child: Child, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        with closing(LogFile(self._log(child))) as file:
            while line := await _line(process.stdout):
                file.write(line)
                self.say(child.name, line.decode(errors="replace").rstrip())

    async def _end(self, child: Child) -> None:
        process = self._processes.get(child.name)
        if process is None or process.returncode is not None:
            return
        process.send_signal(child.stop_signal)
        try:
            await asyncio.wait_for(process.wait(), STOP_TIMEOUT_S)
        except TimeoutError:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            await process.wait()

    def _log(self, child: Child) -> Path:
        return self.logs / f"{child.name}.log"


async def _line(output: asyncio.StreamReader) -> bytes:
    """The next line with its end; empty at the end of the output. A long line is cut."""
    try:
        return await output.readline()
    except ValueError:
        return b"(a line of more than a mebibyte)\n"
