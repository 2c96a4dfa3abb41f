"""Calls that start at the same moment, each in a thread with a connection of its own."""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event
from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from django.db.models import QuerySet, Value

from games.models import GameNow
from tournaments.models import Tournament
from tournaments.services import changes

PATIENCE_S = 20
TIMEOUTS = ("lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout")


def at_once(*calls: Callable[[], object]) -> Counter[str]:
    """Make the calls from threads that start together; how each of them ended.

    A call that answers with a text ended so, any other is "done". Each waits for the others as
    long as it must: a busy machine may hold a lock for longer than the service would wait for it.
    """
    barrier = Barrier(len(calls))

    def make(call: Callable[[], object]) -> str:
        try:
            with connection.cursor() as cursor:
                for each in TIMEOUTS:
                    cursor.execute(f"SET {each} = '{PATIENCE_S}s'")
            barrier.wait(PATIENCE_S)
            ended = call()
            return ended if isinstance(ended, str) else "done"
        except Exception as error:
            return type(error).__name__
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return Counter(pool.map(make, calls))


def without_locks(monkeypatch: pytest.MonkeyPatch) -> None:
    """For controls: rows are read as if nobody else could change them."""
    monkeypatch.setattr(QuerySet, "select_for_update", lambda rows, **_: rows)
    monkeypatch.setattr(changes, "version_take", _read)


def _read(of: Any, entries: int = 0) -> Tournament:
    rows = Tournament.objects.annotate(now=GameNow(), watched=Value(False))
    return rows.get(pk=of if isinstance(of, UUID) else of[:1])


def meet(monkeypatch: pytest.MonkeyPatch, module: object, name: str, callers: int) -> None:
    """For controls: nobody goes on into `module.name` before all `callers` have come to it.

    Who comes again, after a collision, waits for nobody.
    """
    met, real = Event(), getattr(module, name)
    barrier = Barrier(callers, action=met.set)

    def together(*values: object, **options: object) -> object:
        if not met.is_set():
            barrier.wait(PATIENCE_S)
        return real(*values, **options)

    monkeypatch.setattr(module, name, together)
