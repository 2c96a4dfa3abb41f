"""A player's public ratings, and what each was after every day of play."""

from datetime import date
from functools import partial
from typing import Annotated, Any, TypedDict
from uuid import UUID

from rest_framework import serializers
from rest_framework.request import Request

from games.api.base import GamesApiView
from samba_service.accounts.choices import Scope
from samba_service.accounts.selectors import player_get
from samba_service.kit import strict
from samba_service.kit.access import ANY_TOKEN
from samba_service.kit.answers import Links, Page, Whole, answer_of
from samba_service.kit.http import public_id
from samba_service.kit.paging import page_from, place_of
from samba_service.kit.problems import found_or_404
from samba_service.kit.schema import operation
from tournaments.api.ratings import RATED_KINDS, RatedPlayerAnswer
from tournaments.engine.rated_tables import RatedKind
from tournaments.selectors.rating_history import (
    PlayerRating,
    rating_history,
    ratings_of_player,
)
from tournaments.selectors.ratings import names_of_players

TAGS = ("ratings",)

ID = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"


class HistoryQuery(strict.QuerySerializer):
    kind = strict.QueryChoiceField(
        RATED_KINDS, required=False,
        help_text="As in the list; left out, it is `partnership` with `partners`, else `player`",
    )  # fmt: skip
    partners = serializers.RegexField(
        rf"{ID}(,{ID})*", max_length=73, required=False,
        help_text="The rating as one with these: their ids, with a comma between two",
    )  # fmt: skip


class RatingDayAnswer(TypedDict):
    day: Annotated[date, "In UTC"]
    rating: Annotated[int, "Card points a hand above the average, after that day"]
    deviation: Annotated[Whole, "One standard deviation of the rating"]
    tables: Annotated[Whole, "Rated tables until then"]


class RatingHistoryAnswer(Links):
    results: list[RatingDayAnswer]


class PlayerRatingAnswer(TypedDict):
    ruleset: Annotated[str, "Its slug"]
    kind: Annotated[
        str,
        "A player where partners change, a partnership where they stay together",
        ("enum", tuple(RATED_KINDS)),
    ]
    partners: Annotated[list[RatedPlayerAnswer], "With whom the player is rated as one"]
    rating: Annotated[int, "Card points a hand above the average"]
    deviation: Annotated[Whole, "One standard deviation of the rating"]
    tables: Whole
    last_played: date


class PlayerRatingsAnswer(Links):
    results: list[PlayerRatingAnswer]


class PlayerRatingsView(GamesApiView):
    """A view of the ratings of one player."""

    rated: UUID

    @property
    def sees_own(self) -> UUID | None:
        """The player whose own ratings the caller may see, listed or not."""
        return self.viewer if Scope.PROFILE in self.scopes else None

    def find(self, request: Request, **kwargs: str) -> None:
        self.rated = found_or_404(player_get(public_id(kwargs["player_id"]))).pk


class PlayerRatings(PlayerRatingsView, at="players/{player_id}/ratings"):
    @operation("players_ratings", ANY_TOKEN, PlayerRatingsAnswer, query=strict.QuerySerializer)
    def get(self, query: Any) -> Page[PlayerRatingAnswer]:
        """List a player's public ratings.

        As a player in each ruleset, and as one with partners who stay together; what was played
        last comes first. A rating is shown if all its players want to be listed by `GET /ratings`,
        and to its own players in any case, with the scope `profile`.
        """
        start, limit = place_of(query.get("cursor", "0")), query["limit"]
        rows = ratings_of_player(self.rated, viewer=self.sees_own, start=start, at_most=limit + 1)
        names = names_of_players({player for row in rows for player in row.players})

        def shown(row: PlayerRating) -> PlayerRatingAnswer:
            partners = [player for player in row.players if player != self.rated]
            named = [{"id": each, "name": names[str(each)]} for each in partners]
            now = row.latest._asdict()
            day = now.pop("day")
            return answer_of(PlayerRatingAnswer, row, partners=named, last_played=day, **now)

        return page_from(self.request, rows, shown, start=start, limit=limit)


class RatingHistory(PlayerRatingsView, at="players/{player_id}/ratings/{slug}"):
    slug: str

    def find(self, request: Request, **kwargs: str) -> None:
        super().find(request, **kwargs)
        self.slug = kwargs["slug"]

    @operation("players_rating_history", ANY_TOKEN, RatingHistoryAnswer, query=HistoryQuery)
    def get(self, query: Any) -> Page[RatingDayAnswer]:
        """List what a rating was after each day of play.

        The latest day first: a player's rating in a ruleset, or with `partners` that of all of
        them as one. It changes backwards too, when a result is corrected. Empty
        without such a rating, and if it is not shown to you.
        """
        start, limit = place_of(query.get("cursor", "0")), query["limit"]
        partners = query["partners"].split(",") if "partners" in query else ()
        days = rating_history(
            self.slug,
            RatedKind(query.get("kind") or RatedKind.among(partners)),
            {self.rated, *map(UUID, partners)},
            viewer=self.sees_own,
            start=start,
            at_most=limit + 1,
        )
        show = partial(answer_of, RatingDayAnswer)
        return page_from(self.request, days, show, start=start, limit=limit)
