"""Games: created, found, joined, looked at, abandoned."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request

from games.api.answers import GameAnswer, GameSummaryAnswer, game_answer, game_summaries, game_tag
from games.api.base import HOST, PLAY, READ, GameApiView, GamesApiView
from games.api.hands import MOVES_PER_CALL, finished_position, state_of_seat
from games.api.terms import (
    AbandonRequest,
    GameQuery,
    GameRequest,
    GamesQuery,
    JoinRequest,
    PlayOnRequest,
    RematchRequest,
    wanted_game,
)
from games.choices import GameStatus
from games.selectors.games import GameState, game_get
from games.selectors.listed import games_list
from games.selectors.positions import rows_of_hand
from games.services.abandon import abandon_refuse, abandon_request, lobby_close
from games.services.concede import concede_refuse, concede_request
from games.services.games import game_create, game_rematch
from games.services.play_on import game_play_on
from games.services.presence import heard
from games.services.seats import game_join
from games.store.row import tag_seated
from samba_service.kit.http import (
    json_response,
    not_modified,
    paged_together,
    public_id,
    version_tag,
    versioned_response,
)
from samba_service.kit.idempotency import Answer, answer_once
from samba_service.kit.schema import listing, operation

if TYPE_CHECKING:
    from games.models import Game

TAGS = ("games",)


class Games(GamesApiView, at="games"):
    @listing("games_list", READ, GameSummaryAnswer, query=GamesQuery)
    def get(self, query: Any) -> HttpResponse:
        """List games.

        Public games, and those that the caller created, sits at or is invited to. Newest first.
        `player` finds games of tournaments only where they concern the caller. Who does not sit in
        a tournament's game sees its players under the names that the club shows; where that is not
        the full name, the id is another one too.
        """
        wanted = {each: query.get(each) for each in ("status", "player", "ruleset", "mine")}
        games = games_list(viewer=self.viewer, **wanted)
        return paged_together(self.request, games, lambda page: game_summaries(page, self.viewer))

    @operation(
        "games_create",
        PLAY,
        {201: GameAnswer},
        request=PolymorphicProxySerializer(
            "GameCreateRequest",
            [GameRequest, RematchRequest, PlayOnRequest],
            resource_type_field_name=None,
        ),
        refusals=(403, 404),
        location="games/{id}",
    )
    def post(self, request: Request) -> HttpResponse:
        """Create a game.

        It begins in the lobby and freezes the resolved ruleset. The creator sits at seat 0 unless
        `sit` says otherwise. 422 `seats_not_allowed` with `facts.allowed`; 409 `too_many` at the
        limit of open lobbies, `facts.limit`.

        `clock` is the time that the players have: `live` (30 s for a turn and a bank of 180 s),
        `club-night` (60 s and 180 s), `correspondence` (48 h), or terms of your own. See the guide
        for what happens when it is over.

        With `rated` no bot sits down in the lobby (409 `people_only`), and practice, hints, `away:
        wait` and house rules are 422 `not_rateable`. A player who leaves is still rated by the
        result, and gains only if they are back at the end and a bot played at most a quarter of
        their side's turns; those who stay are rated on the same condition. An abandoned game rates
        only those who left it, by the finished hands, and nobody gains.

        `like`, as the only field, asks for a rematch: the terms of a game that you sit at, or sat
        at when it ended. You, house bots and your own bot accounts keep their seats; in a rated
        game those of bots stay empty. Everybody else is invited to theirs. 403 `not_seated`; 404
        if you may not see it; 409 `no_rematch` for a practice game, `player_blocked` if you have
        blocked somebody who sat there.

        `play_on` asks for a private practice game from a position of a finished hand: the same
        pack, scores and moves up to version `at`, you at `as_seat` and bots at the others. It ends
        with the hand. For those who may look from that seat with `GET /games/{id}?at=&as_seat=`,
        scope `history:read`; 404 for a hand that is not over, 409 `deals_not_yet` while other
        tables play the same deals.
        """
        sent = request.data if isinstance(request.data, dict) else {}
        wanted_by = {"like": RematchRequest, "play_on": PlayOnRequest}
        kind = next((name for name in wanted_by if name in sent), "")
        body = self.body(wanted_by.get(kind, GameRequest))

        def create() -> Answer:
            if kind == "like":
                game = game_rematch(game_id=body["like"], by=self.player)
            elif kind == "play_on":
                game = self.played_on(body)
            else:
                terms, wanted = wanted_game(body)
                sit, bots = body["sit"], body["bots"]
                game = game_create(
                    creator=self.player, terms=terms, sit=sit, bots=bots, wanted=wanted
                )
            return Answer.of(lambda: game_answer(game_get(game_id=game.id, viewer=self.viewer)))

        return answer_once(request, create)

    def played_on(self, body: Any) -> "Game":
        """A practice game from a position of another one."""
        state = game_get(game_id=body["play_on"], viewer=self.viewer)
        seat = body["as_seat"]
        self.pay(rows_of_hand(state, body["at"]) // MOVES_PER_CALL)
        position = finished_position(self.request, state, as_seat=seat, at=body["at"])
        return game_play_on(
            game_id=state.game.id, position=position, seat=seat, by=self.player, level=body["level"]
        )


class Join(GamesApiView, at="games/join"):
    @operation(
        "games_join",
        PLAY,
        {201: GameAnswer},
        request=JoinRequest,
        refusals=(404,),
        location="games/{id}",
    )
    def post(self, body: Any) -> Callable[[], GameAnswer]:
        """Sit down by code.

        At the first empty seat. 404 for a code that no game has. A code does not show whether a
        game is rated: 409 `game_is_rated`, unless `rated` is true.
        """
        game = game_join(code=body["code"], player=self.player, rated=body["rated"])
        return lambda: game_answer(game_get(game_id=game.id, viewer=self.viewer))


class OneGame(GameApiView, at="games/{game_id}"):
    unchanged: HttpResponse | None = None
    """The 304 for a player at the table who holds the current tag: it needs no state."""

    def find(self, request: Request, **kwargs: str) -> None:
        self.unchanged = unchanged(request, kwargs["game_id"], self.viewer)
        if self.unchanged is None:
            super().find(request, **kwargs)

    @operation(
        "games_read",
        READ,
        GameAnswer,
        query=GameQuery,
        conditional=True,
        refusals=(403, 409),
    )
    def get(self, request: Request, game_id: str) -> HttpResponse:
        """Look at a game.

        As the caller may see it: the own hand, never another's. With `as_seat` or `at`: what that
        seat saw at that version, for players of the game once the hand is over, scope
        `history:read`; for staff with `games:peek` also during the hand, which the players learn by
        the event `hand_peeked`. While other tables play the same deals, nobody sees a finished hand
        (409 `deals_not_yet`), and who does not sit there no hand and no score. The version that
        ends a hand scores it, and deals the next one; `before_score` shows the table before that.
        """
        if self.unchanged is not None:
            return self.unchanged
        if not request.query_params:
            return current(request, self.state)
        query = self.query(GameQuery)
        return json_response(game_answer(state_of_seat(request, self.state, **query)))

    @operation("games_close", HOST, None, refusals=(409,))
    def delete(self) -> None:
        """Close a lobby.

        The game is then `abandoned` and nobody sits down any more. By its creator; at a
        tournament's table by a director, scope `tournaments:manage`. 403 `not_creator` or
        `not_director`, 409 `game_not_in_lobby` once it has begun: see `/abandon`.
        """
        lobby_close(game_id=self.state.game.id, by=self.authority)


def unchanged(request: Request, game_id: str, viewer: UUID | None) -> HttpResponse | None:
    """The 304, if a player at the table asks for the game as it is now and holds its tag."""
    meta = request.META
    if viewer is None or "HTTP_IF_NONE_MATCH" not in meta or meta["QUERY_STRING"]:
        return None
    if request.method not in SAFE_METHODS:
        return None
    tag = tag_seated(public_id(game_id), viewer)
    if tag is not None:
        heard(public_id(game_id), viewer)
    return None if tag is None else not_modified(request, version_tag(*tag))


def current(request: Request, state: GameState) -> HttpResponse:
    """The game with its tag, or a 304 for those who have it."""
    return versioned_response(request, game_tag(state.game), lambda: game_answer(state))


class Abandon(GameApiView, at="games/{game_id}/abandon"):
    @operation("games_abandon", HOST, {200: GameAnswer, 202: GameAnswer}, request=AbandonRequest)
    def post(self, body: Any) -> Answer:
        """End a running game.

        At once by a director of its tournament (scope `tournaments:manage`), and by its creator
        while no other person sits there; `reason` is then for those at the table. Any other player
        asks the persons at the table: 202 with `consent` until all have agreed, by the same call;
        DELETE refuses, bots agree. The running hand counts for nothing, and a tournament's table
        has no result until a director gives one. 403 `not_seated`; 409 `no_hand_running`,
        `consent_open` while the table is asked something else, `too_many_questions` for the fourth
        question of a hand.
        """
        by, reason = self.authority, body["reason"]
        game = abandon_request(game_id=self.state.game.id, by=by, reason=reason)
        status = 200 if game.status == GameStatus.ABANDONED else 202
        return Answer.of(lambda: game_answer(self.refreshed()), status=status)

    @operation("games_abandon_refuse", PLAY, None, refusals=(409,))
    def delete(self) -> None:
        """Play on.

        Refuses the question whether to end the game, which is then closed for all, or takes back
        one's own. 409 `nothing_asked`.
        """
        abandon_refuse(game_id=self.state.game.id, by=self.authority)


class Concede(GameApiView, at="games/{game_id}/concede"):
    @operation("games_concede", PLAY, {200: GameAnswer, 202: GameAnswer})
    def post(self) -> Answer:
        """Give up.

        For your side: 202 with `consent` until all persons on it have agreed, by the same call;
        DELETE refuses, bots agree, and without partners it is done at once. The running hand ends
        and nobody scores in it; the other side wins, of several the leading one. A tournament's
        table has no result until a director gives one. 403 `not_seated`; 409 `no_hand_running`,
        `consent_open`, `too_many_questions` as for `/abandon`.
        """
        game = concede_request(game_id=self.state.game.id, by=self.authority)
        status = 200 if game.status == GameStatus.FINISHED else 202
        return Answer.of(lambda: game_answer(self.refreshed()), status=status)

    @operation("games_concede_refuse", PLAY, None, refusals=(409,))
    def delete(self) -> None:
        """Do not give up.

        Refuses the question of a partner, or takes back your own. 409 `nothing_asked`.
        """
        concede_refuse(game_id=self.state.game.id, by=self.authority)
