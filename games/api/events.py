"""The log of a game as the caller may read it."""

from typing import Any

from rest_framework import serializers
from rest_framework.utils.urls import replace_query_param

from games.api.base import MAX_SEAT, READ, GameApiView
from games.api.looking_back import others_log_end
from games.engine.event_answers import Event
from games.selectors.events import events_since
from samba_service.kit.answers import Page
from samba_service.kit.schema import listing
from samba_service.kit.serializers import StrictSerializer

TAGS = ("games",)


class EventsQuery(StrictSerializer):
    after = serializers.IntegerField(min_value=0, max_value=2**31 - 1, default=0, required=False)
    limit = serializers.IntegerField(min_value=1, max_value=500, default=100, required=False)
    as_seat = serializers.IntegerField(min_value=0, max_value=MAX_SEAT, required=False)


class Events(GameApiView, at="games/{game_id}/events"):
    @listing("games_events_list", READ, Event, query=EventsQuery, refusals=(403, 409))
    def get(self, query: Any) -> Page[Event]:
        """Read the log.

        Every reader gets every `seq`, without gaps; what they may not see of an event is absent.
        Spectators read up to the last finished hand unless the game is open to live ones.
        `as_seat`: as another seat read it, up to the last finished hand. While other tables play
        the same deals spectators read up to the first deal, and who has finished finds `withheld`
        for every event with cards; 409 `deals_not_yet` for `as_seat`.
        """
        state, last_hand, limit = self.state, None, query["limit"]
        if "as_seat" in query:
            last_hand = others_log_end(self.request, state, query["as_seat"])
            state = state._replace(seat=query["as_seat"])
        found = events_since(state, after=query["after"], limit=limit + 1, last_hand=last_hand)
        after = str(found[limit - 1]["seq"]) if len(found) > limit else None
        here = self.request.build_absolute_uri()
        following = None if after is None else replace_query_param(here, "after", after)
        return {"results": found[:limit], "next": following, "previous": None}
