"""The log of a game, live."""

from typing import Any

from django.http import HttpResponse

from games.api.answers import game_answer
from games.api.base import READ, GameApiView
from games.selectors.live import game_read, is_read_out
from samba_service.kit.live import Read, stream_response
from samba_service.kit.streams import (
    RENDERERS,
    begins_after,
    snapshot,
    stream_operation,
)

TAGS = ("games",)


class Stream(GameApiView, at="games/{game_id}/stream"):
    renderer_classes = RENDERERS

    @stream_operation("games_stream", READ)
    def get(self, query: Any) -> HttpResponse:
        """Follow a game.

        First `{type: snapshot, seq, version, game}` with the game as `GET` shows it, then its
        events as in the log; after `Last-Event-ID` or `after` only these. 204 if nothing will
        follow but what players say after the end. 409 `too_many` at the limit of open streams and
        waiting calls, `facts.limit`.
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
