"""The standings of a tournament."""

from collections.abc import Sequence
from typing import Annotated, Any, TypedDict
from uuid import UUID

from django.http import HttpResponse
from rest_framework import serializers

from samba_service.kit import strict
from samba_service.kit.answers import Links, Whole, answer_of
from samba_service.kit.http import versioned_response
from samba_service.kit.paging import page, place_of
from samba_service.kit.schema import operation
from tournaments.api.base import READ, TournamentApiView
from tournaments.engine.bundle.document import MetricAnswer
from tournaments.selectors.standings import RankedEntry, places_of, require_past, standings_tag

TAGS = ("tournaments",)

ENTRIES_AT_MOST = 1000


class AsOfQuery(strict.Serializer):
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


class StandingsAnswer(Links):
    version: Annotated[Whole, "Of the tournament, as of which the standings are"]
    results: Sequence[StandingAnswer]


COUNTING = 10
"""The price of standings that have to be made, in calls."""


class Standings(TournamentApiView, at="tournaments/{tournament_id}/standings"):
    @operation(
        "tournaments_standings",
        READ,
        StandingsAnswer,
        query=StandingsQuery,
        conditional=True,
        making=COUNTING,
    )
    def get(self, query: Any) -> HttpResponse:
        """Read the standings.

        Made whole from all confirmed results. Entries level in every metric share a rank; the
        withdrawn stay listed, an entry that never checked in is not. One with fewer rounds than
        `minimum_rounds` comes after all others, with `rank` null. An `as_of` that has not come is a
        400.
        """
        version, cursor = query.get("as_of"), query["cursor"]
        require_past(self.tournament, version)
        place_of(cursor)

        def make() -> StandingsAnswer:
            places = places_of(self.tournament, version)
            where = {"limit": query["limit"], "cursor": cursor, "as_of": places.version}
            return {
                "version": places.version,
                **page(self.request, places.rows, place_view, **where),
            }

        tag = standings_tag(self.tournament, self.request.build_absolute_uri())
        return versioned_response(self.request, tag, make)


def place_view(place: RankedEntry) -> StandingAnswer:
    """An entry in the standings."""
    entry, metrics = place.entry, [{"name": name, "value": value} for name, value in place.metrics]
    return answer_of(StandingAnswer, place, entry=entry.id, name=entry.name, metrics=metrics)
