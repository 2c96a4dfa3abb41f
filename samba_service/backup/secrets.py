"""The secrets that a restored database needs: for running hands, sessions and logins."""

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

from samba_service.backup.config import Config, env
from samba_service.backup.errors import BackupError
from samba_service.devstack.folder import DataFolder

FILES = {
    "SECRET_KEY": "secret_key",
    "SAMBA_DEAL_KEY": "deal_key",
    "SECRET_KEY_FALLBACKS": "secret_key_fallbacks",
    "SAMBA_DEAL_KEY_FALLBACKS": "deal_key_fallbacks",
}
"""Settings, and the files of a data folder that hold them."""
REQUIRED = ("SECRET_KEY", "SAMBA_DEAL_KEY")
EMBEDDED = "database_password"
NOWHERE = "redis://127.0.0.1:1/0"


@dataclass(frozen=True)
class Secrets:
    settings: dict[str, str]
    """By the names in FILES."""
    database_password: str = ""
    """Of the embedded server; empty for another."""
    files: dict[str, str] = field(default_factory=dict)
    """Texts of the installation's own files, by name."""

    @classmethod
    def of(cls, config: Config) -> "Secrets":
        """Those of this installation. Raises BackupError."""
        settings = {name: env.text(name, default="") or _kept(config, name) for name in FILES}
        if missing := _missing(settings):
            raise BackupError(f"{missing} unknown here: a backup needs the service's environment")
        try:
            files = {path.name: path.read_text() for path in config.files}
        except (OSError, UnicodeDecodeError) as error:
            raise BackupError(f"SAMBA_BACKUP_FILES: {error}") from error
        return cls(settings, _secret(config, EMBEDDED), files)

    @classmethod
    def read(cls, text: bytes) -> "Secrets":
        """Raises BackupError."""
        secrets = cls(**json.loads(text))
        if missing := _missing(secrets.settings):
            raise BackupError(f"this backup has no {missing}: its running hands are lost")
        return secrets

    def written(self) -> bytes:
        return json.dumps(asdict(self)).encode()

    def lay_out(self, folder: DataFolder) -> None:
        """Write them where `make run` finds them, and the installation's files in `files/`."""
        names = {FILES[name]: value for name, value in self.settings.items()}
        for name, value in {**names, EMBEDDED: self.database_password}.items():
            if value:
                _write(folder.path / "secrets" / name, value)
        for name, text in self.files.items():
            _write(folder.path / "files" / Path(name).name, text)

    def environment(self, data: DataFolder, database_url: str) -> Mapping[str, str]:
        """Of a command that reads `database_url` with these secrets and nothing of this machine."""
        inherited = {
            name: value
            for name, value in os.environ.items()
            if name.removesuffix("_FILE") not in (*FILES, "DATABASE_URL", "REDIS_URL")
        }
        return {
            **inherited,
            **{name: value for name, value in self.settings.items() if value},
            "DJANGO_SETTINGS_MODULE": "samba_service.settings.dev",
            "DATABASE_URL": database_url,
            "REDIS_URL": NOWHERE,
            "CACHE_REDIS_URL": "",
            "SAMBA_DATA": str(data.path),
            "LOG_LEVEL": "ERROR",
        }


def _missing(settings: Mapping[str, str]) -> str:
    return " and ".join(name for name in REQUIRED if not settings.get(name))


def _kept(config: Config, name: str) -> str:
    return _secret(config, FILES[name])


def _secret(config: Config, name: str) -> str:
    """A secret of the data folder; empty if it has none."""
    file = config.data.path / "secrets" / name
    return file.read_text().strip() if file.exists() else ""


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    path.touch(mode=0o600)
    path.write_text(text)
