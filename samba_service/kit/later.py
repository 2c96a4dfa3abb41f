"""Calls that are made after a while, by one thread of each process. They may be lost with it."""

import logging
import os
import time
from collections.abc import Callable
from contextlib import suppress
from heapq import heappop, heappush
from itertools import count
from queue import Empty, Full, Queue
from threading import Lock, Thread
from typing import NamedTuple

log = logging.getLogger(__name__)

WAITING = 10_000
"""Calls that may wait; further ones are lost."""


class _Call(NamedTuple):
    due: float
    """By the monotonic clock."""
    number: int
    """Of two calls for the same time the first is made first."""
    make: Callable[[], object]


class Later:
    """The thread, started with the first call, again in every forked process."""

    def __init__(self) -> None:
        self._queue: Queue[_Call] = Queue(WAITING)
        self._numbers = count()
        self._lock = Lock()
        self._pid = 0

    def call(self, after_s: float, make: Callable[[], object]) -> None:
        """Make a call, which must be quick, after this time. Returns at once."""
        if self._pid != os.getpid():
            self._start()
        try:
            self._queue.put_nowait(_Call(time.monotonic() + after_s, next(self._numbers), make))
        except Full:
            log.warning("too many calls wait: one is dropped")

    def _start(self) -> None:
        with self._lock:
            if self._pid != os.getpid():
                self._queue = Queue(WAITING)
                Thread(target=_run, args=(self._queue,), name="later", daemon=True).start()
                self._pid = os.getpid()


def _run(queue: "Queue[_Call]") -> None:
    waiting: list[_Call] = []
    while True:
        left = waiting[0].due - time.monotonic() if waiting else None
        if left is None or left > 0:
            with suppress(Empty):
                heappush(waiting, queue.get(timeout=left))
        else:
            try:
                heappop(waiting).make()
            except Exception as error:
                log.warning("a call failed: %s", type(error).__name__)


_later = Later()


def call_later(after_s: float, make: Callable[[], object]) -> None:
    """Make a call, which must be quick, after this time."""
    _later.call(after_s, make)
