"""Who is woken for what, and when: the hub and the layer around it, without a server."""

import asyncio
from typing import Any
from uuid import uuid4

import pytest

from samba_service.edge import hub, live
from samba_service.edge.hub import Hub, Listener
from samba_service.kit.errors import TooMany
from samba_service.kit.framing import EVENT_STREAM, FORMATS, Item
from samba_service.kit.hints import Topic
from samba_service.kit.live import TICKET, Hold, Places, Read, Reader
from samba_service.kit.problems import UNAVAILABLE, Problem


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The seqs that there are to read; nobody looks by itself, and there is no Redis."""
    seqs: list[int] = []

    def read(_topic: Topic, readers: Any) -> list[Read]:
        found = []
        for each in readers:
            new = [Item(seq, b"{}") for seq in seqs if seq > each.after]
            each.after = new[-1].seq if new else each.after
            found.append(Read(new))
        return found

    async def never(_self: Hub) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(hub, "topic_read", read)
    for task in ("_hear_hints", "_look_after"):
        monkeypatch.setattr(Hub, task, never)
    return seqs


def test_what_is_new_while_a_stream_sends_is_sent_next(log: list[int]) -> None:
    async def story() -> None:
        ours, topic = Hub(), Topic("game", uuid4())
        listener = Listener(Reader(topic, None, 0, None))
        ours.join(listener, since=1e9)
        for seq in (1, 2):
            log.append(seq)
            ours.wake(topic)
            await asyncio.sleep(0.05)
        assert await listener.hear(5)
        assert listener.read is not None
        assert [each.seq for each in listener.read.items] == [1]
        ours.sent(listener)
        assert await listener.hear(5), "nobody tells it again"
        assert listener.read is not None
        assert [each.seq for each in listener.read.items] == [2]

    asyncio.run(story())


def test_a_stream_without_news_is_pinged(log: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "PING_S", 0.01)
    sent: list[bytes] = []

    async def app(scope: Any, _receive: Any, send: Any) -> None:
        reader = Reader(Topic("game", uuid4()), None, 0, None)
        scope[TICKET].places.take("a")
        scope[TICKET].hold = Hold(reader, "a", FORMATS[EVENT_STREAM])
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def story() -> None:
        gone = asyncio.Event()

        async def receive() -> Any:
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            sent.append(message.get("body", b""))
            if sent.count(b": ping\n\n") == 2:
                gone.set()

        scope = {"type": "http", "method": "GET", "path": "/stream"}
        await asyncio.wait_for(live.LiveAsgi(app)(scope, receive, send), 5)

    asyncio.run(story())
    assert sent.count(b": ping\n\n") == 2


@pytest.mark.parametrize(
    ("news", "calls"),
    [
        ((), ["waits"]),
        ((False, False, True), ["waits", "answered"]),
        ((False, False), ["waits", "after its time"]),
    ],
)
def test_a_long_poll_is_called_again_for_what_it_waits_for_and_after_its_time_for_what_it_skipped(
    log: list[int], monkeypatch: pytest.MonkeyPatch, news: tuple[bool, ...], calls: list[str]
) -> None:
    """Each news is for it, or is not."""
    topic, made, coming = Topic("game", uuid4()), list[str](), list(news)

    def read(_topic: Topic, readers: Any) -> list[Read]:
        if coming.pop(0):
            return [Read([Item(1, b"{}")])]
        readers[0].skipped = True
        return [Read()]

    async def app(scope: Any, _receive: Any, send: Any) -> None:
        has_come = bool(news) and not coming and news[-1]
        made.append("answered" if has_come else "after its time" if made else "waits")
        if not has_come:
            scope[TICKET].places.take("a")
            reader = Reader(topic, None, 0, None, until="turn")
            scope[TICKET].hold = Hold(reader, "a", wait_s=0.3)
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def receive() -> Any:
        await asyncio.Event().wait()

    async def send(_message: Any) -> None:
        pass

    async def story() -> None:
        ours = live.LiveAsgi(app)
        scope = {"type": "http", "method": "GET", "path": "/events"}
        call = asyncio.create_task(ours(scope, receive, send))
        for _ in news:
            await asyncio.sleep(0.05)
            ours._hub.wake(topic)
        await asyncio.wait_for(call, 5)
        assert not ours._places._taken

    monkeypatch.setattr(hub, "topic_read", read)
    asyncio.run(story())
    assert made == calls


@pytest.mark.parametrize(("joined_at", "woken"), [(9.0, True), (10.0, True), (11.0, False)])
def test_who_joins_after_a_hint_is_woken_if_it_came_since_their_answer(
    log: list[int], joined_at: float, woken: bool
) -> None:
    async def story() -> None:
        ours, topic = Hub(), Topic("game", uuid4())
        ours._hinted.keep(topic, 10.0)
        log.append(1)
        listener = Listener(Reader(topic, None, 0, None))
        ours.join(listener, since=joined_at)
        assert await listener.hear(5 if woken else 0.1) == woken

    asyncio.run(story())


def test_places_are_counted_by_account_and_in_the_process(settings: Any) -> None:
    settings.SAMBA_OPEN_STREAMS = 2
    places = Places(3)
    for who in ("ana", "ana", "bo"):
        places.take(who)
    with pytest.raises(TooMany):
        places.take("ana")
    with pytest.raises(Problem) as full:
        places.take("cy")
    assert full.value.code == UNAVAILABLE
    places.release("ana")
    places.take("cy")
