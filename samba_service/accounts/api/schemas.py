"""Requests and answers of sign-up, tokens and passwords; players as others see them."""

from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, TypedDict
from uuid import UUID

from django.core.validators import RegexValidator
from rest_framework import serializers

from samba_service.accounts.choices import USERNAME_PATTERN, PlayerKind, Scope
from samba_service.accounts.names import InvalidName, display_name_cleaned
from samba_service.kit import strict
from samba_service.kit.answers import answer_of
from samba_service.kit.times import DAY_S

if TYPE_CHECKING:
    from samba_service.accounts.models import ApiToken, Player


class DisplayNameField(strict.CharField):
    """One line of visible text, composed (NFC)."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=40, **kwargs)

    def to_internal_value(self, data: Any) -> str:
        try:
            return display_name_cleaned(super().to_internal_value(data))
        except InvalidName as fault:
            raise serializers.ValidationError(str(fault)) from None


class PlayerRefAnswer(TypedDict):
    id: UUID
    name: str
    kind: Annotated[str, PlayerKind]


class PlayerAnswer(TypedDict):
    id: UUID
    display_name: str
    kind: Annotated[str, PlayerKind]
    bot_level: Annotated[str | None, "Of the service's own bots"]
    owner: Annotated[PlayerRefAnswer | None, "Who answers for a bot account"]
    former: Annotated[bool, "The account has been erased"]
    guest: Annotated[bool, "True for a guest account, which has no log-in"]
    created_at: datetime


def player_ref(player: "Player") -> PlayerRefAnswer:
    """A player where something else is the subject. Its kind is always included."""
    return {"id": player.id, "name": player.display_name, "kind": player.kind}


def player_view(player: "Player") -> PlayerAnswer:
    """A player as everybody sees it."""
    return answer_of(
        PlayerAnswer,
        player,
        bot_level=player.bot_level or None,
        owner=player.owner and player_ref(player.owner),
        former=player.anonymised_at is not None,
    )


YEAR_S = 366 * DAY_S


class UsernameField(strict.CharField):
    """Any case; stored in lower case."""

    def to_internal_value(self, data: Any) -> str:
        return super().to_internal_value(data).lower()


def password_field(help_text: str = "") -> strict.CharField:
    """A password as typed: never trimmed, and short enough to hash quickly."""
    return strict.CharField(max_length=128, trim_whitespace=False, help_text=help_text)


class LogIn(strict.Serializer):
    """By what a person logs in."""

    username = UsernameField(
        max_length=40,
        validators=[RegexValidator(USERNAME_PATTERN)],
        help_text="3 to 40 letters, digits, dots, dashes or underscores",
    )
    password = password_field("At least 8 characters, and not a common one")


class RegisterRequest(LogIn):
    display_name = DisplayNameField()


class GuestClaimRequest(LogIn):
    pass


class GuestRequest(strict.Serializer):
    name = DisplayNameField(help_text="What others see")


class TokenRequest(strict.Serializer):
    username = UsernameField(max_length=40)
    password = password_field()
    name = strict.CharField(max_length=60, help_text="What the token is for")
    scopes = serializers.ListField(
        child=strict.ChoiceField(Scope.values), min_length=1, max_length=len(Scope)
    )
    expires_in_s = strict.IntegerField(
        required=False, allow_null=True, default=None, min_value=1, max_value=10 * YEAR_S
    )
    player = strict.UUIDField(required=False, help_text="A bot of yours")


class PasswordRequest(strict.Serializer):
    current_password = password_field()
    new_password = password_field()


class ResetRequest(strict.Serializer):
    code = strict.CharField(max_length=40, help_text="As issued; in any case")
    password = password_field("The new one: at least 8 characters, and not a common one")


class TokenAnswer(TypedDict):
    id: UUID
    name: str
    prefix: Annotated[str, "The secret's first characters"]
    scopes: list[Annotated[str, Scope]]
    player: PlayerRefAnswer
    client_id: Annotated[UUID | None, "The program that has it, by OAuth 2; null: none"]
    created_at: datetime
    expires_at: datetime | None
    last_used_at: Annotated[datetime | None, "To the minute"]


class TokenIssuedAnswer(TokenAnswer):
    token: Annotated[str, "The secret, shown this once"]


def token_view(token: "ApiToken") -> TokenAnswer:
    """A token as its owner sees it."""
    return answer_of(
        TokenAnswer,
        token,
        player=player_ref(token.player),
        client_id=token.grant and token.grant.client_id,
    )
