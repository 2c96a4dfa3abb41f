"""The data folder: where one installation on one machine keeps what it must not lose."""

import hashlib
import os
import secrets
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
"""Where the packages are: the repository, or the folder into which they were installed."""


@dataclass(frozen=True)
class DataFolder:
    """Every path and address here follows only from `path`, so that all processes agree."""

    path: Path

    @classmethod
    def from_environment(cls) -> "DataFolder":
        """SAMBA_DATA; without it `var/` of the repository, or of a package the person's own."""
        return cls(Path(os.environ.get("SAMBA_DATA") or default_path()).resolve())

    @property
    def logs(self) -> Path:
        return self.path / "log"

    @property
    def metrics(self) -> Path:
        """Emptied at each start."""
        return self.path / "metrics"

    @property
    def sockets(self) -> Path:
        """In the temporary folder: a socket's path may have 107 bytes, a data folder's has more."""
        digest = hashlib.sha256(f"{os.geteuid()}:{self.path}".encode()).hexdigest()
        return Path(tempfile.gettempdir()) / f"samba-{digest[:12]}"

    @property
    def refuge(self) -> Path:
        """The database's folder if `nobody` runs it, who may not enter our own folders."""
        return Path("/var/tmp") / self.sockets.name

    @property
    def database_url(self) -> str:
        password = self.secret("database_password")
        return f"postgresql://samba:{password}@/samba?host={self.sockets}"

    @property
    def redis_url(self) -> str:
        return f"unix://{self.sockets}/redis.sock"

    def remove(self) -> None:
        """Delete everything, the database and the secrets included."""
        for folder in (self.path, self.sockets, self.refuge):
            shutil.rmtree(folder, ignore_errors=True)

    def secret(self, name: str) -> str:
        """256 random bits in hexadecimal, created at the first call and kept for the next ones."""
        folder = self.path / "secrets"
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        file = folder / name
        if not file.exists():
            draft = folder / f".{name}.{os.getpid()}"
            draft.touch(mode=0o600)
            draft.write_text(secrets.token_hex(32))
            try:
                os.link(draft, file)  # the first process wins, the others read its value
            except FileExistsError:
                pass
            finally:
                draft.unlink()
        return file.read_text().strip()


def is_installed() -> bool:
    """True if this is an installed package, and not the repository."""
    return not (REPOSITORY / "pyproject.toml").is_file()


def default_path() -> Path:
    if not is_installed():
        return REPOSITORY / "var"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "samba-service"
