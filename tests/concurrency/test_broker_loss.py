"""A worker that is in the middle of a task when the broker dies goes on with the next broker."""

import signal
from contextlib import suppress
from pathlib import Path

import pytest
from kombu import Connection
from kombu.message import Message
from kombu.pidbox import Mailbox

from samba_service.celery import app
from samba_service.settings.base import broker_url
from tests.concurrency.fleet import fleet

pytestmark = [pytest.mark.django_db, pytest.mark.concurrency]


def test_a_begun_task_of_a_dead_broker_fails_only_with_its_errors(tmp_path: Path) -> None:
    """As Celery's worker closes the connection, whom any other error would end."""
    with fleet(tmp_path, "redis") as ours:
        connection = Connection(
            broker_url(ours.redis.url), transport_options=app.conf.broker_transport_options
        )
        begun = begin_task(connection)
        # Closing this channel fails, and leaves the one of the task to the second attempt.
        Mailbox("worker", type="fanout").Node("worker", channel=connection.channel()).listen()
        wait_for_more(connection)

        ours.signal("redis", signal.SIGKILL)
        connection.collect()
        connection.close()

        with pytest.raises(connection.connection_errors):
            begun.ack()


def begin_task(connection: Connection) -> Message:
    """Take a message, and do not acknowledge it yet."""
    begun: list[Message] = []
    queue = connection.SimpleQueue("turns")
    queue.put("turn")
    queue.consumer.callbacks = [lambda _body, message: begun.append(message)]
    queue.consumer.consume()
    while not begun:
        connection.drain_events(timeout=5)
    return begun[0]


def wait_for_more(connection: Connection) -> None:
    with suppress(TimeoutError):
        while True:
            connection.drain_events(timeout=0.1)
