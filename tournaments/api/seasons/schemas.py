"""Requests and answers of seasons."""

from datetime import datetime
from typing import TYPE_CHECKING, Annotated, TypedDict
from uuid import UUID

from samba_service.kit.answers import UuidText, Whole
from samba_service.kit.serializers import (
    LineField,
    StrictBooleanField,
    StrictIntegerField,
    StrictSerializer,
)
from tournaments.api.clubs.schemas import ClubRefAnswer, club_ref

if TYPE_CHECKING:
    from tournaments.models import Season

NIGHTS_AT_MOST = 366


class SeasonRequest(StrictSerializer):
    name = LineField(max_length=80)
    best = StrictIntegerField(
        min_value=1,
        max_value=NIGHTS_AT_MOST,
        help_text="The number of nights that count, a player's best",
    )
    minimum = StrictIntegerField(
        required=False,
        default=0,
        min_value=0,
        max_value=NIGHTS_AT_MOST,
        help_text="Nights that it takes to be ranked",
    )
    guests = StrictBooleanField(required=False, default=False, help_text="Are guests ranked?")


class SeasonAnswer(TypedDict):
    id: UUID
    club: ClubRefAnswer
    name: str
    best: int
    minimum: int
    guests: bool
    created_at: datetime
    closed_at: Annotated[datetime | None, "Its nights are archived from then on"]


def season_view(season: "Season") -> SeasonAnswer:
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


class SeasonRulesAnswer(TypedDict):
    id: UUID
    best: Annotated[Whole, "The number of nights that count"]
    minimum: Annotated[Whole, "Nights that it takes to qualify"]
    guests: bool


class NightScoreAnswer(TypedDict):
    player: UuidText
    score: Annotated[int, "Hundredths of a percent"]


class NightAnswer(TypedDict):
    tournament: Annotated[UuidText | None, "Null: in no list for the caller"]
    winners: list[UuidText]
    scores: list[NightScoreAnswer]


class SeasonStandingAnswer(TypedDict):
    rank: Whole
    player: UuidText
    name: str
    qualified: bool
    total: Annotated[int, "Of the nights that count"]
    counted: Annotated[list[UuidText | None], "Tournaments, as in `nights`"]


class SeasonStandingsAnswer(TypedDict):
    season: SeasonRulesAnswer
    nights: Annotated[list[NightAnswer], "In order of time"]
    results: list[SeasonStandingAnswer]
