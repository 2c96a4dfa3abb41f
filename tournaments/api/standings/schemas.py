"""Standings in the schema."""

from typing import Annotated, TypedDict
from uuid import UUID

from rest_framework import serializers

from samba_service.kit.answers import Url, Whole
from samba_service.kit.serializers import StrictSerializer
from tournaments.api.schemas import METRIC_NAMES

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


class MetricAnswer(TypedDict):
    name: Annotated[str, ("enum", METRIC_NAMES)]
    value: Annotated[
        int | None,
        "Of `vp`, the scores and averages (`score`, `average`, `average_but_worst`, "
        "`head_to_head`, `opponents`, `opponents_less_partners`) are hundredths of a victory "
        "point. Of `points` and `wdl`, the averages and `opponents_less_partners` are hundredths, "
        "the other three as scored. The rest are counts: tables, card points, sambas. Null: does "
        "not apply",
    ]


class StandingAnswer(TypedDict):
    rank: Annotated[
        Whole | None,
        "Those level in every metric share it: 1, 2, 2, 4. Null, after all others: "
        "fewer rounds than the tournament's `minimum_rounds`",
    ]
    entry: UUID
    name: str
    withdrawn: bool
    metrics: Annotated[list[MetricAnswer], "In the order in which they decide"]


class StandingsAnswer(TypedDict):
    version: Annotated[Whole, "Of the tournament, as of which the standings are"]
    results: list[StandingAnswer]
    next: Url | None
    previous: Url | None
