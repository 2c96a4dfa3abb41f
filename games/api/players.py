"""Players: oneself, others, bot accounts, and whom the caller has blocked."""

from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, TypedDict
from uuid import UUID

from django.http import HttpResponse
from rest_framework import serializers
from rest_framework.request import Request

from games.api.base import GamesApiView
from games.selectors.blocks import blocks_of
from games.selectors.exports import ExportAnswer, player_export
from games.services.blocks import block_add, block_remove
from samba_service.accounts import logins, selectors
from samba_service.accounts.api.schemas import (
    DisplayNameField,
    PlayerAnswer,
    PlayerRefAnswer,
    player_ref,
    player_view,
)
from samba_service.accounts.choices import PlayerKind, Scope
from samba_service.accounts.selectors import person_of, resets_of
from samba_service.accounts.services import people as services
from samba_service.kit import strict
from samba_service.kit.access import ANY_TOKEN, needs
from samba_service.kit.answers import answer_of
from samba_service.kit.http import json_response, paged, public_id
from samba_service.kit.problems import FORBIDDEN, Problem, found_or_404
from samba_service.kit.schema import listing, operation

if TYPE_CHECKING:
    from games.models import Block
    from samba_service.accounts.models import Person, Player, ResetCode


class PasswordResetAnswer(TypedDict):
    issued_at: datetime
    issued_by: Annotated[PlayerRefAnswer | None, "Null: the operator of the service"]
    used_at: datetime | None


class MeAnswer(PlayerAnswer):
    username: Annotated[str | None, "By which you log in; null for bots and guest accounts"]
    email: str | None
    recovery_club: Annotated[UUID | None, "The club whose directors may issue a reset code for you"]
    rating_public: Annotated[bool, "You are listed by `GET /ratings`"]
    time_zone: Annotated[str | None, "By which you read times; null: not given"]
    password_resets: Annotated[
        list[PasswordResetAnswer], "Reset codes of the last 30 days: who issued them, and their use"
    ]
    bots: list[PlayerRefAnswer]


class MeRequest(strict.ChangeRequest):
    display_name = DisplayNameField(required=False)
    email = serializers.EmailField(required=False, allow_blank=True, max_length=254)
    recovery_club = strict.UUIDField(
        required=False,
        allow_null=True,
        help_text="A club of yours whose directors may issue a reset code for you; null: none",
    )
    time_zone = strict.ZoneField(
        required=False, allow_null=True, help_text="As `Europe/Berlin`; only you see it"
    )
    rating_public = strict.BooleanField(
        required=False, help_text="True if `GET /ratings` lists you, and pairs of which all agree"
    )


class EraseRequest(strict.Serializer):
    password = strict.CharField(
        max_length=128, trim_whitespace=False, required=False, default="",
        help_text="Guest accounts have none",
    )  # fmt: skip
    bot = strict.UUIDField(required=False, help_text="Erase only this bot account of yours")


class BotRequest(strict.Serializer):
    kind = strict.ChoiceField([PlayerKind.BOT.value])
    display_name = DisplayNameField()


class PlayerQuery(strict.QuerySerializer):
    search = serializers.CharField(
        min_length=2, max_length=40, help_text="A part of the display name"
    )


def me_view(player: "Player", person: "Person | None") -> MeAnswer:
    """The account of the one who calls."""
    resets = [reset_view(reset) for reset in resets_of(person)] if person else []
    bots = [player_ref(bot) for bot in player.bots.filter(anonymised_at=None)]
    return answer_of(
        MeAnswer,
        player,
        **player_view(player),
        username=person and (None if player.guest else person.username),
        email=person and person.email,
        recovery_club=person and person.recovery_club,
        time_zone=player.time_zone or None,
        password_resets=resets,
        bots=bots,
    )


def reset_view(reset: "ResetCode") -> PasswordResetAnswer:
    """A reset code as the owner of the account sees it."""
    by = reset.issued_by and player_ref(reset.issued_by)
    return answer_of(PasswordResetAnswer, reset, issued_by=by)


TAGS = ("players",)

ACCESS = needs(Scope.PROFILE)


class Me(GamesApiView, at="players/me"):
    @operation("players_me_read", ACCESS, MeAnswer)
    def get(self) -> MeAnswer:
        """Look at your account."""
        return self.shown()

    @operation("players_me_update", ACCESS, MeAnswer, request=MeRequest)
    def patch(self, body: Any) -> MeAnswer:
        """Change your account.

        `recovery_club`: null revokes it at once.
        """
        services.account_update(player_id=self.caller.player_id, changes=body)
        return self.shown()

    def shown(self) -> MeAnswer:
        """The account as it is now."""
        player = found_or_404(selectors.player_get(self.caller.player_id))
        return me_view(player, person_of(player))


