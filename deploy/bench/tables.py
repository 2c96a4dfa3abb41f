"""Many live tables at once, played by the requests of the example client: how long a move takes.

The web process and the live process as they are shipped, one that seats the players
(`seated.py`), and this one, in which all clients play. Prints one JSON object.
"""

import argparse
import asyncio
import json
import os
import random
import resource
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from deploy.bench.live import free_port
from deploy.bench.web import own_database, servers
from samba_service.devstack.addresses import Address
from samba_service.devstack.folder import REPOSITORY
from samba_service.devstack.processes import dies_with_us

Figures = dict[str, Any]

TURN_S = 20.0
"""Between two turns at a table, on average."""
WAIT_S = 30
"""How long a call waits for the turn of another, as in `deploy/examples/play.py`."""
WEB, LIVE = [str(REPOSITORY / "deploy/web.sh")], [str(REPOSITORY / "deploy/live.sh")]
PUBLIC = [
    *(sys.executable, "-m", "granian", "--interface", "wsgi", "--http", "1", "--no-ws"),
    *("--blocking-threads", "16", "deploy.bench.yardstick.empty:application"),
]
"""The server of the web process, which answers without any work."""
WARM_S = 40.0
"""Seconds of play that are not measured."""


class Link:
    """A connection to a server that stays open, for one call at a time."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def call(self, head: str, body: bytes = b"") -> tuple[int, bytes]:
        """Status and body; once more on a new connection if the server has closed this one."""
        for again in (True, False):
            if self._reader is None or self._writer is None:
                self._reader, self._writer = await asyncio.open_connection(
                    "127.0.0.1", self._port, limit=2**20
                )
            try:
                self._writer.write(head.encode() + b"\r\n\r\n" + body)
                return await _answer(self._reader)
            except (ConnectionError, asyncio.IncompleteReadError):
                self.close()
                if not again:
                    raise
        raise AssertionError

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()
        self._reader = self._writer = None


async def _answer(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
    status = int(head.split(" ", 2)[1])
    if "transfer-encoding: chunked" in head:
        body = b""
        while size := int(await reader.readline(), 16):
            body += (await reader.readexactly(size + 2))[:-2]
        await reader.readline()
        return status, body
    length = head.partition("content-length: ")[2].partition("\r\n")[0]
    return status, await reader.readexactly(int(length or 0))


class Links:
    """Open connections to the web process, as many as a proxy keeps."""

    def __init__(self, port: int, number: int = 64) -> None:
        self._all = [Link(port) for _ in range(number)]
        self._free: asyncio.LifoQueue[Link] = asyncio.LifoQueue()
        for link in self._all:
            self._free.put_nowait(link)

    async def call(self, head: str, body: bytes = b"") -> tuple[int, bytes]:
        link = await self._free.get()
        try:
            return await link.call(head, body)
        finally:
            self._free.put_nowait(link)

    def close(self) -> None:
        for link in self._all:
            link.close()


@dataclass
class Measured:
    """What the clients have seen, while it counts."""

    counts: bool = False
    moves_ms: list[float] = field(default_factory=list)
    calls: int = 0
    turns: int = 0
    stale: int = 0


@dataclass
class Table:
    """A table, and when its next turn is due."""

    path: str
    due: float
    rng: random.Random

    async def think(self) -> None:
        """Until the turn is due."""
        await asyncio.sleep(max(0.0, self.due - time.monotonic()))
        self.due = max(self.due, time.monotonic() - TURN_S) + self.rng.uniform(0.5, 1.5) * TURN_S


class Client:
    """One seat at one table, which does what `deploy/examples/play.py` does."""

    def __init__(self, table: Table, token: str, web: Links, live: int, seen: Measured) -> None:
        self.table, self.token, self.web, self.measured = table, token, web, seen
        self.live = Link(live)
        self.seen = 0

    async def play(self) -> None:
        """Go on to the end of the game."""
        game = await self._get()
        own = game["you"]["seat"]
        while game["result"] is None:
            if game["hand"] is not None and own in game["hand"]["to_act"]:
                await self.table.think()
                self.measured.turns += self.measured.counts
                game = await self._turn(game, own)
            await self._events()
            game = await self._get()

    async def _turn(self, game: Any, own: int) -> Any:
        options: Any = []
        while game["hand"] is not None and own in game["hand"]["to_act"]:
            options = options or (await self._get("/legal-actions"))["options"]
            laying = [option for option in options if option["type"] in ("meld", "lay_off")]
            game, options = await self._move((laying or options)[0]["example"], game["version"])
        return game

    async def _move(self, action: Any, version: int) -> tuple[Any, Any]:
        """Play it: the game after it, and what may be done next."""
        body = json.dumps({"action": action}).encode()
        path = "/moves?include=legal_actions"
        head = (
            f"{self._head('POST', path)}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\nIf-Match: {version}\r\n"
            f"Idempotency-Key: {secrets.token_hex(16)}"
        )
        began = time.perf_counter()
        status, answer = await self.web.call(head, body)
        if self.measured.counts:
            self.measured.moves_ms.append(1000 * (time.perf_counter() - began))
            self.measured.calls += 1
        if status == 201:
            played = json.loads(answer)
            return played["game"], played["legal_actions"]["options"]
        self.measured.stale += 1
        assert status == 412, (status, answer[:300])
        return await self._get(), []

    async def _events(self) -> None:
        path = f"/events?after={self.seen}&wait={WAIT_S}&wait_for=my_turn"
        results = (await self._read(self.live, path))["results"]
        self.seen = results[-1]["seq"] if results else self.seen

    async def _get(self, tail: str = "") -> Any:
        return await self._read(self.web, tail)

    async def _read(self, links: Link | Links, tail: str) -> Any:
        status, answer = await links.call(self._head("GET", tail))
        assert status == 200, (tail, status, answer[:300])
        self.measured.calls += self.measured.counts
        return json.loads(answer)

    def _head(self, method: str, tail: str) -> str:
        return (
            f"{method} {self.table.path}{tail} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            f"Authorization: Bearer {self.token}"
        )


async def played(tables: Sequence[Any], web: int, live: int, seconds: float) -> Measured:
    """Play at all tables, and measure the last `seconds`."""
    measured, links, rng = Measured(), Links(web), random.Random(1)
    now, clients = time.monotonic(), []
    for number, (path, tokens) in enumerate(tables):
        own = random.Random(number)
        table = Table(path, now + WARM_S / 2 + rng.uniform(0, TURN_S), own)
        clients += [Client(table, token, links, live, measured) for token in tokens]
    async with asyncio.TaskGroup() as group:
        playing = []
        for at, client in enumerate(clients):
            playing.append(group.create_task(client.play()))
            if at % 20 == 19:
                await asyncio.sleep(WARM_S / 2 * 20 / len(clients))
        await asyncio.sleep(WARM_S)
        measured.counts = True
        await asyncio.sleep(seconds)
        measured.counts = False
        for task in playing:
            task.cancel()
    links.close()
    for client in clients:
        client.live.close()
    return measured


async def public(port: int, per_s: float, seconds: float) -> list[float]:
    """How long the server takes for an empty answer, at the same rate; in ms."""
    links, rng, taken = Links(port), random.Random(2), list[float]()

    async def call() -> None:
        began = time.perf_counter()
        status, _ = await links.call("GET / HTTP/1.1\r\nHost: 127.0.0.1")
        assert status == 200
        taken.append(1000 * (time.perf_counter() - began))

    end = time.monotonic() + seconds
    async with asyncio.TaskGroup() as group:
        while time.monotonic() < end:
            group.create_task(call())
            await asyncio.sleep(rng.expovariate(per_s))
    links.close()
    return taken


@contextmanager
def started(command: Sequence[str], port: int, environment: dict[str, str]) -> Iterator[None]:
    """A server at that port, ended with all that it has started; what it logs is written down."""
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(
            [*command, "--host", "127.0.0.1", "--port", str(port)],
            cwd=REPOSITORY,
            env=os.environ | environment | {"PYTHON": sys.executable},
            stdout=log,
            stderr=log,
            preexec_fn=dies_with_us(signal.SIGTERM),
        )
        try:
            while not Address("127.0.0.1", port).is_ready():
                assert process.poll() is None, log.read()
                time.sleep(0.1)
            yield
        finally:
            process.terminate()
            process.wait()


def p99(taken: Sequence[float]) -> float:
    return sorted(taken)[len(taken) * 99 // 100]


def run(tables: int, seconds: float, rows: int) -> Figures:
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with ExitStack() as stack:
        postgres, redis = stack.enter_context(servers())
        database = stack.enter_context(own_database(postgres, "samba_bench_tables"))
        environment = {
            **{"SECRET_KEY": secrets.token_hex(32), "SAMBA_DEAL_KEY": secrets.token_hex(32)},
            **{"DATABASE_URL": database, "REDIS_URL": redis, "REDIS_KEY_PREFIX": "bench-tables:"},
            "DJANGO_SETTINGS_MODULE": "deploy.bench.settings",
            "SAMBA_RATE_LIMITS": "false",
        }
        done = subprocess.run(
            [sys.executable, "-m", "deploy.bench.seated", str(tables), str(rows)],
            cwd=REPOSITORY,
            env=os.environ | environment,
            stdout=subprocess.PIPE,
            check=True,
        )
        seated = json.loads(done.stdout)
        web, live = free_port(), free_port()
        with started(WEB, web, environment), started(LIVE, live, environment):
            measured = asyncio.run(played(seated["tables"], web, live, seconds))
        with started(PUBLIC, web, {}):
            empty = asyncio.run(public(web, measured.calls / seconds, min(seconds, 20.0)))
    return figures_of(measured, empty) | {
        "tables": tables,
        "seconds": seconds,
        "rows": seated["rows"],
        "load": f"{os.getloadavg()[0]:.1f}",
    }


def figures_of(measured: Measured, empty: Sequence[float]) -> Figures:
    moves = sorted(measured.moves_ms)
    return {
        "moves": len(moves),
        "turns": measured.turns,
        "calls": measured.calls,
        "stale": measured.stale,
        "move_p50_ms": moves[len(moves) // 2],
        "move_p99_ms": p99(moves),
        "move_worst_ms": moves[-1],
        "public_p99_ms": p99(empty),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--rows", type=int, default=0, help="of finished games in the log before")
    options = parser.parse_args()
    with suppress(KeyboardInterrupt):
        json.dump(run(options.tables, options.seconds, options.rows), sys.stdout)


if __name__ == "__main__":
    main()
