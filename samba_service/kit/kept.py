"""Answers that are expensive to make: made by one caller at a time, and most kept for a while."""

import time
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

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

T = TypeVar("T")


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


def in_turn(key: str, make: Callable[[], T]) -> T:
    """The result of `make`, which one caller of `key` runs at a time; nothing is kept.

    It holds no connection to the database meanwhile, so `make` should only compute. Raises the 503
    when those before it take too long.
    """

    def made() -> Made:
        connection_give_back()
        return Made(make(), keep=False)

    result: T = once(key, made, for_s=0)
    return result


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
    connection_give_back()  # those who wait hold none that the maker may need
    with waiting():
        time.sleep(LOOK_EVERY_S)  # the maker may be another process: only the cache is shared


def connection_give_back() -> None:
    """Let others have the connection until this thread asks the database again."""
    if not connection.in_atomic_block:
        connection.close()
