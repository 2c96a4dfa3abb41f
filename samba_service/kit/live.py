"""Calls that stay open until there is something new: long polls and streams.

A view answers such a call at once with what there is, and leaves a `Hold` on the call's ticket:
then `samba_service.edge.live` goes on with it in the event loop, without a thread and without a
connection to the database. A WSGI process has no tickets: there the answer ends at once.

An app registers a `Source` for each kind of topic. Only the source decides what a reader may see.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, NamedTuple, Protocol
from uuid import UUID

from django.conf import settings
from django.http import HttpResponse
from rest_framework.request import Request

from samba_service.kit.access import Caller
from samba_service.kit.addresses import caller_network
from samba_service.kit.errors import TooMany
from samba_service.kit.framing import FORMATS, Format, Item
from samba_service.kit.hints import Topic
from samba_service.kit.http import empty_response
from samba_service.kit.metrics import OPEN_CALLS
from samba_service.kit.problems import unavailable

TICKET = "samba.live"
"""Under this name a call's ASGI scope has its ticket."""

Mark = Any
"""Changes whenever there may be something new about a topic; only compared."""


@dataclass(slots=True, eq=False)
class Reader:
    """Somebody who waits for news of a topic, and how far they have read."""

    topic: Topic
    caller: Caller | None
    """None for an anonymous one."""
    after: int
    """The last `seq` that they have been sent."""
    mark: Mark
    """The topic's, when it was last read for them."""
    until: Any = None
    """What they wait for, in the words of the topic's source; None for any news."""
    skipped: bool = False
    """True if there was news for which they do not wait."""

    @property
    def viewer(self) -> UUID | None:
        """The player who reads."""
        return None if self.caller is None else self.caller.player_id


class Read(NamedTuple):
    """What a reader gets next."""

    items: Sequence[Item] = ()
    more: bool = False
    """True if there is more to read at once."""
    ended: bool = False
    """True if nothing will ever follow."""


class Source(Protocol):
    """Reads topics of one kind; called in threads."""

    def marks(self, ids: Collection[UUID]) -> Mapping[UUID, Mark]:
        """The current mark of each topic, by a number of statements that does not grow."""

    def shut_out(self, readers: Sequence[Reader]) -> Iterable[Reader]:
        """Those who may not see their topic any more."""

    def read(self, topic_id: UUID, readers: Sequence[Reader]) -> Sequence[Read | None]:
        """What each reader of the topic gets next, and None for those who may not see it.

        Nothing for who waits `until` something that has not come. Moves `after` and `mark` of the
        readers, and says who has `skipped` something.
        """


_SOURCES: dict[str, Source] = {}

EndedOf = Callable[[Collection[Caller]], Collection[Caller]]


def _none_ended(_callers: Collection[Caller]) -> Collection[Caller]:
    return ()


_ended_of: EndedOf = _none_ended


def _not_noted(_readers: Collection[Reader]) -> None:
    pass


_attend: Callable[[Collection[Reader]], None] = _not_noted


def attendance_register(attend: Callable[[Collection[Reader]], None]) -> None:
    """Let `attend` know, about once a second, who has a call open."""
    global _attend
    _attend = attend


def source_register(kind: str, source: Source) -> None:
    """Read topics of `kind` from `source`."""
    _SOURCES[kind] = source


def credentials_register(ended_of: EndedOf) -> None:
    """Let `ended_of` return those of the given callers whose credentials are no longer valid."""
    global _ended_of
    _ended_of = ended_of


def topic_read(topic: Topic, readers: Sequence[Reader]) -> Sequence[Read | None]:
    """What each reader of `topic` gets next; see `Source.read`."""
    return _SOURCES[topic.kind].read(topic.id, readers)


class Look(NamedTuple):
    """What has become of readers."""

    ended: Collection[Reader]
    """Those whose right has ended."""
    moved: Collection[Topic]
    """Of the others, the topics about which there may be something new."""


def readers_look(readers: Sequence[Reader]) -> Look:
    """Look after all readers of a process, by few statements: who may not read on, what is new."""
    gone = set(_ended_of({each.caller for each in readers if each.caller is not None}))
    ended = {each for each in readers if each.caller in gone}
    moved: set[Topic] = set()
    by_kind: dict[str, list[Reader]] = defaultdict(list)
    for each in readers:
        if each not in ended:
            by_kind[each.topic.kind].append(each)
    for kind, mine in by_kind.items():
        source = _SOURCES[kind]
        ended |= set(source.shut_out(mine))
        marks = source.marks({each.topic.id for each in mine})
        moved |= {each.topic for each in mine if marks.get(each.topic.id) != each.mark}
    _attend([each for each in readers if each not in ended])
    return Look(ended, moved)


class Places:
    """How many calls each account, or else each address, holds open in this process."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._lock = Lock()
        self._taken: Counter[str] = Counter()

    def take(self, who: str) -> None:
        """Take a place. Raises TooMany for one too many of `who`, the 503 of a full process."""
        limit: int = settings.SAMBA_OPEN_STREAMS
        with self._lock:
            if self._taken[who] >= limit:
                raise TooMany(what="open streams", limit=limit)
            if self._taken.total() >= self.most:
                raise unavailable(retry_after_s=10)
            self._taken[who] += 1
        OPEN_CALLS.inc()

    def release(self, who: str) -> None:
        """Give a place back."""
        with self._lock:
            self._taken[who] -= 1
            if not self._taken[who]:
                del self._taken[who]
        OPEN_CALLS.dec()


@dataclass(slots=True)
class Hold:
    """How a call goes on after what its view has answered."""

    reader: Reader
    who: str
    """Whose place it takes."""
    format: Format | None = None
    """Of a stream; None for a long poll, which is called again when there is something new."""
    wait_s: float = 0.0
    """How long a long poll waits."""
    more: bool = False
    """True if a stream has more to read at once."""


@dataclass(slots=True)
class Ticket:
    """What a call that may stay open carries in its ASGI scope."""

    places: Places
    hold: Hold | None = field(default=None)

    def release(self) -> None:
        """Give the place back, if the call has taken one."""
        if self.hold is not None:
            self.places.release(self.hold.who)
            self.hold = None


def poll_hold(request: Request, reader: Reader, wait_s: float) -> None:
    """Call again when there is something new for `reader`, for this long. Raises TooMany, a 503.

    What is answered when the time is over is what the last call has answered, or, if the reader has
    skipped something, what one more call answers. Without effect in a process that answers every
    call at once.
    """
    _hold(request, reader, wait_s=wait_s)


def stream_response(request: Request, reader: Reader, read: Read) -> HttpResponse:
    """A stream that begins with what `reader` has read. Raises TooMany, a 503 of a full process.

    Where a process answers every call at once, it ends there: its client connects again and goes
    on.
    """
    format = FORMATS[request.accepted_media_type]
    if not read.ended:
        _hold(request, reader, format=format, more=read.more)
    elif not read.items:
        return empty_response()  # a browser then does not connect again
    body = format.opening + b"".join(map(format.written, read.items))
    response = HttpResponse(body, content_type=format.media_type)
    response.headers["X-Accel-Buffering"] = "no"
    return response


def _hold(request: Request, reader: Reader, **how: Any) -> None:
    ticket: Ticket | None = getattr(request._request, "scope", {}).get(TICKET)
    if ticket is None:
        return
    who = reader.caller.account if reader.caller is not None else caller_network(request._request)
    ticket.places.take(who)
    ticket.hold = Hold(reader, who, **how)
