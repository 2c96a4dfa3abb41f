"""Games by player, day, club or table, for those who settle complaints about them."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, TypedDict
from uuid import UUID

from django.http import HttpResponse
from rest_framework import serializers
from rest_framework.request import Request

from games.api.base import SETTLE, GamesApiView
from games.choices import GameStatus
from games.selectors.cases import played_on
from samba_service.accounts.api.schemas import PlayerRefAnswer
from samba_service.accounts.choices import Scope
from samba_service.kit import strict
from samba_service.kit.answers import Whole, answer_of
from samba_service.kit.http import paged_together
from samba_service.kit.schema import listing
from tournaments.selectors.cases import Wanted, cases_list, clubs_administered, players_of

if TYPE_CHECKING:
    from games.models import Game
    from tournaments.selectors.cases import Played

TAGS = ("clubs",)

NAME_LENGTH = 40
MOST_TABLES = 32_000


class CasesQuery(strict.QuerySerializer):
    player = serializers.CharField(
        required=False, min_length=2, max_length=NAME_LENGTH,
        help_text="Part of a name of somebody who played there",
    )  # fmt: skip
    since = strict.DateTimeField(required=False, help_text="Games made from then on")
    until = strict.DateTimeField(required=False, help_text="Games made before")
    club = serializers.UUIDField(required=False)
    table = serializers.IntegerField(
        required=False, min_value=1, max_value=MOST_TABLES, help_text="Its number in its round"
    )
    game = serializers.UUIDField(required=False, help_text="The game itself")


class CasePlace(TypedDict):
    """A club or a night, by id and name."""

    id: UUID
    name: str


class CaseAnswer(TypedDict):
    """A game, where it was played and by whom."""

    game: UUID
    status: Annotated[str, GameStatus]
    created_at: datetime
    finished_at: datetime | None
    players: Annotated[list[PlayerRefAnswer], "All who played there, by seat."]
    club: Annotated[CasePlace | None, "Null for a game outside clubs."]
    night: Annotated[CasePlace | None, "The tournament that has the game; null: none."]
    round: Whole | None
    table: Whole | None
    plays_on: Annotated[
        bool, "True while the reader plays there or with its deals: then it is shut"
    ]


class Cases(GamesApiView, at="cases"):
    clubs: Collection[UUID] | None
    """Whose games the caller may look into; None: all."""

    def check_permissions(self, request: Request) -> None:
        super().check_permissions(request)
        staff = Scope.GAMES_PEEK in self.scopes
        self.clubs = None if staff else list(clubs_administered(self.caller.player_id))

    @listing("cases_list", SETTLE, CaseAnswer, query=CasesQuery)
    def get(self, query: Any) -> HttpResponse:
        """Find a game to settle a complaint.

        By a player's name, the time, the club, the number of the table or the id of the game, the
        latest first. For admins of a club (scope `club:admin`) the games of its nights, for staff
        (`games:peek`) all; others find nothing. What of a game is open to them is at
        `/games/{game_id}/refusals` and by `?as_seat=&at=`.
        """
        wanted = {name: query[name] for name in Wanted._fields if name in query}
        cases = cases_list(Wanted(**wanted), clubs=self.clubs)
        return paged_together(self.request, cases, self.shown)

    def shown(self, games: "Sequence[Game]") -> list[CaseAnswer]:
        """A page of games."""
        players = players_of(games, self.caller.player_id)
        own = played_on([game.pk for game in games], self.caller.player_id)
        return [_shown(game, players[game.pk], plays_on=game.pk in own) for game in games]


def _shown(game: "Game", players: "Sequence[Played]", *, plays_on: bool) -> CaseAnswer:
    table = getattr(game, "table", None)
    night = None if table is None else table.round.tournament
    return {
        "game": game.pk,
        "status": game.status,
        "created_at": game.created_at,
        "finished_at": game.finished_at,
        "players": [answer_of(PlayerRefAnswer, each) for each in players],
        "club": None if night is None else {"id": night.club_id, "name": night.club.name},
        "night": None if night is None else {"id": night.pk, "name": night.name},
        "round": None if table is None else table.round.number,
        "table": None if table is None else table.number,
        "plays_on": plays_on,
    }
