"""The log of a game as the caller may read it."""

from collections.abc import Sequence

from django.http import HttpResponse
from django.urls import path
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.utils.urls import replace_query_param

from games.api.base import READ, GameApiView
from games.api.looking_back import others_log_end
from games.api.schemas import MAX_SEAT
from games.engine.event_answers import Event
from games.selectors.events import events_since
from samba_service.kit.answers import Page
from samba_service.kit.http import json_response
from samba_service.kit.schema import operation, page_of
from samba_service.kit.serializers import StrictSerializer


class EventsQuery(StrictSerializer):
    after = serializers.IntegerField(min_value=0, max_value=2**31 - 1, default=0, required=False)
    limit = serializers.IntegerField(min_value=1, max_value=500, default=100, required=False)
    as_seat = serializers.IntegerField(min_value=0, max_value=MAX_SEAT, required=False)


class Events(GameApiView):
    @operation(
        "games_events_list",
        summary="Read the log",
        description="Every reader gets every seq, without gaps; what the reader may not see of an "
        "event is absent. Spectators read up to the last finished hand unless the game is open to "
        "live ones. `as_seat`: as another seat read it, up to the last finished hand. While other "
        "tables play the same deals spectators read up to the first deal, and who has finished "
        "finds `withheld` for every event with cards; 409 `deals_not_yet` for `as_seat`.",
        access=READ,
        parameters=[EventsQuery],
        answers={200: page_of(Event)},
        refusals=(403, 409),
        tags=("games",),
    )
    def get(self, request: Request, game_id: str) -> HttpResponse:
        query = self.query(EventsQuery)
        state, last_hand, limit = self.state, None, query["limit"]
        if "as_seat" in query:
            last_hand = others_log_end(request, state, query["as_seat"])
            state = state._replace(seat=query["as_seat"])
        found = events_since(state, after=query["after"], limit=limit + 1, last_hand=last_hand)
        return json_response(_page(request, found, limit))


def _page(request: Request, found: Sequence[Event], limit: int) -> Page[Event]:
    more = len(found) > limit
    here = request.build_absolute_uri()
    following = replace_query_param(here, "after", str(found[limit - 1]["seq"])) if more else None
    return {"results": found[:limit], "next": following, "previous": None}


urlpatterns = [
    path("games/<str:game_id>/events", Events.as_view()),
]
