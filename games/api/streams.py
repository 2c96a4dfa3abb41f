"""The log of a game, live."""

from typing import Any, Literal, TypedDict

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request

from games.api.answers import GameAnswer, game_answer
from games.api.base import READ, GameApiView
from games.selectors.games import GameState
from games.selectors.live import game_read, is_read_out
from samba_service.kit import strict
from samba_service.kit.answers import Whole
from samba_service.kit.bodies import EventStreamRenderer, NdjsonRenderer
from samba_service.kit.framing import EVENT_STREAM, NDJSON, Item
from samba_service.kit.http import json_bytes
from samba_service.kit.live import Read, stream_response
from samba_service.kit.problems import INVALID_HEADER, Problem
from samba_service.kit.schema import operation

TAGS = ("games",)

LAST_EVENT_ID = OpenApiParameter(
    "Last-Event-ID",
    {"type": "string", "pattern": "^[0-9]{1,9}$"},
    OpenApiParameter.HEADER,
    description="The last `seq` that the caller has; goes before `after`.",
)


class StreamQuery(strict.Serializer):
    after = serializers.IntegerField(min_value=0, max_value=2**31 - 1, required=False)


class SnapshotAnswer(TypedDict):
    """The first item of a stream: the game as the caller may see it."""

    type: Literal["snapshot"]
    seq: Whole
    version: Whole
    game: GameAnswer


class Stream(GameApiView, at="games/{game_id}/stream"):
    renderer_classes = (EventStreamRenderer, NdjsonRenderer)

    @operation(
        "games_stream",
        READ,
        {200: OpenApiTypes.STR, 204: None},
        query=StreamQuery,
        parameters=[LAST_EVENT_ID],
        refusals=(409,),
        media_types=(EVENT_STREAM, NDJSON),
    )
    def get(self, query: Any) -> HttpResponse:
        """Follow a game.

        First `{type: snapshot, seq, version, game}` with the game as `GET` shows it, then its
        events as in the log; after `Last-Event-ID` or `after` only these. 204 if nothing will ever
        follow. 409 `too_many` at the limit of open streams and waiting calls, `facts.limit`.
        """
        after = last_event_id(self.request)
        if after is None:
            after = query.get("after")
        if after is None:
            return self._stream(self.state.game.seq, [snapshot(self.state)])
        return self._stream(after, [])

    def _stream(self, after: int, items: list[Item]) -> HttpResponse:
        reader = self.reader(after)
        if items:
            read = Read(items, ended=is_read_out(self.state, after))
        else:
            read = game_read(self.state, reader)
        return stream_response(self.request, reader, read)


def snapshot(state: GameState) -> Item:
    """The game as the first item of a stream."""
    seq, version = state.game.seq, state.game.version
    shown: SnapshotAnswer = {
        "type": "snapshot",
        "seq": seq,
        "version": version,
        "game": game_answer(state),
    }
    return Item(seq, json_bytes(shown), "snapshot")


def last_event_id(request: Request) -> int | None:
    """The `seq` in the header Last-Event-ID; None without one. Raises a 400."""
    text = request.headers.get("Last-Event-ID", "").strip()
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise Problem(INVALID_HEADER, "Last-Event-ID is the seq of an event.")
    return int(text)
