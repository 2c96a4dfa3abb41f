"""Seasons of a club, and their tables."""

from typing import TYPE_CHECKING

from django.http import HttpResponse
from django.urls import path
from rest_framework.request import Request

from games.api.base import player_of
from games.api.schemas import EmptyRequest
from samba_service.kit.http import json_response, paged, public_id
from samba_service.kit.idempotency import Answer, answer_once
from samba_service.kit.problems import not_found
from samba_service.kit.schema import operation, page_of
from samba_service.kit.serializers import QuerySerializer
from tournaments.api.base import ADMIN, MANAGE, READ, ClubApiView, scopes_of, viewer_id
from tournaments.api.schemas import ReasonRequest
from tournaments.api.seasons.schemas import (
    SeasonAnswer,
    SeasonRequest,
    SeasonStandingsAnswer,
    season_view,
)
from tournaments.api.standings import COUNTING
from tournaments.selectors.clubs import club_get, club_reader
from tournaments.selectors.seasons import (
    SeasonTable,
    may_read_season,
    nights_listed,
    season_get,
    season_table,
    seasons_of,
)
from tournaments.services.seasons import season_close, season_create, season_reopen

if TYPE_CHECKING:
    from tournaments.models import Season

SEASON_TAGS = ("seasons",)


class ClubSeasons(ClubApiView):
    def find(self, request: Request, **kwargs: str) -> None:
        found = club_get(public_id(kwargs["club_id"]))
        if found is None:
            raise not_found()
        self.club = found
        self.reads_as(club_reader(found.pk, viewer_id(request), scopes=scopes_of(request)))

    @operation(
        "clubs_seasons_list",
        summary="List the seasons of a club",
        description="The latest first. A season is for everybody, or for members if a night of it "
        "is theirs only.",
        access=READ,
        parameters=[QuerySerializer],
        answers={200: page_of(SeasonAnswer)},
        tags=SEASON_TAGS,
    )
    def get(self, request: Request, club_id: str) -> HttpResponse:
        self.query(QuerySerializer)
        seasons = seasons_of(self.club.pk, viewer_id(request))
        return paged(request, seasons, season_view)

    @operation(
        "clubs_seasons_create",
        summary="Open a season",
        description="By directors. The `best` nights of a player count, for those who were there "
        "on `minimum`. 409 `season_exists` for a name twice.",
        access=MANAGE,
        request=SeasonRequest,
        location="seasons/{id}",
        answers={201: SeasonAnswer},
        idempotent=True,
        tags=SEASON_TAGS,
    )
    def post(self, request: Request, club_id: str) -> HttpResponse:
        body = self.body(SeasonRequest)

        def open_season() -> Answer:
            season = season_create(
                club_id=self.club.pk,
                by=player_of(request),
                name=body["name"],
                counted_nights=body["best"],
                required_nights=body["minimum"],
                guests=body["guests"],
            )
            return Answer.of(season_view(season))

        return answer_once(request, open_season)


class SeasonView(ClubApiView):
    """A view of one season."""

    season: "Season"

    def find(self, request: Request, **kwargs: str) -> None:
        viewer = viewer_id(request)
        found = season_get(public_id(kwargs["season_id"]))
        if found is None or not may_read_season(found, viewer):
            raise not_found()
        self.season, self.club = found, found.club
        self.reads_as(club_reader(found.club_id, viewer, scopes=scopes_of(request)))


class SeasonDetail(SeasonView):
    @operation(
        "seasons_read",
        summary="Look at a season",
        access=READ,
        answers={200: SeasonAnswer},
        tags=SEASON_TAGS,
    )
    def get(self, request: Request, season_id: str) -> HttpResponse:
        return json_response(season_view(self.season))


class SeasonClose(SeasonView):
    @operation(
        "seasons_close",
        summary="Close a season and archive its nights",
        description="By an admin. Nothing in its nights changes from then on, and no night joins "
        "it. 409 `nights_open` with `facts.tournaments` while some are not over, `season_closed`.",
        access=ADMIN,
        request=EmptyRequest,
        answers={200: SeasonAnswer},
        idempotent=True,
        tags=SEASON_TAGS,
    )
    def post(self, request: Request, season_id: str) -> HttpResponse:
        self.body(EmptyRequest)

        def close() -> Answer:
            season = season_close(season_id=self.season.pk, by=player_of(request))
            return Answer.of(season_view(season), status=200)

        return answer_once(request, close)


class SeasonReopen(SeasonView):
    @operation(
        "seasons_reopen",
        summary="Reopen a closed season",
        description="By an admin. The nights that it archived leave the archive; those that were "
        "archived by themselves stay there. 409 `season_not_closed`.",
        access=ADMIN,
        request=ReasonRequest,
        answers={200: SeasonAnswer},
        idempotent=True,
        tags=SEASON_TAGS,
    )
    def post(self, request: Request, season_id: str) -> HttpResponse:
        reason = self.body(ReasonRequest)["reason"]

        def reopen() -> Answer:
            season = season_reopen(season_id=self.season.pk, by=player_of(request), reason=reason)
            return Answer.of(season_view(season), status=200)

        return answer_once(request, reopen)


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
        making=COUNTING,
        tags=SEASON_TAGS,
    )
    def get(self, request: Request, season_id: str) -> HttpResponse:
        listed = nights_listed(self.season, viewer_id(request))
        return json_response(season_table_view(self.season, season_table(self.season), listed))


def season_table_view(
    season: "Season", table: SeasonTable, listed: frozenset[str]
) -> SeasonStandingsAnswer:
    """The table as an answer; it names the nights that are `listed` for the reader."""

    def named(night: str) -> str | None:
        return night if night in listed else None

    return {
        "season": {
            "id": season.id,
            "best": season.counted_nights,
            "minimum": season.required_nights,
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
                "rank": row.rank,
                "player": row.player,
                "name": table.names[row.player],
                "qualified": row.qualified,
                "total": row.total,
                "counted": [named(night) for night in row.counted],
            }
            for row in table.results
        ],
    }


urlpatterns = [
    path("clubs/<str:club_id>/seasons", ClubSeasons.as_view()),
    path("seasons/<str:season_id>", SeasonDetail.as_view()),
    path("seasons/<str:season_id>/close", SeasonClose.as_view()),
    path("seasons/<str:season_id>/reopen", SeasonReopen.as_view()),
    path("seasons/<str:season_id>/standings", SeasonStandings.as_view()),
]
