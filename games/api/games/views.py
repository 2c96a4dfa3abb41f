"""Games: creating, finding, looking at one."""

from django.http import HttpResponse
from django.urls import path
from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request

from games.api.base import (
    HOST,
    IF_NONE_MATCH,
    PLAY,
    READ,
    GameApiView,
    GamesApiView,
    authority_of,
    named_player,
    player_of,
    viewer_of,
)
from games.api.games.answers import (
    GameAnswer,
    GameSummaryAnswer,
    game_answer,
    game_summaries,
    game_tag,
)
from games.api.games.requests import (
    AbandonRequest,
    GameQuery,
    GameRequest,
    GamesQuery,
    JoinRequest,
    RematchRequest,
    game_terms,
)
from games.api.looking_back import state_of_seat
from games.choices import GameStatus
from games.selectors.games import GameState, game_get
from games.selectors.listed import games_list
from games.services.abandon import abandon_refuse, abandon_request, lobby_close
from games.services.games import game_create, game_rematch
from games.services.seats import game_join
from games.store.row import tag_seated
from samba_service.kit.http import (
    empty_response,
    json_response,
    not_modified,
    paged_together,
    public_id,
    version_tag,
    versioned_response,
)
from samba_service.kit.idempotency import Answer, answer_once
from samba_service.kit.schema import operation, page_of

TAGS = ("games",)


class Games(GamesApiView):
    @operation(
        "games_list",
        summary="List games",
        description="Public games, and those that the caller created, sits at or is invited to. "
        "Newest first. `player` finds games of tournaments only where they concern the caller. "
        "To a caller who does not sit there, a tournament's game shows its players under the "
        "names that the club shows; where that is not the full name, the id is another one too.",
        access=READ,
        parameters=[GamesQuery],
        answers={200: page_of(GameSummaryAnswer)},
        tags=TAGS,
    )
    def get(self, request: Request) -> HttpResponse:
        query = self.query(GamesQuery)
        viewer = viewer_of(request)
        games = games_list(
            viewer=viewer,
            status=query.get("status"),
            player=query.get("player"),
            ruleset=query.get("ruleset"),
            mine=query["mine"],
        )
        return paged_together(request, games, lambda page: game_summaries(page, viewer))

    @operation(
        "games_create",
        summary="Create a game",
        description="It begins in the lobby and freezes the resolved ruleset. The creator sits at "
        "seat 0 unless `sit` says otherwise. `practice` deals the given packs. 422 "
        "`seats_not_allowed` with `facts.allowed` for a size that the ruleset lacks. 409 "
        "`too_many` for an account with as many open lobbies as it may have, `facts.limit`. "
        "`rated` makes the result count for public ratings: no bot sits down in the lobby (409 "
        "`people_only`), and practice, hints, `away: wait` and house rules are 422 "
        "`not_rateable`. A player who leaves a rated game is still rated by its final result, and "
        "gains by it only if they are back at the end and a bot played at most a quarter of their "
        "side's turns. The players who stay are rated on the same condition. An abandoned game "
        "rates only those who left it, by the finished hands, and nobody gains by it. `like`, as "
        "the only field of the body, asks for a rematch: the terms of a game that you sit at, or "
        "sat at when it ended. You, the house bots and your own bot accounts get the same seats "
        "again; in a rated game the seats of bots stay empty. Everybody else is invited to their "
        "seat. 403 `not_seated`; 409 `no_rematch` for a practice game, `player_blocked` if you "
        "have blocked somebody who sat there.",
        access=PLAY,
        request=PolymorphicProxySerializer(
            "GameCreateRequest", [GameRequest, RematchRequest], resource_type_field_name=None
        ),
        location="games/{id}",
        answers={201: GameAnswer},
        refusals=(403, 404),
        idempotent=True,
        tags=TAGS,
    )
    def post(self, request: Request) -> HttpResponse:
        if isinstance(request.data, dict) and "like" in request.data:
            return self._rematch(request)
        body = self.body(GameRequest)

        def create() -> Answer:
            creator = player_of(request)
            game = game_create(
                creator=creator,
                terms=game_terms(body),
                sit=body["sit"],
                bots=body["bots"],
                wanted={seat: named_player(each) for seat, each in body["players"].items()},
            )
            return Answer.of(lambda: game_answer(game_get(game_id=game.id, viewer=creator.pk)))

        return answer_once(request, create)

    def _rematch(self, request: Request) -> HttpResponse:
        like = self.body(RematchRequest)["like"]

        def create() -> Answer:
            creator = player_of(request)
            game = game_rematch(game_id=like, by=creator)
            return Answer.of(lambda: game_answer(game_get(game_id=game.id, viewer=creator.pk)))

        return answer_once(request, create)