class Erase(GamesApiView, at="players/me/erase"):
    @operation(
        "players_me_erase", ACCESS, None, request=EraseRequest, refusals=(409,), idempotent=False
    )
    def post(self, body: Any) -> None:
        """Erase your account, for good.

        A wrong password counts as a wrong log-in. Results stay, under the name `Former player
        XXXX`. Tokens and partnerships end, and your bot accounts are erased too; `bot` names one to
        erase only that. Seats in lobbies become empty; in games that run our strongest bot plays
        on. A bot cannot erase itself: 403. The only admin of a club with other members must make
        somebody else admin first: 409 `last_admin`.
        """
        player = found_or_404(selectors.player_get(self.caller.player_id))
        person = person_of(player)
        if person is None:
            raise Problem(FORBIDDEN, "A bot has no password: its owner erases it.")
        attempt = logins.login_attempt(self.request._request, person.username)
        services.player_erase(person=person, password=body["password"], bot_id=body.get("bot"))
        logins.login_succeeded(attempt)


class AccountExport(GamesApiView, at="players/me/export"):
    @operation("players_me_export", ACCESS, ExportAnswer)
    def get(self) -> HttpResponse:
        """Export all that is kept about you.

        Games are exported by `GET /games/export`.
        """
        player = found_or_404(selectors.player_get(self.caller.player_id))
        disposition = {"Content-Disposition": 'attachment; filename="samba-player.json"'}
        return json_response(player_export(player), headers=disposition)


class PlayerDetail(GamesApiView, at="players/{player_id}"):
    def find(self, request: Request, **kwargs: str) -> None:
        self.named = found_or_404(selectors.player_get(public_id(kwargs["player_id"])))

    @operation("players_read", ANY_TOKEN, PlayerAnswer)
    def get(self) -> PlayerAnswer:
        """Look at a player."""
        return player_view(self.named)


class Players(GamesApiView, at="players"):
    @listing("players_search", ANY_TOKEN, PlayerAnswer, query=PlayerQuery)
    def get(self, query: Any) -> HttpResponse:
        """Find players by name."""
        found = selectors.players_search(query["search"])
        return paged(self.request, found, player_view, ordering="sort_name")

    @operation(
        "players_create", ACCESS, {201: PlayerAnswer}, request=BotRequest, location="players/{id}"
    )
    def post(self, body: Any) -> PlayerAnswer:
        """Open a bot account.

        It is labelled a bot everywhere and can never become a human's. Its tokens come from `POST
        /auth/tokens` with its id as `player`.
        """
        owner_id, name = self.caller.player_id, body["display_name"]
        return player_view(services.bot_create(owner_id=owner_id, display_name=name))


class BlockAnswer(TypedDict):
    player: PlayerRefAnswer
    created_at: datetime


class Blocks(GamesApiView, at="players/me/blocks"):
    @listing("players_me_blocks_list", ACCESS, BlockAnswer)
    def get(self) -> HttpResponse:
        """List whom you have blocked."""
        return paged(self.request, blocks_of(self.caller.player_id), block_view)


class BlockDetail(GamesApiView, at="players/me/blocks/{player_id}"):
    other: "Player"

    def find(self, request: Request, **kwargs: str) -> None:
        self.other = found_or_404(selectors.player_get(public_id(kwargs["player_id"])))

    @operation("players_me_blocks_read", ACCESS, BlockAnswer)
    def get(self) -> BlockAnswer:
        """Look whether you have blocked a player.

        404 if you have not.
        """
        blocked = blocks_of(self.caller.player_id).filter(blocked=self.other)
        return block_view(found_or_404(blocked.first()))

    @operation(
        "players_me_blocks_add",
        ACCESS,
        BlockAnswer,
        request=strict.EmptyRequest,
        refusals=(409, 422),
    )
    def put(self) -> BlockAnswer:
        """Block a player.

        Outside tournaments neither of you, nor a bot account of either, sits down at the other's
        table, and no invitation of one reaches the other; what is open is hidden. The player does
        not learn of it. At most 1,000: 409 `too_many`. 422 `not_blockable` for yourself, bots of
        your own and house bots.
        """
        return block_view(block_add(by=self.player, blocked=self.other))

    @operation("players_me_blocks_remove", ACCESS, None)
    def delete(self) -> None:
        """Unblock a player."""
        block_remove(player_id=self.caller.player_id, blocked_id=self.other.pk)


def block_view(block: "Block") -> BlockAnswer:
    """A block as the player who made it sees it."""
    return answer_of(BlockAnswer, block, player=player_ref(block.blocked))
