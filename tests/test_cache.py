"""The cache may go away; what it serves may not."""

import pickle
import time
from pathlib import Path

import pytest
import redis
from django.conf import settings
from django.core.cache import cache

from samba_service.kit.cache import FailOpenRedisCache


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

    assert 0.3 <= time.monotonic() - began < 10 * 0.3


class Planted:
    """What runs code of its maker where it is unpickled."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def __reduce__(self):
        return Path.touch, (self.file,)


def kept(key: str) -> str:
    """The name of a key in Redis."""
    return str(cache.make_key(key))


def test_who_can_write_to_redis_cannot_run_code_here(tmp_path: Path) -> None:
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        client.set(kept("planted"), pickle.dumps(Planted(tmp_path / "ran")))

    assert cache.get("planted") is None
    assert not (tmp_path / "ran").exists()


def test_the_cache_holds_json_and_nothing_else() -> None:
    cache.set("rows", [("KH", 1), {"a": None}, 2.5, True])
    cache.set("paper", b"%PDF \xff")

    assert cache.get("rows") == [["KH", 1], {"a": None}, 2.5, True]
    assert cache.get("paper") == b"%PDF \xff"
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        assert client.get(kept("rows")) == b'[["KH",1],{"a":null},2.5,true]'
    with pytest.raises(TypeError):
        cache.set("object", object())
