"""What happens to the site while people play: kills, a new version, a backup restored beside."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from deploy.rehearse.calls import Proxy
from deploy.rehearse.parts import RESTART_S, Part, PartFailed
from deploy.rehearse.players import Ledger, Played
from deploy.rehearse.restored import Restoration
from deploy.rehearse.site import KINDS, CommandFailed, Site

BEFORE = ("web", "live", "bots", "rounds", "sweeper", "redis", "database", "proxy")
"""What is killed in the older version."""
AFTER = ("web-2", "live-2", "bots-2", "sweeper-2", "redis", "database", "proxy")
"""What is killed in the newer version."""
MOVES_WITHIN_S = 60.0
"""A table that has not moved for so long after a part's return hangs."""
DRAINS_S = 1.0


@dataclass(frozen=True)
class Step:
    """Something that was done to the site; times in seconds."""

    name: str
    at_s: float
    took_s: float
    settled_s: float
    """After it, until every table had moved or ended."""
    moves: int
    """That were acknowledged meanwhile."""
    retried: int
    killed: list[str]
    """Processes, with their commands."""


@dataclass
class Storm:
    site: Site
    ledger: Ledger
    proxy: Proxy
    tables: int
    say: Callable[[str], None]
    restoration: Restoration
    calm: bool = False
    """Without kills, and without a newer version."""
    began: float = field(default_factory=time.monotonic)
    steps: list[Step] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    fell: dict[str, int] = field(default_factory=dict)
    """How often a part has ended by itself, and was started again."""
    over: bool = False

    async def run(self) -> None:
        """Everything in turn, each while people play."""
        try:
            for name in () if self.calm else BEFORE:
                await self._kill(name)
            await self._back_up()
            if not self.calm:
                await self._roll_all()
            async with self._step("restore beside"):
                self.faults += await asyncio.to_thread(self.restoration.run)
            if not self.calm:
                await self._kill_worker("web-2")
                for name in AFTER:
                    await self._kill(name)
        finally:
            self.over = True

    async def keep(self) -> None:
        """Start again what has ended by itself, as systemd does."""
        while True:
            await asyncio.sleep(0.5)
            for name, part in self.site.parts.items():
                if part.wanted and not part.lives():
                    self.fell[name] = self.fell.get(name, 0) + 1
                    await asyncio.sleep(RESTART_S)
                    try:
                        await part.start()
                    except PartFailed:
                        self.say(f"{name} does not start yet")

    async def _kill(self, name: str) -> None:
        part = self.site.parts[name]
        async with self._step(f"kill {name}") as killed:
            await self._safely(_add(killed, part.kill()))
            await self._safely(part.restart())

    async def _kill_worker(self, name: str) -> None:
        part = self.site.parts[name]
        async with self._step(f"kill {name}'s worker") as killed:
            await self._safely(_add(killed, part.kill_worker()))
            await self._safely(part.restart())

    async def _back_up(self) -> None:
        async with self._step("backup"):
            early = [played for moves in self.ledger.acknowledged.values() for played in moves]
            self.restoration.early = list[Played](early)
            await self._safely(self.site.run(self.site.old, "-m", "samba_service.backup", "take"))

    async def _roll_all(self) -> None:
        async with self._step("migrate"):
            await self._safely(self.site.manage(self.site.new, "migrate", "--noinput", "-v0"))
        for name in KINDS:
            async with self._step(f"renew {name}"):
                await self._renew(name)
        for name in ("redis", "database", "proxy"):
            async with self._step(f"restart {name}"):
                await self._restart(self.site.parts[name])

    async def _renew(self, name: str) -> None:
        """One process of the older version ends what it has begun, and one of the newer starts."""
        has_port = name in self.site.ports
        if has_port:
            self.site.leave_out(name)
            await asyncio.sleep(DRAINS_S)
        part = self.site.parts[name]
        part.cwd = self.site.new
        await self._restart(part)
        if has_port:
            self.site.leave_out("")

    async def _restart(self, part: Part) -> None:
        await self._safely(part.stop())
        await self._safely(part.start())

    async def _safely(self, work: Awaitable[object]) -> None:
        """A failure of one step is written down, and the storm goes on."""
        try:
            await work
        except (PartFailed, CommandFailed) as failed:
            self.faults.append(str(failed))

    @asynccontextmanager
    async def _step(self, name: str) -> AsyncIterator[list[str]]:
        """The block while people play, and then until every table has moved.

        The block adds what it killed.
        """
        await self._playing()
        killed = list[str]()
        at, moves, retried = time.monotonic(), self.ledger.moves, self.proxy.retried.total()
        yield killed
        done = time.monotonic()
        hanging = await self._settled()
        step = Step(
            name=name,
            at_s=at - self.began,
            took_s=done - at,
            settled_s=time.monotonic() - done,
            moves=self.ledger.moves - moves,
            retried=self.proxy.retried.total() - retried,
            killed=killed,
        )
        self.steps.append(step)
        if hanging:
            self.faults.append(f"{name}: {hanging} tables did not move in {MOVES_WITHIN_S:.0f} s")
        self.say(
            f"{name}: {step.took_s:.1f} s, every table moved {step.settled_s:.1f} s later;"
            f" {step.moves} moves, {step.retried} calls repeated"
        )

    async def _playing(self) -> None:
        """Until half of the tables at least are being played."""
        while len(self.ledger.running()) < max(1, self.tables // 2):
            await asyncio.sleep(0.2)

    async def _settled(self) -> int:
        """How many of the tables that run now have neither moved nor ended in time."""
        then = {table.game: table.moves for table in self.ledger.running()}
        until = time.monotonic() + MOVES_WITHIN_S
        tables = self.ledger.tables
        while waiting := [
            game for game, moves in then.items()
            if tables[game].moves == moves and not tables[game].over
        ]:  # fmt: skip
            if time.monotonic() > until:
                return len(waiting)
            await asyncio.sleep(0.1)
        return 0


async def _add(killed: list[str], killing: Awaitable[list[str]]) -> None:
    killed += await killing
