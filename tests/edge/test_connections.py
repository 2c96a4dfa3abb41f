"""Callers who never finish a request keep nobody else out."""

import resource
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from samba_service.devstack.processes import raise_file_limit
from tests.edge.web import HEALTH, Web, granian_command, read_answer, running_web, short_times

pytestmark = [pytest.mark.django_db, pytest.mark.concurrency, pytest.mark.full]
HALF = b"GET /healthz HTTP/1.1\r\nHost: loc"
BULK = b"POST /api/v1/records/verify HTTP/1.1\r\nHost: localhost\r\nContent-Length: 7000\r\n\r\n"
SOME_FILES = 512
"""Few enough that a test reaches the bound of connections soon."""


@pytest.fixture(scope="module")
def web(tmp_path_factory) -> Iterator[Web]:
    """A web process whose time-outs are one and two seconds."""
    with running_web(tmp_path_factory.mktemp("web"), short_times) as web:
        yield web


@pytest.fixture(scope="module")
def small(tmp_path_factory) -> Iterator[Web]:
    """A web process with the true time-outs that takes few connections."""
    with running_web(tmp_path_factory.mktemp("small"), files=SOME_FILES) as web:
        yield web


def closes(connection: socket.socket, within_s: float) -> bool:
    """True if the other side closes the connection in time."""
    connection.settimeout(within_s)
    try:
        while connection.recv(65536):
            pass
    except ConnectionResetError:
        pass
    except TimeoutError:
        return False
    return True


def test_2000_half_open_connections_keep_nobody_out(tmp_path) -> None:
    raise_file_limit()
    if resource.getrlimit(resource.RLIMIT_NOFILE)[0] < 2500:
        pytest.skip("this machine does not let the test open so many connections")
    with running_web(tmp_path, files=1024) as web, ExitStack() as stack:
        for _ in range(2000):
            stack.enter_context(web.connect()).sendall(HALF)
        for _ in range(5):
            began = time.monotonic()
            assert b" 200 " in web.call(HEALTH)
            assert time.monotonic() - began < 1


def test_at_the_bound_the_one_that_waits_longest_goes(small: Web) -> None:
    with ExitStack() as stack:
        old, *others = [stack.enter_context(small.connect()) for _ in range(100)]
        others[0].sendall(HEALTH)  # what comes now completes a request: it begins to wait again
        answered = b""
        for young in (stack.enter_context(small.connect()) for _ in range(60)):
            young.sendall(HALF)
            answered = answered or read_answer(others[0])

        assert b" 200 " in answered
        assert closes(old, 5)
        assert b" 200 " in small.call(HEALTH)


@pytest.mark.parametrize(
    ("sent", "drip"),
    [
        pytest.param(b"", b"", id="nothing"),
        pytest.param(HALF, b"a", id="headers that never end"),
        pytest.param(HEALTH, b"\r\n", id="empty lines after an answer"),
        pytest.param(BULK, b" ", id="a body that never ends"),
    ],
)
def test_a_client_has_a_while_to_complete_a_request(web: Web, sent: bytes, drip: bytes) -> None:
    with web.connect() as connection:
        connection.sendall(sent)
        connection.settimeout(0.2)
        deadline = time.monotonic() + 8
        while time.monotonic() < deadline:
            try:
                connection.sendall(drip)
                if not connection.recv(65536):
                    return
            except TimeoutError:
                continue
            except OSError:
                return
        pytest.fail("still open")


def test_headers_without_end_are_not_kept(small: Web) -> None:
    with small.connect() as connection:
        connection.sendall(HALF)
        try:
            for _ in range(16):
                connection.sendall(b"a" * 65536)
        except OSError:
            return
        assert closes(connection, 5), "it waits for its time-out instead"


SCHEMA = b"GET /api/v1/schema HTTP/1.1\r\nHost: localhost\r\n\r\n"


def test_one_who_never_reads_the_answer_is_closed(web: Web) -> None:
    with web.connect() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8192)
        connection.sendall(SCHEMA)
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            try:
                connection.send(b"\r\n")
            except OSError:
                return
            time.sleep(0.2)
        pytest.fail("still open")


def test_one_who_reads_slowly_gets_all_of_it(web: Web) -> None:
    """The last part, which the server has long handed over, takes longer than any time-out."""
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8192)
        connection.connect((web.address.host, web.address.port))
        connection.settimeout(10)
        connection.sendall(SCHEMA)
        head, _, body = connection.recv(4096).partition(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
        while len(body) < length:
            part = connection.recv(4096)
            assert part, f"closed {length - len(body)} bytes too early"
            body += part
            if length - len(body) < 140_000:
                time.sleep(0.1)


@pytest.mark.slow
def test_the_production_server_closes_unfinished_headers(tmp_path) -> None:
    with running_web(tmp_path, granian_command) as web, web.connect() as connection:
        connection.sendall(HALF)
        assert closes(connection, 15)
