"""Standings of tournaments and seasons, and ratings, in the schema."""

from typing import Any

from rest_framework import serializers

from games.api.action_serializers import whole
from games.engine.rulesets import slugs
from samba_service.serializers import QueryChoiceField, QuerySerializer, StrictSerializer
from tournaments.api.requests import METRIC_NAMES
from tournaments.engine.rated_tables import RatedKind

Answer = serializers.Serializer[Any]
RATED_KINDS = [kind.value for kind in RatedKind]
ENTRIES_AT_MOST = 1000


class AsOfQuery(StrictSerializer):
    as_of = serializers.IntegerField(
        required=False, min_value=1, help_text="A version of the tournament; left out: now"
    )


class StandingsQuery(AsOfQuery):
    cursor = serializers.CharField(
        required=False, default="0", help_text="From `next` or `previous`."
    )
    limit = serializers.IntegerField(
        required=False, default=ENTRIES_AT_MOST, min_value=1, max_value=ENTRIES_AT_MOST,
        help_text="Entries of a page.",
    )  # fmt: skip


class RatingsQuery(QuerySerializer):
    ruleset = QueryChoiceField(list(slugs()), help_text="Its slug")
    kind = QueryChoiceField(
        RATED_KINDS, required=False, default="player",
        help_text="Players where partners change, partnerships where they stay together",
    )  # fmt: skip


class MetricAnswer(Answer):
    name = serializers.ChoiceField(METRIC_NAMES)
    value = serializers.IntegerField(
        allow_null=True,
        help_text="Of `vp`, the scores and averages (`score`, `average`, `average_but_worst`, "
        "`head_to_head`, `opponents`, `opponents_less_partners`) are hundredths of a victory "
        "point. Of `points` and `wdl`, the averages and `opponents_less_partners` are hundredths, "
        "the other three as scored. The rest are counts: tables, card points, sambas. Null: does "
        "not apply",
    )


class StandingAnswer(Answer):
    rank = whole(
        allow_null=True,
        help_text="Those level in every metric share it: 1, 2, 2, 4. Null, after all others: "
        "fewer rounds than the tournament's `minimum_rounds`",
    )
    entry = serializers.UUIDField()
    name = serializers.CharField()
    withdrawn = serializers.BooleanField()
    metrics = MetricAnswer(many=True, help_text="In the order in which they decide")


class StandingsAnswer(Answer):
    version = whole(help_text="Of the tournament, as of which the standings are")
    results = StandingAnswer(many=True)
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)


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
