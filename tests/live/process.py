"""A live process of our own, and readers of its streams over real connections."""

import http.client
import json
import os
import signal
import socket
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from samba_service.devstack.__main__ import web_command
from samba_service.devstack.addresses import Address
from samba_service.devstack.folder import REPOSITORY
from samba_service.devstack.processes import dies_with_us
from tests.concurrency.fleet import test_database_url, wait_until
from tests.ports import own_port

Json = dict[str, Any]
SSE, NDJSON = "text/event-stream", "application/x-ndjson"
PATIENCE_S = 60
"""A busy machine takes its time; nothing is proved by how long it takes."""


@contextmanager
def live_process(folder: Path, command: Any = web_command, **environment: str) -> Iterator[Address]:
    """The web process of `make run` on the suite's rows and on its Redis."""
    with own_port() as port, (folder / "live.log").open("wb") as log:
        address = Address("127.0.0.1", port)
        process = subprocess.Popen(
            command(address),
            cwd=REPOSITORY,
            env={
                **os.environ,
                "DJANGO_SETTINGS_MODULE": "samba_service.settings.test",
                "TEST_DATABASE_URL": test_database_url(),
                "PGAPPNAME": "live",
                **environment,
            },
            stdout=log,
            stderr=log,
            preexec_fn=dies_with_us(signal.SIGKILL),
        )
        try:
            wait_until(lambda: process.poll() is not None or address.is_ready(), PATIENCE_S)
            assert process.poll() is None
            yield address
        finally:
            process.kill()
            process.wait()
            print((folder / "live.log").read_text())  # shown where the test has failed


class Dechunked:
    """The body of an answer, as far as it has arrived."""

    def __init__(self) -> None:
        self.head = b""
        self.ended = False
        self._raw = b""
        self._left = 0
        """Bytes of the current chunk that have not arrived."""

    def feed(self, data: bytes) -> bytes:
        """The bytes of the body in what arrives next."""
        self._raw += data
        if not self.head:
            self.head, _, self._raw = self._raw.partition(b"\r\n\r\n")
            if not self._raw and not data.endswith(b"\r\n\r\n"):
                self.head, self._raw = b"", self.head
                return b""
        body = b""
        while self._raw and not self.ended:
            if self._left:
                part, self._raw = self._raw[: self._left], self._raw[self._left :]
                self._left -= len(part)
                body += part
                continue
            line, end, rest = self._raw.removeprefix(b"\r\n").partition(b"\r\n")
            if not end:
                break
            self._raw, self._left = rest, int(line, 16)
            self.ended = self._left == 0
        return body

    @property
    def status(self) -> int:
        return int(self.head.split(b" ")[1])

    @property
    def headers(self) -> Mapping[str, str]:
        lines = self.head.decode().split("\r\n")[1:]
        return {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}


class Stream:
    """An open stream: the items that have arrived whole."""

    def __init__(
        self,
        address: Address,
        path: str,
        token: str = "",
        *,
        after: int | None = None,
        accept: str = SSE,
        buffer: int | None = None,
    ) -> None:
        self.connection = socket.socket()
        if buffer is not None:
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        self.connection.settimeout(PATIENCE_S)
        self.connection.connect((address.host, address.port))
        self.answer, self.body, self.items = Dechunked(), b"", list[Json]()
        self.raw = b""
        """All bytes of the body."""
        self.last = after
        """The id of the last item that has arrived whole."""
        self._ndjson = accept == NDJSON
        lines = [f"GET {path} HTTP/1.1", "Host: localhost", f"Accept: {accept}"]
        lines += ["Accept-Encoding: gzip"]
        lines += [f"Authorization: Bearer {token}"] if token else []
        lines += [] if after is None else [f"Last-Event-ID: {after}"]
        self.connection.sendall("\r\n".join([*lines, "", ""]).encode())

    def __enter__(self) -> "Stream":
        return self

    def __exit__(self, *_exc: object) -> None:
        self.connection.close()

    def receive(self, most: int = 65536) -> int:
        """Take what arrives next; returns the number of bytes, 0 at the end."""
        data = self.connection.recv(most)
        body = self.answer.feed(data)
        self.raw += body
        self.body += body
        whole, end, self.body = self.body.rpartition(b"\n" if self._ndjson else b"\n\n")
        for text in (whole + end).split(b"\n" if self._ndjson else b"\n\n"):
            self._take(text)
        return len(data)

    def _take(self, text: bytes) -> None:
        fields = [line.partition(b": ") for line in text.split(b"\n")]
        data = [text] if self._ndjson else [value for name, _, value in fields if name == b"data"]
        for value in filter(None, data):
            item = json.loads(value)
            self.items.append(item)
            self.last = item["seq"] if "seq" in item else item["version"]

    def until(self, seq: int) -> list[Json]:
        """The items, once the one with `seq` has arrived."""
        while self.last is None or self.last < seq:
            assert self.receive(), f"cut after {self.last}"
            assert not self.answer.ended, f"ended after {self.last}"
        return self.items

    def to_the_end(self) -> list[Json]:
        """All items, once the service has ended the stream."""
        while not self.answer.ended and self.receive():
            pass
        return self.items

    @property
    def events(self) -> list[Json]:
        """The items that are events."""
        return [each for each in self.items if each["type"] != "snapshot"]


def token_of(table: Any, seat: int) -> str:
    """The token of who sits there."""
    return str(table.clients[seat].text)


def call(address: Address, path: str, token: str = "") -> Any:
    """The answer to a plain GET, as (status, JSON)."""
    connection = http.client.HTTPConnection(address.host, address.port, timeout=PATIENCE_S)
    try:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read() or b"null")
    finally:
        connection.close()
