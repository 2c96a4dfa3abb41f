"""32 connections against the shipped server, ours beside the lean yardstick on the same server.

Starts granian with the options of `deploy/web.sh` for both projects and calls them in turns from
this process, which keeps its connections open. Writes `connections.json` and `connections.md`
beside this file.
"""

import argparse
import asyncio
import json
import os
import random
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import redis

from deploy.bench.report import machine, markdown
from deploy.bench.web import Worker, own_database, servers
from samba_service.devstack.folder import REPOSITORY

HERE = Path(__file__).parent
CONNECTIONS = 32
PORTS = {"ours": 8123, "lean": 8124}
APPLICATIONS = {
    "ours": "samba_service.wsgi:application",
    "lean": "deploy.bench.yardstick.wsgi:application",
}
TICKS_PER_S = os.sysconf("SC_CLK_TCK")


class Answer(NamedTuple):
    status: int
    body: bytes
    took_s: float
    tag: str


class Connection:
    """One connection that stays open; a request is sent once the one before is answered."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    @classmethod
    async def to(cls, port: int) -> "Connection":
        return cls(*await asyncio.open_connection("127.0.0.1", port))

    async def call(
        self, method: str, path: str, token: str, body: object = None, tag: str = ""
    ) -> Answer:
        content = b"" if body is None else json.dumps(body).encode()
        lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", f"Authorization: Bearer {token}"]
        lines += [f"Content-Length: {len(content)}", "Content-Type: application/json"]
        lines += [f"If-None-Match: {tag}"] if tag else []
        start = time.perf_counter()
        self.writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + content)
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode().lower()
        answered = await self._body(head)
        status, took_s = int(head.split(" ", 2)[1]), time.perf_counter() - start
        return Answer(status, answered, took_s, _header(head, "etag"))

    async def _body(self, head: str) -> bytes:
        if "transfer-encoding: chunked" not in head:
            return await self.reader.readexactly(int(_header(head, "content-length") or 0))
        content = b""
        while size := int(await self.reader.readline(), 16):
            content += (await self.reader.readexactly(size + 2))[:-2]
        await self.reader.readline()
        return content


def _header(head: str, name: str) -> str:
    return head.partition(f"\r\n{name}:")[2].partition("\r\n")[0].strip()


Caller = dict[str, Any]
"""What a worker prepared for one connection: a game and its tokens; then what was read of it."""
Turn = Callable[[Connection, Caller], Awaitable[Answer]]
"""Prepares what it needs and makes the request that counts."""


async def read(connection: Connection, caller: Caller) -> Answer:
    return await connection.call("GET", caller["path"], caller["tokens"][0])


async def read_304(connection: Connection, caller: Caller) -> Answer:
    if "current" not in caller:  # the moves of the round before have changed the tag
        caller["current"] = (await read(connection, caller)).tag
    return await connection.call("GET", caller["path"], caller["tokens"][0], tag=caller["current"])


async def lean_move(connection: Connection, caller: Caller) -> Answer:
    caller.pop("current", None)
    version = caller.setdefault("version", 1)
    body = {"version": version, "action": {"type": "discard", "card": "KH"}}
    answer = await connection.call("POST", f"{caller['path']}/moves", caller["tokens"][0], body)
    caller["version"] = json.loads(answer.body)["version"]
    return answer


async def our_move(connection: Connection, caller: Caller) -> Answer:
    """A random legal action, after the list of all of them was read."""
    caller.pop("current", None)
    if "seat" not in caller:
        shown = await connection.call("GET", caller["path"], caller["tokens"][0])
        caller["seat"] = json.loads(shown.body)["hand"]["to_act"][0]
    token = caller["tokens"][caller["seat"]]
    listed = await connection.call("GET", f"{caller['path']}/legal-actions", token)
    action = random.choice(json.loads(listed.body)["options"])["example"]
    answer = await connection.call("POST", f"{caller['path']}/moves", token, {"action": action})
    caller["seat"] = json.loads(answer.body)["game"]["hand"]["to_act"][0]
    return answer


STATUSES = {"read": 200, "read_304": 304, "move": 201}
TURNS: dict[str, dict[str, Turn]] = {
    "read": {"ours": read, "lean": read},
    "read_304": {"ours": read_304, "lean": read_304},
    "move": {"ours": our_move, "lean": lean_move},
}


async def calls(port: int, turn: Turn, callers: list[Caller], seconds: float) -> list[Answer]:
    """The answers to all connections at once, for that long."""
    ends = time.perf_counter() + seconds
    answers: list[Answer] = []

    async def keep(caller: Caller) -> None:
        connection = await Connection.to(port)
        while time.perf_counter() < ends:
            answers.append(await turn(connection, caller))
        connection.writer.close()

    await asyncio.gather(*map(keep, callers))
    return answers


def figures(
    server: subprocess.Popen[bytes],
    port: int,
    turn: Turn,
    status: int,
    callers: list[Caller],
    seconds: float,
) -> dict[str, Any]:
    ours, theirs, start = time.process_time(), cpu_s(server.pid), time.perf_counter()
    answers = asyncio.run(calls(port, turn, callers, seconds))
    wall = time.perf_counter() - start
    took = sorted(answer.took_s for answer in answers)
    return {
        "requests": len(answers),
        "failed": sum(answer.status != status for answer in answers),
        "per_s": len(answers) / wall,
        "p50_ms": 1000 * took[len(took) // 2],
        "p99_ms": 1000 * took[len(took) * 99 // 100],
        "cpu_ms": 1000 * (cpu_s(server.pid) - theirs) / len(answers),
        "client_busy": (time.process_time() - ours) / wall,
    }


def cpu_s(session: int) -> float:
    """CPU time of all processes of a session, such as a server and its workers. Linux only."""
    spent = 0
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            parts = file.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(parts[3]) == session:
            spent += int(parts[11]) + int(parts[12])
    return spent / TICKS_PER_S


@contextmanager
def granian(name: str, environment: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    """The web process as it is shipped, for the application of this project."""
    command = (REPOSITORY / "deploy" / "web.sh").read_text().partition("-m granian")[2]
    options = command.replace("\\\n", " ").split()
    at = options.index('"$@"')
    with subprocess.Popen(
        [
            *(sys.executable, "-m", "granian"),
            *(*options[:at], "--port", str(PORTS[name]), "--log-level", "warning"),
            APPLICATIONS[name],
        ],
        cwd=REPOSITORY,
        env=os.environ | environment,
        start_new_session=True,
    ) as server:
        try:
            yield server
        finally:
            server.send_signal(signal.SIGTERM)


def await_open(port: int) -> None:
    deadline = time.monotonic() + 60
    while True:
        try:
            asyncio.run(Connection.to(port))
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)
        else:
            return


async def refill(url: str) -> None:
    """Let the callers play faster than people may: the limits stay on, as their cost is ours."""
    with redis.Redis.from_url(url) as client:
        while True:
            if keys := list(client.scan_iter("bench-ours:rate:*", count=1000)):
                client.delete(*keys)
            await asyncio.sleep(0.1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5, help="of each turn")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--results", type=Path, default=HERE, help="folder of the results")
    options = parser.parse_args()
    taken: dict[str, list[dict[str, Any]]] = {}
    with ExitStack() as stack:
        postgres, redis_url = stack.enter_context(servers("bench-connections"))
        callers, running = {}, {}
        for name in APPLICATIONS:
            environment = {
                "DATABASE_URL": stack.enter_context(own_database(postgres, f"samba_{name}")),
                "REDIS_URL": redis_url,
                "REDIS_KEY_PREFIX": f"bench-{name}:",
                "SECRET_KEY": secrets.token_hex(32),
                "SAMBA_DEAL_KEY": secrets.token_hex(32),
            }
            worker = Worker(name, REPOSITORY, environment)
            callers[name] = worker.ask(fact="callers")
            environment["DJANGO_SETTINGS_MODULE"] = worker.settings
            worker.close()
            running[name] = stack.enter_context(granian(name, environment))
            await_open(PORTS[name])
        stack.enter_context(refiller(redis_url))
        for at in range(options.rounds + 1):
            for request, turns in TURNS.items():
                for name, turn in turns.items():
                    found = figures(
                        running[name],
                        PORTS[name],
                        turn,
                        STATUSES[request],
                        callers[name],
                        options.seconds,
                    )
                    if at:  # the first round is to warm up
                        taken.setdefault(f"{name}: {request}", []).append(found)
            print(f"round {at} of {options.rounds} done", file=sys.stderr)
    best = {name: min(each, key=lambda one: one["cpu_ms"]) for name, each in taken.items()}
    result = {
        "machine": machine(),
        "load": f"{os.getloadavg()[0]:.1f}",
        "connections": CONNECTIONS,
        "best": best,
        "rounds": taken,
    }
    (options.results / "connections.json").write_text(json.dumps(result, indent=1) + "\n")
    (options.results / "connections.md").write_text(text(result) + "\n")
    print(text(result))


@contextmanager
def refiller(url: str) -> Iterator[subprocess.Popen[bytes]]:
    """`refill` in a process of its own, so that it does not delay the callers."""
    code = f"import asyncio, deploy.bench.connections as c; asyncio.run(c.refill({url!r}))"
    with subprocess.Popen([sys.executable, "-c", code], cwd=REPOSITORY) as process:
        try:
            yield process
        finally:
            process.terminate()


def text(result: dict[str, Any]) -> str:
    """The figures as a page."""
    on = result["machine"]
    head = (
        f"{result['connections']} connections; {on['cpu']}, {on['cores']} cores, {on['system']},"
        f" Python {on['python']}; load average {result['load']}. README.md says what is measured."
    )
    return f"# The shipped server under many connections\n\n{head}\n\n{table(result['best'])}"


def table(best: dict[str, dict[str, Any]]) -> str:
    rows = [
        [
            name,
            f"{each['per_s']:,.0f}",
            f"{each['p50_ms']:.1f}",
            f"{each['p99_ms']:.1f}",
            f"{each['cpu_ms']:.2f}",
            f"{each['client_busy']:.0%}",
            str(each["failed"]),
        ]
        for name, each in best.items()
    ]
    head = ["request", "a second", "p50 ms", "p99 ms", "CPU ms a request", "client busy", "failed"]
    return markdown(head, rows)


if __name__ == "__main__":
    main()
