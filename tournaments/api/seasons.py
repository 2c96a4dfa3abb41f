"""Seasons of a club, and their tables."""

from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, TypedDict
from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request

from samba_service.kit import strict
from samba_service.kit.answers import UuidText, Whole, answer_of
from samba_service.kit.http import paged, public_id
from samba_service.kit.problems import found_or_404, not_found
from samba_service.kit.schema import listing, operation
from tournaments.api.base import ADMIN, MANAGE, READ, ClubApiView
from tournaments.api.schemas import NamedRef, ReasonRequest
from tournaments.api.standings import COUNTING
from tournaments.engine.seasons import SeasonNight
from tournaments.selectors.clubs import club_get, club_rights
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

NIGHTS_AT_MOST = 366


class SeasonRequest(strict.Serializer):
    name = strict.LineField(max_length=80)
    best = strict.IntegerField(
        min_value=1,
        max_value=NIGHTS_AT_MOST,
        help_text="The number of nights that count, a player's best",
    )
    minimum = strict.IntegerField(
        required=False,
        default=0,
        min_value=0,
        max_value=NIGHTS_AT_MOST,
        help_text="Nights that it takes to be ranked",
    )
    guests = strict.BooleanField(required=False, default=False, help_text="Are guests ranked?")


class SeasonAnswer(TypedDict):
    id: UUID
    club: NamedRef
    name: str
    best: int
    minimum: int
    guests: bool
    created_at: datetime
    closed_at: Annotated[datetime | None, "Its nights are archived from then on"]


def season_view(season: "Season") -> SeasonAnswer:
    """A season, without its table."""
    best, minimum = season.counted_nights, season.required_nights
    return answer_of(SeasonAnswer, season, best=best, minimum=minimum)


class SeasonRulesAnswer(TypedDict):
    id: UUID
    best: Annotated[Whole, "The number of nights that count"]
    minimum: Annotated[Whole, "Nights that it takes to qualify"]
    guests: bool


class NightScoreAnswer(TypedDict):
    player: UuidText
    score: Annotated[int, "Hundredths of a percent"]


class NightAnswer(TypedDict):
    tournament: Annotated[UuidText | None, "Null: in no list for the caller"]
    winners: list[UuidText]
    scores: list[NightScoreAnswer]


class SeasonStandingAnswer(TypedDict):
    rank: Whole
    player: UuidText
    name: str
    qualified: bool
    total: Annotated[int, "Of the nights that count"]
    counted: Annotated[list[UuidText | None], "Tournaments, as in `nights`"]


class SeasonStandingsAnswer(TypedDict):
    season: SeasonRulesAnswer
    nights: Annotated[list[NightAnswer], "In order of time"]
    results: list[SeasonStandingAnswer]


TAGS = ("seasons",)


class ClubSeasons(ClubApiView, at="clubs/{club_id}/seasons"):
    def find(self, request: Request, **kwargs: str) -> None:
        self.club = found_or_404(club_get(public_id(kwargs["club_id"])))
        self.reads_as(club_rights(self.club.pk, self.viewer, scopes=self.scopes))

    @listing("clubs_seasons_list", READ, SeasonAnswer)
    def get(self) -> HttpResponse:
        """List the seasons of a club.

        The latest first. A season is for everybody, or for members if a night of it is theirs only.
        """
        return paged(self.request, seasons_of(self.club.pk, self.viewer), season_view)

    @operation(
        "clubs_seasons_create",
        MANAGE,
        {201: SeasonAnswer},
        request=SeasonRequest,
        location="seasons/{id}",
    )
    def post(self, body: Any) -> SeasonAnswer:
        """Open a season.

        By directors. The `best` nights of a player count, for those who were there on `minimum`.
        409 `season_exists` for a name twice.
        """
        season = season_create(
            club_id=self.club.pk,
            by=self.player,
            name=body["name"],
            counted_nights=body["best"],
            required_nights=body["minimum"],
            guests=body["guests"],
        )
        return season_view(season)


class SeasonView(ClubApiView):
    """A view of one season."""

    season: "Season"

    def find(self, request: Request, **kwargs: str) -> None:
        self.season = found_or_404(season_get(public_id(kwargs["season_id"])))
        if not may_read_season(self.season, self.viewer):
            raise not_found()
        self.club = self.season.club
        self.reads_as(club_rights(self.club.pk, self.viewer, scopes=self.scopes))


class SeasonDetail(SeasonView, at="seasons/{season_id}"):
    @operation("seasons_read", READ, SeasonAnswer)
    def get(self) -> SeasonAnswer:
        """Look at a season."""
        return season_view(self.season)


class SeasonClose(SeasonView, at="seasons/{season_id}/close"):
    @operation("seasons_close", ADMIN, SeasonAnswer)
    def post(self) -> SeasonAnswer:
        """Close a season and archive its nights.

        By an admin. Nothing in its nights changes from then on, and no night joins it. 409
        `nights_open` with `facts.tournaments` while some are not over, `season_closed`.
        """
        return season_view(season_close(season_id=self.season.pk, by=self.player))


class SeasonReopen(SeasonView, at="seasons/{season_id}/reopen"):
    @operation("seasons_reopen", ADMIN, SeasonAnswer, request=ReasonRequest)
    def post(self, body: Any) -> SeasonAnswer:
        """Reopen a closed season.

        By an admin. The nights that it archived leave the archive; those that were archived by
        themselves stay there. 409 `season_not_closed`.
        """
        by, reason = self.player, body["reason"]
        return season_view(season_reopen(season_id=self.season.pk, by=by, reason=reason))


class SeasonStandings(SeasonView, at="seasons/{season_id}/standings"):
    @operation("seasons_standings", READ, SeasonStandingsAnswer, making=COUNTING)
    def get(self) -> SeasonStandingsAnswer:
        """Read the table of a season.

        Night scores are hundredths of a percent of the victory points there were to win, or by rank
        where the scoring is another. Everybody who sat for an entry gets its score. First who was
        there often enough; then the best nights, the next best night, nights won, the best night,
        the latest. Guests are listed where the season counts them, house bots never. The id of a
        night that is in no list for the caller is null.
        """
        listed = nights_listed(self.season, self.viewer)
        return season_table_view(self.season, season_table(self.season), listed)


def season_table_view(
    season: "Season", table: SeasonTable, listed: frozenset[str]
) -> SeasonStandingsAnswer:
    """The table as an answer; it names the nights that are `listed` for the reader."""

    def named(night: str) -> str | None:
        return night if night in listed else None

    def shown(night: SeasonNight) -> NightAnswer:
        scores = [{"player": player, "score": score} for player, score in night.scores.items()]
        tournament, winners = named(night.tournament), list(night.winners)
        return answer_of(NightAnswer, night, tournament=tournament, winners=winners, scores=scores)

    results = [
        answer_of(
            SeasonStandingAnswer,
            row,
            name=table.names[row.player],
            counted=[named(night) for night in row.counted],
        )
        for row in table.results
    ]
    best, minimum = season.counted_nights, season.required_nights
    rules = answer_of(SeasonRulesAnswer, season, best=best, minimum=minimum)
    nights = [shown(night) for night in table.nights]
    return {"season": rules, "nights": nights, "results": results}
