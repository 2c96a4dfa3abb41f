"""What the environment says of backups."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from psycopg.conninfo import conninfo_to_dict, make_conninfo

from samba_service.devstack.folder import DataFolder
from samba_service.kit.environment import Environment

env = Environment()


@dataclass(frozen=True)
class Config:
    folder: Path
    """Of the backups."""
    recipients: tuple[str, ...]
    keep: int
    """How many backups are kept."""
    data: DataFolder
    database_url: str
    """By a role that may read everything and copy the whole server."""
    files: tuple[Path, ...]
    """Files of the installation that are kept with the secrets."""
    stamp: Path | None = None
    """The file that is touched after each backup, for those who may not read the folder."""

    @classmethod
    def from_environment(cls) -> "Config":
        """Ends the process, with one line, for a value that a setting cannot have."""
        data = DataFolder.from_environment()
        named = env.database_url("SAMBA_BACKUP_DATABASE_URL", default="")
        served = env.database_url("DATABASE_URL", default="")
        stamp = env.text("SAMBA_BACKUP_STAMP", default="")
        return cls(
            folder=Path(env.text("SAMBA_BACKUPS", default="") or data.path / "backups"),
            recipients=tuple(env.texts("SAMBA_BACKUP_RECIPIENTS", default="")),
            keep=env.number("SAMBA_BACKUP_KEEP", default=7, least=1),
            data=data,
            database_url=named or served or data.database_url,
            files=tuple(map(Path, env.texts("SAMBA_BACKUP_FILES", default=""))),
            stamp=Path(stamp) if stamp else None,
        )

    @property
    def spool(self) -> Path:
        """Of the database's log, until it is encrypted."""
        return self.data.path / "wal"


def connection_arguments(url: str) -> tuple[list[str], Mapping[str, str]]:
    """How PostgreSQL's programs connect: arguments, and an environment with the password."""
    parts = conninfo_to_dict(url)
    password = parts.pop("password", None)
    environment = {**os.environ, "LC_ALL": "C"}
    if password is not None:
        environment["PGPASSWORD"] = str(password)
    return ["--dbname", make_conninfo("", **parts), "--no-password"], environment
