"""Who waits for what in this process: hints come in, readers are woken.

One subscription to Redis for all topics. As hints may be lost, and Redis may be away, the database
is asked once a second what is new and whose right to read has ended. Only threads of a small pool
talk to it, so that waiting costs no connection.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

from django.conf import settings
from django.db import Error, close_old_connections
from redis.asyncio import Redis

from samba_service.kit.hints import Topic, channel, topic_in
from samba_service.kit.live import Read, Reader, readers_look, topic_read
from samba_service.kit.recent import Recent

log = logging.getLogger(__name__)

T = TypeVar("T")

LOOK_S = 1.0
"""How often the database is asked, once for all readers."""
AWAY_S = 1.0
"""How soon Redis is tried again."""
QUIET_S = 5.0
"""How long Redis may be silent before we ask whether it is there."""
THREADS = 4


class Listener:
    """A call that stays open: what it waits for, and what has come."""

    __slots__ = ("busy", "gone", "missed", "news", "over", "read", "reader")

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.news = asyncio.Event()
        self.read: Read | None = None
        """What a stream has to send next; a long poll is called again instead."""
        self.busy = False
        """True from then on until it has been sent: a slow reader has no queue."""
        self.missed = False
        """True if there was something new meanwhile."""
        self.over = False
        """True if the right to read has ended."""
        self.gone = False
        """True if the caller has hung up."""

    async def hear(self, seconds: float) -> bool:
        """Wait for news, at most this long; returns False if there was none."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self.news.wait()
        heard = self.news.is_set()
        self.news.clear()
        return heard

    def take(self, read: Read | None) -> None:
        """Take what is next; None if the right to read has ended."""
        if read is None:
            self.over = True
        elif read.items or read.ended or read.more:
            self.read, self.busy = read, True
        else:
            return
        self.news.set()


class Hub:
    """The listeners of one event loop, by topic. Its tasks begin with the first listener."""

    def __init__(self) -> None:
        self._listeners: defaultdict[Topic, set[Listener]] = defaultdict(set)
        self._hinted: Recent[Topic, float] = Recent(10_000)
        """When the loop last heard of a topic, in its time."""
        self._reading: set[Topic] = set()
        self._again: set[Topic] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._readers = ThreadPoolExecutor(THREADS, thread_name_prefix="live")
        self._looker = ThreadPoolExecutor(1, thread_name_prefix="live-look")

    def join(self, listener: Listener, *, since: float) -> None:
        """Wake `listener` for what is new, also if that was after the loop's time `since`."""
        if not self._tasks:
            self._begin(self._hear_hints())
            self._begin(self._look_after())
        topic = listener.reader.topic
        self._listeners[topic].add(listener)
        if (self._hinted.get(topic) or 0.0) >= since:
            self.wake(topic)

    def leave(self, listener: Listener) -> None:
        """Forget a listener."""
        topic = listener.reader.topic
        self._listeners[topic].discard(listener)
        if not self._listeners[topic]:
            del self._listeners[topic]

    def wake(self, topic: Topic) -> None:
        """There may be something new about `topic`."""
        if topic not in self._listeners:
            return
        if topic in self._reading:
            self._again.add(topic)
        else:
            self._reading.add(topic)
            self._begin(self._read(topic))

    def sent(self, listener: Listener) -> None:
        """A stream has sent what it had to; it gets more if there is more."""
        more = listener.missed or (listener.read is not None and listener.read.more)
        listener.read, listener.busy, listener.missed = None, False, False
        if more:
            self.wake(listener.reader.topic)

    def _begin(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _read(self, topic: Topic) -> None:
        """Read `topic` for its listeners, once more if there was a hint meanwhile."""
        self._again.add(topic)
        try:
            while topic in self._again:
                self._again.discard(topic)
                await self._read_once(topic)
        finally:
            self._reading.discard(topic)
            self._again.discard(topic)

    async def _read_once(self, topic: Topic) -> None:
        listening = [each for each in self._listeners.get(topic, ()) if not each.over]
        for each in listening:
            each.missed = each.busy
        idle = [each for each in listening if not each.busy]
        if not idle:
            return
        readers = [each.reader for each in idle]
        found = await self._ask(self._readers, partial(topic_read, topic, readers))
        for each, read in zip(idle, found or (), strict=found is not None):
            each.take(read)

    async def _look_after(self) -> None:
        """Once a second: end what has ended, wake for what no hint came for."""
        while True:
            await asyncio.sleep(LOOK_S)
            everybody = [each for group in self._listeners.values() for each in group]
            if not everybody:
                continue
            readers = [each.reader for each in everybody]
            look = await self._ask(self._looker, partial(readers_look, readers))
            if look is None:
                continue
            for each in everybody:
                if each.reader in look.ended:
                    each.take(None)
            for topic in look.moved:
                self.wake(topic)

    async def _ask(self, pool: ThreadPoolExecutor, question: Callable[[], T]) -> T | None:
        """The answer of the database; None if it cannot be asked: the next second asks again."""
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, _asked, question)
        except Exception as error:  # whatever it is, the others go on; its message might name cards
            level = logging.WARNING if isinstance(error, Error) else logging.ERROR
            log.log(level, "nothing read for open calls: %s", type(error).__name__)
        return None

    async def _hear_hints(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                async with _redis() as client, client.pubsub() as hints:
                    await hints.subscribe(channel())
                    while True:
                        message = await hints.get_message(
                            ignore_subscribe_messages=True, timeout=QUIET_S
                        )
                        topic = topic_in(message["data"]) if message else None
                        if topic is not None:
                            self._hinted.keep(topic, loop.time())
                            self.wake(topic)
            except Exception as error:  # whatever it is, the database is asked meanwhile
                log.warning("no hints from Redis: %s", type(error).__name__)
            await asyncio.sleep(AWAY_S)


def _redis() -> Any:
    return Redis.from_url(
        settings.REDIS_URL,
        socket_connect_timeout=AWAY_S,
        socket_timeout=2 * QUIET_S,
        health_check_interval=QUIET_S,
    )


def _asked(question: Callable[[], T]) -> T:
    """What `question` returns; the thread's connection goes back to the pool."""
    try:
        return question()
    finally:
        close_old_connections()
