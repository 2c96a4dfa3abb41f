"""Messages that nobody waits for: a thread sends them, and the caller goes on.

Only for what may be lost: the truth is in the database, and somebody looks there in any case.
"""

import logging
import os
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import Empty, Full, Queue
from threading import Lock, Thread
from typing import Generic, TypeVar

log = logging.getLogger(__name__)

T = TypeVar("T")

REST_S = 5.0
"""How long a server is not called after a failure."""

WAITING = 1000
"""Items that may wait for the thread; further ones are lost."""


class Breaker:
    """Opens at a failure, and closes by itself after `REST_S`."""

    def __init__(self) -> None:
        self._open_until = 0.0

    @property
    def is_open(self) -> bool:
        return time.monotonic() < self._open_until

    def trip(self) -> None:
        self._open_until = time.monotonic() + REST_S


class Outbox(Generic[T]):
    """The thread that sends, started with the first item, again in every forked process."""

    def __init__(self, name: str, send: Callable[[Sequence[T]], object], *, together: int) -> None:
        """`send` gets at most `together` items at a time."""
        self._name, self._send, self._together = name, send, together
        self._queue: Queue[T] = Queue(WAITING)
        self._lock = Lock()
        self._pid = 0

    def put(self, item: T) -> None:
        """Leave an item to the thread; drop it when too many wait."""
        if self._pid != os.getpid():
            self._start()
        try:
            self._queue.put_nowait(item)
        except Full:
            log.warning("too many %s wait: one is dropped", self._name)

    def _start(self) -> None:
        with self._lock:
            if self._pid != os.getpid():
                self._queue = Queue(WAITING)
                Thread(target=self._run, args=(self._queue,), name=self._name, daemon=True).start()
                self._pid = os.getpid()

    def _run(self, queue: "Queue[T]") -> None:
        while True:
            items = [queue.get()]
            with suppress(Empty):
                while len(items) < self._together:
                    items.append(queue.get_nowait())
            try:
                self._send(items)
            except Exception as error:  # the thread serves the next items
                log.error("%s: cannot be sent: %s", self._name, type(error).__name__)
