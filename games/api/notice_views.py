"""What waits for the caller: invitations, turns, tables."""

from typing import Any

from django.http import HttpResponse
from rest_framework import serializers
from rest_framework.request import Request

from games.api.base import GamesApiView
from games.api.examples import played_operation
from games.api.invitation_views import READ, InvitedTournamentAnswer
from games.api.places import PageQuery, page_answer
from games.selectors.notices import player_events
from samba_service.auth import caller_of
from samba_service.schema import page_of


class NoticeAnswer(serializers.Serializer[Any]):
    """`my_turn`: the game waits for the caller; `my_table`: it runs or is about to."""

    type = serializers.ChoiceField(choices=["invited", "my_turn", "my_table"])
    at = serializers.DateTimeField(help_text="When the invitation or the game was made")
    game = serializers.UUIDField(required=False)
    version = serializers.IntegerField(required=False)
    rated = serializers.BooleanField(
        required=False, help_text="Of an invitation: true if the game counts for public ratings"
    )
    seat = serializers.IntegerField(required=False, allow_null=True)
    invitation = serializers.UUIDField(required=False)
    by = serializers.UUIDField(required=False, help_text="Who invited.")
    tournament = InvitedTournamentAnswer(required=False)
    entry = serializers.UUIDField(required=False)


class MyEvents(GamesApiView):
    @played_operation(
        "players_me_events",
        summary="See what waits for you",
        description="Invitations, turns and tables as they stand now. Each keeps its place, by the "
        "time at which the invitation or the game was made, newest first: who follows `next` to "
        "the end misses none that waited when they began.",
        access=READ,
        parameters=[PageQuery],
        answers={200: page_of(NoticeAnswer)},
        tags=("players",),
    )
    def get(self, request: Request) -> HttpResponse:
        player_id = caller_of(request).player_id
        return page_answer(
            request,
            lambda after, limit: player_events(player_id=player_id, after=after, limit=limit),
            **self.query(PageQuery),
        )
