"""No call waits for PostgreSQL forever, not even for one whose processes are all stopped.

The server's own time-outs need a server that runs, and a TCP time-out does not help if packets are
still acknowledged, or on a unix socket. So the client itself stops waiting.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from itertools import count
from select import POLLIN, poll
from time import monotonic
from typing import Any

import psycopg
from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from psycopg.pq import TransactionStatus

STATEMENT_S = 8.0
"""A second more than `statement_timeout`: a server that runs has answered by then."""

REQUEST_S = 7.5
"""The longest that one request waits in all; computing and the pool's time-out do not count."""

IDLE_S = 5.0
"""A connection that has been idle for this long is probed before it is used."""


@dataclass
class Waited:
    """How long one request has waited."""

    seconds: float = 0.0


_waited: ContextVar[Waited | None] = ContextVar("waited", default=None)
"""How long the current request has waited; None outside requests."""

_patient: ContextVar[bool] = ContextVar("patient", default=False)


class Connection(psycopg.Connection[Any]):
    """Raises OperationalError, and is closed, when the server does not answer in time."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.heard_at = monotonic()  # the server has just let us in
        self.statements: dict[str, Any] = {}
        """By their text, those of `kit.sql` that this connection has prepared."""
        self.numbers = count(1)
        """For their names."""

    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        if timeout is not None or _patient.get():
            return super().wait(gen, interval, timeout)
        waited, since = _waited.get(), monotonic()
        try:
            answer = super().wait(gen, interval, _time_left(waited))
            self.heard_at = monotonic()
            return answer
        except psycopg.errors._WaitTimeout as error:
            self.close()
            raise psycopg.OperationalError("the database does not answer") from error
        finally:
            if waited is not None:
                waited.seconds += monotonic() - since

    def set_autocommit(self, value: bool) -> None:
        # Django does this twice in a transaction; psycopg takes a lock and runs a generator for it.
        if self.pgconn.transaction_status == TransactionStatus.IDLE:
            self._autocommit = value
        else:
            super().set_autocommit(value)

    def needs_probe(self) -> bool:
        """True if the server has been silent for a while, or has sent something unasked.

        A server that ends a connection sends a message, or hangs up: both are noticed without
        asking it.
        """
        if monotonic() - self.heard_at > IDLE_S:
            return True
        unread = poll()
        unread.register(self.fileno(), POLLIN)
        return bool(unread.poll(0))


def _time_left(waited: Waited | None) -> float:
    return STATEMENT_S if waited is None else max(0.0, min(STATEMENT_S, REQUEST_S - waited.seconds))


@contextmanager
def waiting() -> Iterator[None]:
    """Add the time that the block takes to what the request has waited; no effect outside one."""
    waited, since = _waited.get(), monotonic()
    try:
        yield
    finally:
        if waited is not None:
            waited.seconds += monotonic() - since


@contextmanager
def patience() -> Iterator[None]:
    """Inside the block, the client waits for statements as long as the server lets them run."""
    token = _patient.set(True)
    try:
        yield
    finally:
        _patient.reset(token)


@contextmanager
def unhurried() -> Iterator[CursorWrapper]:
    """A cursor, in whose block no statement has a time limit; waits for locks stay limited."""
    with connection.cursor() as cursor, patience():
        cursor.execute("SET statement_timeout = 0")
        try:
            yield cursor
        finally:
            cursor.execute("RESET statement_timeout")


GetResponse = Callable[[HttpRequest], HttpResponseBase]


def waiting_middleware(get_response: GetResponse) -> GetResponse:
    """Count how long each request waits."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        token = _waited.set(Waited())
        try:
            return get_response(request)
        finally:
            _waited.reset(token)

    return middleware
