"""What all views of games share: who looks, and at which game."""

from typing import TYPE_CHECKING, Any
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from games.api.problems import problem_for
from games.choices import Visibility
from games.errors import NotSeated
from games.selectors.games import GameState, game_get
from games.services.authority import Authority
from samba_service.accounts.choices import Scope
from samba_service.accounts.selectors import caller_player, player_get
from samba_service.kit.access import Access, Caller, caller_of, needs, require_caller
from samba_service.kit.http import public_id
from samba_service.kit.problems import Problem, not_found, problem_kind
from samba_service.kit.views import ApiView

if TYPE_CHECKING:
    from samba_service.accounts.models import Player


class GamesApiView(ApiView):
    """Answers with refusals of the engine and of the services."""

    def handle_exception(self, exc: Exception) -> Any:
        return super().handle_exception(problem_for(exc))


IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match",
    {"type": "string"},
    OpenApiParameter.HEADER,
    description="The tag that the caller holds: 304 while it is the current one.",
)

UNKNOWN_PLAYER = problem_kind("unknown_player", 422, "There is no such player")


READ = Access((Scope.GAMES_READ,), anonymous=True)
"""Public games are for everybody; others take a token."""

PLAY = needs(Scope.GAMES_PLAY)

HOST = needs(Scope.GAMES_PLAY, Scope.TOURNAMENTS_MANAGE)
"""For players, and for directors at the tables of their tournaments."""

MOVE = needs(Scope.GAMES_PLAY, Scope.BOTS_PLAY)


def viewer_of(request: Request) -> UUID | None:
    """The player who looks; None for an anonymous caller."""
    caller = request.user
    return caller.player_id if isinstance(caller, Caller) else None


def player_of(request: Request) -> "Player":
    """The player that calls."""
    caller = caller_of(request)
    player = caller_player(caller.player_id, caller.kind)
    if player is None:
        raise not_found()
    return player


def authority_of(request: Request) -> Authority:
    """The player that calls, and in which capacity the token lets them act."""
    scopes = caller_of(request).scopes
    return Authority(
        player_of(request),
        plays=Scope.GAMES_PLAY in scopes,
        directs=Scope.TOURNAMENTS_MANAGE in scopes,
    )


def named_player(player_id: UUID) -> "Player":
    """A player that a body names."""
    player = player_get(player_id)
    if player is None or player.anonymised_at is not None:
        raise Problem(UNKNOWN_PLAYER)
    return player


class GameApiView(GamesApiView):
    """A view of one game, which is `state` as the caller may see it."""

    state: GameState

    def find(self, request: Request, **kwargs: str) -> None:
        viewer = viewer_of(request)
        self.state = game_get(game_id=public_id(kwargs["game_id"]), viewer=viewer)
        if self.state.game.visibility != Visibility.PUBLIC:
            require_caller(request)

    def seat(self) -> int:
        """The caller's seat, or a 403."""
        if self.state.seat is None:
            raise NotSeated
        return self.state.seat

    def refreshed(self) -> GameState:
        """The game after a change by the caller."""
        viewer = viewer_of(self.request)
        return game_get(game_id=self.state.game.id, viewer=viewer)
