"""The cache on Redis, failing open: without Redis a look-up is a miss and a write is lost.

It holds JSON: a person who can write to Redis can make an answer wrong, but cannot make a process
run code.
"""

import base64
import logging
import time
from collections.abc import Callable
from typing import Any, TypeVar

import orjson
from django.core.cache.backends.redis import RedisCache as DjangoRedisCache
from django.core.cache.backends.redis import RedisCacheClient
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeoutError

log = logging.getLogger(__name__)

T = TypeVar("T")


_BYTES = "base64"

REST_S = 5.0
"""How long Redis is not called after a failure, so that a hung server is waited for only once."""


class JsonSerializer:
    """Values as JSON; bytes, which JSON does not have, as an object of their own."""

    def dumps(self, value: Any) -> bytes | int:
        """What Redis keeps; whole numbers as they are, for `incr`. Raises TypeError."""
        if type(value) is int:
            return value
        if isinstance(value, bytes):
            value = {_BYTES: base64.b64encode(value).decode()}
        return orjson.dumps(value)

    def loads(self, kept: bytes) -> Any:
        """The value, its tuples as lists; None for data in another format."""
        try:
            value = orjson.loads(kept)
        except orjson.JSONDecodeError:
            return None
        if isinstance(value, dict) and value.keys() == {_BYTES}:
            return base64.b64decode(value[_BYTES])
        return value


class FailOpenClient(RedisCacheClient):
    """Django's client, with a default for when the server does not answer."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._resting_until = 0.0

    def _ask(self, call: Callable[..., T], *args: Any, instead: T, **kwargs: Any) -> T:
        if time.monotonic() < self._resting_until:
            return instead
        try:
            return call(*args, **kwargs)
        except (RedisConnectionError, RedisTimeoutError) as error:
            self._resting_until = time.monotonic() + REST_S
            log.warning("cache away for %.0f s: %s", REST_S, type(error).__name__)
            return instead

    def add(self, *args: Any, **kwargs: Any) -> bool:
        return self._ask(super().add, *args, instead=True, **kwargs)

    def get(self, key: Any, default: Any) -> Any:
        return self._ask(super().get, key, default, instead=default)

    def set(self, *args: Any, **kwargs: Any) -> None:
        self._ask(super().set, *args, instead=None, **kwargs)

    def touch(self, *args: Any, **kwargs: Any) -> bool:
        return self._ask(super().touch, *args, instead=False, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> bool:
        return self._ask(super().delete, *args, instead=False, **kwargs)

    def get_many(self, keys: Any) -> dict[Any, Any]:
        return self._ask(super().get_many, keys, instead={})

    def has_key(self, *args: Any, **kwargs: Any) -> bool:
        return self._ask(super().has_key, *args, instead=False, **kwargs)

    def incr(self, key: Any, delta: int) -> int:
        return self._ask(super().incr, key, delta, instead=delta)

    def set_many(self, *args: Any, **kwargs: Any) -> None:
        self._ask(super().set_many, *args, instead=None, **kwargs)

    def delete_many(self, *args: Any, **kwargs: Any) -> None:
        self._ask(super().delete_many, *args, instead=None, **kwargs)

    def clear(self) -> bool:
        return self._ask(super().clear, instead=False)


class FailOpenRedisCache(DjangoRedisCache):
    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = FailOpenClient
