"""Papers and CSV files of a night."""

import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import partial, wraps
from hashlib import sha256
from typing import TYPE_CHECKING, Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers
from rest_framework.request import Request

from samba_service.accounts.selectors import time_zone_of
from samba_service.kit import strict
from samba_service.kit.access import Access
from samba_service.kit.bodies import JSONRenderer
from samba_service.kit.http import public_url
from samba_service.kit.kept import Made, once
from samba_service.kit.problems import not_found
from samba_service.kit.schema import operation
from samba_service.kit.throttles import MOVEMENTS, pay_for_making
from samba_service.kit.views import Negotiation
from tournaments.api.base import MANAGE, READ, TournamentApiView
from tournaments.api.seasons import SeasonView
from tournaments.api.standings import COUNTING, AsOfQuery
from tournaments.printing.csv import standings_csv
from tournaments.printing.page import Paper
from tournaments.printing.pairings import pairings_pdf
from tournaments.printing.round_papers import movement_pdf, round_pdf
from tournaments.printing.score_sheets import sheets_pdf
from tournaments.printing.standings import season_pdf, standings_pdf, wall_pdf
from tournaments.selectors.printing import (
    Strips,
    movement_paper,
    pairings_paper,
    round_so_far_paper,
    sheets_paper,
    standings_paper,
)
from tournaments.selectors.rounds import round_seen
from tournaments.selectors.seasons import season_paper, season_table
from tournaments.selectors.standings import places_of, rounds_played
from tournaments.services.sheet_codes import codes_for

if TYPE_CHECKING:
    from tournaments.models import Round, Table

TAGS = ("tournaments",)

PDF = "application/pdf"

CSV = "text/csv"

KEPT_S = 600

DRAWING = 20
"""The price of a paper that has to be drawn, in calls."""


class OneFile(Negotiation):
    """The path names the kind of file: `Accept` changes nothing, and is not judged."""

    def select_renderer(
        self, request: Request, renderers: Any, format_suffix: str | None = None
    ) -> Any:
        return renderers[0], renderers[0].media_type


class PdfRenderer(JSONRenderer):
    """Names the media type."""

    media_type = PDF
    format = "pdf"


class CsvRenderer(JSONRenderer):
    """Names the media type."""

    media_type = CSV
    format = "csv"


def file_response(content: bytes, media_type: str, *names: str, kept: bool = True) -> HttpResponse:
    """A file to be looked at, called after `names`; `kept`: browsers may keep it."""
    kind = "; charset=utf-8" if media_type == CSV else ""
    name = f"{'-'.join(filter(None, map(_plain, names)))}.{media_type.rpartition('/')[2]}"
    return HttpResponse(
        content,
        content_type=f"{media_type}{kind}",
        headers={
            "Content-Disposition": f'inline; filename="{name}"',
            **({} if kept else {"Cache-Control": "no-store"}),
        },
    )


def drawn(draw: Callable[..., bytes], *values: Any, **layout: Any) -> bytes:
    """`draw(*values, **layout)`; what is drawn of the same values is kept for a while.

    The values are all that the reader may see, so that nobody gets what was drawn for another.
    """
    seen = f"{draw.__module__}.{draw.__qualname__} {values!r} {layout!r}"
    key = f"drawn:{sha256(seen.encode()).hexdigest()}"
    found: bytes = once(key, lambda: Made(draw(*values, **layout)), for_s=KEPT_S)
    return found


def drawn_with_codes(draw: Callable[..., bytes], *values: Any, **layout: Any) -> bytes:
    """`draw(*values, **layout)`, which is kept nowhere: the codes are stored only as hashes."""
    pay_for_making()
    return draw(*values, **layout)


def _plain(text: str) -> str:
    """Text in letters that any file system keeps."""
    ascii_ = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^A-Za-z0-9]+", "-", ascii_).strip("-").lower()


