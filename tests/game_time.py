"""Moving the time by which games are judged: the database's one function is replaced."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.db import connection

_REPLACE = """
CREATE OR REPLACE FUNCTION samba_now() RETURNS timestamptz LANGUAGE sql VOLATILE AS $$ SELECT {} $$
"""
_REAL = "clock_timestamp()"


class GameTime:
    """The time of games. Once it has been stopped, it changes only by `pass_s`."""

    def __init__(self) -> None:
        self.now: datetime | None = None

    def stop(self, at: datetime) -> None:
        """Stop the time of games at this moment."""
        assert at.tzinfo is not None
        self.now = at
        _replace(f"'{at.isoformat()}'::timestamptz")

    def pass_s(self, seconds: float) -> datetime:
        """Let this many seconds pass; returns the time after them."""
        assert self.now is not None, "stop it first"
        self.stop(self.now + timedelta(seconds=seconds))
        return self.now

    def shift(self, seconds: float) -> None:
        """Let time run on from this many seconds ahead of the real one."""
        self.now = None
        _replace(f"{_REAL} + make_interval(secs => {seconds})")


@contextmanager
def moved_time() -> Iterator[GameTime]:
    """The time of games in the hands of a test, and then the real one again."""
    try:
        yield GameTime()
    finally:
        if not connection.needs_rollback:
            _replace(_REAL)


def _replace(expression: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(_REPLACE.format(expression))
