"""Calls to addresses that strangers have named: what such a call may reach, and how long it takes.

The name is resolved once. Unless all its addresses are public, nothing is called; else the
connection is made to an address that was looked at, and TLS still asks for the name. No redirect is
followed and no proxy is used, because `http.client` knows neither.
"""

import http.client
import ipaddress
import socket
import ssl
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as TooLate
from contextlib import contextmanager, suppress
from functools import cache
from threading import Timer
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from django.conf import settings

URL_LENGTH: Final = 500
PORTS: Final = frozenset({443, 8443})
TOTAL_S: Final = 5.0
"""For everything: the name, the connection, the call and its answer."""
ANSWER_LIMIT: Final = 64 * 1024
"""Bytes of an answer that are read; the rest is left."""
TRIED: Final = 3
"""Addresses of a name that are tried."""

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

_NOT_OURS_TO_CALL: Final = tuple(
    map(
        ipaddress.ip_network,
        (
            "0.0.0.0/8",
            "10.0.0.0/8",
            "100.64.0.0/10",  # carriers' networks, and metadata of some clouds
            "127.0.0.0/8",
            "168.63.129.16/32",  # metadata of a cloud, at a public address
            "169.254.0.0/16",  # links, and metadata of most clouds
            "172.16.0.0/12",
            "192.0.0.0/24",
            "192.0.2.0/24",
            "192.31.196.0/24",
            "192.52.193.0/24",
            "192.88.99.0/24",
            "192.168.0.0/16",
            "192.175.48.0/24",
            "198.18.0.0/15",
            "198.51.100.0/24",
            "203.0.113.0/24",
            "224.0.0.0/3",
            "2001::/23",  # Teredo and other protocols
            "2001:db8::/32",
            "2002::/16",  # 6to4
            "2620:4f:8000::/48",
            "3fff::/20",
        ),
    )
)
_PUBLIC_6: Final = ipaddress.IPv6Network("2000::/3")
"""Outside are loopback, links, private networks, multicast, and forms of IPv4, also by NAT64."""


class NotCalled(Exception):
    """No answer; `reason` is a word for the log, without what the other end has said."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Target(NamedTuple):
    """Where an address leads."""

    scheme: str
    host: str
    port: int
    path: str
    """With the query."""


class Answer(NamedTuple):
    """What the address answered."""

    status: int
    body: bytes


def target_of(url: str) -> Target:
    """The parts of an address that may be called as it is written. Raises NotCalled.

    The name is judged again when it is resolved. With SAMBA_WEBHOOKS_LOOPBACK, http is allowed, for
    this machine only.
    """
    if len(url) > URL_LENGTH or not url.isascii() or not url.isprintable() or set(url) & set(" \\"):
        raise NotCalled("bad_address")
    try:
        parts = urlsplit(url)
        host, port = (parts.hostname or "").rstrip("."), parts.port
    except ValueError:
        raise NotCalled("bad_address") from None
    if not host or "@" in parts.netloc or "#" in url or not _is_name_or_address(host):
        raise NotCalled("bad_address")
    if parts.scheme == "https":
        port = 443 if port is None else port
        if port not in PORTS:
            raise NotCalled("refused_port")
    elif parts.scheme == "http" and settings.SAMBA_WEBHOOKS_LOOPBACK:
        port = 80 if port is None else port
    else:
        raise NotCalled("no_https")
    path = parts.path or "/"
    return Target(parts.scheme, host, port, f"{path}?{parts.query}" if parts.query else path)


def _is_name_or_address(host: str) -> bool:
    """False for numbers that only some programs read as an address, such as 0x7f.1."""
    if ":" in host:
        return "%" not in host
    last = host.rpartition(".")[2]
    if not last[:1].isdigit():
        return all(
            label and len(label) < 64 and label.replace("-", "").replace("_", "").isalnum()
            for label in host.split(".")
        )
    try:
        ipaddress.IPv4Address(host)
    except ValueError:
        return False
    return True


def is_public(address: Address) -> bool:
    """True if anybody on the internet may be behind the address, and nothing of this house is."""
    if isinstance(address, ipaddress.IPv6Address) and address not in _PUBLIC_6:
        return False
    listed = any(address.version == each.version and address in each for each in _NOT_OURS_TO_CALL)
    return address.is_global and not address.is_multicast and not listed


def resolve(host: str, port: int) -> list[str]:
    """The addresses of a name. Raises OSError."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(each[4][0]) for each in found))


def post(url: str, body: bytes, headers: dict[str, str]) -> Answer:
    """Send `body` to `url` and return the answer, whatever its status is. Raises NotCalled."""
    deadline = time.monotonic() + TOTAL_S
    target = target_of(url)
    for address in _checked(target, deadline)[:TRIED]:
        try:
            link = socket.create_connection((address, target.port), _left(deadline))
        except OSError:
            continue
        return _called(target, link, body, headers, deadline)
    raise NotCalled("no_connection")


def _checked(target: Target, deadline: float) -> list[str]:
    """The addresses of the target, all of which may be called. Raises NotCalled."""
    try:
        found = _resolvers().submit(resolve, target.host, target.port).result(_left(deadline))
        addresses = [ipaddress.ip_address(each) for each in found]
    except (OSError, ValueError, TooLate):
        raise NotCalled("no_such_name") from None
    if target.scheme == "http":
        allowed = all(each.is_loopback for each in addresses)
    else:
        allowed = all(map(is_public, addresses))
    if not addresses or not allowed:
        raise NotCalled("refused_address")
    return [str(each) for each in addresses]


@cache
def _resolvers() -> ThreadPoolExecutor:
    """Names are looked up by threads: the system's own time limit is longer than ours."""
    return ThreadPoolExecutor(8, thread_name_prefix="names")


def _left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise NotCalled("too_slow")
    return left


class _Connection(http.client.HTTPConnection):
    """Over a socket that is connected already; it never connects by itself."""

    auto_open = 0

    def __init__(self, target: Target, link: socket.socket) -> None:
        super().__init__(target.host, target.port)
        self.default_port = 443 if target.scheme == "https" else 80
        self.sock = link


def _called(
    target: Target, link: socket.socket, body: bytes, headers: dict[str, str], deadline: float
) -> Answer:
    """The answer on a connection, which is closed. Raises NotCalled."""
    try:
        with _secured(target, link) as link, _ended_at(deadline, link):
            if isinstance(link, ssl.SSLSocket):
                link.do_handshake()
            connection = _Connection(target, link)
            connection.request("POST", target.path, body, headers)
            with connection.getresponse() as response:
                answer = Answer(response.status, response.read(ANSWER_LIMIT))
    except ssl.SSLCertVerificationError:
        raise NotCalled("bad_certificate") from None
    except (OSError, http.client.HTTPException, ValueError):
        _left(deadline)
        raise NotCalled("no_answer") from None
    _left(deadline)  # an answer without a length ends where it is cut off
    return answer


def _secured(target: Target, link: socket.socket) -> socket.socket:
    """The connection, for https with TLS that is still to be agreed on."""
    if target.scheme == "http":
        return link
    context = ssl.create_default_context()
    try:
        return context.wrap_socket(link, server_hostname=target.host, do_handshake_on_connect=False)
    except BaseException:
        link.close()
        raise


@contextmanager
def _ended_at(deadline: float, link: socket.socket) -> Iterator[None]:
    """Cut the connection off then: an end that sends a byte now and then meets no other limit."""

    def end() -> None:
        with suppress(OSError):
            socket.socket.shutdown(link, socket.SHUT_RDWR)  # SSLSocket's own is for its owner only

    timer = Timer(_left(deadline), end)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
