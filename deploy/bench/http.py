"""HTTP requests to the WSGI application in this process, and the CPU time they take."""

import io
import json
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlsplit

from django.db import close_old_connections, connection

Headers = Mapping[str, str]


Made = TypeVar("Made")


class Cost(NamedTuple):
    """What a call took, in seconds."""

    cpu: float
    """CPU time of this process."""
    wall: float
    postgres: float
    """CPU time of the PostgreSQL processes that serve us; 0 if they run on another machine."""


def timed(make: Callable[[], Made]) -> tuple[Made, Cost]:
    """What `make` returns, and its cost."""
    served, wall, cpu = _postgres_cpu(), perf_counter(), process_time()
    made = make()
    cpu, wall = process_time() - cpu, perf_counter() - wall
    return made, Cost(cpu, wall, _postgres_cpu() - served)


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    headers: Headers
    body: bytes
    cost: Cost

    @property
    def json(self) -> Any:
        return json.loads(self.body)


Step = Callable[[], Answer]
"""Prepares what it needs, then makes one timed request and returns its answer."""
Project = tuple[dict[str, Step], dict[str, Callable[[], object]]]
"""What a project has to be measured: steps, and facts that the report states beside them."""


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
        headers: Headers | None = None,
    ) -> Answer:
        environ = _environ(method, path, token, b"" if body is None else json.dumps(body).encode())
        for name, value in (headers or {}).items():
            environ[f"HTTP_{name.upper().replace('-', '_')}"] = value
        status, answered = [""], dict[str, str]()

        def start_response(line: str, headers: Iterable[tuple[str, str]], *_: object) -> None:
            status[0] = line
            answered.update(headers)

        def answer() -> bytes:
            response = self.app(environ, start_response)
            content = b"".join(response)
            response.close()
            return content

        content, cost = timed(answer)
        return Answer(int(status[0].split()[0]), answered, content, cost)

    def expect(
        self,
        status: int,
        method: str,
        path: str,
        *,
        token: str = "",
        body: object = None,
        headers: Headers | None = None,
    ) -> Answer:
        """The answer to a call that must be answered with `status`; raises RuntimeError if not."""
        answer = self.call(method, path, token=token, body=body, headers=headers)
        if answer.status != status:
            raise RuntimeError(f"{method} {path}: {answer.status} {answer.body[:300]!r}")
        return answer


_backends: list[int] = []


def find_backends() -> None:
    """Look up the PostgreSQL processes of our database, whose CPU time is to be measured."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pid FROM pg_stat_activity"
            " WHERE datname = current_database() AND backend_type = 'client backend'"
        )
        _backends[:] = [pid for (pid,) in cursor.fetchall()]
    close_old_connections()


def _postgres_cpu() -> float:
    """CPU seconds that our PostgreSQL processes have used. Only Linux shows them."""
    spent = 0
    for pid in _backends:
        with suppress(OSError):
            spent += int(Path(f"/proc/{pid}/schedstat").read_text().split()[0])
    return spent / 1e9


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
