"""nginx as deploy/proxy configures it: who is let through, to where, and with what."""

import json
import re
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from django.urls import get_resolver

from samba_service.kit.limits import BODY_LIMIT, BULK_LIMIT
from samba_service.kit.problems import KINDS
from samba_service.kit.views import ApiView
from tests.concurrency.fleet import wait_until
from tests.operations.caller import NAME
from tests.operations.proxy import (
    BIG_ANSWER,
    TEMPLATE,
    Proxy,
    certificate,
    configuration,
    is_closed,
    nginx,
    parts,
    running,
)
from tests.ports import own_port

IMPORT = "/api/v1/records/verify"


@pytest.fixture(scope="module")
def proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    with (
        parts() as (released, addresses),
        running(tmp_path_factory.mktemp("proxy"), **addresses) as proxy,
    ):
        proxy.released = released
        yield proxy


def test_nginx_has_nothing_against_its_configuration(tmp_path: Path) -> None:
    ports = {"HTTP": "127.0.0.1:18080", "HTTPS": "127.0.0.1:18443"}
    path = configuration(tmp_path, WEB="127.0.0.1:8001", LIVE="127.0.0.1:8002", **ports)
    command = nginx(path, "-q", "-t")
    certificate(tmp_path)

    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "")


def test_a_reload_shows_callers_the_newer_certificate(tmp_path: Path) -> None:
    with running(tmp_path, WEB="127.0.0.1:8001", LIVE="127.0.0.1:8002") as proxy:
        before = shown(proxy)
        (tmp_path / "tls/fullchain.pem").unlink()
        certificate(tmp_path)
        assert shown(proxy) == before

        reload = nginx(tmp_path / "nginx.conf", "-s", "reload")
        subprocess.run(reload, check=True, capture_output=True)

        wait_until(lambda: shown(proxy) != before, 10)


def shown(proxy: Proxy) -> bytes | None:
    """The certificate by which the proxy answers."""
    with proxy.socket() as connection:
        return connection.getpeercert(binary_form=True)


@pytest.mark.parametrize(
    ("path", "part"),
    [
        ("/", "web"),
        ("/api/v1/games", "web"),
        ("/streams/of/words", "web"),
        ("/api/v1/games/7/events?after=3", "live"),
    ],
)
def test_open_calls_go_to_live_and_all_others_to_web(proxy: Proxy, path: str, part: str) -> None:
    assert proxy.call("GET", path).json["part"] == part


def test_a_stream_is_not_held_back(proxy: Proxy) -> None:
    proxy.released.clear()
    with proxy.socket() as connection:
        connection.sendall(f"GET /api/v1/games/7/stream HTTP/1.1\r\nHost: {NAME}\r\n\r\n".encode())
        heard = b""
        while b": " not in heard.partition(b"\r\n\r\n")[2]:
            heard += connection.recv(4096)
    proxy.released.set()


def test_what_callers_say_of_their_address_does_not_go_through(proxy: Proxy) -> None:
    lies = {
        "X-Forwarded-For": "192.0.2.1",
        "X_Forwarded_For": "192.0.2.1",
        "X-Forwarded-Proto": "http",
        "X-Forwarded-Host": "elsewhere.example",
        "X-Real-IP": "192.0.2.1",
        "Forwarded": "for=192.0.2.1",
    }
    request = "".join(f"{name}: {value}\r\n" for name, value in lies.items())
    answer = proxy.raw(f"GET / HTTP/1.1\r\nHost: {NAME}\r\n{request}\r\n".encode())

    headers = json.loads(answer.partition(b"\r\n\r\n")[2])["headers"]
    seen = {name: value for name, value in headers if name.startswith(("X", "F"))}
    assert seen == {"X-Forwarded-For": "127.0.0.1", "X-Forwarded-Proto": "https"}


@pytest.mark.parametrize(
    ("path", "limit"),
    [("/api/v1/games", BODY_LIMIT), ("/admin/login/", BODY_LIMIT), (IMPORT, BULK_LIMIT)],
)
def test_a_body_is_bounded_where_the_service_bounds_it(proxy: Proxy, path: str, limit: int) -> None:
    whole = proxy.call("POST", path, b"x" * limit)
    assert whole.json["body"] == limit

    start = f"POST {path} HTTP/1.1\r\nHost: {NAME}\r\n"
    announced = proxy.raw(f"{start}Content-Length: {limit + 1}\r\n\r\n".encode())
    chunk = b"%x\r\n%s\r\n" % (limit + 1, b"x" * (limit + 1))
    counted = proxy.raw(f"{start}Transfer-Encoding: chunked\r\n\r\n".encode() + chunk)
    assert announced.startswith(b"HTTP/1.1 413 ")
    assert counted.startswith(b"HTTP/1.1 413 ")
    if path.startswith("/api/"):
        refusal = json.loads(announced.partition(b"\r\n\r\n")[2])
        assert (refusal["facts"], refusal["instance"]) == ({"limit": limit}, path)


