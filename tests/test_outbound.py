"""Calls to addresses that strangers have named reach nothing of this house."""

import ipaddress
import socket
import time
from collections.abc import Iterator
from typing import Any

import pytest

from samba_service.kit import outbound
from samba_service.kit.outbound import NotCalled, is_public, post, resolve
from tests.listeners import answering, listener

LITERALS = [
    "https://127.0.0.1/", "https://127.1/", "https://127.255.255.254/", "https://0.0.0.0/",
    "https://0/", "https://2130706433/", "https://0x7f000001/", "https://0x7f.1/",
    "https://0177.0.0.1/", "https://017700000001/", "https://127.0.0.1./", "https://10.0.0.1/",
    "https://172.16.0.1/", "https://172.31.255.255/", "https://192.168.1.1/",
    "https://100.64.0.1/", "https://100.100.100.200/", "https://169.254.169.254/latest/meta-data",
    "https://168.63.129.16/", "https://192.0.0.192/", "https://192.0.2.1/", "https://198.18.0.1/",
    "https://203.0.113.9/", "https://224.0.0.1/", "https://240.0.0.1/",
    "https://255.255.255.255/", "https://[::1]/", "https://[::]/", "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:7f00:1]/", "https://[::ffff:169.254.169.254]/", "https://[::127.0.0.1]/",
    "https://[64:ff9b::7f00:1]/", "https://[64:ff9b:1::a00:1]/", "https://[2002:7f00:1::]/",
    "https://[2001:0:7f00:1::]/", "https://[fe80::1]/", "https://[fe80::1%25lo]/",
    "https://[fc00::1]/", "https://[fd00:ec2::254]/", "https://[ff02::1]/",
    "https://[2001:db8::1]/", "https://[fec0::1]/", "https://[100::1]/",
]  # fmt: skip
FORMS = [
    "http://example.org/", "https://user:pass@example.org/", "https://example.org@127.0.0.1/",
    "https://127.0.0.1#@example.org/", "https://example.org\\@127.0.0.1/",
    "https://127。0。0。1/", "https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/", "https://example.org:22/",
    "https://example.org:6379/", "https://example.org:0/", "https://example.org:99999/",
    "https:///etc/passwd", "file:///etc/passwd", "gopher://127.0.0.1:6379/_x", "ftp://127.0.0.1/",
    "https://exa mple.org/", "https://example.org/\r\nX-Injected: 1", "//127.0.0.1/", "",
]  # fmt: skip
NAMES = {
    "localhost": ["127.0.0.1"], "inside.example": ["10.1.2.3"], "six.example": ["::1"],
    "mapped.example": ["::ffff:10.0.0.1"], "half.example": ["93.184.215.14", "127.0.0.1"],
    "metadata.example": ["169.254.169.254"], "nat.example": ["64:ff9b::a9fe:a9fe"],
    "scoped.example": ["fe80::1%1"], "empty.example": [],
}  # fmt: skip


