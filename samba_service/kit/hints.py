"""Hints for those who wait: "there may be something new about this".

A hint is only a topic, such as `game:` and its id: never a card, a name or an event. It may be
lost, because who waits looks into the database as well, once a second. So a hint never makes a call
wait for Redis.
"""

import logging
import os
from collections.abc import Sequence
from functools import cache
from threading import Lock
from typing import Any, NamedTuple, Self
from uuid import UUID

import redis
from django.conf import settings
from redis.backoff import NoBackoff
from redis.retry import Retry

from samba_service.kit.outbox import REST_S, Breaker, Outbox

log = logging.getLogger(__name__)

TIMEOUT_S = 0.5
"""Of each wait for Redis."""


class Topic(NamedTuple):
    """What somebody can wait for news of."""

    kind: str
    id: UUID

    def __str__(self) -> str:
        return f"{self.kind}:{self.id}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Raises ValueError for a text that no topic has."""
        kind, _, name = text.partition(":")
        return cls(kind, UUID(name))


def channel() -> str:
    """The channel of Redis that carries all hints of this installation."""
    return f"{settings.REDIS_KEY_PREFIX}hints"


def hint(topic: Topic) -> None:
    """Wake those who wait for news of `topic`, in every process. Returns at once."""
    if not (_breaker.is_open or _connection.send(topic)):
        _waiting.put(topic)


def topic_in(message: bytes) -> Topic | None:
    """The topic of a message; None for what is none, from a program of another version."""
    try:
        return Topic.parse(message.decode())
    except ValueError:
        return None


class HintConnection:
    """A connection to Redis on which nothing is answered: a hint is one packet and no wait."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._connection: Any = None
        self._pid = 0
        """Of the process that opened it: a forked one has none."""

    def open(self) -> None:
        """Connect, if nobody has yet. Raises RedisError, OSError."""
        with self._lock:
            if self._connection is not None and self._pid == os.getpid():
                return
            connection: Any = _pool().make_connection()
            connection.connect()
            connection.send_command("CLIENT", "REPLY", "OFF")
            self._connection, self._pid = connection, os.getpid()

    def send(self, topic: Topic) -> bool:
        """Send a hint; returns False if there is no connection, or none any more."""
        with self._lock:
            connection = self._connection
            if connection is None or self._pid != os.getpid():
                return False
            try:
                connection.send_packed_command(
                    connection.pack_command("PUBLISH", channel(), str(topic)), check_health=False
                )
            except (redis.RedisError, OSError):
                connection.disconnect()
                self._connection = None
                return False
            return True


@cache
def _pool() -> redis.ConnectionPool:
    return redis.ConnectionPool.from_url(
        settings.REDIS_URL,
        socket_timeout=TIMEOUT_S,
        socket_connect_timeout=TIMEOUT_S,
        retry=Retry(NoBackoff(), 0),
    )


def _connect_and_send(topics: Sequence[Topic]) -> None:
    """In the thread of the outbox: who gives a hint does not wait for the connection."""
    if _breaker.is_open:
        return
    try:
        _connection.open()
    except (redis.RedisError, OSError) as error:
        _breaker.trip()
        log.warning("no hints for %.0f s: %s", REST_S, type(error).__name__)
        return
    for topic in topics:
        _connection.send(topic)


_breaker = Breaker()
_connection = HintConnection()
_waiting = Outbox[Topic]("hints", _connect_and_send, together=100)
