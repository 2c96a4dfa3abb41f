"""The papers that keep a night going without a computer."""

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request

from samba_service.schema import operation
from samba_service.throttles import MOVEMENTS
from tournaments.api.base import MANAGE, READ, TAGS, viewer_id
from tournaments.api.files import DRAWING, PDF, PDF_EXAMPLE, drawn, file_response
from tournaments.api.papers_views import (
    PaperQuery,
    PaperView,
    RoundPaperQuery,
    entry_page,
)
from tournaments.papers.movement import movement_pdf
from tournaments.papers.press import Paper
from tournaments.papers.round_so_far import round_pdf
from tournaments.selectors.round_papers import movement_paper, round_so_far_paper


class RoundPdf(PaperView):
    @operation(
        "tournaments_round_pdf",
        summary="Print the round so far",
        description="What it takes to go on with paper alone, in any format: who sits where, the "
        "results so far, the standings, and a score sheet for each table without a confirmed "
        "result, online tables too. Without `round`, of the latest round; drafts are for "
        "directors.",
        access=READ,
        parameters=[RoundPaperQuery],
        answers={200: OpenApiTypes.BINARY},
        example=PDF_EXAMPLE,
        making=DRAWING,
        media_type=PDF,
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
    @operation(
        "tournaments_movement_pdf",
        summary="Print the guide cards of a rotating night",
        description="A card for each player: table, seat, partner and opponents of each round to "
        "come. The cards hold while nobody comes or leaves and no director changes a draft; "
        "after that the next draw makes a new plan. 409 `no_movement` where there is none.",
        access=MANAGE,
        parameters=[PaperQuery],
        answers={200: OpenApiTypes.BINARY},
        refusals=(409,),
        example=PDF_EXAMPLE,
        media_type=PDF,
        tags=TAGS,
        rate=MOVEMENTS,
    )
    def get(self, request: Request, tournament_id: str) -> HttpResponse:
        paper = Paper(self.query(PaperQuery)["paper"])
        content = drawn(movement_pdf, movement_paper(self.tournament), paper)
        return file_response(content, PDF, self.tournament.name, "movement")
