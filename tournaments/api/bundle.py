"""Whole tournaments out and in."""

from django.http import HttpResponse
from django.urls import path
from rest_framework import serializers
from rest_framework.request import Request

from games.api.base import player_of
from samba_service.kit.http import json_response
from samba_service.kit.idempotency import Answer, answer_once
from samba_service.kit.limits import BULK_LIMIT
from samba_service.kit.schema import operation
from samba_service.kit.serializers import StrictSerializer, StrictUUIDField
from tournaments.api.base import MANAGE, READ, TAGS, ClubApiView, TournamentApiView, viewer_id
from tournaments.api.tournaments.schemas import TournamentAnswer, tournament_view
from tournaments.api.tournaments.views import club_directed
from tournaments.engine.bundle.document import BundleAnswer
from tournaments.selectors.bundle import bundle_written
from tournaments.services.bundle_import import tournament_import


class BundleImportRequest(StrictSerializer):
    club = StrictUUIDField()
    bundle = serializers.DictField(help_text="As an export answers it; unknown fields are ignored")


class TournamentExport(TournamentApiView):
    @operation(
        "tournaments_export",
        summary="Export a tournament",
        description="`samba-tournament/1`: everything that was entered, drawn and scored, with "
        "every version of it; `POST /tournaments/import` takes it. Only directors get rounds that "
        "are drafts.",
        access=READ,
        answers={200: BundleAnswer},
        refusals=(400,),
        making=20,
        tags=TAGS,
    )
    def get(self, request: Request, tournament_id: str) -> HttpResponse:
        self.query(StrictSerializer)
        directing = self.directs(request)
        bundle = bundle_written(self.tournament, viewer_id(request), directing=directing)
        name = f"tournament-{self.tournament.pk}.json"
        headers = {"Content-Disposition": f'inline; filename="{name}"'}
        return json_response(bundle, headers=headers)


class Import(ClubApiView):
    body_limit = BULK_LIMIT

    @operation(
        "tournaments_import",
        summary="Import a tournament",
        description="A bundle becomes a tournament of the club, with new ids; all else is as it "
        "was. Players whom the club knows by their id, as a member's or a player's, are those; "
        "then members without an account by their name; the others become members without an "
        "account. So do, unless the night is over, accounts that are guests or have left the club: "
        "nobody is entered without being asked. 422 `bundle_unsound` names everything that is "
        "wrong, by path; 409 `too_many` for a running tournament if the club has reached its limit "
        "of those. Bodies up to 8 MiB.",
        access=MANAGE,
        request=BundleImportRequest,
        location="tournaments/{id}",
        answers={201: TournamentAnswer},
        refusals=(403, 409, 422),
        idempotent=True,
        tags=TAGS,
    )
    def post(self, request: Request) -> HttpResponse:
        body = self.body(BundleImportRequest)
        club = club_directed(body["club"], viewer_id(request))

        def take() -> Answer:
            tournament = tournament_import(club=club, by=player_of(request), bundle=body["bundle"])
            return Answer.of(tournament_view(tournament))

        return answer_once(request, take)

    def directs(self, request: Request) -> bool:
        """The club is in the body, and judged with it."""
        return True


urlpatterns = [
    path("tournaments/import", Import.as_view()),
    path("tournaments/<str:tournament_id>/export", TournamentExport.as_view()),
]
