"""Waking the workers. A wake-up may be lost: due work is in the database, for the sweeper.

So the caller never waits for the broker and never fails because of it: a thread of the process
publishes, and while the broker is away it makes no call.
"""

import logging
from collections.abc import Sequence
from contextvars import Context, copy_context
from functools import partial
from typing import Any, Protocol

from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from samba_service.kit.later import call_later
from samba_service.kit.outbox import REST_S, Breaker, Outbox

log = logging.getLogger(__name__)


class Wakeable(Protocol):
    """A Celery task, as far as this module needs it."""

    def apply_async(self, args: Any, /) -> Any: ...


Wakeup = tuple[Wakeable, Sequence[Any], Context]
"""With the context of its cause, whose id goes with it."""

_breaker = Breaker()


def nudge(task: Wakeable, *args: Any) -> None:
    """Have `task` run soon on some worker, if the broker can be reached. Returns at once."""
    if not _breaker.is_open:
        _wakeups.put((task, args, copy_context()))


def nudge_later(after_s: float, task: Wakeable, *args: Any) -> None:
    """As `nudge`, after this time; the database has when it is due, as this may be lost too."""
    call_later(after_s, partial(copy_context().run, nudge, task, *args))


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


def _publish_one(wakeups: Sequence[Wakeup]) -> None:
    [(task, args, context)] = wakeups
    context.run(publish, task, *args)


_wakeups = Outbox[Wakeup]("wake-ups", _publish_one, together=1)
