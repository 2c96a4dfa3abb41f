"""A live process with a thousand open streams: from the commit of a move to each reader.

Three processes: the live process as it is shipped, one that plays (`live_player.py`), and this one,
which reads. Prints one JSON object.
"""

import argparse
import asyncio
import json
import os
import random
import re
import resource
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import psycopg
from psycopg import sql

from deploy.bench.web import own_database, servers
from samba_service.devstack.addresses import Address
from samba_service.devstack.folder import REPOSITORY


def free_port() -> int:
    """A port of loopback that nothing listens to."""
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        return int(holder.getsockname()[1])


PORT = free_port()
WARM = 40
"""Streams that are open before the memory of the others is counted."""
_ID = re.compile(rb"\nid: (\d+)\n|^id: (\d+)\n")

Figures = dict[str, Any]


class Reader(asyncio.Protocol):
    """One open stream, and when each event arrived."""

    def __init__(self, path: str, token: str) -> None:
        self.game = path.split("/")[-1]
        self.begun = asyncio.get_running_loop().create_future()
        self.arrived: dict[int, float] = {}
        self._call = (
            f"GET {path}/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n"
            f"Authorization: Bearer {token}\r\n\r\n"
        )
        self._tail = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self._call.encode())

    def data_received(self, data: bytes) -> None:
        now = time.monotonic()
        text = self._tail + data
        for found in _ID.finditer(text):
            self.arrived.setdefault(int(found[1] or found[2]), now)
        self._tail = text[text.rfind(b"\n") :][-40:]
        if self.arrived and not self.begun.done():
            self.begun.set_result(None)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.begun.done():
            self.begun.set_exception(exc or ConnectionError("the stream was refused"))


async def opened(listeners: Sequence[Sequence[str]]) -> list[Reader]:
    """Streams that have begun."""
    loop, found = asyncio.get_running_loop(), []
    for path, token in listeners:
        _, reader = await loop.create_connection(partial(Reader, path, token), "127.0.0.1", PORT)
        await reader.begun
        found.append(reader)
    return found


@contextmanager
def live(environment: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    """The live process as it is shipped."""
    with subprocess.Popen(
        [REPOSITORY / "deploy/live.sh", "--port", str(PORT), "--log-level", "warning"],
        env=os.environ | environment | {"PYTHON": sys.executable, "PGAPPNAME": "live"},
        start_new_session=True,
    ) as process:
        try:
            while not Address("127.0.0.1", PORT).is_ready():
                time.sleep(0.1)
            yield process
        finally:
            process.send_signal(signal.SIGTERM)


def memory(pid: int) -> int:
    """Bytes that the process has in memory."""
    pages = Path(f"/proc/{pid}/statm").read_text().split()[1]
    return int(pages) * resource.getpagesize()


def cpu_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def connections(database: str) -> int:
    """Of the live process to the database."""
    with psycopg.connect(database) as link:
        found = link.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE application_name = 'live' AND datname = current_database()"
        ).fetchone()
    assert found is not None
    return int(found[0])


class Delay(NamedTuple):
    """From the commit of a move to a reader."""

    ms: float
    half: int | None
    """Of a draw that the reader may not see: 0 or 1 by its cards; None for other moves."""


def hidden_difference(delays: Sequence[Delay]) -> Figures:
    """By how much the medians of two samples differ, whose only difference is in hidden cards.

    With the interval in which that is in 95 of 100 samples drawn again from these.
    """
    halves = [[each.ms for each in delays if each.half == half] for half in (0, 1)]
    rng = random.Random(1)
    again = sorted(
        median(rng.choices(halves[0], k=len(halves[0])))
        - median(rng.choices(halves[1], k=len(halves[1])))
        for _ in range(1000)
    )
    return {
        "hidden_samples": min(map(len, halves)),
        "hidden_ms": abs(median(halves[0]) - median(halves[1])),
        "hidden_low_ms": again[25],
        "hidden_high_ms": again[974],
    }


async def measured(pid: int, player: subprocess.Popen[str], moves: int, database: str) -> Figures:
    """Open the streams, let the games be played, and compare the times."""
    assert player.stdin is not None
    assert player.stdout is not None
    listeners = json.loads(await asyncio.to_thread(player.stdout.readline))
    readers = await opened(listeners[:WARM])
    before = memory(pid)
    readers += await opened(listeners[WARM:])
    each = (memory(pid) - before) / (len(listeners) - WARM)
    used = cpu_s(pid)
    player.stdin.write(f"{moves}\n")
    player.stdin.flush()
    committed = json.loads(await asyncio.to_thread(player.stdout.readline))
    await asyncio.sleep(2)
    for reader in readers:
        reader.transport.abort()
    delays = [
        Delay(1000 * (reader.arrived[seq] - at), half if place % 4 != seat else None)
        for place, reader in enumerate(readers)
        for game, seq, at, seat, half in committed
        if game == reader.game and seq in reader.arrived
    ]
    waits = sorted(delay.ms for delay in delays)
    return {
        **hidden_difference(delays),
        "listeners": len(readers),
        "moves": len(committed),
        "missed": 4 * len(committed) - len(waits),
        "p50_ms": waits[len(waits) // 2],
        "p99_ms": waits[len(waits) * 99 // 100],
        "worst_ms": waits[-1],
        "bytes_each": each,
        "connections": connections(database),
        "cpu_ms_per_move": 1000 * (cpu_s(pid) - used) / len(committed),
    }


def run(tables: int, moves: int, per_s: float) -> Figures:
    keys = {"SECRET_KEY": secrets.token_hex(32), "SAMBA_DEAL_KEY": secrets.token_hex(32)}
    with servers() as (postgres, redis), own_database(postgres, "samba_bench_live") as database:
        environment = {
            **keys,
            "DATABASE_URL": database,
            "REDIS_URL": redis,
            "REDIS_KEY_PREFIX": "bench-live:",
            "DJANGO_SETTINGS_MODULE": "deploy.bench.settings",
            "SAMBA_RATE_LIMITS": "false",
        }
        with subprocess.Popen(
            [sys.executable, "-m", "deploy.bench.live_player", str(tables), str(per_s)],
            cwd=REPOSITORY,
            env=os.environ | environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as player:
            assert player.stdout is not None
            player.stdout.readline()  # the database is there
            with live(environment) as process:
                figures = asyncio.run(measured(process.pid, player, moves, database))
                figures["tables"], figures["moves_per_s"] = tables, per_s
        with psycopg.connect(postgres) as link:
            for setting in ("server_version", "fsync"):
                shown = link.execute(sql.SQL("SHOW {}").format(sql.Identifier(setting)))
                figures[setting] = shown.fetchall()[0][0]
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=250)
    parser.add_argument("--moves", type=int, default=600)
    parser.add_argument("--per-second", type=float, default=20.0)
    options = parser.parse_args()
    json.dump(run(options.tables, options.moves, options.per_second), sys.stdout)


if __name__ == "__main__":
    main()
