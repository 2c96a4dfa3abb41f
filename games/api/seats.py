"""Sitting down, standing up, filling seats, inviting; adding entropy, starting."""

from collections.abc import Callable
from typing import Annotated, Any, TypedDict
from uuid import UUID

from rest_framework import serializers
from rest_framework.request import Request

from games.api.answers import GameAnswer, PlayerName, game_answer
from games.api.base import HOST, MAX_SEAT, PLAY, GameApiView, named_player, seat_field
from games.choices import GameStatus
from games.services.games import entropy_add, game_start
from games.services.running_seats import player_sit, running_seat_offer, seat_assign, seat_vacate
from games.services.table_invitations import invitation_withdraw, player_invite
from samba_service.accounts.choices import Scope
from samba_service.kit import strict
from samba_service.kit.http import path_number, public_id
from samba_service.kit.idempotency import Answer
from samba_service.kit.schema import operation


class SeatRequest(strict.Serializer):
    seat = seat_field(required=False, default=None, allow_null=True, help_text="Null: any")


class SeatFillRequest(strict.Serializer):
    bot = strict.CharField(max_length=30, required=False)
    player = strict.UUIDField(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if len(attrs) != 1:
            raise serializers.ValidationError("Either bot or player.")
        return attrs


class InvitationRequest(strict.Serializer):
    player = strict.UUIDField()


class EntropyRequest(strict.Serializer):
    value = strict.CharField(min_length=32, max_length=128, help_text="16 to 64 bytes in hex")

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
    def shown(self) -> GameAnswer:
        """The game after a change, as the caller may see it."""
        return game_answer(self.refreshed())


class Seats(LobbyView, at="games/{game_id}/seats"):
    @operation("games_seats_take", PLAY, {201: GameAnswer}, request=SeatRequest)
    def post(self, body: Any) -> Callable[[], GameAnswer]:
        """Sit down.

        At `seat`, or at the first empty one; in the lobby a player who sits changes to it. A
        running game takes only players who left it, at their old seat, and players who are invited;
        so does a tournament's table in the lobby, 403 `not_director`. 409 `has_seen_cards`,
        `seat_taken`, `game_full`, `already_seated`, `game_not_in_lobby`; 422 `no_such_seat`.
        """
        player_sit(game_id=self.state.game.id, player=self.player, seat=body["seat"])
        return self.shown


class MySeat(LobbyView, at="games/{game_id}/seats/me"):
    @operation("games_seats_leave", PLAY, None, refusals=(409,))
    def delete(self) -> None:
        """Leave the seat.

        In a running game a bot plays on or the seat stays empty (`away`), and you see what
        spectators see; come back by `POST .../seats` while nobody else was seated. 409
        `game_not_active` when it is over.
        """
        seat_vacate(game_id=self.state.game.id, player=self.player)


class OneSeat(LobbyView, at="games/{game_id}/seats/{seat}"):
    number: int

    def find(self, request: Request, **kwargs: str) -> None:
        super().find(request, **kwargs)
        self.number = path_number(kwargs["seat"], most=MAX_SEAT)

    @operation(
        "games_seats_fill",
        HOST,
        {200: GameAnswer, 202: GameAnswer},
        request=SeatFillRequest,
        refusals=(409, 422),
    )
    def put(self, body: Any) -> Answer:
        """Put a bot or a player into a seat.

        By the creator; the occupant leaves the seat. In a running game the creator fills only a
        seat that is empty or a house bot's; at a tournament's table a director fills any, scope
        `tournaments:manage`, which changes no line-up. A player who is neither you nor a bot
        account of yours is invited: 202, and the seat stays as it is until they accept. 403
        `not_creator`, `not_director`; 409 `seat_taken`, `already_seated`, `too_many`, and
        `has_seen_cards` for one who has held another seat or met the same deals elsewhere; 422
        `no_such_seat`, `unknown_bot`.
        """
        invitation = seat_assign(
            game_id=self.state.game.id,
            by=self.authority,
            seat=self.number,
            bot=body.get("bot"),
            player=named_player(body["player"]) if "player" in body else None,
        )
        return Answer.of(self.shown, status=200 if invitation is None else 202)


class Invitations(LobbyView, at="games/{game_id}/invitations"):
    def check_permissions(self, request: Request) -> None:
        """An invitation to a lobby takes the scope of players; that of directors is not enough."""
        super().check_permissions(request)
        if self.state.game.status == GameStatus.LOBBY:
            self.require_scope(Scope.GAMES_PLAY)

    @operation(
        "games_invitations_create", HOST, {201: GameInvitationAnswer}, request=InvitationRequest
    )
    def post(self, body: Any) -> GameInvitationAnswer:
        """Invite a player.

        The player may then see the game, and accept or decline; no seat is held meanwhile. By those
        at the table, before the game begins; it lapses when the game begins, or after 14 days. In a
        running game by the creator, to a seat that is empty or a house bot's. At a tournament's
        table only by a director, scope `tournaments:manage`: 403 `not_director`. It replaces what
        you offered the player before. 409 `already_seated`, `too_many` (30 unanswered invitations);
        422 `unknown_player`.
        """
        guest = named_player(body["player"])
        in_lobby = self.state.game.status == GameStatus.LOBBY
        offer = player_invite if in_lobby else running_seat_offer
        invitation = offer(game_id=self.state.game.id, by=self.authority, player=guest)
        return {
            "id": invitation.pk,
            "game": self.state.game.id,
            "player": {"id": str(guest.pk), "name": guest.display_name},
        }


class OneInvitation(LobbyView, at="games/{game_id}/invitations/{player_id}"):
    @operation("games_invitations_delete", HOST, None)
    def delete(self) -> None:
        """Take an invitation back.

        The one that you sent to this player. The creator of the game and the directors of its
        tournament may withdraw every one. 404 if no invitation to this player is open.
        """
        invited = public_id(self.kwargs["player_id"])
        invitation_withdraw(game_id=self.state.game.id, by=self.authority, player_id=invited)


class Start(LobbyView, at="games/{game_id}/start"):
    @operation("games_start", HOST, GameAnswer)
    def post(self) -> Callable[[], GameAnswer]:
        """Deal the first hand.

        By any player at the table or the creator: 403 `not_seated`. A tournament's game is started
        by the service when its time comes, or by a director, scope `tournaments:manage`: 403
        `not_director`. 409 `seat_empty` with `facts.seats`; `too_many` at the creator's limit of
        running games, or of running games of bots only.
        """
        game_start(game_id=self.state.game.id, by=self.authority)
        return self.shown


class Entropy(LobbyView, at="games/{game_id}/entropy"):
    @operation("games_entropy_add", PLAY, {201: GameAnswer}, request=EntropyRequest)
    def post(self, body: Any) -> Callable[[], GameAnswer]:
        """Stir the next shuffle.

        The value goes into the shuffle of the next hand that is not dealt yet, and is public. Up to
        16 a seat and hand; 409 `too_much_entropy` beyond.
        """
        entropy_add(game_id=self.state.game.id, player=self.player, value=body["value"])
        return self.shown
