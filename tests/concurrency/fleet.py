"""Processes of our own to be killed: a Redis of their own, a worker, a sweeper."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from django.db import connection
from kombu import Connection

from samba_service.celery import app
from samba_service.devstack.folder import REPOSITORY, DataFolder
from samba_service.devstack.processes import dies_with_us
from samba_service.devstack.redis import RedisServer
from samba_service.kit.nudge import Wakeable
from samba_service.settings.base import broker_url
from samba_service.settings.test import TEST_DATA
from samba_service.worker import worker_command

MANAGE = [sys.executable, "-W", "ignore", str(REPOSITORY / "manage.py")]


def test_database_url() -> str:
    """Where the suite's own rows are, for other processes."""
    url = urlsplit(os.environ.get("TEST_DATABASE_URL") or TEST_DATA.database_url)
    return urlunsplit(url._replace(path=f"/{connection.settings_dict['NAME']}"))


test_database_url.__test__ = False  # type: ignore[attr-defined]


class Fleet:
    """Children by name; only what was started here is ever signalled, by its pid."""

    def __init__(self, folder: Path) -> None:
        self.redis = RedisServer(DataFolder(folder / "data"))
        self.commands = {
            "redis": self.redis.command(),
            "worker": worker_command(),
            "sweeper": [*MANAGE, "sweeper"],
        }
        self.environment = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "samba_service.settings.test",
            "TEST_DATABASE_URL": test_database_url(),
            "TEST_REDIS_URL": self.redis.url,
            "DATABASE_POOL_MAX": "6",
        }
        self.log = folder / "fleet.log"
        self.log.touch()
        self._children: dict[str, subprocess.Popen[bytes]] = {}

    def start(self, *names: str) -> None:
        """Start children; a Redis is waited for."""
        self.redis.prepare()
        for name in names:
            self._children[name] = self.popen(self.commands[name], name)
            if name == "redis":
                wait_until(self.redis.is_ready, 60)

    def popen(self, command: list[str], name: str = "") -> subprocess.Popen[bytes]:
        """A child with the fleet's environment, its output in the fleet's log.

        PostgreSQL knows its connections by the name.
        """
        with self.log.open("ab") as log:
            return subprocess.Popen(
                command,
                cwd=REPOSITORY,
                env={**self.environment, "PGAPPNAME": name},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                preexec_fn=dies_with_us(signal.SIGKILL),
            )

    @property
    def said(self) -> str:
        """What the children have written until now."""
        return self.log.read_text()

    def publish(self, task: Wakeable, *args: Any) -> None:
        """Send a message to the workers of this fleet, whose Redis is not the suite's."""
        options = app.conf.broker_transport_options
        with Connection(broker_url(self.redis.url), transport_options=options) as broker:
            task.apply_async(args, connection=broker)  # type: ignore[call-arg]

    def waits_for_lock(self, name: str) -> bool:
        """True if a statement of the child waits for a lock."""
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                " AND application_name = %s AND wait_event_type = 'Lock'",
                [name],
            )
            return bool(cursor.fetchone()[0])

    def signal(self, name: str, number: signal.Signals) -> None:
        """Send a signal to a child; of one that dies the remains are taken away."""
        child = self._children[name]
        child.send_signal(number)
        if number == signal.SIGKILL:
            child.wait()

    def end(self, name: str) -> None:
        """Ask a child to end, as an operator does: what it has started ends with it."""
        child = self._children[name]
        child.terminate()
        child.wait()

    def stop(self) -> None:
        """Kill all that was started."""
        for child in self._children.values():
            child.kill()
            child.wait()
        self.redis.folder.remove()


@contextmanager
def nobody_writes(table: str) -> Iterator[None]:
    """For the length of the block all who write to `table` wait; reading goes on."""
    holder = connection.copy()
    try:
        with holder.cursor() as cursor:
            cursor.execute("BEGIN")
            cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
            cursor.execute(f"LOCK TABLE {table} IN SHARE MODE")
            yield
            cursor.execute("ROLLBACK")
    finally:
        holder.close()


@contextmanager
def fleet(folder: Path, *names: str) -> Iterator[Fleet]:
    """Children that run for the length of the block."""
    ours = Fleet(folder)
    try:
        ours.start(*names)
        yield ours
    finally:
        ours.stop()
        print(ours.said)  # shown where the test has failed


def wait_until(condition, within_s: float) -> None:
    """Wait for something that must come true in time."""
    deadline = time.monotonic() + within_s
    while not condition():
        assert time.monotonic() < deadline, f"not within {within_s} s"
        time.sleep(0.05)
