"""Who is how strong, from results alone."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from rest_framework.request import Request

from games.api.base import GamesApiView
from samba_service.auth import ANONYMOUS
from samba_service.http import json_response
from samba_service.schema import operation, page_of
from tournaments.api.base import READ_CLUB
from tournaments.api.club_base import MembersView
from tournaments.api.clubs_serializers import ANA
from tournaments.api.pages import page
from tournaments.api.standings_serializers import RatingAnswer, RatingsQuery
from tournaments.models import Club
from tournaments.selectors.ratings import (
    RatedKind,
    RatingRow,
    names_of,
    ratings_of_club,
    ratings_public,
)

EXAMPLE: dict[str, Any] = {
    "results": [
        {
            "rank": 1,
            "player": ANA,
            "players": [{"id": ANA, "name": "Ana"}],
            "name": "Ana",
            "rating": 212,
            "deviation": 148,
            "tables": 24,
            "last_played": "2026-11-20",
        }
    ],
    "next": None,
    "previous": None,
}

PAGE = page_of(RatingAnswer)


class RatingsList(GamesApiView):
    @operation(
        "ratings_list",
        summary="List the public ratings in a ruleset",
        description="The best first, made from all confirmed tables, in card points a hand. "
        "Players are rated where partners change; partners who stay together are rated as one. "
        "Only who asked for it is listed, by `PATCH /players/me {rating_public}`, and a pair only "
        "if all of it did. Imported tournaments count where the club's admins say so.",
        access=ANONYMOUS,
        parameters=[RatingsQuery],
        answers={200: PAGE},
        example=EXAMPLE,
        tags=("ratings",),
    )
    def get(self, request: Request) -> HttpResponse:
        query = self.query(RatingsQuery)
        return _listed(request, query, ratings_public(query["ruleset"], RatedKind(query["kind"])))


class ClubRatings(MembersView):
    @operation(
        "clubs_ratings",
        summary="List the ratings in a club of yours",
        description="Made from what the club's own tournaments confirmed, imports if its admins "
        "say so (`imports_rated`); handicaps follow them. Everybody who is rated is listed, but "
        "house bots. Who plays without an account goes by their id as a member. Not for guests.",
        access=READ_CLUB,
        parameters=[RatingsQuery],
        answers={200: PAGE},
        example=EXAMPLE,
        tags=("ratings",),
    )
    def get(self, request: Request, club_id: str) -> HttpResponse:
        query = self.query(RatingsQuery)
        kind = RatedKind(query["kind"])
        rows = ratings_of_club(self.club, query["ruleset"], kind)
        return _listed(request, query, rows, self.club)


def _listed(
    request: Request, query: Mapping[str, Any], rows: list[RatingRow], club: Club | None = None
) -> HttpResponse:
    names = names_of(rows, club)

    def show(row: RatingRow) -> dict[str, Any]:
        return rating_view(row, names)

    cursor = query.get("cursor", "0")
    return json_response(page(request, rows, show, limit=query["limit"], cursor=cursor))


def rating_view(row: RatingRow, names: Mapping[str, str]) -> dict[str, Any]:
    """A line of the list."""
    return {
        "rank": row.rank,
        "player": row.players[0] if len(row.players) == 1 else None,
        "players": [{"id": player, "name": names[player]} for player in row.players],
        "name": " & ".join(names[player] for player in row.players),
        "rating": row.rating,
        "deviation": row.deviation,
        "tables": row.tables,
        "last_played": row.last_played,
    }
