"""Sitting down, standing up, filling seats, inviting; adding entropy, starting."""

from collections.abc import Callable
from typing import Annotated, Any, TypedDict
from uuid import UUID

from django.http import HttpResponse
from django.urls import path
from rest_framework import serializers
from rest_framework.request import Request

from games.api.base import HOST, PLAY, GameApiView, authority_of, named_player, player_of
from games.api.games.answers import GameAnswer, PlayerName, game_answer
from games.api.schemas import MAX_SEAT, EmptyRequest, seat_field
from games.choices import GameStatus
from games.services.games import entropy_add, game_start
from games.services.running_seats import player_sit, running_seat_offer, seat_assign, seat_vacate
from games.services.table_invitations import invitation_withdraw, player_invite
from samba_service.accounts.choices import Scope
from samba_service.kit.access import caller_of, insufficient_scope
from samba_service.kit.http import empty_response, json_response, public_id
from samba_service.kit.idempotency import Answer, answer_once
from samba_service.kit.problems import not_found
from samba_service.kit.schema import operation
from samba_service.kit.serializers import StrictCharField, StrictSerializer, StrictUUIDField


class SeatRequest(StrictSerializer):
    seat = seat_field(required=False, default=None, allow_null=True, help_text="Null: any")


class SeatFillRequest(StrictSerializer):
    bot = StrictCharField(max_length=30, required=False)
    player = StrictUUIDField(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if len(attrs) != 1:
            raise serializers.ValidationError("Either bot or player.")
        return attrs


class InvitationRequest(StrictSerializer):
    player = StrictUUIDField()


class EntropyRequest(StrictSerializer):
    value = StrictCharField(min_length=32, max_length=128, help_text="16 to 64 bytes in hex")

    def validate_value(self, value: str) -> str:
        """Lower-case hex, whole bytes."""
        if len(value) % 2 or not set(value) <= set("0123456789abcdefABCDEF"):
            raise serializers.ValidationError("16 to 64 bytes in hex.")
        return value.lower()


class GameInvitationAnswer(TypedDict):
    """Who may now see the game, and is asked to sit down."""

    id: Annotated[UUID, "The invitation's"]
    game: UUID
    player: PlayerName


TAGS = ("lobby",)


class LobbyView(GameApiView):
    def change_once(
        self, request: Request, change: Callable[[], object], *, status: int
    ) -> HttpResponse:
        """Make the change, or replay it; the answer is the caller's new view."""

        def effect() -> Answer:
            change()
            return Answer.of(lambda: game_answer(self.refreshed()), status=status)

        return answer_once(request, effect)


class Seats(LobbyView):
    @operation(
        "games_seats_take",
        summary="Sit down",
        description="At `seat`, or at the first empty one; in the lobby a player who sits changes "
        "to the empty `seat`. A running game takes only players who left it, at their old seat, "
        "and players who are invited; a tournament's table applies this in the lobby too, 403 "
        "`not_director`. 409 `has_seen_cards`, `seat_taken`, `game_full`, `already_seated`, "
        "`game_not_in_lobby`; 422 `no_such_seat`.",
        access=PLAY,
        request=SeatRequest,
        answers={201: GameAnswer},
        idempotent=True,
        tags=TAGS,
    )
    def post(self, request: Request, game_id: str) -> HttpResponse:
        seat = self.body(SeatRequest)["seat"]
        return self.change_once(
            request,
            lambda: player_sit(game_id=self.state.game.id, player=player_of(request), seat=seat),
            status=201,
        )


class MySeat(LobbyView):
    @operation(
        "games_seats_leave",
        summary="Leave the seat",
        description="In a running game a bot plays on (`away: bot`) or the seat stays empty "
        "(`away: wait`), and you see what spectators see; come back by `POST .../seats` while "
        "nobody else was seated. 409 `game_not_active` when it is over.",
        access=PLAY,
        answers={204: None},
        refusals=(409,),
        tags=TAGS,
    )
    def delete(self, request: Request, game_id: str) -> HttpResponse:
        seat_vacate(game_id=self.state.game.id, player=player_of(request))
        return empty_response()


class Seat(LobbyView):
    @operation(
        "games_seats_fill",
        summary="Put a bot or a player into a seat",
        description="By the creator; the current occupant leaves the seat. In a running game the "
        "creator fills only a seat that is empty or a house bot's; at a tournament's table a "
        "director fills any seat at any time, scope `tournaments:manage`, which changes no "
        "line-up. A player who is neither you nor a bot account of yours is invited to the seat: "
        "202, and the seat stays as it is until they accept. 403 `not_creator`, `not_director`; "
        "409 `seat_taken`, `already_seated`, `too_many`, and `has_seen_cards` for one who has held "
        "another seat or met the same deals elsewhere.",
        access=HOST,
        request=SeatFillRequest,
        answers={200: GameAnswer, 202: GameAnswer},
        refusals=(409, 422),
        tags=TAGS,
    )
    def put(self, request: Request, game_id: str, seat: str) -> HttpResponse:
        if not (seat.isascii() and seat.isdigit() and int(seat[:3]) <= MAX_SEAT):
            raise not_found()
        body = self.body(SeatFillRequest)
        invitation = seat_assign(
            game_id=self.state.game.id,
            by=authority_of(request),
            seat=int(seat),
            bot=body.get("bot"),
            player=named_player(body["player"]) if "player" in body else None,
        )
        status = 200 if invitation is None else 202
        return json_response(game_answer(self.refreshed()), status=status)


class Invitations(LobbyView):
    def check_permissions(self, request: Request) -> None:
        """An invitation to a lobby takes the scope of players; that of directors is not enough."""
        super().check_permissions(request)
        plays = Scope.GAMES_PLAY in caller_of(request).scopes
        if self.state.game.status == GameStatus.LOBBY and not plays:
            raise insufficient_scope(Scope.GAMES_PLAY)

    @operation(
        "games_invitations_create",
        summary="Invite a player",
        description="The player may then see the game, and accept or decline: nobody sits down "
        "without agreeing, and no seat is held meanwhile. By those at the table, before the game "
        "begins; it lapses when the game begins, or after 14 days. In a running game by the "
        "creator, to a seat that is empty or a house bot's. At a tournament's table always by a "
        "director, scope `tournaments:manage`, and by nobody else: 403 `not_director`. It "
        "replaces what you offered the player before. 409 `already_seated`, `too_many` (30 "
        "unanswered invitations); 422 `unknown_player`.",
        access=HOST,
        request=InvitationRequest,
        answers={201: GameInvitationAnswer},
        refusals=(409, 422),
        idempotent=True,
        tags=TAGS,
    )
    def post(self, request: Request, game_id: str) -> HttpResponse:
        body = self.body(InvitationRequest)

        def invite() -> Answer:
            guest = named_player(body["player"])
            if self.state.game.status == GameStatus.LOBBY:
                invitation = player_invite(
                    game_id=self.state.game.id, by=authority_of(request), player=guest
                )
            else:
                invitation = running_seat_offer(
                    game_id=self.state.game.id, by=authority_of(request), player=guest
                )
            answer: GameInvitationAnswer = {
                "id": invitation.pk,
                "game": self.state.game.id,
                "player": {"id": str(guest.pk), "name": guest.display_name},
            }
            return Answer.of(answer)

        return answer_once(request, invite)


class OneInvitation(LobbyView):
    @operation(
        "games_invitations_delete",
        summary="Take an invitation back",
        description="The one that you sent to this player. The creator of the game and the "
        "directors of its tournament may withdraw every one. 404 if no invitation to this player "
        "is open.",
        access=HOST,
        answers={204: None},
        tags=TAGS,
    )
    def delete(self, request: Request, game_id: str, player_id: str) -> HttpResponse:
        invitation_withdraw(
            game_id=self.state.game.id,
            by=authority_of(request),
            player_id=public_id(player_id),
        )
        return empty_response()


class Start(LobbyView):
    @operation(
        "games_start",
        summary="Deal the first hand",
        description="By any player at the table or the creator: 403 `not_seated`. A tournament's "
        "game is started by the service when its time comes, or by a director, scope "
        "`tournaments:manage`: 403 `not_director`. 409 `seat_empty` with `facts.seats` while "
        "somebody is missing; `too_many` if the creator's account has reached its limit of running "
        "games, or of running games of bots only.",
        access=HOST,
        request=EmptyRequest,
        answers={200: GameAnswer},
        idempotent=True,
        tags=TAGS,
    )
    def post(self, request: Request, game_id: str) -> HttpResponse:
        self.body(EmptyRequest)
        return self.change_once(
            request,
            lambda: game_start(game_id=self.state.game.id, by=authority_of(request)),
            status=200,
        )


class Entropy(LobbyView):
    @operation(
        "games_entropy_add",
        summary="Stir the next shuffle",
        description="The value goes into the shuffle of the next hand that is not dealt yet, and "
        "is public. Up to 16 a seat and hand; 409 `too_much_entropy` beyond.",
        access=PLAY,
        request=EntropyRequest,
        answers={201: GameAnswer},
        idempotent=True,
        tags=TAGS,
    )
    def post(self, request: Request, game_id: str) -> HttpResponse:
        value = self.body(EntropyRequest)["value"]
        return self.change_once(
            request,
            lambda: entropy_add(game_id=self.state.game.id, player=player_of(request), value=value),
            status=201,
        )


urlpatterns = [
    path("games/<str:game_id>/seats", Seats.as_view()),
    path("games/<str:game_id>/seats/me", MySeat.as_view()),
    path("games/<str:game_id>/seats/<str:seat>", Seat.as_view()),
    path("games/<str:game_id>/invitations", Invitations.as_view()),
    path("games/<str:game_id>/invitations/<str:player_id>", OneInvitation.as_view()),
    path("games/<str:game_id>/start", Start.as_view()),
    path("games/<str:game_id>/entropy", Entropy.as_view()),
]
