"""The log of the calling player: what has begun or ceased to wait for them, in all games."""

from typing import Any

from django.http import HttpResponse
from rest_framework import serializers
from rest_framework.utils.urls import replace_query_param

from games.api.base import GamesApiView
from games.api.invitations import READ
from games.errors import NoticesGone
from games.selectors.notices import (
    NoticeAnswer,
    last_seq,
    notice_reader,
    notices_read,
    notices_since,
)
from games.selectors.waiting import waiting_list
from samba_service.kit import strict
from samba_service.kit.answers import Page
from samba_service.kit.live import Read, poll_hold, stream_response
from samba_service.kit.schema import listing
from samba_service.kit.streams import (
    RENDERERS,
    begins_after,
    snapshot,
    stream_operation,
    wait_field,
)

TAGS = ("players",)

MOST_WAITING = 500
"""Items of a snapshot; a client with more reads the list."""


class NoticesQuery(strict.Serializer):
    after = serializers.IntegerField(
        min_value=0, max_value=2**31 - 1, default=None, required=False,
        help_text="Left out: from the first one that is kept",
    )  # fmt: skip
    limit = serializers.IntegerField(min_value=1, max_value=500, default=100, required=False)
    wait = wait_field()


class MyEvents(GamesApiView, at="players/me/events"):
    @listing("players_me_events", READ, NoticeAnswer, query=NoticesQuery, refusals=(409,))
    def get(self, query: Any) -> Page[NoticeAnswer]:
        """Read your own log.

        What has begun or ceased to wait for you in all games, in order.
        `wait` waits for the next. Notices are kept for a week; a place before that is 409
        `notices_gone`. 409 `too_many` at the limit of open streams and waiting calls,
        `facts.limit`.
        """
        after, limit = query["after"], query["limit"]
        reader = notice_reader(self.caller, after or 0)  # its mark is older than what is found
        found = notices_since(self.caller.player_id, after=after, limit=limit + 1)
        if query["wait"] and not found:
            poll_hold(self.request, reader, query["wait"])
        following = None
        if len(found) > limit:
            here = self.request.build_absolute_uri()
            following = replace_query_param(here, "after", str(found[limit - 1]["seq"]))
        return {"results": found[:limit], "next": following, "previous": None}


class MyStream(GamesApiView, at="players/me/stream"):
    renderer_classes = RENDERERS

    @stream_operation("players_me_stream", READ)
    def get(self, query: Any) -> HttpResponse:
        """Follow your own log.

        First `{type: snapshot, seq, waiting}` with what waits for you as `/players/me/waiting`
        shows it, at most 500; then its notices; after `Last-Event-ID` or `after` only these, or a
        snapshot again if they are not kept any more. 409 `too_many` at the limit of open streams
        and waiting calls, `facts.limit`.
        """
        after = begins_after(self.request, query)
        if after is not None:
            reader = notice_reader(self.caller, after)
            try:
                return stream_response(self.request, reader, notices_read(reader))
            except NoticesGone:
                pass
        player_id = self.caller.player_id
        seq = last_seq(player_id)  # before what waits, so that no notice is missed
        waiting = waiting_list(player_id=player_id, limit=MOST_WAITING)
        first = snapshot(seq, waiting=[each.shown for each in waiting])
        return stream_response(self.request, notice_reader(self.caller, seq), Read([first]))
