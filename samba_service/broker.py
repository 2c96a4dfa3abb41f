"""kombu's Redis transport, with a fault mended that would end a worker when Redis dies."""

from typing import Any

from kombu.transport import redis


class Channel(redis.Channel):
    """Where its connection has been dropped already, it fails as it does where the broker is away.

    When a worker in the middle of tasks loses the broker, kombu drops the connection, and then puts
    back and acknowledges the tasks by it. Celery knows only the broker's errors: at the
    AttributeError that comes of it the worker would end.
    """

    def _connparams(self, asynchronous: bool = False) -> dict[str, Any]:
        if self.connection is None or self.connection.client is None:
            raise ConnectionError("the connection to the broker has been dropped")
        params: dict[str, Any] = super()._connparams(asynchronous)  # type: ignore[misc]  # no stub
        return params


def mend() -> None:
    """Have every connection to Redis use that channel."""
    redis.Transport.Channel = Channel
