"""Calls that stay open: a layer around the ASGI application.

Django answers such a call as any other, in a thread, with a connection to the database. Then both
are given back, and the call goes on here, in the event loop.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from samba_service.edge.connections import most_connections
from samba_service.edge.hub import Hub, Listener
from samba_service.kit.live import TICKET, Hold, Places, Ticket

PING_S = 15.0
"""How long a stream is silent at most."""
AGAIN_S = 1.0
"""How soon a long poll waits again that was called for nothing."""
ENDINGS = ("/events", "/stream")
"""Of the paths of calls that may stay open."""

Message = dict[str, Any]


class LiveAsgi:
    """The ASGI application `app`, whose calls may stay open."""

    def __init__(self, app: Any) -> None:
        self._app = app
        self._hub = Hub()
        self._places = Places(most_connections() * 3 // 4)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if not _may_stay_open(scope):
            await self._app(scope, receive, send)
            return
        began = asyncio.get_running_loop().time()
        ticket = Ticket(self._places)
        try:
            answer = await self._answer(scope, receive, ticket)
            if ticket.hold is not None and ticket.hold.format is None:
                answer = await self._poll(scope, receive, ticket, answer, began)
            if ticket.hold is not None and ticket.hold.format is not None:
                await self._stream(ticket.hold, answer, receive, send, began)
            else:
                for message in answer:
                    await send(message)
        finally:
            ticket.release()

    async def _answer(self, scope: Any, receive: Any, ticket: Ticket) -> list[Message]:
        """What Django answers, message by message."""
        answer: list[Message] = []

        async def keep(message: Message) -> None:
            answer.append(message)

        await self._app({**scope, TICKET: ticket}, receive, keep)
        return answer

    async def _poll(
        self, scope: Any, receive: Any, ticket: Ticket, answer: list[Message], began: float
    ) -> list[Message]:
        """The call's answer once there is something, or when its time is over."""
        loop = asyncio.get_running_loop()
        heard = began
        assert ticket.hold is not None
        until = began + ticket.hold.wait_s
        while ticket.hold is not None:
            reader = ticket.hold.reader
            async with self._listening(ticket.hold, receive, heard) as listener:
                has_news = await listener.hear(until - loop.time())
            ticket.release()
            if listener.gone or not (has_news or reader.skipped):
                return answer
            heard = loop.time()
            answer = await self._answer(scope, _replayed(receive), ticket)
            if not has_news:
                return answer
            if ticket.hold is not None:
                await asyncio.sleep(min(AGAIN_S, max(0.0, until - loop.time())))
        return answer

    async def _stream(
        self, hold: Hold, answer: Sequence[Message], receive: Any, send: Any, began: float
    ) -> None:
        """Send the answer, then what is new, until nothing may follow."""
        start, *bodies = answer
        headers = [each for each in start["headers"] if each[0].lower() != b"content-length"]
        await send({**start, "headers": headers})
        for body in bodies:
            await send({**body, "more_body": True})
        assert hold.format is not None
        async with self._listening(hold, receive, 0.0 if hold.more else began) as listener:
            while not (listener.over or listener.gone):
                if not await listener.hear(PING_S):
                    await send(_body(hold.format.ping))
                elif listener.read is not None:
                    items = listener.read.items
                    await send(_body(b"".join(map(hold.format.written, items))))
                    if listener.read.ended:
                        break
                    self._hub.sent(listener)
        await send(_body(b"", more=False))

    @asynccontextmanager
    async def _listening(self, hold: Hold, receive: Any, since: float) -> AsyncIterator[Listener]:
        """A listener of the hub for the length of the block; it hears when the caller hangs up."""
        listener = Listener(hold.reader)

        def hung_up(_watch: Any) -> None:
            listener.gone = True
            listener.news.set()

        watch = asyncio.get_running_loop().create_task(_hang_up(receive))
        watch.add_done_callback(hung_up)
        self._hub.join(listener, since=since)
        try:
            yield listener
        finally:
            self._hub.leave(listener)
            watch.cancel()


def _may_stay_open(scope: Any) -> bool:
    if scope["type"] != "http" or scope["method"] != "GET":
        return False
    path: str = scope["path"]
    return path.endswith(ENDINGS)


def _body(data: bytes, *, more: bool = True) -> Message:
    return {"type": "http.response.body", "body": data, "more_body": more}


async def _hang_up(receive: Any) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _replayed(receive: Any) -> Any:
    """`receive` for a call whose empty body was received before."""
    begun = False

    async def again() -> Any:
        nonlocal begun
        if begun:
            return await receive()
        begun = True
        return {"type": "http.request", "body": b"", "more_body": False}

    return again