class StandingsCsv(TournamentApiView, at="tournaments/{tournament_id}/standings.csv"):
    renderer_classes = (CsvRenderer,)
    content_negotiation_class = OneFile

    @operation(
        "tournaments_standings_csv",
        READ,
        OpenApiTypes.STR,
        query=AsOfQuery,
        making=COUNTING,
        media_types=(CSV,),
    )
    def get(self, query: Any) -> HttpResponse:
        """Read the standings as CSV.

        A line for each entry, a column for each metric; UTF-8, CRLF. A name that a spreadsheet
        would take for a formula has an apostrophe in front. An `as_of` that has not come is a 400.
        """
        places = places_of(self.tournament, query.get("as_of"))
        content = standings_csv(standings_paper(self.tournament, places))
        return file_response(content, CSV, self.tournament.name, "standings")


PAPERS = [paper.value for paper in Paper]

LAYOUTS = ["full", "wall"]


def strips_of(
    request: Request, round_: "Round", tables: "Sequence[Table]"
) -> dict[UUID, list[str]]:
    """For each table the addresses where its sides enter the result, with their codes."""
    return {
        table: [f"{public_url(request, reverse('strip', args=[table]))}#{code}" for code in by_side]
        for table, by_side in codes_for(round_, tables).items()
    }


class PaperQuery(strict.Serializer):
    paper = strict.QueryChoiceField(PAPERS, required=False, default="a4")
    time_zone = strict.ZoneField(required=False)


