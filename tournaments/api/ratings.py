"""How strong players are, only from results."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING, Annotated, Any, TypedDict

from games.api.base import GamesApiView
from games.engine.rulesets import slugs
from samba_service.kit import strict
from samba_service.kit.access import ANONYMOUS
from samba_service.kit.answers import Links, UuidText, Whole, answer_of
from samba_service.kit.paging import links, page, place_of
from samba_service.kit.schema import operation
from tournaments.api.base import READ_CLUB, MembersView
from tournaments.engine.rated_tables import RatedKind
from tournaments.selectors.ratings import (
    Ranking,
    RatingRow,
    names_of,
    ratings_of_club,
    ratings_public,
)
from tournaments.services.ratings import club_ratings_request

if TYPE_CHECKING:
    from tournaments.models import Club

TAGS = ("ratings",)

RATED_KINDS = [kind.value for kind in RatedKind]


class RatingsQuery(strict.QuerySerializer):
    ruleset = strict.QueryChoiceField(list(slugs()), help_text="Its slug")
    kind = strict.QueryChoiceField(
        RATED_KINDS, required=False, default="player",
        help_text="Players where partners change, partnerships where they stay together",
    )  # fmt: skip


class RatedPlayerAnswer(TypedDict):
    id: UuidText
    name: str


class RatingAnswer(TypedDict):
    rank: Whole
    player: Annotated[UuidText | None, "Null for a partnership"]
    players: list[RatedPlayerAnswer]
    name: str
    rating: Annotated[int, "Card points a hand above the average"]
    deviation: Annotated[Whole, "One standard deviation of the rating"]
    tables: Whole
    last_played: date


class RatingsAnswer(Links):
    computed_at: Annotated[
        datetime | None, "When the ratings were computed; null: nothing has counted yet"
    ]
    results: Sequence[RatingAnswer]


class RatingsList(GamesApiView, at="ratings"):
    @operation("ratings_list", ANONYMOUS, RatingsAnswer, query=RatingsQuery)
    def get(self, query: Any) -> RatingsAnswer:
        """List the public ratings in a ruleset.

        The best first, in card points a hand. Games created with `rated` count, and tournaments
        that the site's operator marked as `rated`, once they are finished. Players are rated where
        partners change; partners who stay together are rated as one. A player is listed only if
        they asked for it by `PATCH /players/me {rating_public}`, a pair only if both did. A worker
        computes the ratings soon after something counts.
        """
        start, limit = place_of(query.get("cursor", "0")), query["limit"]
        found = ratings_public(query["ruleset"], RatedKind(query["kind"]), start=start, limit=limit)
        show = _shown(found.ranking)
        return {
            "computed_at": found.ranking.computed_at,
            "results": list(map(show, found.ranking.rows)),
            **links(self.request, start=start, limit=limit, more=found.more),
        }


class ClubRatings(MembersView, at="clubs/{club_id}/ratings"):
    @operation("clubs_ratings", READ_CLUB, RatingsAnswer, query=RatingsQuery)
    def get(self, query: Any) -> RatingsAnswer:
        """List the ratings in a club of yours.

        Made from what the club's own tournaments confirmed, imports if its admins say so
        (`imports_rated`); handicaps follow them. Everybody who is rated is listed, except house
        bots. Who plays without an account goes by their id as a member. Not for guests. A worker
        computes the list soon after somebody looks at one that is out of date.
        """
        slug, kind = query["ruleset"], RatedKind(query["kind"])
        club_ratings_request(club=self.club, slug=slug, kind=kind)
        ranking = ratings_of_club(self.club, slug, kind)
        cursor, shown = query.get("cursor", "0"), _shown(ranking, self.club)
        listed = page(self.request, ranking.rows, shown, limit=query["limit"], cursor=cursor)
        return {"computed_at": ranking.computed_at, **listed}


def _shown(ranking: Ranking, club: "Club | None" = None) -> Callable[[RatingRow], RatingAnswer]:
    """Returns the function that renders a row of the ranking, with the names of `club` if given."""
    names = names_of(ranking.rows, club)
    return lambda row: rating_view(row, names)


def rating_view(row: RatingRow, names: Mapping[str, str]) -> RatingAnswer:
    """A line of the list."""
    players = [{"id": player, "name": names[player]} for player in row.players]
    player = row.players[0] if len(players) == 1 else None
    name = " & ".join(each["name"] for each in players)
    return answer_of(RatingAnswer, row, player=player, players=players, name=name)
