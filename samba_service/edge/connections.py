"""How long a connection may make the server wait, and which one is closed if there are too many.

uvicorn limits neither the time nor the bytes that a request may take to arrive.
"""

import asyncio
import resource
from functools import cache
from typing import ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from samba_service.kit.limits import BACKLOG, BULK_LIMIT

HEAD_S = 10.0
"""From the connection, or from the answer before, to the end of a request's headers."""
BODY_S = 60.0
"""From there to the end of its body: 8 MiB at 1.2 Mbit/s."""
WRITE_S = 30.0
"""How long an answer may wait for its reader to take any of it."""
HEAD_BYTES = 64 * 1024
MESSAGE_BYTES = 2 * BULK_LIMIT
"""A request as it is sent, with the sizes of its chunks."""
MOST_CONNECTIONS = 4096
OTHER_FILES = 128
"""Open files of a web process other than its callers: database, Redis, program."""


@cache
def most_connections() -> int:
    """As many as the limit of open files allows, so that another can always be accepted."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return MOST_CONNECTIONS
    return max(64, min(MOST_CONNECTIONS, soft - BACKLOG - OTHER_FILES))


class BoundedProtocol(HttpToolsProtocol):
    """A connection whose client has limited time to complete a request and to take its answer.

    At the limit of connections the one that has waited longest is closed for the new one.
    """

    waiting: ClassVar[dict["BoundedProtocol", None]] = {}
    """The connections of this process without a complete request, the oldest first."""

    _timer: asyncio.TimerHandle | None = None
    _in_head = True
    _received = 0
    _unsent = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn
        super().connection_made(transport)
        self._wait(HEAD_S)
        if len(self.connections) > most_connections():
            next(iter(self.waiting)).close_now()

    def connection_lost(self, exc: Exception | None) -> None:
        self._served()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._received += len(data)
        super().data_received(data)
        if self._received > (HEAD_BYTES if self._in_head else MESSAGE_BYTES):
            self.close_now()

    def on_header(self, name: bytes, value: bytes) -> None:
        if self._in_head:  # and no trailers, which nobody reads
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._in_head = False
        self._limit(BODY_S)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._in_head, self._received = True, 0
        self._served()
        super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.cycle.response_complete:
            self._wait(HEAD_S)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._wait(WRITE_S)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.cycle is not None and not self.cycle.response_complete:
            self._served()

    def close_now(self) -> None:
        """Close, and do not wait until the client has read what was sent to it."""
        self._served()
        self.transport.abort()

    def _wait(self, seconds: float) -> None:
        self.waiting.pop(self, None)
        self.waiting[self] = None
        self._unsent = 0
        self._limit(seconds)

    def _served(self) -> None:
        self.waiting.pop(self, None)
        self._stop_timer()

    def _limit(self, seconds: float) -> None:
        self._stop_timer()
        self._timer = self.loop.call_later(seconds, self._overdue)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _overdue(self) -> None:
        """Close, unless the client is still reading a long answer."""
        unsent = self.transport.get_write_buffer_size()
        if unsent and (not self._unsent or unsent < self._unsent):
            self._unsent = unsent
            self._limit(WRITE_S)
        else:
            self.close_now()
