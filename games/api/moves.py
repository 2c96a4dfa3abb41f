"""Playing: what the caller may do, doing it, and asking first."""

from typing import Annotated, Any, NotRequired, TypedDict, cast

from django.http import HttpResponse
from drf_spectacular.utils import inline_serializer
from rest_framework import serializers
from rest_framework.request import Request

from games.api.answers import GameAnswer, game_answer, game_tag
from games.api.base import MOVE, PLAY, GameApiView, GamesApiView, problem_for
from games.api.hands import MOVES_PER_CALL, finished_position, seat_asked
from games.api.terms import GameQuery
from games.choices import Via
from games.engine import action_answers as shown
from games.engine import match as engine
from games.engine.actions import Action
from games.engine.answers import Whole
from games.engine.codec import action_in
from games.engine.errors import InvalidAction, Refusal
from games.engine.event_answers import Event
from games.engine.event_view import event_answer
from games.engine.events import HandDealt, HandScored
from games.engine.legal import describe, options
from games.engine.view import seat_view
from games.errors import GameHeld, NotSeated, TimeOver
from games.selectors.games import GameState, game_get
from games.selectors.positions import rows_of_hand
from games.services.clocks import time_require
from games.services.moves import PlayedMove, move_play
from games.services.presence import heard
from samba_service.accounts.choices import Scope
from samba_service.kit import strict, throttles
from samba_service.kit.access import insufficient_scope, needs
from samba_service.kit.answer_schema import AnswerField
from samba_service.kit.errors import Stale
from samba_service.kit.http import expected_version, public_id
from samba_service.kit.idempotency import Answer, answer_once
from samba_service.kit.languages import language_of
from samba_service.kit.problems import INVALID_FIELDS, Problem, problem_of
from samba_service.kit.schema import IF_MATCH, operation
from samba_service.kit.times import rfc3339

TAGS = ("play",)

CHECK = needs(*MOVE.scopes, Scope.HISTORY_READ, Scope.GAMES_PEEK)
"""Now for those who may move, at an earlier version for those who may look back."""

MOVE_REQUEST = inline_serializer("MoveRequest", {"action": AnswerField(shown.Action)})


class LegalActionsAnswer(TypedDict):
    version: Whole
    seat: Whole
    phase: Annotated[str, ("enum", ("draw", "play", "answer"))] | None
    options: list[shown.Option]


class CheckAnswer(TypedDict):
    """True if a move would be accepted; the rest is there when it would not."""

    legal: bool
    code: NotRequired[str]
    rule: NotRequired[str]
    detail: NotRequired[str]
    facts: NotRequired[dict[str, Any]]


class MoveAnswer(TypedDict):
    """What the move caused, and the game after it."""

    version: Whole
    events: list[Event]
    game: GameAnswer
    legal_actions: NotRequired[LegalActionsAnswer]


class MoveQuery(strict.Serializer):
    include = strict.ChoiceField(
        ["legal_actions"], required=False, help_text="What the answer has in addition."
    )


def move_answer(played: PlayedMove, *, legal_actions: bool = False) -> MoveAnswer:
    """The answer to a move: what it caused, the mover's new view and, if asked, their options."""
    answer: MoveAnswer = {
        "version": played.version,
        "events": _events(played),
        "game": game_answer(GameState(played.game, played.match, played.seat), now=False),
    }
    if legal_actions:
        answer["legal_actions"] = legal_answer(played.version, played.match, played.seat)
    return answer


def legal_answer(version: int, match: engine.Match, seat: int) -> LegalActionsAnswer:
    """What `seat` may do in the game at `version`."""
    view = None if match.hand is None else seat_view(match.hand, seat)
    found = [] if view is None else [describe(view, each) for each in options(view)]
    return {
        "version": version,
        "seat": seat,
        "phase": None if view is None else view.phase,
        "options": cast(list[shown.Option], found),
    }


def _events(played: PlayedMove) -> list[Event]:
    scored = any(type(event) is HandScored for event in played.events)
    hand, at = played.match.hands_played + (not scored), rfc3339(played.game.now)
    found: list[Event] = []
    for seq, event in enumerate(played.events, played.first_seq):
        if type(event) is HandDealt:
            hand = event.number
        found.append(
            event_answer(event, played.seat, seq=seq, version=played.version, hand=hand, at=at)
        )
    return found


def refusal_answer(request: Request, refusal: Exception) -> CheckAnswer:
    """What a dry run answers instead of the error."""
    problem = problem_of(problem_for(refusal))
    said = problem.wording.said_in(language_of(request._request))
    answer = {"legal": False, "code": problem.code, "detail": said.detail, **problem.extra}
    return cast(CheckAnswer, {name: value for name, value in answer.items() if value is not None})


def action_of(body: Any) -> Action:
    """The action in the body `{"action": {...}}`. Raises a 400."""
    if not isinstance(body, dict):
        raise Problem(INVALID_FIELDS, errors=[{"path": "", "detail": "An object with action."}])
    if unknown := [name for name in body if name != "action"]:
        errors = [{"path": name, "detail": "There is no such field here."} for name in unknown]
        raise Problem(INVALID_FIELDS, errors=errors)
    if "action" not in body:
        raise InvalidAction("", "is missing")
    return action_in(body["action"])


