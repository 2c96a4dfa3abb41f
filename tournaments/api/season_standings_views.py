"""The table of a season."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request

from samba_service.http import json_response
from samba_service.schema import operation
from tournaments.api.base import READ, viewer_id
from tournaments.api.clubs_serializers import ANA, SEASON_EXAMPLE
from tournaments.api.files import (
    DRAWING,
    PDF,
    PDF_EXAMPLE,
    OneFile,
    PdfRenderer,
    drawn,
    file_response,
)
from tournaments.api.papers_views import PaperQuery
from tournaments.api.seasons_views import SEASON_TAGS, SeasonView
from tournaments.api.standings_serializers import SeasonStandingsAnswer
from tournaments.api.standings_views import COUNTING
from tournaments.models import Season
from tournaments.papers.press import Paper
from tournaments.papers.standings import season_pdf
from tournaments.selectors.papers import season_paper
from tournaments.selectors.seasons import SeasonTable, nights_listed, season_table

NIGHT = "1f9d3e0c-0b0e-4b6c-8a44-6c1f0a5f7d02"
EXAMPLE: dict[str, Any] = {
    "season": {"id": SEASON_EXAMPLE["id"], "best": 6, "minimum": 4, "guests": False},
    "nights": [
        {"tournament": NIGHT, "winners": [ANA], "scores": [{"player": ANA, "score": 6120}]}
    ],
    "results": [
        {"rank": 1, "player": ANA, "name": "Ana", "qualified": False, "total": 6120,
         "counted": [NIGHT]}
    ],
}  # fmt: skip


class SeasonStandings(SeasonView):
    @operation(
        "seasons_standings",
        summary="Read the table of a season",
        description="Night scores are hundredths of a percent of the victory points there were to "
        "win, or by rank where the scoring is another. Everybody who sat for an entry gets its "
        "score. First who was there often enough; then the best nights, the next best night, "
        "nights won, the best night, the latest. Guests are listed where the season counts them, "
        "house bots never. A night that is in no list for the caller has null instead of its id.",
        access=READ,
        answers={200: SeasonStandingsAnswer},
        example=EXAMPLE,
        making=COUNTING,
        tags=SEASON_TAGS,
    )
    def get(self, request: Request, season_id: str) -> HttpResponse:
        listed = nights_listed(self.season, viewer_id(request))
        return json_response(season_table_view(self.season, season_table(self.season), listed))


class SeasonStandingsPdf(SeasonView):
    renderer_classes = (PdfRenderer,)
    content_negotiation_class = OneFile

    @operation(
        "seasons_standings_pdf",
        summary="Print the table of a season",
        description="Night by night, those that count in black.",
        access=READ,
        parameters=[PaperQuery],
        answers={200: OpenApiTypes.BINARY},
        example=PDF_EXAMPLE,
        making=DRAWING,
        media_type=PDF,
        tags=SEASON_TAGS,
    )
    def get(self, request: Request, season_id: str) -> HttpResponse:
        paper = Paper(self.query(PaperQuery)["paper"])
        content = drawn(season_pdf, season_paper(self.season, season_table(self.season)), paper)
        return file_response(content, PDF, self.season.name)


def season_table_view(season: Season, table: SeasonTable, listed: frozenset[str]) -> dict[str, Any]:
    """The table as an answer; it names the nights that are `listed` for the reader."""

    def named(night: str) -> str | None:
        return night if night in listed else None

    return {
        "season": {
            "id": season.id,
            "best": season.best,
            "minimum": season.minimum,
            "guests": season.guests,
        },
        "nights": [
            {
                "tournament": named(night.tournament),
                "winners": list(night.winners),
                "scores": [
                    {"player": player, "score": score} for player, score in night.scores.items()
                ],
            }
            for night in table.nights
        ],
        "results": [
            {
                **row._asdict(),
                "name": table.names[row.player],
                "counted": [named(night) for night in row.counted],
            }
            for row in table.results
        ],
    }
