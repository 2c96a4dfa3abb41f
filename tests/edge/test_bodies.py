"""Nobody makes the server read, keep or write what it will refuse."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from samba_service.devstack.__main__ import web_command
from samba_service.edge.bodies import BIG_BODIES
from tests.concurrency.fleet import wait_until
from tests.edge.web import Web, granian_command, read_answer, running_web

pytestmark = [pytest.mark.django_db, pytest.mark.full]
MIB = 2**20
BULK = "/api/v1/records/verify"
PATHS = ("/healthz", "/nothing", "/admin/login/", "/api/v1/docs", "/api/v1/players", BULK)


@pytest.fixture(scope="module", params=[web_command, granian_command], ids=["asgi", "wsgi"])
def web(request, tmp_path_factory) -> Iterator[Web]:
    with running_web(tmp_path_factory.mktemp("web"), request.param) as web:
        yield web


@pytest.fixture(scope="module")
def asgi(tmp_path_factory) -> Iterator[Web]:
    with running_web(tmp_path_factory.mktemp("asgi")) as web:
        yield web


def head(path: str, *lines: str) -> bytes:
    all_lines = (f"POST {path} HTTP/1.1", "Host: localhost", "Content-Type: application/json")
    return "\r\n".join([*all_lines, *lines, "", ""]).encode()


def sent(web: Web, start: bytes, part: bytes, times: int) -> bytes:
    """The answer to `start` and then `part`, `times` times or until nobody listens."""
    with web.connect() as connection:
        connection.sendall(start)
        try:
            for _ in range(times):
                connection.sendall(part)
        except OSError:
            pass  # the server has closed; what it answered can still be read
        return read_answer(connection)


@pytest.mark.parametrize("path", PATHS)
def test_200_mb_announced_are_refused_at_once(web: Web, path: str) -> None:
    before = web.written_bytes()
    answer = sent(web, head(path, f"Content-Length: {200 * MIB}"), b"x" * MIB, 200)

    assert answer.startswith(b"HTTP/1.1 413 ")
    assert b'"code":"body_too_large"' in answer
    assert web.written_bytes() - before < MIB


@pytest.mark.parametrize("path", PATHS)
def test_200_mb_in_chunks_are_refused_on_the_way(asgi: Web, path: str) -> None:
    before = asgi.written_bytes()
    chunk = b"100000\r\n" + b"x" * MIB + b"\r\n"
    answer = sent(asgi, head(path, "Transfer-Encoding: chunked"), chunk, 200)

    assert answer.startswith(b"HTTP/1.1 413 ")
    assert asgi.written_bytes() - before < MIB


def test_of_chunks_the_production_server_keeps_nothing(web: Web) -> None:
    before = web.written_bytes()
    chunk = b"100000\r\n" + b"x" * MIB + b"\r\n"
    answer = sent(web, head(BULK, "Transfer-Encoding: chunked"), chunk, 200)

    assert answer[:13] in (b"HTTP/1.1 411 ", b"HTTP/1.1 413 ")
    assert web.written_bytes() - before < MIB


def test_a_big_record_is_read_without_touching_the_disk(web: Web) -> None:
    before = web.written_bytes()
    answer = sent(web, head(BULK, f"Content-Length: {7 * MIB}"), b"x" * MIB, 7)

    assert b'"code":"malformed_json"' in answer
    assert web.written_bytes() - before < MIB


def test_a_refusal_reaches_a_page_of_another_origin(web: Web) -> None:
    answer = sent(web, head("/api/v1/players", f"Content-Length: {MIB}"), b"", 0)

    assert b"access-control-allow-origin: *" in answer.lower()


def test_a_body_in_few_chunks_without_a_length_is_answered_as_before(web: Web) -> None:
    answer = sent(web, head(BULK, "Transfer-Encoding: chunked"), b"2\r\n{}\r\n0\r\n\r\n", 1)

    assert b'"code":"length_required"' in answer


def test_big_bodies_that_never_end_take_a_bounded_part_of_the_memory(asgi: Web) -> None:
    with ExitStack() as stack:
        for _ in range(BIG_BODIES):
            slow = stack.enter_context(asgi.connect())
            slow.sendall(head(BULK, f"Content-Length: {8 * MIB}") + b"{")
        wait_until(lambda: b" 503 " in sent(asgi, head(BULK, f"Content-Length: {MIB}"), b"", 0), 10)
        assert b'"ok":false' in sent(asgi, head(BULK, "Content-Length: 2"), b"{}", 1)
    whole = head(BULK, f"Content-Length: {MIB}")
    wait_until(lambda: b'"malformed_json"' in sent(asgi, whole, b"x" * MIB, 1), 10)
