"""The cache may go away; what it serves may not."""

import time

import pytest
from django.core.cache import cache

from samba_service.cache import FailOpenRedisCache


@pytest.fixture
def away() -> FailOpenRedisCache:
    """A cache whose server refuses every connection."""
    return FailOpenRedisCache("redis://127.0.0.1:9/0", {})


def test_what_is_set_is_found() -> None:
    cache.set("dealer", 3)

    assert cache.get("dealer") == 3
    assert cache.incr("dealer") == 4
    assert cache.get_many(["dealer", "other"]) == {"dealer": 4}


def test_without_redis_a_lookup_is_a_miss(away: FailOpenRedisCache) -> None:
    away.set("dealer", 3)

    assert away.get("dealer", "none") == "none"
    assert away.get_many(["dealer"]) == {}
    assert away.add("dealer", 3)
    assert not away.delete("dealer")
    away.clear()


def test_a_hung_redis_is_waited_for_only_once(hung_server: str) -> None:
    hung = FailOpenRedisCache(hung_server, {"OPTIONS": {"socket_timeout": 0.3}})

    began = time.monotonic()
    for _ in range(10):
        assert hung.get("dealer") is None

    assert 0.3 <= time.monotonic() - began < 1.5
