"""The user that runs PostgreSQL. It refuses root, and a newcomer's container has only root."""

import os
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from samba_service.devstack.errors import SetupError

UNSHARE = ("unshare", "--user", "--map-user=1000", "--map-group=1000", "--")
NOBODY = 65534


@dataclass(frozen=True)
class Identity:
    """How a command is started as a user other than root."""

    prefix: tuple[str, ...] = ()
    popen: dict[str, object] = field(default_factory=dict)
    """Further arguments of subprocess.Popen."""
    uid: int | None = None
    """The user who must own the files, if that is not us."""

    def own(self, path: Path) -> None:
        if self.uid is not None:
            os.chown(path, self.uid, self.uid)


def ordinary_identity() -> Identity:
    """Ourselves, or for root an ordinary user: in a user namespace if we may, else `nobody`."""
    if os.geteuid() != 0:
        return Identity()
    if _can_unshare():
        return Identity(prefix=UNSHARE)
    nobody: dict[str, object] = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
    try:
        subprocess.run(["true"], check=True, **nobody)  # type: ignore[call-overload]  # keywords from a dict
    except (OSError, subprocess.SubprocessError) as error:
        raise SetupError(
            "PostgreSQL does not run as root and this machine lets root become nobody else:"
            " run as an ordinary user, or name a server in DATABASE_URL"
        ) from error
    return Identity(popen=nobody, uid=NOBODY)


def _can_unshare() -> bool:
    if shutil.which("unshare") is None:
        return False
    return subprocess.run([*UNSHARE, "true"], capture_output=True, check=False).returncode == 0
