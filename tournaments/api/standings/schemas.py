"""Standings in the schema."""

from rest_framework import serializers

from games.api.schemas import whole
from samba_service.kit.serializers import StrictSerializer
from tournaments.api.schemas import METRIC_NAMES, Answer

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
