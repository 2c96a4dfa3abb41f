"""Hints for those who wait: "there may be something new about this".

A hint is only a topic, such as `game:` and its id: never a card, a name or an event. It may be
lost, because who waits looks into the database as well, once a second. So a hint never makes a call
wait for Redis.
"""

import logging
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple, Self
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
    if not _breaker.is_open:
        _hints.put(topic)


def message_of(topics: Iterable[Topic]) -> str:
    """The message that carries `topics`, each once."""
    return " ".join(dict.fromkeys(map(str, topics)))


def topics_in(message: bytes) -> list[Topic]:
    """The topics of a message; without what is no topic, from a program of another version."""
    found = []
    for text in message.decode(errors="replace").split():
        try:
            found.append(Topic.parse(text))
        except ValueError:
            continue
    return found


_breaker = Breaker()


def _publish(topics: Sequence[Topic]) -> None:
    if _breaker.is_open:
        return
    try:
        _client().publish(channel(), message_of(topics))
    except (redis.RedisError, OSError) as error:
        _breaker.trip()
        log.warning("no hints for %.0f s: %s", REST_S, type(error).__name__)


@cache
def _client() -> redis.Redis:
    return redis.Redis.from_url(
        settings.REDIS_URL,
        socket_timeout=TIMEOUT_S,
        socket_connect_timeout=TIMEOUT_S,
        retry=Retry(NoBackoff(), 0),
    )


_hints = Outbox[Topic]("hints", _publish, together=100)
