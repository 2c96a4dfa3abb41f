"""Whole tournaments out and in."""

from typing import Any

from django.http import HttpResponse
from rest_framework import serializers

from samba_service.kit import strict
from samba_service.kit.http import json_response
from samba_service.kit.limits import BULK_LIMIT
from samba_service.kit.schema import operation
from tournaments.api.base import MANAGE, READ, ClubApiView, TournamentApiView
from tournaments.api.schemas import Json
from tournaments.api.tournaments import TournamentAnswer, club_directed, tournament_view
from tournaments.engine.bundle.document import BundleAnswer
from tournaments.selectors.bundle import bundle_written
from tournaments.services.bundle_import import tournament_import

TAGS = ("tournaments",)


class BundleImportRequest(strict.Serializer):
    club = strict.UUIDField()
    bundle = serializers.DictField(help_text="As an export answers it; unknown fields are ignored")


class TournamentExport(TournamentApiView, at="tournaments/{tournament_id}/export"):
    versioned = False  # a file

    @operation("tournaments_export", READ, BundleAnswer, refusals=(400,), making=20)
    def get(self) -> HttpResponse:
        """Export a tournament.

        `samba-tournament/1`: everything that was entered, drawn and scored, with every version of
        it; `POST /tournaments/import` takes it. Only directors get rounds that are drafts.
        """
        self.query(strict.Serializer)
        bundle = bundle_written(self.tournament, self.viewer, directing=self.directing)
        name = f"tournament-{self.tournament.pk}.json"
        headers = {"Content-Disposition": f'inline; filename="{name}"'}
        return json_response(bundle, headers=headers)


class Import(ClubApiView, at="tournaments/import"):
    body_limit = BULK_LIMIT

    @operation(
        "tournaments_import",
        MANAGE,
        {201: TournamentAnswer},
        request=BundleImportRequest,
        refusals=(403,),
        location="tournaments/{id}",
    )
    def post(self, body: Any) -> Json:
        """Import a tournament.

        A bundle becomes a tournament of the club, with new ids. Players whom the club knows by
        their id are those; then members without an account by their name; the others become members
        without an account. So do, unless the night is over, accounts that are guests or have left
        the club: nobody is entered without being asked. 422 `bundle_unsound` names everything that
        is wrong, by path; 409 `too_many` at the club's limit of running tournaments or of members.
        Up to 8 MiB.
        """
        club = club_directed(body["club"], self.viewer)
        return tournament_view(tournament_import(club=club, by=self.player, bundle=body["bundle"]))

    @property
    def directing(self) -> bool:
        """The club is in the body, and judged with it."""
        return True
