"""Waking the workers. A wake-up may be lost: due work is in the database, for the sweeper.

So the caller never waits for the broker and never fails because of it: a thread of the process
publishes, and while the broker is away it makes no call.
"""

import logging
import os
import time
from collections.abc import Sequence
from queue import Full, Queue
from threading import Lock, Thread
from typing import Any, Protocol

from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

log = logging.getLogger(__name__)


REST_S = 5.0
"""How long the broker is not called after a failure."""

WAITING = 1000
"""Wake-ups that may wait for the thread; further ones are lost."""


class Wakeable(Protocol):
    """A Celery task, as far as this module needs it."""

    def apply_async(self, args: Any, /) -> Any: ...


Wakeup = tuple[Wakeable, Sequence[Any]]


class Breaker:
    """Opens at a failure, and closes by itself after `REST_S`."""

    def __init__(self) -> None:
        self._open_until = 0.0

    @property
    def is_open(self) -> bool:
        return time.monotonic() < self._open_until

    def trip(self) -> None:
        self._open_until = time.monotonic() + REST_S


class Nudger:
    """The thread that publishes, started with the first wake-up, again in every forked process."""

    def __init__(self) -> None:
        self._queue: Queue[Wakeup] = Queue(WAITING)
        self._lock = Lock()
        self._pid = 0

    def put(self, wakeup: Wakeup) -> None:
        """Leave a wake-up to the thread; drop it when too many wait."""
        if self._pid != os.getpid():
            self._start()
        try:
            self._queue.put_nowait(wakeup)
        except Full:
            log.warning("too many wake-ups wait: one is dropped")

    def _start(self) -> None:
        with self._lock:
            if self._pid != os.getpid():
                self._queue = Queue(WAITING)
                Thread(target=self._run, args=(self._queue,), name="nudger", daemon=True).start()
                self._pid = os.getpid()

    def _run(self, queue: "Queue[Wakeup]") -> None:
        while True:
            task, args = queue.get()
            publish(task, *args)


_breaker = Breaker()

_nudger = Nudger()


def nudge(task: Wakeable, *args: Any) -> None:
    """Have `task` run soon on some worker, if the broker can be reached. Returns at once."""
    if not _breaker.is_open:
        _nudger.put((task, args))


def publish(task: Wakeable, *args: Any) -> bool:
    """Pass `task` to the broker and wait, a few seconds at most; returns True if it was taken."""
    if _breaker.is_open:
        return False
    try:
        task.apply_async(args)
    except (OperationalError, RedisError, OSError) as error:
        _breaker.trip()
        log.warning("broker away for %.0f s: %s", REST_S, type(error).__name__)
        return False
    return True
