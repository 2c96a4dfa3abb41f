"""What is printed: pairings, score sheets, standings."""

from functools import partial
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.http import HttpResponse
from django.urls import NoReverseMatch, path, reverse
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers
from rest_framework.request import Request

from samba_service.kit.http import public_url
from samba_service.kit.problems import not_found
from samba_service.kit.schema import operation
from samba_service.kit.serializers import QueryChoiceField, StrictSerializer
from samba_service.kit.throttles import MOVEMENTS
from tournaments.api.base import MANAGE, READ, TAGS, TournamentApiView, viewer_id
from tournaments.api.files import (
    DRAWING,
    PDF,
    OneFile,
    PdfRenderer,
    drawn,
    file_response,
)
from tournaments.api.seasons.views import SEASON_TAGS, SeasonView
from tournaments.api.standings import AsOfQuery
from tournaments.printing.movement import movement_pdf
from tournaments.printing.page import Paper
from tournaments.printing.pairings import pairings_pdf
from tournaments.printing.round_so_far import round_pdf
from tournaments.printing.score_sheets import sheets_pdf
from tournaments.printing.standings import season_pdf, standings_pdf, wall_pdf
from tournaments.selectors.printing import (
    pairings_paper,
    round_seen,
    season_paper,
    sheets_paper,
    standings_paper,
)
from tournaments.selectors.printing_rounds import movement_paper, round_so_far_paper
from tournaments.selectors.seasons import season_table
from tournaments.selectors.standings import places_of, rounds_played

if TYPE_CHECKING:
    from tournaments.models import Round

prints = partial(
    operation,
    answers={200: OpenApiTypes.BINARY},
    media_type=PDF,
)
"""Declares a call that answers a PDF."""

PAPERS = [paper.value for paper in Paper]


LAYOUTS = ["full", "wall"]


_ROUND = "Without `round`, of the latest round; drafts are for directors."


def entry_page(request: Request, table_id: UUID) -> str | None:
    """The page where the result of a table is entered: what the code on its sheet leads to.

    None, and no code is printed, while the service has no route named `table_page`.
    """
    try:
        path = reverse("table_page", args=[table_id])
    except NoReverseMatch:
        return None
    return public_url(request, path)


class PaperQuery(StrictSerializer):
    paper = QueryChoiceField(PAPERS, required=False, default="a4")


class RoundPaperQuery(PaperQuery):
    round = serializers.IntegerField(
        required=False, min_value=1, max_value=100, help_text="Its number"
    )


class SheetsQuery(RoundPaperQuery):
    per_page = QueryChoiceField([1, 2], required=False, default=1)


class StandingsPaperQuery(AsOfQuery, PaperQuery):
    layout = QueryChoiceField(LAYOUTS, required=False, default="full")


class PaperView(TournamentApiView):
    """A view that answers a PDF."""

    renderer_classes = (PdfRenderer,)
    content_negotiation_class = OneFile

    def round_asked(self, query: dict[str, Any]) -> "Round":
        """The round that is named, else the latest that the caller may see; 404 for none."""
        number = query.get("round")
        found = round_seen(self.tournament, number, directing=self.directs(self.request))
        if found is None:
            which = "No round" if number is None else f"No round {number}"
            raise not_found(f"{which} of this tournament is published.")
        return found


class PairingsPdf(PaperView):
    @prints(
        "tournaments_pairings_pdf",
        summary="Print the pairings of a round",
        description="For the wall, in type as large as there is room for; from 8 tables on a list "
        f"by name follows. {_ROUND}",
        access=READ,
        parameters=[RoundPaperQuery],
        making=DRAWING,
        tags=TAGS,
    )
    def get(self, request: Request, tournament_id: str) -> HttpResponse:
        query = self.query(RoundPaperQuery)
        round_ = self.round_asked(query)
        pairings = pairings_paper(self.tournament, round_)
        content = drawn(pairings_pdf, pairings, Paper(query["paper"]))
        return file_response(content, PDF, self.tournament.name, f"pairings-{round_.number}")


