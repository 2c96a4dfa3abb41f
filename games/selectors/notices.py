"""Reading the log of one player: what has begun or ceased to wait for them."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Annotated, Final, NotRequired, TypedDict
from uuid import UUID

from games.choices import NoticeType
from games.errors import NoticesGone
from samba_service.kit.access import Caller
from samba_service.kit.framing import Item
from samba_service.kit.hints import Topic
from samba_service.kit.http import json_bytes
from samba_service.kit.live import Mark, Read, Reader
from samba_service.kit.sql import run

PLAYER: Final = "player"
"""The kind of topics that are one player's log."""

BATCH: Final = 100
"""Notices that a stream is sent at a time."""

_LAST = "SELECT player_id, seq FROM games_noticecount WHERE player_id = ANY(%s)"

_SINCE = """
    SELECT seq, made_at, type, game_id, seat, invitation_id FROM games_notice
    WHERE player_id = %s AND seq > %s ORDER BY seq LIMIT %s
"""


class NoticeAnswer(TypedDict):
    """What has begun or ceased to wait for the caller, with the members that its type has."""

    seq: Annotated[int, ("minimum", 1)]
    at: datetime
    type: Annotated[str, NoticeType]
    game: NotRequired[UUID]
    seat: NotRequired[int]
    invitation: NotRequired[UUID]


def topic_of(player_id: UUID) -> Topic:
    """What readers of the player's log wait for news of."""
    return Topic(PLAYER, player_id)


def notice_reader(caller: Caller, after: int) -> Reader:
    """The caller, who has read their log up to `after`."""
    return Reader(topic_of(caller.player_id), caller, after, last_seq(caller.player_id))


def last_seq(player_id: UUID) -> int:
    """The number of the player's last notice; 0 for none."""
    return _marks([player_id]).get(player_id, 0)


def notices_since(player_id: UUID, *, after: int | None, limit: int) -> list[NoticeAnswer]:
    """At most `limit` notices after the number; None: all that are kept.

    Raises NoticesGone if some of them are not kept any more, or were never made.
    """
    last = last_seq(player_id)  # before the rows: a new one is among them, or comes later
    rows = run(_SINCE, (player_id, after or 0, limit)).fetchall()
    following = rows[0][0] if rows else last + 1
    if after is not None and following != after + 1:
        raise NoticesGone
    return [_shown(*row) for row in rows]


def _shown(
    seq: int, at: datetime, type: str, game: UUID | None, seat: int | None, invitation: UUID | None
) -> NoticeAnswer:
    shown: NoticeAnswer = {"seq": seq, "at": at, "type": type}
    if game is not None:
        shown["game"] = game
    if seat is not None:
        shown["seat"] = seat
    if invitation is not None:
        shown["invitation"] = invitation
    return shown


class NoticeSource:
    """Reads logs of players for their open calls; a `kit.live.Source`. A mark is a number."""

    def marks(self, ids: Collection[UUID]) -> Mapping[UUID, Mark]:
        found = _marks(ids)
        return {each: found.get(each, 0) for each in ids}

    def shut_out(self, readers: Sequence[Reader]) -> Iterable[Reader]:
        """Nobody: everybody reads only their own, as long as their token is valid."""
        return ()

    def read(self, topic_id: UUID, readers: Sequence[Reader]) -> Sequence[Read | None]:
        return [_read_or_none(each) for each in readers]


def _read_or_none(reader: Reader) -> Read | None:
    try:
        return notices_read(reader)
    except NoticesGone:  # the account is erased
        return None


def notices_read(reader: Reader) -> Read:
    """What the reader of a player's log gets next."""
    found = notices_since(reader.topic.id, after=reader.after, limit=BATCH)
    if found:
        reader.after = found[-1]["seq"]
    reader.mark = max(reader.mark, reader.after)
    items = [Item(each["seq"], json_bytes(each)) for each in found]
    return Read(items, more=len(items) == BATCH)


def _marks(ids: Collection[UUID]) -> Mapping[UUID, int]:
    return dict(run(_LAST, (list(ids),)).fetchall())
