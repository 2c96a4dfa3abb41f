"""What all views of games share: who looks, and at which game."""

from typing import TYPE_CHECKING, Any
from uuid import UUID

from rest_framework.request import Request

from games.choices import Visibility
from games.engine.errors import InvalidAction, Refusal, Rule, WrongMoment
from games.engine.pad import NOT_FIVES, NOT_SOUND, UnsoundSheet
from games.engine.paragraphs import paragraphs
from games.engine.rulesets import InvalidRuleset
from games.errors import NotSeated
from games.selectors.games import GameState, game_get
from games.selectors.live import OwnTurn, game_reader
from games.services.authority import Authority
from games.services.presence import heard
from samba_service.accounts.choices import Scope
from samba_service.accounts.selectors import caller_player, player_get
from samba_service.kit import strict
from samba_service.kit.access import (
    Access,
    Caller,
    caller_of,
    insufficient_scope,
    known_caller,
    needs,
    require_caller,
)
from samba_service.kit.http import public_id
from samba_service.kit.live import Reader
from samba_service.kit.problems import INVALID_FIELDS, Problem, found_or_404, problem_kind, sentence
from samba_service.kit.views import ApiView

if TYPE_CHECKING:
    from samba_service.accounts.models import Player

SETTLE = needs(Scope.CLUB_ADMIN, Scope.GAMES_PEEK)
"""For those who settle complaints: admins of the club, and staff."""

MOMENTS = (
    Rule.GAME_NOT_ACTIVE,
    Rule.NOT_YOUR_TURN,
    Rule.WRONG_PHASE,
    Rule.WAITING_FOR_ANSWER,
)
"""Rules about the moment, 409; the others are about the action, 422."""

INVALID_RULESET = problem_kind(
    "invalid_ruleset",
    422,
    "The ruleset is unknown or not playable",
    "`errors` names every bad value by its path and says why.",
)

problem_kind(
    NOT_FIVES,
    422,
    "Points on the score sheet are no multiple of five",
    "All cards, bonuses and penalties are multiples of five. `errors` names every line.",
)

problem_kind(
    NOT_SOUND,
    422,
    "The score sheet does not add up",
    "It says what the pack or the ruleset does not allow, or its lines do not come to its total. "
    "`errors` names every line.",
)


def register_rules() -> None:
    """Give the code of every rule its status and its page."""
    for rule in Rule:
        paragraph = paragraphs()[rule.value]
        text, _, _ = paragraph.text.partition("\n\nSource:")
        status = 409 if rule in MOMENTS else 422
        problem_kind(rule.code, status, paragraph.title, f"{rule.value}: {text}")


def problem_for(exc: Exception) -> Exception:
    """The problem for `exc`; `exc` itself if it is not one of the game's."""
    match exc:
        case Refusal():
            return Problem(
                exc.rule.code,
                sentence(exc.detail),
                status=409 if isinstance(exc, WrongMoment) else 422,
                rule=exc.rule.value,
                facts=exc.facts,
                template=sentence(exc.template),
                words=exc.words,
            )
        case InvalidAction():
            path = f"action.{exc.path}" if exc.path else "action"
            return Problem(INVALID_FIELDS, errors=[{"path": path, "detail": exc.message}])
        case UnsoundSheet():
            return Problem(exc.code, errors=exc.errors)
        case InvalidRuleset():
            faults = [{"path": path, "detail": message} for path, message in exc.faults]
            return Problem(INVALID_RULESET, str(exc)[:500], errors=faults)
    return exc


class GamesApiView(ApiView):
    """Answers with refusals of the engine and of the services."""

    @property
    def caller(self) -> Caller:
        """Who calls; only where a token is needed."""
        return caller_of(self.request)

    @property
    def viewer(self) -> UUID | None:
        """The player who looks; None for an anonymous caller, and before anybody is known."""
        caller = known_caller(self.request)
        return None if caller is None else caller.player_id

    @property
    def scopes(self) -> frozenset[str]:
        """What the caller's token may do; nothing for an anonymous caller."""
        caller = self.request.user
        return caller.scopes if isinstance(caller, Caller) else frozenset()

    def require_scope(self, scope: Scope) -> None:
        """Raise the 403 unless the caller's token has `scope`."""
        if scope not in self.scopes:
            raise insufficient_scope(scope)

    @property
    def player(self) -> "Player":
        """The player that calls."""
        caller = self.caller
        return found_or_404(caller_player(caller.player_id, caller.kind, guest=caller.guest))

    @property
    def authority(self) -> Authority:
        """The player that calls, and in which capacity the token lets them act."""
        plays, directs = (
            (Scope.GAMES_PLAY in self.scopes),
            (Scope.TOURNAMENTS_MANAGE in self.scopes),
        )
        return Authority(self.player, plays=plays, directs=directs)

    def handle_exception(self, exc: Exception) -> Any:
        return super().handle_exception(problem_for(exc))


UNKNOWN_PLAYER = problem_kind("unknown_player", 422, "There is no such player")

READ = Access((Scope.GAMES_READ,), anonymous=True)
"""Public games are for everybody; others take a token."""

PLAY = needs(Scope.GAMES_PLAY)

HOST = needs(Scope.GAMES_PLAY, Scope.TOURNAMENTS_MANAGE)
"""For players, and for directors at the tables of their tournaments."""

MOVE = needs(Scope.GAMES_PLAY, Scope.BOTS_PLAY)


MAX_SEAT = 7


def seat_field(**options: Any) -> strict.IntegerField:
    """A seat's number."""
    return strict.IntegerField(min_value=0, max_value=MAX_SEAT, **options)


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
        self.state = game_get(game_id=public_id(kwargs["game_id"]), viewer=self.viewer)
        if self.state.game.visibility != Visibility.PUBLIC:
            require_caller(request)
        if self.state.seat is not None and self.viewer is not None:
            heard(self.state.game.id, self.viewer)

    def seat(self) -> int:
        """The caller's seat, or a 403."""
        if self.state.seat is None:
            raise NotSeated
        return self.state.seat

    def reader(self, after: int, until: OwnTurn | None = None) -> Reader:
        """The caller, who has read the game up to `after` and waits for more, or for their turn."""
        caller = self.request.user
        known = caller if isinstance(caller, Caller) else None
        return game_reader(self.state, known, after, until)

    def refreshed(self) -> GameState:
        """The game after a change by the caller."""
        return game_get(game_id=self.state.game.id, viewer=self.viewer)
