"""nginx as deploy/proxy configures it, in front of two parts that answer what has reached them."""

import json
import os
import shutil
import signal
import ssl
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from samba_service.devstack.folder import REPOSITORY
from samba_service.devstack.processes import dies_with_us
from tests.operations.caller import NAME, Caller
from tests.ports import own_port

TEMPLATE = (REPOSITORY / "deploy/proxy/nginx.conf.template").read_text()
SHORT = {"10s;": "1s;", "30s;": "2s;", "addresses 1024": "addresses 8"}
"""What a test can wait for, instead of the true times, and reach, instead of the true number."""
CLOSES_WITHIN_S = 6
STARTS_WITHIN_S = 20
BIG_ANSWER = b"x" * (32 << 20)


class Upstream(BaseHTTPRequestHandler):
    """A part of the service that answers what has reached it."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        if self.path == "/big":
            self._answer(BIG_ANSWER)
        elif self.path.endswith("/stream"):
            self._drip()
        elif self.path == "/waits":
            self.server.released.wait(CLOSES_WITHIN_S)  # type: ignore[attr-defined]
            self._answer(b"")
        else:
            self._seen()

    def do_POST(self) -> None:
        self._seen(self.rfile.read(int(self.headers["Content-Length"])))

    def _seen(self, body: bytes = b"") -> None:
        part = self.server.part  # type: ignore[attr-defined]
        seen = {"part": part, "headers": self.headers.items(), "body": len(body)}
        self._answer(json.dumps(seen).encode())

    def _answer(self, body: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        with suppress(OSError):
            self.wfile.write(body)

    def _drip(self) -> None:
        """One part at once, and the rest only when the test has seen it."""
        self.send_response(200)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        self.wfile.write(b"2\r\n: \r\n")
        self.server.released.wait(CLOSES_WITHIN_S)  # type: ignore[attr-defined]
        self.wfile.write(b"0\r\n\r\n")

    def log_message(self, *_: object) -> None:
        pass


class Proxy(Caller):
    """Calls through nginx; `released` lets the parts end what they hold open."""

    released: threading.Event

    def raw(self, sent: bytes) -> bytes:
        """The beginning of what answers these bytes."""
        with self.socket() as connection:
            with suppress(OSError):
                connection.sendall(sent)
            with suppress(OSError):
                return connection.recv(1 << 16)
        return b""


def configuration(folder: Path, **values: object) -> Path:
    """The template with its values, and with short times."""
    text = TEMPLATE
    settings = {"TEMP": folder, "TLS": folder / "tls", "ACME": folder, "NAMES": NAME, "AT": NAME}
    for name, value in {**settings, **values}.items():
        text = text.replace(f"${{SAMBA_{name}}}", str(value))
    for true, short in SHORT.items():
        assert true in text
        text = text.replace(true, short)
    path = folder / "nginx.conf"
    path.write_text(text)
    return path


def nginx(path: Path, *options: str) -> list[str]:
    if shutil.which("nginx", path="/usr/sbin:/usr/bin") is None and "SAMBA_CI" not in os.environ:
        pytest.skip("nginx is not here (Debian: nginx)")
    as_root = [] if os.geteuid() else ["-g", "user root root;"]  # root's folders are its own
    return ["/usr/sbin/nginx", "-e", "stderr", "-c", str(path), *as_root, *options]


def certificate(folder: Path) -> None:
    """Of an authority of the test's own, as deploy/certificate.sh makes it."""
    (folder / "site").write_text(f'SAMBA_NAMES="{NAME}"\nSAMBA_TLS="own"\n')
    group = subprocess.run(["id", "-gn"], capture_output=True, text=True, check=True).stdout.strip()
    environment = {**os.environ, "SAMBA_ETC": str(folder), "SAMBA_PROXY_GROUP": group}
    subprocess.run([REPOSITORY / "deploy/certificate.sh"], env=environment, check=True)


@contextmanager
def parts() -> Iterator[tuple[threading.Event, dict[str, str]]]:
    """Web and live, by their addresses, and what ends the calls that they hold open."""
    released, addresses = threading.Event(), {}
    with ExitStack() as stack:
        for part in ("web", "live"):
            server = ThreadingHTTPServer(("127.0.0.1", 0), Upstream)
            server.part, server.released = part, released  # type: ignore[attr-defined]
            threading.Thread(target=server.serve_forever, daemon=True).start()
            stack.callback(server.server_close)
            stack.callback(server.shutdown)
            addresses[part.upper()] = f"127.0.0.1:{server.server_port}"
        stack.callback(released.set)
        yield released, addresses


@contextmanager
def running(folder: Path, **addresses: str) -> Iterator[Proxy]:
    """nginx in front of the parts at these addresses."""
    with ExitStack() as stack:
        http, https = stack.enter_context(own_port()), stack.enter_context(own_port())
        listen = {"HTTP": f"127.0.0.1:{http}", "HTTPS": f"127.0.0.1:{https}"}
        command = nginx(configuration(folder, **addresses, **listen))
        certificate(folder)
        process = subprocess.Popen(command, preexec_fn=dies_with_us(signal.SIGKILL))
        stack.callback(process.wait)
        stack.callback(process.terminate)
        proxy = Proxy(https, folder / "tls/ca.crt")
        until = time.monotonic() + STARTS_WITHIN_S
        while not accepts(proxy):
            assert process.poll() is None
            assert time.monotonic() < until
            time.sleep(0.05)
        yield proxy


def accepts(proxy: Proxy) -> bool:
    try:
        proxy.socket().close()
    except OSError:
        return False
    return True


def is_closed(connection: ssl.SSLSocket, drip: bytes = b"") -> bool:
    """True if the other side closes in time, although `drip` is sent again and again."""
    until = time.monotonic() + CLOSES_WITHIN_S
    while time.monotonic() < until:
        try:
            connection.sendall(drip)
            if not connection.recv(65536):
                return True
        except TimeoutError:
            continue
        except OSError:
            return True
    return False