def test_every_path_of_big_bodies_is_known_to_the_proxy() -> None:
    get_resolver().url_patterns  # noqa: B018  # every view is imported
    known = re.findall(r"location ~ (\^/api/v1/\S+)", TEMPLATE)
    paths = [f"/api/v1/{each}" for each in big_paths(ApiView)]

    assert len(paths) > 2
    for path in paths:
        assert re.search(known[0], path), path
        assert re.search(re.findall(r"~(\^/api/v1/\S+) 8388608", TEMPLATE)[0], path)


def big_paths(view: type[ApiView]) -> Iterator[str]:
    if view.body_limit > BODY_LIMIT:
        yield re.sub(r"\{\w+\}", "7", view.at)
    for each in view.__subclasses__():
        yield from big_paths(each)


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param(f"X-Long: {'x' * 20_000}\r\n", id="one long header"),
        pytest.param("".join(f"X-{n}: {'x' * 90}\r\n" for n in range(800)), id="many headers"),
    ],
)
def test_headers_of_more_than_64_kib_are_refused(proxy: Proxy, lines: str) -> None:
    answer = proxy.raw(f"GET / HTTP/1.1\r\nHost: {NAME}\r\n{lines}\r\n".encode())

    assert answer == b"" or answer.startswith(b"HTTP/1.1 400 ")


HALF = f"GET / HTTP/1.1\r\nHost: {NAME}\r\n"
BODY = f"POST /api/v1/games HTTP/1.1\r\nHost: {NAME}\r\nContent-Length: 900\r\n\r\n"


@pytest.mark.parametrize(
    ("sent", "drip"),
    [
        pytest.param("", b"", id="nothing"),
        pytest.param(HALF, b"X-A: b\r\n", id="headers that never end"),
        pytest.param(f"{HALF}\r\n", b"", id="silence after an answer"),
        pytest.param(BODY, b"", id="a body that does not come"),
    ],
)
def test_a_slow_caller_is_closed(proxy: Proxy, sent: str, drip: bytes) -> None:
    with proxy.socket() as connection:
        connection.sendall(sent.encode())
        connection.settimeout(0.2)
        assert is_closed(connection, drip)


def test_who_does_not_read_an_answer_is_closed(proxy: Proxy) -> None:
    with proxy.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8192)
        connection.sendall(f"GET /big HTTP/1.1\r\nHost: {NAME}\r\n\r\n".encode())
        time.sleep(4)
        read = 0
        with suppress(OSError):
            while part := connection.recv(1 << 20):
                read += len(part)
    assert read < len(BIG_ANSWER)


def test_the_calls_of_one_address_at_a_time_are_bounded(proxy: Proxy) -> None:
    proxy.released.clear()
    with ExitStack() as stack:
        for _ in range(8):
            waiting = stack.enter_context(proxy.socket())
            waiting.sendall(f"GET /waits HTTP/1.1\r\nHost: {NAME}\r\n\r\n".encode())
        time.sleep(0.3)
        refused = proxy.call("GET", "/api/v1/games")
        proxy.released.set()

    assert (refused.status, refused.headers["Retry-After"]) == (429, "2")
    assert refused.json["code"] == "rate_limited"


def test_a_part_that_is_away_is_a_problem_that_says_try_again(tmp_path: Path) -> None:
    with own_port() as away:
        nobody = f"127.0.0.1:{away}"
        with running(tmp_path, WEB=nobody, LIVE=nobody) as proxy:
            answer = proxy.call("GET", "/api/v1/games?x=%22")

    assert (answer.status, answer.headers["Retry-After"]) == (502, "2")
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.json["instance"] == "/api/v1/games"
    assert answer.json["code"] == "no_answer"


def test_its_own_problems_are_those_of_the_service() -> None:
    codes = dict(re.findall(r"(\d{3}) (\w+);", TEMPLATE.partition("map $problem $code")[2][:200]))
    titles = TEMPLATE.partition("map $problem $title")[2].partition("}")[0]
    for status, title in re.findall(r'(\d{3}) "(.*)";', titles):
        kind = KINDS[codes[status]]
        assert (kind.status, kind.title) == (int(status), title)
