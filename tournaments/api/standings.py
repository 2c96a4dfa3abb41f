"""Who is where: the standings of a tournament."""

from collections.abc import Sequence
from typing import Annotated, TypedDict
from uuid import UUID

from django.http import HttpResponse
from django.urls import path
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers
from rest_framework.request import Request

from samba_service.kit.answers import Links, Whole
from samba_service.kit.http import versioned_response
from samba_service.kit.paging import page, place_of
from samba_service.kit.schema import operation
from samba_service.kit.serializers import StrictSerializer
from tournaments.api.base import READ, TAGS, TournamentApiView
from tournaments.api.files import CSV, CsvRenderer, OneFile, file_response
from tournaments.engine.bundle.document import MetricAnswer
from tournaments.printing.csv import standings_csv
from tournaments.selectors.printing import standings_paper
from tournaments.selectors.standings import RankedEntry, places_of, require_past, standings_tag

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

_AS_OF = "`as_of` takes a version that the tournament has had; one that has not come is a 400."


class Standings(TournamentApiView):
    @operation(
        "tournaments_standings",
        summary="Read the standings",
        description="Made whole from all confirmed results. Entries level in every metric share "
        "a rank; the withdrawn stay listed. An entry that never checked in is not listed. One "
        "with fewer rounds than `minimum_rounds` comes after all others, with `rank` null. "
        f"{_AS_OF}",
        access=READ,
        parameters=[StandingsQuery],
        answers={200: StandingsAnswer, 304: None},
        making=COUNTING,
        tags=TAGS,
    )
    def get(self, request: Request, tournament_id: str) -> HttpResponse:
        query = self.query(StandingsQuery)
        version, cursor = query.get("as_of"), query["cursor"]
        require_past(self.tournament, version)
        place_of(cursor)

        def make() -> StandingsAnswer:
            places = places_of(self.tournament, version)
            listed = page(
                request,
                places.rows,
                place_view,
                limit=query["limit"],
                cursor=cursor,
                as_of=places.version,
            )
            return {"version": places.version, **listed}

        tag = standings_tag(self.tournament, request.build_absolute_uri())
        return versioned_response(request, tag, make)


class StandingsCsv(TournamentApiView):
    renderer_classes = (CsvRenderer,)
    content_negotiation_class = OneFile

    @operation(
        "tournaments_standings_csv",
        summary="Read the standings as CSV",
        description="A line for each entry, a column for each metric; UTF-8, CRLF. A name that a "
        f"spreadsheet would take for a formula has an apostrophe in front. {_AS_OF}",
        access=READ,
        parameters=[AsOfQuery],
        answers={200: OpenApiTypes.STR},
        making=COUNTING,
        media_type=CSV,
        tags=TAGS,
    )
    def get(self, request: Request, tournament_id: str) -> HttpResponse:
        places = places_of(self.tournament, self.query(AsOfQuery).get("as_of"))
        content = standings_csv(standings_paper(self.tournament, places))
        return file_response(content, CSV, self.tournament.name, "standings")


def place_view(place: RankedEntry) -> StandingAnswer:
    """An entry in the standings."""
    return {
        "rank": place.rank,
        "entry": place.entry.id,
        "name": place.entry.name,
        "withdrawn": place.withdrawn,
        "metrics": [{"name": name, "value": value} for name, value in place.metrics],
    }


urlpatterns = [
    path("tournaments/<str:tournament_id>/standings", Standings.as_view()),
    path("tournaments/<str:tournament_id>/standings.csv", StandingsCsv.as_view()),
]
