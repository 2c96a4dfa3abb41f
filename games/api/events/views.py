"""The log of a game as the caller may read it."""

from typing import Any

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.utils.urls import replace_query_param

from games.api.base import READ, GameApiView
from games.api.events.schemas import EVENT_PAGE, EventsQuery
from games.api.examples import played_operation
from games.api.looking_back import others_log_end
from games.selectors.events import events_since
from samba_service.kit.http import json_response


class Events(GameApiView):
    @played_operation(
        "games_events_list",
        summary="Read the log",
        description="Every reader gets every seq, without gaps; what the reader may not see of an "
        "event is absent. Spectators read up to the last finished hand unless the game is open to "
        "live ones. `as_seat`: as another seat read it, up to the last finished hand. While other "
        "tables play the same deals spectators read up to the first deal, and who has finished "
        "finds `withheld` for every event with cards; 409 `deals_not_yet` for `as_seat`.",
        access=READ,
        parameters=[EventsQuery],
        answers={200: EVENT_PAGE},
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


def _page(request: Request, found: list[dict[str, Any]], limit: int) -> dict[str, Any]:
    more = len(found) > limit
    here = request.build_absolute_uri()
    following = replace_query_param(here, "after", str(found[limit - 1]["seq"])) if more else None
    return {"results": found[:limit], "next": following, "previous": None}
