"""The log of a game, live."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes

from games.api.answers import game_answer
from games.api.base import READ, GameApiView
from games.selectors.live import game_read, is_read_out
from samba_service.kit.bodies import EventStreamRenderer, NdjsonRenderer
from samba_service.kit.framing import EVENT_STREAM, NDJSON
from samba_service.kit.live import Read, stream_response
from samba_service.kit.schema import operation
from samba_service.kit.streams import LAST_EVENT_ID, StreamQuery, begins_after, snapshot

TAGS = ("games",)


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
        after, state = begins_after(self.request, query), self.state
        if after is not None:
            reader = self.reader(after)
            return stream_response(self.request, reader, game_read(state, reader))
        game = game_answer(state)
        seq = game["seq"]
        first = snapshot(seq, version=game["version"], game=game)
        read = Read([first], ended=is_read_out(state, seq))
        return stream_response(self.request, self.reader(seq), read)
