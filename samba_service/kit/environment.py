"""The environment of a process: each value as its setting needs it.

A value that a setting cannot have ends the process with one line, before anything works with it.
No such line repeats a secret.
"""

from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import NoReturn
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured
from environ import FileAwareEnv
from redis import ConnectionPool

ON = ("true", "on", "ok", "y", "yes", "1")
OFF = ("false", "off", "n", "no", "0", "")
POSTGRESQL = ("postgresql", "postgres", "pgsql", "psql")
"""How the URL of a database may begin."""


def refuse(fault: str, *, hint: str = "explains it") -> NoReturn:
    """End the process, with one line."""
    raise SystemExit(f"samba-service: {fault}; deploy/env.example {hint}")


def require_length(least: int, **secrets: str) -> None:
    """End the process if one of the settings `secrets` could be guessed."""
    for name, value in secrets.items():
        if len(value) < least:
            refuse(
                f"{name} needs {least} characters or more and has {len(value)}",
                hint="says how to make one",
            )


class Environment:
    """Reads settings. NAME_FILE may name a file that holds the value, for secrets that containers
    mount.
    """

    def __init__(self) -> None:
        self._env = FileAwareEnv()

    def text(self, name: str, *, default: str | None = None) -> str:
        """The value; without a `default` it is required."""
        given = {} if default is None else {"default": default}
        try:
            return str(self._env.str(name, **given))
        except ImproperlyConfigured:
            refuse(f"{name} is required")
        except OSError as error:
            refuse(f"{name}_FILE cannot be read ({error.strerror})")
        except UnicodeDecodeError:
            refuse(f"{name}_FILE is not a text in UTF-8")

    def texts(self, name: str, *, default: str | None = None) -> list[str]:
        """Values between commas."""
        return [part for part in self.text(name, default=default).split(",") if part]

    def switch(self, name: str, *, default: bool) -> bool:
        """True if it is on."""
        text = self.text(name, default=ON[0] if default else OFF[0])
        word = text.strip().lower()
        if word not in (*ON, *OFF):
            refuse(f"{name} must be true or false, not {text!r}")
        return word in ON

    def choice(self, name: str, choices: Iterable[str], *, default: str) -> str:
        """One of the `choices`."""
        text = self.text(name, default=default).strip()
        if text not in choices:
            refuse(f"{name} must be one of {', '.join(choices)}, not {text!r}")
        return text

    def number(self, name: str, *, default: int, least: int = 0, most: int | None = None) -> int:
        """A whole number within bounds."""
        text = self.text(name, default=str(default))
        try:
            value = int(text)
        except ValueError:
            value = least - 1
        if value < least or (most is not None and value > most):
            bounds = f"{least} or more" if most is None else f"from {least} to {most}"
            refuse(f"{name} must be a whole number, {bounds}, not {text!r}")
        return value

    def decimal(self, name: str, *, default: float, least: float, most: float) -> float:
        """A number within bounds."""
        text = self.text(name, default=str(default))
        try:
            value = float(text.replace(",", "."))
        except ValueError:
            value = least - 1
        if not least <= value <= most:  # what is not a number is not between them
            refuse(f"{name} must be a number from {least:g} to {most:g}, not {text!r}")
        return value

    def networks(self, name: str, *, default: str = "") -> tuple[IPv4Network | IPv6Network, ...]:
        """Networks between commas; each may be written as any address in it."""
        parts = [part.strip() for part in self.texts(name, default=default)]
        return tuple(_network(name, part) for part in parts if part)

    def database_url(self, name: str, *, default: str | None = None) -> str:
        """The URL of a PostgreSQL. It may be empty if the default is."""
        url = self.text(name, default=default)
        if url != default and not _is_database(url):
            refuse(
                f"{name} must be like postgresql://name:password@host:5432/database, with special"
                " characters of the password as %XX"
            )
        return url

    def redis_url(self, name: str, *, default: str | None = None) -> str:
        """The URL of a Redis. It may be empty if the default is."""
        url = self.text(name, default=default)
        try:
            if url != default:
                ConnectionPool.from_url(url)  # connects to nothing yet
        except ValueError:
            refuse(
                f"{name} must be like redis://host:6379/0, rediss://name:password@host:6379/0 or"
                " unix:///path?db=0"
            )
        return url


def _network(name: str, text: str) -> IPv4Network | IPv6Network:
    try:
        return ip_network(text, strict=False)
    except ValueError:
        refuse(
            f"{name} must be addresses or networks between commas, as 192.168.1.7, 192.168.1.0/24"
            f" or 2001:db8::/32, not {text!r}"
        )


def _is_database(url: str) -> bool:
    """True if Django can connect to what the URL names."""
    try:
        if urlsplit(url).scheme not in POSTGRESQL:
            return False
        config = FileAwareEnv.db_url_config(url)
    except ValueError:  # a port that is no number
        return False
    return bool(config["NAME"]) or "service" in config.get("OPTIONS", {})
