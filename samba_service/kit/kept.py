"""Answers that are expensive to make: kept for a while, and made by one caller at a time."""

import time
from collections.abc import Callable
from typing import Any, NamedTuple

from django.core.cache import cache
from django.db import connection

from samba_service.kit.database import waiting
from samba_service.kit.problems import unavailable
from samba_service.kit.throttles import pay_for_making

MAKING_S = 15
"""A maker that has not finished by then counts as dead."""

WAIT_S = 6.0
"""How long others wait for it: less than `database.REQUEST_S`, to leave time for the database."""

LOOK_EVERY_S = 0.05


class Made(NamedTuple):
    """A value just made, of JSON or bytes."""

    value: Any
    keep: bool = True


def once(key: str, make: Callable[[], Made], *, for_s: int) -> Any:
    """The value kept under `key`, or else the result of `make`, which one caller at a time runs.

    The caller that makes it pays for it, see `pay_for_making`. Without Redis each caller makes its
    own. Raises the 503 when another maker takes too long.
    """
    found = cache.get(key)
    if found is not None:
        return found
    deadline = time.monotonic() + WAIT_S
    while not cache.add(f"{key}:making", 1, MAKING_S):  # also True while Redis is away
        if time.monotonic() > deadline:
            raise unavailable()
        _wait()
        found = cache.get(key)
        if found is not None:
            return found
    found = cache.get(key)
    if found is not None:  # made between our first look and our turn
        cache.delete(f"{key}:making")
        return found
    return _make(key, make, for_s)


def _make(key: str, make: Callable[[], Made], for_s: int) -> Any:
    try:
        pay_for_making()
        made = make()
        if made.keep:
            cache.set(key, made.value, for_s)
        return made.value
    finally:
        cache.delete(f"{key}:making")


def _wait() -> None:
    if not connection.in_atomic_block:
        connection.close()  # those who wait hold no connection that the maker may need
    with waiting():
        time.sleep(LOOK_EVERY_S)  # the maker may be another process: only the cache is shared
