"""What a lock of deploy/requirements names."""

import re
from dataclasses import dataclass
from pathlib import Path

LOCKS = Path(__file__).parents[1] / "requirements"
PIN = re.compile(r"^(?P<name>[a-z0-9._-]+)==(?P<version>[^ ]+)(?: ; (?P<marker>.+?))? \\$")
OURS = "samba-service"


@dataclass
class Pin:
    """One version of a package."""

    name: str
    version: str
    marker: str | None
    """Where it is installed; None: everywhere."""
    sha256: list[str]
    """Of each of its files."""
    needed_by: list[str]
    """Packages of the same lock, or `samba-service`."""


def pins(lock: str) -> list[Pin]:
    """Those of `runtime`, `embedded`, `dev`, …; a package may have two, for two Pythons."""
    found: list[Pin] = []
    for line in (LOCKS / f"{lock}.lock").read_text("utf-8").splitlines():
        if pin := PIN.match(line):
            found.append(Pin(pin["name"], pin["version"], pin["marker"], [], []))
        elif "--hash=sha256:" in line:
            found[-1].sha256.append(line.partition("--hash=sha256:")[2].removesuffix(" \\"))
        elif "# via " in line:
            named = line.partition("# via ")[2].split(", ")
            packages = [name for name in named if not name.startswith(("-c ", "-r "))]
            found[-1].needed_by = [name.partition(" ")[0] for name in packages]
    return found