class Join(GamesApiView):
    @operation(
        "games_join",
        summary="Sit down by code",
        description="At the first empty seat. 404 for a code that no game has. A code does not "
        "show whether a game is rated: 409 `game_is_rated`, unless `rated` is true.",
        access=PLAY,
        request=JoinRequest,
        location="games/{id}",
        answers={201: GameAnswer},
        refusals=(404, 409),
        idempotent=True,
        tags=TAGS,
    )
    def post(self, request: Request) -> HttpResponse:
        body = self.body(JoinRequest)

        def join() -> Answer:
            player = player_of(request)
            game = game_join(code=body["code"], player=player, rated=body["rated"])
            return Answer.of(lambda: game_answer(game_get(game_id=game.id, viewer=player.pk)))

        return answer_once(request, join)


class Game(GameApiView):
    unchanged: HttpResponse | None = None
    """The 304 for a player at the table who holds the current tag: it needs no state."""

    def find(self, request: Request, **kwargs: str) -> None:
        self.unchanged = unchanged(request, kwargs["game_id"])
        if self.unchanged is None:
            super().find(request, **kwargs)

    @operation(
        "games_read",
        summary="Look at a game",
        description="As the caller may see it: the own hand, never another's. With `as_seat` or "
        "`at`: what that seat saw at that version, for players of the game once the hand is over, "
        "scope `history:read`; for staff with `games:peek` also during the hand, which the players "
        "learn by the event `hand_peeked`. Of a game whose deals other tables still play, who does "
        "not sit there sees no hand and no score, and nobody a finished hand: 409 "
        "`deals_not_yet`.",
        access=READ,
        parameters=[GameQuery, IF_NONE_MATCH],
        answers={200: GameAnswer, 304: None},
        refusals=(403, 409),
        tags=TAGS,
    )
    def get(self, request: Request, game_id: str) -> HttpResponse:
        if self.unchanged is not None:
            return self.unchanged
        if not request.query_params:
            return current(request, self.state)
        query = self.query(GameQuery)
        return json_response(game_answer(state_of_seat(request, self.state, **query)))

    @operation(
        "games_close",
        summary="Close a lobby",
        description="The game is then `abandoned` and nobody sits down any more. By its creator; "
        "at a tournament's table by a director, scope `tournaments:manage`. 403 `not_creator` or "
        "`not_director`, 409 `game_not_in_lobby` once it has begun: see `/abandon`.",
        access=HOST,
        answers={204: None},
        refusals=(409,),
        tags=TAGS,
    )
    def delete(self, request: Request, game_id: str) -> HttpResponse:
        lobby_close(game_id=self.state.game.id, by=authority_of(request))
        return empty_response()


def unchanged(request: Request, game_id: str) -> HttpResponse | None:
    """The 304, if a player at the table asks for the game as it is now and holds its tag."""
    viewer, meta = viewer_of(request), request.META
    if viewer is None or "HTTP_IF_NONE_MATCH" not in meta or meta["QUERY_STRING"]:
        return None
    if request.method not in SAFE_METHODS:
        return None
    tag = tag_seated(public_id(game_id), viewer)
    return None if tag is None else not_modified(request, version_tag(*tag))


def current(request: Request, state: GameState) -> HttpResponse:
    """The game with its tag, or a 304 for those who have it."""
    return versioned_response(request, game_tag(state.game), lambda: game_answer(state))


class Abandon(GameApiView):
    @operation(
        "games_abandon",
        summary="End a running game",
        description="At once by a director of its tournament (scope `tournaments:manage`), and by "
        "its creator while no other person sits there; `reason` is then for those at the table. "
        "Any other player asks the persons at the table: 202 with `consent` while one of them has "
        "not answered, 200 when the game has ended. They agree by the same call and refuse by "
        "DELETE; bots agree. The running hand counts for nothing, and a tournament's table has no "
        "result until a director gives one. 403 `not_seated`; 409 `no_hand_running`, "
        "`consent_open` while the table is asked something else, `too_many_questions` for the "
        "fourth question of a hand.",
        access=HOST,
        request=AbandonRequest,
        answers={200: GameAnswer, 202: GameAnswer},
        refusals=(409,),
        idempotent=True,
        tags=TAGS,
    )
    def post(self, request: Request, game_id: str) -> HttpResponse:
        reason = self.body(AbandonRequest)["reason"]

        def ask() -> Answer:
            game = abandon_request(
                game_id=self.state.game.id, by=authority_of(request), reason=reason
            )
            over = game.status == GameStatus.ABANDONED
            status = 200 if over else 202
            return Answer.of(lambda: game_answer(self.refreshed()), status=status)

        return answer_once(request, ask)

    @operation(
        "games_abandon_refuse",
        summary="Play on",
        description="Refuses the question whether to end the game, which is then closed for all, "
        "or takes back one's own. 409 `nothing_asked`.",
        access=PLAY,
        answers={204: None},
        refusals=(409,),
        tags=TAGS,
    )
    def delete(self, request: Request, game_id: str) -> HttpResponse:
        abandon_refuse(game_id=self.state.game.id, by=authority_of(request))
        return empty_response()


urlpatterns = [
    path("games/join", Join.as_view()),
    path("games/<str:game_id>", Game.as_view()),
    path("games", Games.as_view()),
    path("games/<str:game_id>/abandon", Abandon.as_view()),
]