class Wire:
    """Which connections were begun, and what names lead to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun: list[tuple[str, int]] = []
        self.asked: list[str] = []
        self.names: dict[str, list[list[str]]] = {}
        self.silent = False
        """True: a connection is made, and nobody is there."""
        self.ends: list[socket.socket] = []
        self._connect = socket.create_connection
        monkeypatch.setattr(socket, "create_connection", self._begin)
        monkeypatch.setattr(outbound, "resolve", self._resolve)

    def _begin(self, address: tuple[str, int], timeout: float) -> socket.socket:
        """Whatever is connected to leads to this machine, where a listener counts it."""
        self.begun.append(address)
        if self.silent:
            ours, theirs = socket.socketpair()
            theirs.shutdown(socket.SHUT_RDWR)
            self.ends.append(theirs)
            return ours
        return self._connect(("127.0.0.1", address[1]), timeout)

    def _resolve(self, host: str, port: int) -> list[str]:
        self.asked.append(host)
        if host in self.names:
            answers = self.names[host]
            return answers.pop(0) if len(answers) > 1 else answers[0]
        return resolve(host, port)


@pytest.fixture
def wire(monkeypatch: pytest.MonkeyPatch) -> Iterator[Wire]:
    wire = Wire(monkeypatch)
    yield wire
    for each in wire.ends:
        each.close()


def refusal(url: str) -> str:
    with pytest.raises(NotCalled) as refused:
        post(url, b"{}", {})
    return refused.value.reason


@pytest.mark.parametrize("url", [*LITERALS, *FORMS])
def test_a_hostile_address_is_never_connected_to(wire: Wire, url: str) -> None:
    assert refusal(url) in {
        "bad_address", "refused_address", "refused_port", "no_https", "no_such_name",
    }  # fmt: skip
    assert wire.begun == []


@pytest.mark.parametrize("url", LITERALS)
def test_an_address_of_this_house_is_refused_at_the_port_of_a_listener_too(
    wire: Wire, monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    with listener(answering(b"")) as (port, seen):
        monkeypatch.setattr(outbound, "PORTS", frozenset({port}))
        scheme, _, rest = url.partition("://")
        host, _, path = rest.partition("/")
        assert refusal(f"{scheme}://{host}:{port}/{path}") in {
            "bad_address", "refused_address", "no_such_name",
        }  # fmt: skip
        assert (seen, wire.begun) == ([], [])


@pytest.mark.parametrize("name", NAMES)
def test_a_name_of_which_any_address_is_not_public_is_never_connected_to(
    wire: Wire, name: str
) -> None:
    wire.names[name] = [NAMES[name]]
    assert refusal(f"https://{name}/") in {"refused_address", "no_such_name"}
    assert wire.begun == []


def test_a_name_is_resolved_once_and_what_was_looked_at_is_called(wire: Wire) -> None:
    """A name that leads elsewhere the second time gains nothing: nobody asks a second time."""
    wire.names["rebinding.example"] = [["93.184.215.14"], ["127.0.0.1"]]
    wire.silent = True
    assert refusal("https://rebinding.example/") in {"no_answer", "too_slow"}
    assert (wire.asked, wire.begun) == (["rebinding.example"], [("93.184.215.14", 443)])


@pytest.mark.parametrize(
    ("address", "public"),
    [("93.184.215.14", True), ("2606:2800:21f:cb07::1", True), ("192.88.99.1", False)],
)
def test_what_is_public(address: str, public: bool) -> None:
    assert is_public(ipaddress.ip_address(address)) is public


class TestOnThisMachine:
    """By the setting for development, where answers can be served."""

    @pytest.fixture(autouse=True)
    def _allowed(self, settings: Any) -> None:
        settings.SAMBA_WEBHOOKS_LOOPBACK = True

    def test_http_leads_to_this_machine_only(self, wire: Wire) -> None:
        wire.names["away.example"] = [["93.184.215.14"]]
        assert refusal("http://away.example/") == refusal("http://10.0.0.1/") == "refused_address"
        assert wire.begun == []

    def test_the_answer_comes_whatever_its_status(self) -> None:
        with listener(answering(b"HTTP/1.1 404 No\r\nContent-Length: 2\r\n\r\nno")) as (port, _):
            assert post(f"http://127.0.0.1:{port}/x?y", b"{}", {}) == (404, b"no")

    @pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
    def test_a_redirect_is_not_followed(self, status: int) -> None:
        with listener(answering(b"")) as (inside, seen):
            to = f"HTTP/1.1 {status} There\r\nLocation: http://127.0.0.1:{inside}/\r\n\r\n"
            with listener(answering(to.encode())) as (port, _):
                assert post(f"http://127.0.0.1:{port}/", b"{}", {}).status == status
            assert seen == []

    def test_no_proxy_of_the_environment_is_used(self, monkeypatch: pytest.MonkeyPatch) -> None:
        with listener(answering(b"HTTP/1.1 200 OK\r\n\r\n")) as (proxy, seen):
            for name in ("http_proxy", "HTTP_PROXY", "ALL_PROXY", "https_proxy"):
                monkeypatch.setenv(name, f"http://127.0.0.1:{proxy}")
            with listener(answering(b"HTTP/1.1 204 OK\r\n\r\n")) as (port, _):
                assert post(f"http://127.0.0.1:{port}/", b"{}", {}).status == 204
            assert seen == []

    def test_of_a_long_answer_64_kib_are_read(self) -> None:
        text = b"HTTP/1.1 200 OK\r\nContent-Length: 9999999\r\n\r\n" + b"x" * 200_000
        with listener(answering(text)) as (port, _):
            assert len(post(f"http://127.0.0.1:{port}/", b"{}", {}).body) == 65536

    @pytest.mark.parametrize("start", [b"HTTP/1.1 200 OK\r\nX: ", b"HTTP/1.1 200 OK\r\n\r\n"])
    def test_an_answer_that_drips_is_cut_off(
        self, monkeypatch: pytest.MonkeyPatch, start: bytes
    ) -> None:
        monkeypatch.setattr(outbound, "TOTAL_S", 0.4)

        def drip(link: socket.socket) -> None:
            link.sendall(start)
            for _ in range(40):
                time.sleep(0.1)
                link.sendall(b"x")

        with listener(drip) as (port, _):
            began = time.monotonic()
            assert _cut_off(f"http://127.0.0.1:{port}/")
            assert time.monotonic() - began < 2

    def test_a_name_that_takes_long_is_not_waited_for(
        self, wire: Wire, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(outbound, "TOTAL_S", 0.2)
        monkeypatch.setattr(outbound, "resolve", lambda *_: time.sleep(1))
        began = time.monotonic()
        assert refusal("http://slow.example/") == "no_such_name"
        assert time.monotonic() - began < 0.8


def _cut_off(url: str) -> bool:
    try:
        post(url, b"{}", {})
    except NotCalled as failure:
        return failure.reason == "too_slow"
    return False
