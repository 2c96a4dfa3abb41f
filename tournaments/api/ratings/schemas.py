"""Ratings in the schema."""

from rest_framework import serializers

from games.api.schemas import whole
from games.engine.rulesets import slugs
from samba_service.kit.serializers import QueryChoiceField, QuerySerializer
from tournaments.api.schemas import Answer
from tournaments.engine.ratings.tables import RatedKind

RATED_KINDS = [kind.value for kind in RatedKind]


class RatingsQuery(QuerySerializer):
    ruleset = QueryChoiceField(list(slugs()), help_text="Its slug")
    kind = QueryChoiceField(
        RATED_KINDS, required=False, default="player",
        help_text="Players where partners change, partnerships where they stay together",
    )  # fmt: skip


class RatedPlayerAnswer(Answer):
    id = serializers.UUIDField()
    name = serializers.CharField()


class RatingAnswer(Answer):
    rank = whole()
    player = serializers.UUIDField(allow_null=True, help_text="Null for a partnership")
    players = RatedPlayerAnswer(many=True)
    name = serializers.CharField()
    rating = serializers.IntegerField(help_text="Card points a hand above the average")
    deviation = whole(help_text="One standard deviation of the rating")
    tables = whole()
    last_played = serializers.DateField()


class RatingsAnswer(Answer):
    computed_at = serializers.DateTimeField(
        allow_null=True, help_text="When the ratings were computed; null: nothing has counted yet"
    )
    results = RatingAnswer(many=True)
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
