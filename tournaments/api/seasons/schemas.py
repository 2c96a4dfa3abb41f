"""Requests and answers of seasons."""

from typing import Any

from rest_framework import serializers

from games.api.schemas import whole
from samba_service.kit.serializers import (
    LineField,
    StrictBooleanField,
    StrictIntegerField,
    StrictSerializer,
)
from tournaments.api.clubs.schemas import CLUB_ID, ClubRefAnswer, club_ref
from tournaments.api.schemas import Answer
from tournaments.models import Season

NIGHTS_AT_MOST = 366

SEASON_EXAMPLE: dict[str, Any] = {
    "id": "0e9b8a77-41f4-4d4b-8f0b-6f2c3d1a5b90",
    "club": {"id": CLUB_ID, "name": "Herons"},
    "name": "Winter 2026",
    "best": 6,
    "minimum": 4,
    "guests": False,
    "created_at": "2026-11-20T18:30:00Z",
    "closed_at": None,
}


class SeasonRequest(StrictSerializer):
    name = LineField(max_length=80)
    best = StrictIntegerField(
        min_value=1, max_value=NIGHTS_AT_MOST, help_text="So many nights count, a player's best"
    )
    minimum = StrictIntegerField(
        required=False,
        default=0,
        min_value=0,
        max_value=NIGHTS_AT_MOST,
        help_text="Nights that it takes to be ranked",
    )
    guests = StrictBooleanField(required=False, default=False, help_text="Are guests ranked?")


class SeasonAnswer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    club = ClubRefAnswer()
    name = serializers.CharField()
    best = serializers.IntegerField()
    minimum = serializers.IntegerField()
    guests = serializers.BooleanField()
    created_at = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(
        allow_null=True, help_text="Its nights are archived from then on"
    )


def season_view(season: Season) -> dict[str, Any]:
    """A season, without its table."""
    return {
        "id": season.id,
        "club": club_ref(season.club),
        "name": season.name,
        "best": season.counted_nights,
        "minimum": season.required_nights,
        "guests": season.guests,
        "created_at": season.created_at,
        "closed_at": season.closed_at,
    }


class SeasonRulesAnswer(Answer):
    id = serializers.UUIDField()
    best = whole(help_text="So many nights count")
    minimum = whole(help_text="Nights that it takes to qualify")
    guests = serializers.BooleanField()


class NightScoreAnswer(Answer):
    player = serializers.UUIDField()
    score = serializers.IntegerField(help_text="Hundredths of a percent")


class NightAnswer(Answer):
    tournament = serializers.UUIDField(allow_null=True, help_text="Null: in no list for the caller")
    winners = serializers.ListField(child=serializers.UUIDField())
    scores = NightScoreAnswer(many=True)


class SeasonStandingAnswer(Answer):
    rank = whole()
    player = serializers.UUIDField()
    name = serializers.CharField()
    qualified = serializers.BooleanField()
    total = serializers.IntegerField(help_text="Of the nights that count")
    counted = serializers.ListField(
        child=serializers.UUIDField(allow_null=True), help_text="Tournaments, as in `nights`"
    )


class SeasonStandingsAnswer(Answer):
    season = SeasonRulesAnswer()
    nights = NightAnswer(many=True, help_text="In order of time")
    results = SeasonStandingAnswer(many=True)
