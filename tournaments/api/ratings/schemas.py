"""Ratings in the schema."""

from datetime import date, datetime
from typing import Annotated, TypedDict
from uuid import UUID

from games.engine.rulesets import slugs
from samba_service.kit.answers import Url, Whole
from samba_service.kit.serializers import QueryChoiceField, QuerySerializer
from tournaments.engine.ratings.tables import RatedKind

RATED_KINDS = [kind.value for kind in RatedKind]


class RatingsQuery(QuerySerializer):
    ruleset = QueryChoiceField(list(slugs()), help_text="Its slug")
    kind = QueryChoiceField(
        RATED_KINDS, required=False, default="player",
        help_text="Players where partners change, partnerships where they stay together",
    )  # fmt: skip


class RatedPlayerAnswer(TypedDict):
    id: UUID
    name: str


class RatingAnswer(TypedDict):
    rank: Whole
    player: Annotated[UUID | None, "Null for a partnership"]
    players: list[RatedPlayerAnswer]
    name: str
    rating: Annotated[int, "Card points a hand above the average"]
    deviation: Annotated[Whole, "One standard deviation of the rating"]
    tables: Whole
    last_played: date


class RatingsAnswer(TypedDict):
    computed_at: Annotated[
        datetime | None, "When the ratings were computed; null: nothing has counted yet"
    ]
    results: list[RatingAnswer]
    next: Url | None
    previous: Url | None
