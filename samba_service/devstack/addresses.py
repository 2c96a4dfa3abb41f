"""Where the web process listens, and how others on the network reach it."""

import http.client
import os
import socket
from dataclasses import dataclass

import segno

from samba_service.devstack.errors import SetupError

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


@dataclass(frozen=True)
class Address:
    host: str
    port: int

    @classmethod
    def from_environment(cls) -> "Address":
        """HOST and PORT; only this machine unless the environment has another address."""
        port = os.environ.get("PORT") or "8000"
        if not port.isdecimal() or not 0 < int(port) < 65536:
            raise SetupError(f"PORT={port} is not a port: choose one from 1 to 65535")
        return cls(os.environ.get("HOST") or "127.0.0.1", int(port))

    @property
    def is_open(self) -> bool:
        """True if it listens on every network of this machine."""
        return self.host == "0.0.0.0"

    @property
    def local(self) -> str:
        return f"http://{self._local_host}:{self.port}"

    @property
    def lan(self) -> str:
        """The address that members open on their phones."""
        return f"http://{lan_host()}:{self.port}"

    @property
    def public(self) -> str:
        """The base of addresses that others are given; empty if only this machine listens."""
        return self.lan if self.is_open else ""

    @property
    def hosts(self) -> list[str]:
        """The names under which the service answers."""
        name = socket.gethostname()
        others = [lan_host(), name, f"{name}.local"] if self.is_open else [self.host]
        return list(dict.fromkeys([*LOOPBACK, *others]))

    @property
    def _local_host(self) -> str:
        return "127.0.0.1" if self.is_open else self.host

    def require_free(self) -> None:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((self.host, self.port))
            except OSError as error:
                raise SetupError(
                    f"cannot listen on {self.host}:{self.port} ({error.strerror}):"
                    " PORT=8001 make run chooses another port"
                ) from error

    def is_ready(self) -> bool:
        connection = http.client.HTTPConnection(self._local_host, self.port, timeout=2)
        try:
            connection.request("GET", "/readyz")
            return connection.getresponse().status == 200
        except OSError:
            return False
        finally:
            connection.close()


def lan_host() -> str:
    """This machine's address on its network; loopback when it is on none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # chooses the route; a datagram socket sends nothing
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def print_qr_code(url: str) -> None:
    segno.make(url).terminal(compact=True)
