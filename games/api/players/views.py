"""Players: oneself, others, bot accounts, and what waits for the caller."""

from typing import TYPE_CHECKING
from uuid import UUID

from django.http import HttpResponse
from django.urls import path
from rest_framework.request import Request

from games.api.base import GamesApiView
from games.api.players.schemas import (
    BotRequest,
    EraseRequest,
    MeAnswer,
    MeRequest,
    PlayerQuery,
    me_view,
)
from games.selectors import partnerships
from games.selectors.partnerships import ExportAnswer
from samba_service.accounts import logins, selectors
from samba_service.accounts.api.schemas import PlayerAnswer, player_view
from samba_service.accounts.choices import Scope
from samba_service.accounts.selectors import person_of
from samba_service.accounts.services import people as services
from samba_service.kit.access import ANY_TOKEN, caller_of, needs
from samba_service.kit.http import empty_response, json_response, paged, public_id
from samba_service.kit.idempotency import Answer, answer_once
from samba_service.kit.problems import FORBIDDEN, Problem, not_found
from samba_service.kit.schema import operation, page_of

if TYPE_CHECKING:
    from samba_service.accounts.models import Player

TAGS = ("players",)


class Me(GamesApiView):
    @operation(
        "players_me_read",
        summary="Look at your account",
        access=needs(Scope.PROFILE),
        answers={200: MeAnswer},
        tags=TAGS,
    )
    def get(self, request: Request) -> HttpResponse:
        return self._me(request)

    @operation(
        "players_me_update",
        summary="Change your account",
        description="Your name, your e-mail address, and `recovery_club`: the club of yours whose "
        "directors may issue a reset code if you forget your password. Null revokes it at once. "
        "`rating_public` lists you by `GET /ratings`, until you take it back.",
        access=needs(Scope.PROFILE),
        request=MeRequest,
        answers={200: MeAnswer},
        tags=TAGS,
    )
    def patch(self, request: Request) -> HttpResponse:
        changes: services.AccountChange = self.body(MeRequest)
        services.account_update(player_id=caller_of(request).player_id, changes=changes)
        return self._me(request)

    def _me(self, request: Request) -> HttpResponse:
        player = _player(caller_of(request).player_id)
        return json_response(me_view(player, person_of(player)))


class Erase(GamesApiView):
    @operation(
        "players_me_erase",
        summary="Erase your account, for good",
        description="Takes your password; a wrong one counts as a wrong log-in. Results stay, "
        "under the name `Former player XXXX`. Tokens end, partnerships end, and your bot accounts "
        "are erased too; `bot` names one to erase only that. Seats in lobbies become empty; in "
        "games that run our strongest bot plays on. A bot cannot erase itself: 403. The only admin "
        "of a club with other members must make somebody else admin first: 409 `last_admin`.",
        access=needs(Scope.PROFILE),
        request=EraseRequest,
        answers={204: None},
        refusals=(409,),
        tags=TAGS,
    )
    def post(self, request: Request) -> HttpResponse:
        body = self.body(EraseRequest)
        player = _player(caller_of(request).player_id)
        person = person_of(player)
        if person is None:
            raise Problem(FORBIDDEN, "A bot has no password: its owner erases it.")
        attempt = logins.login_attempt(request._request, person.username)
        services.player_erase(person=person, password=body["password"], bot_id=body.get("bot"))
        logins.login_succeeded(attempt)
        return empty_response()


class AccountExport(GamesApiView):
    @operation(
        "players_me_export",
        summary="Export all that is kept about you",
        description="Games are exported by `GET /games/export`.",
        access=needs(Scope.PROFILE),
        answers={200: ExportAnswer},
        tags=TAGS,
    )
    def get(self, request: Request) -> HttpResponse:
        player = _player(caller_of(request).player_id)
        disposition = {"Content-Disposition": 'attachment; filename="samba-player.json"'}
        return json_response(partnerships.player_export(player), headers=disposition)


class PlayerDetail(GamesApiView):
    def find(self, request: Request, **kwargs: str) -> None:
        self.player = _player(public_id(kwargs["player_id"]))

    @operation(
        "players_read",
        summary="Look at a player",
        access=ANY_TOKEN,
        answers={200: PlayerAnswer},
        tags=TAGS,
    )
    def get(self, request: Request, player_id: str) -> HttpResponse:
        return json_response(player_view(self.player))


class Players(GamesApiView):
    @operation(
        "players_search",
        summary="Find players by name",
        access=ANY_TOKEN,
        parameters=[PlayerQuery],
        answers={200: page_of(PlayerAnswer)},
        tags=TAGS,
    )
    def get(self, request: Request) -> HttpResponse:
        found = selectors.players_search(self.query(PlayerQuery)["search"])
        return paged(request, found, player_view, ordering="sort_name")

    @operation(
        "players_create",
        summary="Open a bot account",
        description="It is labelled a bot everywhere and can never become a human's. Its tokens "
        "come from `POST /auth/tokens` with its id as `player`.",
        access=needs(Scope.PROFILE),
        request=BotRequest,
        location="players/{id}",
        answers={201: PlayerAnswer},
        refusals=(409,),
        idempotent=True,
        tags=TAGS,
    )
    def post(self, request: Request) -> HttpResponse:
        name = self.body(BotRequest)["display_name"]
        owner_id = caller_of(request).player_id
        return answer_once(
            request,
            lambda: Answer.of(
                player_view(services.bot_create(owner_id=owner_id, display_name=name))
            ),
        )


def _player(player_id: UUID) -> "Player":
    player = selectors.player_get(player_id)
    if player is None:
        raise not_found()
    return player


urlpatterns = [
    path("players", Players.as_view()),
    path("players/me", Me.as_view()),
    path("players/me/erase", Erase.as_view()),
    path("players/me/export", AccountExport.as_view()),
    path("players/<str:player_id>", PlayerDetail.as_view()),
]
