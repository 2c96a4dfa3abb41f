"""No call waits for PostgreSQL for ever, not even for one whose processes are all stopped.

The server's own time-outs need a server that runs, and a TCP time-out does not help where packets
are still acknowledged, or on a unix socket. So the client itself stops waiting.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import monotonic
from typing import Any

import psycopg
from django.http import HttpRequest
from django.http.response import HttpResponseBase

STATEMENT_S = 8.0
"""A second more than `statement_timeout`: a server that runs has answered by then."""
REQUEST_S = 7.5
"""All waiting of one request for the database together, the pool's time-out apart."""

_deadline: ContextVar[float | None] = ContextVar("deadline", default=None)
"""When the request of this context must have its answer; None outside requests."""
_patient: ContextVar[bool] = ContextVar("patient", default=False)


class Connection(psycopg.Connection[Any]):
    """Raises OperationalError, and is closed, when the server does not answer in time."""

    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        if timeout is not None or _patient.get():
            return super().wait(gen, interval, timeout)
        try:
            return super().wait(gen, interval, _time_left())
        except psycopg.errors._WaitTimeout as error:
            self.close()
            raise psycopg.OperationalError("the database does not answer") from error


def _time_left() -> float:
    deadline = _deadline.get()
    return STATEMENT_S if deadline is None else max(0.0, min(STATEMENT_S, deadline - monotonic()))


@contextmanager
def patience() -> Iterator[None]:
    """For the length of the block statements take as long as they take."""
    token = _patient.set(True)
    try:
        yield
    finally:
        _patient.reset(token)


Answer = Callable[[HttpRequest], HttpResponseBase]


def deadline_middleware(get_response: Answer) -> Answer:
    """Give every request its deadline."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        token = _deadline.set(monotonic() + REQUEST_S)
        try:
            return get_response(request)
        finally:
            _deadline.reset(token)

    return middleware
