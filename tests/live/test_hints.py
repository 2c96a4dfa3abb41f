"""Hints go through Redis: without them streams would wait for the look once a second."""

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
import redis

from samba_service.kit import hints
from samba_service.kit.hints import HintConnection, Topic, channel, hint, topic_in
from samba_service.settings import test

pytestmark = pytest.mark.concurrency
PATIENCE_S = 30


@pytest.fixture
def client() -> Iterator[Any]:
    with redis.Redis.from_url(test.REDIS_URL) as found:
        yield found


@pytest.fixture
def heard(client: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """What arrives at those who listen; the process is not connected yet."""
    monkeypatch.setattr(hints, "_connection", HintConnection())
    with client.pubsub() as subscription:
        subscription.subscribe(channel())
        assert subscription.get_message(timeout=PATIENCE_S)["type"] == "subscribe"
        yield lambda: topic_in(subscription.get_message(timeout=PATIENCE_S)["data"])


def test_a_hint_arrives_before_the_process_is_connected_and_afterwards(heard: Any) -> None:
    for topic in (Topic("game", uuid4()), Topic("game", uuid4())):
        hint(topic)
        assert heard() == topic


def test_after_redis_has_cut_the_connection_a_hint_arrives_again(client: Any, heard: Any) -> None:
    first, second = Topic("game", uuid4()), Topic("game", uuid4())
    hint(first)
    assert heard() == first
    client.client_kill_filter(_type="normal", skipme=True)

    hint(second)

    assert heard() == second
