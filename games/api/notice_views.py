"""What waits for the caller: invitations, turns, tables."""

from typing import Any

from django.http import HttpResponse
from rest_framework import serializers
from rest_framework.request import Request

from games.api.base import GamesApiView
from games.api.examples import played_operation
from games.models import Scope
from games.selectors.notices import player_events
from samba_service.auth import caller_of, needs
from samba_service.http import json_response
from samba_service.schema import page_of
from samba_service.serializers import StrictSerializer

LIMIT = 200


class NoticesQuery(StrictSerializer):
    limit = serializers.IntegerField(min_value=1, max_value=LIMIT, default=50, required=False)


class NoticeAnswer(serializers.Serializer[Any]):
    """`my_turn`: the game waits for the caller; `my_table`: it runs or is about to."""

    type = serializers.ChoiceField(choices=["invited", "my_turn", "my_table"])
    game = serializers.UUIDField()
    at = serializers.DateTimeField()
    by = serializers.UUIDField(required=False, help_text="Who invited.")
    version = serializers.IntegerField(required=False)
    seat = serializers.IntegerField(required=False)


class MyEvents(GamesApiView):
    @played_operation(
        "players_me_events",
        summary="See what waits for you",
        description="Invitations, turns and tables as they stand now, newest first, one page.",
        access=needs(Scope.GAMES_READ),
        parameters=[NoticesQuery],
        answers={200: page_of(NoticeAnswer)},
        tags=("players",),
    )
    def get(self, request: Request) -> HttpResponse:
        limit = self.query(NoticesQuery)["limit"]
        found = player_events(player_id=caller_of(request).player_id, limit=limit)
        return json_response({"results": found, "next": None, "previous": None})
