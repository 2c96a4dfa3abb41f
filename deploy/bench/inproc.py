"""HTTP requests to the WSGI application in this process, and the CPU time they take."""

import io
import json
import statistics
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import perf_counter, process_time
from typing import Any
from urllib.parse import urlsplit

BLOCK = 25
"""Requests in a block."""


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    body: bytes
    cpu_s: float
    wall_s: float

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass(slots=True)
class Client:
    """Calls a WSGI application as a server does: environ in, body drained, response closed."""

    app: Callable[..., Any]

    def call(
        self,
        method: str,
        path: str,
        *,
        token: str = "",
        body: object = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        environ = _environ(method, path, token, b"" if body is None else json.dumps(body).encode())
        for name, value in (headers or {}).items():
            environ[f"HTTP_{name.upper().replace('-', '_')}"] = value
        status = [""]

        def start_response(line: str, headers: object, exc_info: object = None) -> None:
            status[0] = line

        wall, cpu = perf_counter(), process_time()
        response = self.app(environ, start_response)
        content = b"".join(response)
        response.close()
        cpu, wall = process_time() - cpu, perf_counter() - wall
        return Answer(int(status[0].split()[0]), content, cpu, wall)

    def expect(
        self, status: int, method: str, path: str, *, token: str = "", body: object = None
    ) -> Answer:
        """The answer to a call that must be answered with `status`; raises RuntimeError else."""
        answer = self.call(method, path, token=token, body=body)
        if answer.status != status:
            raise RuntimeError(f"{method} {path}: {answer.status} {answer.body[:300]!r}")
        return answer


def _environ(method: str, path: str, token: str, body: bytes) -> dict[str, object]:
    parts = urlsplit(path)
    environ: dict[str, object] = {
        "REQUEST_METHOD": method,
        "SCRIPT_NAME": "",
        "PATH_INFO": parts.path,
        "QUERY_STRING": parts.query,
        "SERVER_NAME": "testserver",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "HTTP_HOST": "testserver",
        "HTTP_ACCEPT": "application/json",
        "CONTENT_TYPE": "application/json" if body else "",
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": io.StringIO(),
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    if token:
        environ["HTTP_AUTHORIZATION"] = f"Bearer {token}"
    return environ


Step = Callable[[], Answer]
"""Whatever preparation it needs, then one timed request: its answer."""


def measure(steps: dict[str, Step], blocks: int) -> dict[str, dict[str, float]]:
    """Milliseconds of a request, each step's blocks in turn, so that neighbours hit them all."""
    taken: dict[str, list[tuple[float, float, int]]] = {name: [] for name in steps}
    for step in steps.values():
        step()  # warm up
    for _ in range(blocks):
        for name, step in steps.items():
            answers = [step() for _ in range(BLOCK)]
            taken[name].append(
                (
                    1000 * statistics.fmean(answer.cpu_s for answer in answers),
                    1000 * statistics.fmean(answer.wall_s for answer in answers),
                    len(answers[-1].body),
                )
            )
    return {name: _summary(each) for name, each in taken.items()}


def _summary(blocks: list[tuple[float, float, int]]) -> dict[str, float]:
    cpu = sorted(block[0] for block in blocks)
    wall = sorted(block[1] for block in blocks)
    return {
        "cpu_ms": percentile_20(cpu),
        "cpu_ms_median": statistics.median(cpu),
        "cpu_ms_max": cpu[-1],
        "wall_ms": percentile_20(wall),
        "answer_bytes": blocks[-1][2],
    }


def percentile_20(ordered: list[float]) -> float:
    """The value that a fifth of the blocks stay at or below: steady beside busy neighbours."""
    return ordered[max(0, -(-len(ordered) // 5) - 1)]