class LegalActions(GameApiView, at="games/{game_id}/legal-actions"):
    @operation("games_legal_actions", PLAY, LegalActionsAnswer)
    def get(self) -> LegalActionsAnswer:
        """What the caller may do now.

        By the rules: each option covers many actions and has an example that they accept. Empty
        exactly while the caller is not in `to_act`. The clock, or a director's pause, may still
        refuse it; `/moves/check` says so.
        """
        return legal_answer(self.state.game.version, self.state.match, self.seat())


class Moves(GamesApiView, at="games/{game_id}/moves"):
    """The hot path: on success only the service looks at the game, once, under its lock.

    For a refused call we check afterwards if the caller may see the game at all. So the promised
    order of checks holds, and a move pays nothing for it.
    """

    def handle_exception(self, exc: Exception) -> Any:
        if self.viewer is not None and problem_of(exc).status not in (401, 503):
            try:
                state = game_get(game_id=public_id(self.kwargs["game_id"]), viewer=self.viewer)
                if state.seat is None and problem_of(exc).status != 405:
                    raise NotSeated
            except Exception as earlier:  # the first refusal in the order is the answer
                exc = earlier
        return super().handle_exception(exc)

    @operation(
        "games_moves_create",
        MOVE,
        {201: MoveAnswer},
        query=MoveQuery,
        request=MOVE_REQUEST,
        parameters=[IF_MATCH],
        refusals=(403, 404, 412),
        rate=throttles.MOVES,
        tagged=True,
    )
    def post(self, request: Request, game_id: str) -> HttpResponse:
        """Play an action.

        One action is one complete legal step, applied whole or not at all. The move that ends a
        hand scores it and deals the next one. The `ETag` is that of the game after the move; with
        `include=legal_actions` the answer has what `/legal-actions` would show.
        """
        action = action_of(request.data)
        expected = expected_version(request)
        wanted = bool(request.GET) and "include" in self.query(MoveQuery)

        def play() -> Answer:
            played = move_play(
                game_id=public_id(game_id),
                player_id=self.caller.player_id,
                action=action,
                expected_version=expected,
                via=Via.PAGE if self.caller.session else Via.API,
            )
            heard(played.game.id, self.caller.player_id)
            return Answer.of(
                lambda: move_answer(played, legal_actions=wanted), ETag=game_tag(played.game)
            )

        return answer_once(request, play)


class CheckQuery(GameQuery):
    def validate(self, attrs: Any) -> Any:
        """Another seat is asked for only at an earlier version."""
        if "as_seat" in attrs and "at" not in attrs:
            raise serializers.ValidationError({"at": "Needed with as_seat: a version."})
        return attrs


class MoveCheck(GameApiView, at="games/{game_id}/moves/check"):
    def check_permissions(self, request: Request) -> None:
        """A check of now is for those at the table, whatever they send."""
        super().check_permissions(request)
        if "at" not in request.query_params:
            if not self.scopes & {*MOVE.scopes}:
                raise insufficient_scope(*MOVE.scopes)
            self.seat()

    @operation(
        "games_moves_check",
        CHECK,
        CheckAnswer,
        request=MOVE_REQUEST,
        query=CheckQuery,
        parameters=[IF_MATCH],
        refusals=(403, 409, 412),
        idempotent=False,
    )
    def post(self, body: Any, query: Any) -> CheckAnswer:
        """Ask whether an action would be accepted.

        Plays nothing. What a move would answer with 409 or 422 is `legal: false` here; other
        failures are as for a move. Counts as a read.

        With `at` it is judged by the rules at that version of a finished hand, for those who may
        see the hand of `as_seat` there: scope `history:read`, by default the own seat. 404 for a
        hand that is not over, 409 `deals_not_yet` while other tables play the same deals.
        """
        action = action_of(body)
        if "at" in query:
            return self._then(action, query)
        expected = expected_version(self.request)
        if expected not in (None, self.state.game.version):
            raise Stale(self.state.game.version)
        seat = self.seat()
        try:
            time_require(self.state.game, self.state.match, seat)
            engine.play(self.state.match, seat, action)
        except (TimeOver, GameHeld, Refusal) as refusal:
            return refusal_answer(self.request, refusal)
        return {"legal": True}

    def _then(self, action: Action, query: Any) -> CheckAnswer:
        """The verdict at an earlier position, whatever the clock was."""
        seat, at = seat_asked(self.request, self.state, query.get("as_seat")), query["at"]
        self.pay(rows_of_hand(self.state, at) // MOVES_PER_CALL)
        then = finished_position(self.request, self.state, as_seat=seat, at=at)
        try:
            engine.play(then.match, seat, action)
        except Refusal as refusal:
            return refusal_answer(self.request, refusal)
        return {"legal": True}
