"""A club's site in an empty Debian, as install.sh is asked to make it."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from samba_service.backup.sealing import key_write
from tests.operations.caller import NAME, Caller
from tests.operations.machine import PROGRAM, bring_program
from tests.ports import own_port

INSTALL = f"{PROGRAM}/deploy/install.sh"
BACKUPS = "/var/backups/samba-service"
KINDS = ("web", "live", "bots", "rounds", "sweeper", "sweeper-2")
PASSWORD = "four-red-threes-and-a-samba"


@dataclass(frozen=True)
class Site:
    root: Path
    http: int
    https: int
    web: int
    live: int
    key: Path
    """Of the backups; not in the machine."""
    recipient: str

    @property
    def ports(self) -> set[int]:
        return {self.http, self.https, self.web, self.live}

    @property
    def caller(self) -> Caller:
        return Caller(self.https, self.root / "etc/samba-service/tls/ca.crt")

    def install(self, *more: str) -> list[str]:
        """The first call of install.sh, with an admin and backups."""
        return [
            *("env", f"DJANGO_SUPERUSER_PASSWORD={PASSWORD}", INSTALL),
            *("--name", NAME, "--listen", "127.0.0.1"),
            *("--http", str(self.http), "--https", str(self.https)),
            *("--admin", "olga", "--recipient", self.recipient),
            *more,
        ]


@contextmanager
def site(root: Path, stick: Path) -> Iterator[Site]:
    """The program and ports of its own in `root`, and in the folder `stick` the backups' key."""
    bring_program(root)
    with ExitStack() as stack:
        http, https, web, live = (stack.enter_context(own_port()) for _ in range(4))
        etc = root / "etc/samba-service"
        etc.mkdir()
        (etc / "environment").write_text(f"WEB_PORT={web}\nLIVE_PORT={live}\n")
        key = stick / "samba-backup.key"
        yield Site(root, http, https, web, live, key, key_write(key))
