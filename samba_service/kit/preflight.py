"""Checks before a process starts: Django's system checks, which `manage.py preflight` runs."""

from collections.abc import Callable, Iterable
from typing import Any

from django.core.checks import CheckMessage, Tags, register

Check = Callable[[], Iterable[CheckMessage]]


def before_start(check: Check) -> Check:
    """Register `check`. It runs where a database is named: no other command waits for a server.

    An error means that the service cannot or must not run like this.
    """

    @register(Tags.database, deploy=True)
    def run(databases: Any = None, **_: Any) -> list[CheckMessage]:
        return list(check()) if databases else []

    return check
