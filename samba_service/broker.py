"""kombu's Redis transport, with a fix for a fault that would end a worker when Redis dies."""

from typing import Any

from kombu.transport import redis


class Channel(redis.Channel):
    """When its connection has been dropped, it fails in the same way as when the broker is away.

    When a worker in the middle of tasks loses the broker, kombu drops the connection, and then puts
    back and acknowledges the tasks with it. Celery handles only the broker's errors: the resulting
    AttributeError would end the worker.
    """

    def _connparams(self, asynchronous: bool = False) -> dict[str, Any]:
        if self.connection is None or self.connection.client is None:
            raise ConnectionError("the connection to the broker has been dropped")
        params: dict[str, Any] = super()._connparams(asynchronous)  # type: ignore[misc]  # no stub
        return params


def mend() -> None:
    """Make every connection to Redis use that channel."""
    redis.Transport.Channel = Channel