class ScoreSheetsPdf(PaperView):
    @prints(
        "tournaments_score_sheets_pdf",
        summary="Print the score sheets of a round",
        description="A sheet for each table that plays with cards in hand, to be filled in by "
        "pen, with a column for each field of the entry form; `per_page=2` prints two on a page. "
        f"{_ROUND}",
        access=READ,
        parameters=[SheetsQuery],
        making=DRAWING,
        tags=TAGS,
    )
    def get(self, request: Request, tournament_id: str) -> HttpResponse:
        query = self.query(SheetsQuery)
        round_ = self.round_asked(query)
        sheets = sheets_paper(
            self.tournament, round_, lambda table_id: entry_page(request, table_id)
        )
        content = drawn(sheets_pdf, sheets, Paper(query["paper"]), per_page=int(query["per_page"]))
        return file_response(content, PDF, self.tournament.name, f"score-sheets-{round_.number}")


class StandingsPdf(PaperView):
    @prints(
        "tournaments_standings_pdf",
        summary="Print the standings",
        description="Every metric in a column of its own; `as_of` as for the standings. "
        "`layout=wall` is for the room: rank, name, score and rounds in large type, what decides "
        "between equal scores in small.",
        access=READ,
        parameters=[StandingsPaperQuery],
        making=DRAWING,
        tags=TAGS,
    )
    def get(self, request: Request, tournament_id: str) -> HttpResponse:
        query = self.query(StandingsPaperQuery)
        places = places_of(self.tournament, query.get("as_of"))
        paper = Paper(query["paper"])
        if query["layout"] == "wall":
            played = rounds_played(self.tournament, places.version)
            content = drawn(wall_pdf, standings_paper(self.tournament, places, played), paper)
        else:
            content = drawn(standings_pdf, standings_paper(self.tournament, places), paper)
        return file_response(content, PDF, self.tournament.name, "standings")


class RoundPdf(PaperView):
    @prints(
        "tournaments_round_pdf",
        summary="Print the round so far",
        description="Everything to continue only on paper, in any format: who sits where, the "
        "results so far, the standings, and a score sheet for each table without a confirmed "
        "result, online tables too. Without `round`, of the latest round; drafts are for "
        "directors.",
        access=READ,
        parameters=[RoundPaperQuery],
        making=DRAWING,
        tags=TAGS,
    )
    def get(self, request: Request, tournament_id: str) -> HttpResponse:
        query = self.query(RoundPaperQuery)
        round_ = self.round_asked(query)
        so_far = round_so_far_paper(
            self.tournament,
            round_,
            viewer_id(request),
            directing=self.directs(request),
            address=lambda table_id: entry_page(request, table_id),
        )
        content = drawn(round_pdf, so_far, Paper(query["paper"]))
        return file_response(content, PDF, self.tournament.name, f"round-{round_.number}")


class MovementPdf(PaperView):
    @prints(
        "tournaments_movement_pdf",
        summary="Print the guide cards of a rotating night",
        description="A card for each player: table, seat, partner and opponents of each round to "
        "come. The cards hold while nobody comes or leaves and no director changes a draft; "
        "after that the next draw makes a new plan. 409 `no_movement` where there is none.",
        access=MANAGE,
        parameters=[PaperQuery],
        refusals=(409,),
        tags=TAGS,
        rate=MOVEMENTS,
    )
    def get(self, request: Request, tournament_id: str) -> HttpResponse:
        paper = Paper(self.query(PaperQuery)["paper"])
        content = drawn(movement_pdf, movement_paper(self.tournament), paper)
        return file_response(content, PDF, self.tournament.name, "movement")


class SeasonStandingsPdf(SeasonView):
    renderer_classes = (PdfRenderer,)
    content_negotiation_class = OneFile

    @prints(
        "seasons_standings_pdf",
        summary="Print the table of a season",
        description="Night by night, those that count in black.",
        access=READ,
        parameters=[PaperQuery],
        making=DRAWING,
        tags=SEASON_TAGS,
    )
    def get(self, request: Request, season_id: str) -> HttpResponse:
        paper = Paper(self.query(PaperQuery)["paper"])
        content = drawn(season_pdf, season_paper(self.season, season_table(self.season)), paper)
        return file_response(content, PDF, self.season.name)


urlpatterns = [
    path("tournaments/<str:tournament_id>/standings.pdf", StandingsPdf.as_view()),
    path("tournaments/<str:tournament_id>/pairings.pdf", PairingsPdf.as_view()),
    path("tournaments/<str:tournament_id>/score-sheets.pdf", ScoreSheetsPdf.as_view()),
    path("tournaments/<str:tournament_id>/round.pdf", RoundPdf.as_view()),
    path("tournaments/<str:tournament_id>/movement.pdf", MovementPdf.as_view()),
    path("seasons/<str:season_id>/standings.pdf", SeasonStandingsPdf.as_view()),
]