def prints(
    operation_id: str, access: Access, *, query: Any = PaperQuery, **rest: Any
) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """Declares a call that answers a PDF, with days and times in the zone of its reader."""
    declared = operation(
        operation_id, access, OpenApiTypes.BINARY, query=query, media_types=(PDF,), **rest
    )

    def declare(handler: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(handler)
        def print_(view: Any, query: Any) -> HttpResponse:
            zone = query.get("time_zone") or time_zone_of(view.viewer) or "UTC"
            with timezone.override(ZoneInfo(zone)):
                return handler(view, query)

        return declared(print_)

    return declare


class RoundPaperQuery(PaperQuery):
    round = serializers.IntegerField(
        required=False, min_value=1, max_value=100, help_text="Its number; left out: the latest"
    )


class SheetsQuery(RoundPaperQuery):
    per_page = strict.QueryChoiceField([1, 2], required=False, default=1)


class StandingsPaperQuery(AsOfQuery, PaperQuery):
    layout = strict.QueryChoiceField(LAYOUTS, required=False, default="full")


class PaperView(TournamentApiView):
    """A view that answers a PDF."""

    renderer_classes = (PdfRenderer,)
    content_negotiation_class = OneFile

    def strips(self, round_: "Round") -> Strips:
        """What strips of the round's sheets have on them: only those for directors have any."""
        if not self.directing:
            return lambda tables: {}
        return partial(strips_of, self.request, round_)

    def round_asked(self, query: dict[str, Any]) -> "Round":
        """The round that is named, else the latest that the caller may see; 404 for none."""
        number = query.get("round")
        found = round_seen(self.tournament, number, directing=self.directing)
        if found is None:
            which = "No round" if number is None else f"No round {number}"
            raise not_found(f"{which} of this tournament is published.")
        return found


class PairingsPdf(PaperView, at="tournaments/{tournament_id}/pairings.pdf"):
    @prints("tournaments_pairings_pdf", READ, query=RoundPaperQuery, making=DRAWING)
    def get(self, query: Any) -> HttpResponse:
        """Print the pairings of a round.

        For the wall, in type as large as there is room for; from 8 tables on a list by name
        follows. Drafts are for directors.
        """
        round_ = self.round_asked(query)
        pairings = pairings_paper(self.tournament, round_)
        content = drawn(pairings_pdf, pairings, Paper(query["paper"]))
        return file_response(content, PDF, self.tournament.name, f"pairings-{round_.number}")


class ScoreSheetsPdf(PaperView, at="tournaments/{tournament_id}/score-sheets.pdf"):
    @prints("tournaments_score_sheets_pdf", READ, query=SheetsQuery, making=DRAWING)
    def get(self, query: Any) -> HttpResponse:
        """Print the score sheets of a round.

        A sheet for each table that plays with cards in hand, to be filled in by pen, with a column
        for each field of the entry form; drafts are for directors. For directors it ends in a strip
        for each side, whose code enters and confirms the result for that side
        (`/tables/{id}/sheet`); printed again it has the same, until `/tables/{id}/revoke-codes`.
        """
        round_ = self.round_asked(query)
        sheets = sheets_paper(self.tournament, round_, self.strips(round_))
        draw = drawn_with_codes if sheets.coded else drawn
        content = draw(sheets_pdf, sheets, Paper(query["paper"]), per_page=int(query["per_page"]))
        name = self.tournament.name
        return file_response(
            content, PDF, name, f"score-sheets-{round_.number}", kept=not sheets.coded
        )


class StandingsPdf(PaperView, at="tournaments/{tournament_id}/standings.pdf"):
    @prints("tournaments_standings_pdf", READ, query=StandingsPaperQuery, making=DRAWING)
    def get(self, query: Any) -> HttpResponse:
        """Print the standings.

        Every metric in a column of its own. `layout=wall` has rank, name, score and rounds in large
        type, what decides between equal scores in small.
        """
        places = places_of(self.tournament, query.get("as_of"))
        paper = Paper(query["paper"])
        if query["layout"] == "wall":
            played = rounds_played(self.tournament, places.version)
            content = drawn(wall_pdf, standings_paper(self.tournament, places, played), paper)
        else:
            content = drawn(standings_pdf, standings_paper(self.tournament, places), paper)
        return file_response(content, PDF, self.tournament.name, "standings")


class RoundPdf(PaperView, at="tournaments/{tournament_id}/round.pdf"):
    @prints("tournaments_round_pdf", READ, query=RoundPaperQuery, making=DRAWING)
    def get(self, query: Any) -> HttpResponse:
        """Print the round so far.

        Everything to continue only on paper, in any format: who sits where, the results so far, the
        standings, and a score sheet for each table without a confirmed result, online tables too.
        Drafts are for directors.
        """
        round_ = self.round_asked(query)
        strips = self.strips(round_)
        so_far = round_so_far_paper(
            self.tournament, round_, self.viewer, directing=self.directing, strips=strips
        )
        coded = so_far.sheets.coded
        draw = drawn_with_codes if coded else drawn
        content = draw(round_pdf, so_far, Paper(query["paper"]))
        names = (self.tournament.name, f"round-{round_.number}")
        return file_response(content, PDF, *names, kept=not coded)


class MovementPdf(PaperView, at="tournaments/{tournament_id}/movement.pdf"):
    @prints("tournaments_movement_pdf", MANAGE, refusals=(409,), rate=MOVEMENTS)
    def get(self, query: Any) -> HttpResponse:
        """Print the guide cards of a rotating night.

        A card for each player: table, seat, partner and opponents of each round to come. The cards
        hold while nobody comes or leaves and no director changes a draft; after that the next draw
        makes a new plan. 409 `no_movement` where there is none.
        """
        paper = Paper(query["paper"])
        content = drawn(movement_pdf, movement_paper(self.tournament), paper)
        return file_response(content, PDF, self.tournament.name, "movement")


class SeasonStandingsPdf(SeasonView, at="seasons/{season_id}/standings.pdf"):
    renderer_classes = (PdfRenderer,)
    content_negotiation_class = OneFile

    @prints("seasons_standings_pdf", READ, making=DRAWING, tags=("seasons",))
    def get(self, query: Any) -> HttpResponse:
        """Print the table of a season.

        Night by night, those that count in black.
        """
        paper = Paper(query["paper"])
        content = drawn(season_pdf, season_paper(self.season, season_table(self.season)), paper)
        return file_response(content, PDF, self.season.name)
