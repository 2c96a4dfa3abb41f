"""A web process of our own, with as many open files as a test allows, and raw connections to it."""

import os
import resource
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from samba_service.devstack.__main__ import web_command
from samba_service.devstack.addresses import Address
from samba_service.devstack.folder import REPOSITORY
from samba_service.devstack.processes import dies_with_us

HEALTH = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
# Seconds that a test can wait for, instead of the true ones, and a small buffer of the system, so
# that answers wait in ours.
SHORT_TIMES = """
import socket, sys, uvicorn
from samba_service.edge import connections
connections.HEAD_S, connections.BODY_S, connections.WRITE_S = 1.0, 2.0, 2.0
made = connections.BoundedProtocol.connection_made
def small(self, transport):
    transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 8192)
    made(self, transport)
connections.BoundedProtocol.connection_made = small
sys.exit(uvicorn.main(sys.argv[1:]))
"""


@dataclass
class Web:
    """A running web process."""

    address: Address
    process: subprocess.Popen[bytes]
    log: Path

    @property
    def said(self) -> str:
        """What the process has written until now."""
        return self.log.read_text()

    def connect(self) -> socket.socket:
        return socket.create_connection((self.address.host, self.address.port), timeout=10)

    def call(self, request: bytes) -> bytes:
        """The whole answer to `request`, on a connection that either side closes then."""
        with self.connect() as connection:
            connection.sendall(request)
            return read_answer(connection)

    def written_bytes(self) -> int:
        """What the process has written to any disk since it began."""
        lines = Path(f"/proc/{self.process.pid}/io").read_text().splitlines()
        return int(dict(line.split(": ") for line in lines)["wchar"])


def read_answer(connection: socket.socket) -> bytes:
    """What arrives up to the end of an answer with a Content-Length, or of the connection."""
    answer = b""
    while True:
        try:
            part = connection.recv(65536)
        except ConnectionResetError:
            return answer
        answer += part
        head, end, body = answer.partition(b"\r\n\r\n")
        length = head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0]
        if not part or (end and length and len(body) >= int(length)):
            return answer


def granian_command(address: Address) -> list[str]:
    """As production serves WSGI."""
    return [str(REPOSITORY / "deploy/web.sh"), "--host", address.host, "--port", str(address.port)]


def live_command(address: Address) -> list[str]:
    """As production serves what keeps calls open."""
    return [str(REPOSITORY / "deploy/live.sh"), "--host", address.host, "--port", str(address.port)]


def short_times(address: Address) -> list[str]:
    """The web process of `make run`, with SHORT_TIMES."""
    _, _, _, *arguments = web_command(address)
    return [sys.executable, "-c", SHORT_TIMES, *arguments]


@contextmanager
def running_web(folder: Path, command=web_command, *, files: int = 1024) -> Iterator[Web]:
    """A web process that may open `files` files."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        address = Address("127.0.0.1", probe.getsockname()[1])
    dies = dies_with_us(signal.SIGKILL)

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
        if dies is not None:
            dies()

    log = folder / "web.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            command(address),
            cwd=REPOSITORY,
            env={**os.environ, "DJANGO_SETTINGS_MODULE": "samba_service.settings.test"},
            stdout=output,
            stderr=output,
            preexec_fn=limited,
        )
    web = Web(address, process, log)
    try:
        deadline = time.monotonic() + 60
        while not _answers(web):
            assert process.poll() is None, web.said
            assert time.monotonic() < deadline, web.said
            time.sleep(0.1)
        yield web
    finally:
        process.terminate()
        process.wait()


def _answers(web: Web) -> bool:
    try:
        return b" 200 " in web.call(HEALTH)
    except OSError:
        return False
