"""Requests and answers of players."""

from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, TypedDict
from uuid import UUID

from rest_framework import serializers

from samba_service.accounts.api.schemas import (
    DisplayNameField,
    PlayerAnswer,
    PlayerRefAnswer,
    player_ref,
    player_view,
)
from samba_service.accounts.choices import PlayerKind
from samba_service.accounts.selectors import resets_of
from samba_service.kit.serializers import (
    QuerySerializer,
    StrictBooleanField,
    StrictCharField,
    StrictChoiceField,
    StrictSerializer,
    StrictUUIDField,
)

if TYPE_CHECKING:
    from samba_service.accounts.models import Person, Player, ResetCode


class PasswordResetAnswer(TypedDict):
    issued_at: datetime
    issued_by: Annotated[PlayerRefAnswer | None, "Null: the operator of the service"]
    used_at: datetime | None


class MeAnswer(PlayerAnswer):
    username: str | None
    email: str | None
    recovery_club: Annotated[UUID | None, "The club whose directors may issue a reset code for you"]
    rating_public: Annotated[bool, "You are listed by `GET /ratings`"]
    password_resets: Annotated[
        list[PasswordResetAnswer], "Reset codes of the last 30 days: who issued them, and their use"
    ]
    bots: list[PlayerRefAnswer]


class MeRequest(StrictSerializer):
    display_name = DisplayNameField(required=False)
    email = serializers.EmailField(required=False, allow_blank=True, max_length=254)
    recovery_club = StrictUUIDField(
        required=False,
        allow_null=True,
        help_text="A club of yours whose directors may issue a reset code for you; null: none",
    )
    rating_public = StrictBooleanField(
        required=False, help_text="Whether `GET /ratings` lists you, and pairs of which all agree"
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if not attrs:
            raise serializers.ValidationError("Name what to change.")
        return attrs


class EraseRequest(StrictSerializer):
    password = StrictCharField(max_length=128, trim_whitespace=False)
    bot = StrictUUIDField(required=False, help_text="Erase only this bot account of yours")


class BotRequest(StrictSerializer):
    kind = StrictChoiceField([PlayerKind.BOT.value])
    display_name = DisplayNameField()


class PlayerQuery(QuerySerializer):
    search = serializers.CharField(
        min_length=2, max_length=40, help_text="A part of the display name"
    )


def me_view(player: "Player", person: "Person | None") -> MeAnswer:
    """The account of the one who calls."""
    return {
        **player_view(player),
        "username": None if person is None else person.username,
        "email": None if person is None else person.email,
        "recovery_club": None if person is None else person.recovery_club,
        "rating_public": player.rating_public,
        "password_resets": [reset_view(reset) for reset in resets_of(person)] if person else [],
        "bots": [player_ref(bot) for bot in player.bots.filter(anonymised_at=None)],
    }


def reset_view(reset: "ResetCode") -> PasswordResetAnswer:
    """A reset code as the owner of the account sees it."""
    return {
        "issued_at": reset.issued_at,
        "issued_by": None if reset.issued_by is None else player_ref(reset.issued_by),
        "used_at": reset.used_at,
    }
