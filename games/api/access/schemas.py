"""Requests and answers of sign-up, tokens and passwords."""

from typing import Any

from django.core.validators import RegexValidator
from rest_framework import serializers

from games.api.players.schemas import DisplayNameField, PlayerRefAnswer, player_ref
from games.models import ApiToken, Scope
from games.models.people import USERNAME_PATTERN
from samba_service.serializers import (
    StrictCharField,
    StrictChoiceField,
    StrictIntegerField,
    StrictSerializer,
    StrictUUIDField,
)

YEAR_S = 366 * 24 * 3600


class UsernameField(StrictCharField):
    """Any case; stored in lower case."""

    def to_internal_value(self, data: Any) -> str:
        return super().to_internal_value(data).lower()


def password_field(help_text: str = "") -> StrictCharField:
    """A password as typed: never trimmed, and short enough to hash in no time."""
    return StrictCharField(max_length=128, trim_whitespace=False, help_text=help_text)


class RegisterRequest(StrictSerializer):
    username = UsernameField(
        max_length=40,
        validators=[RegexValidator(USERNAME_PATTERN)],
        help_text="3 to 40 letters, digits, dots, dashes or underscores",
    )
    password = password_field("At least 8 characters, and not a common one")
    display_name = DisplayNameField()


class TokenRequest(StrictSerializer):
    username = UsernameField(max_length=40)
    password = password_field()
    name = StrictCharField(max_length=60, help_text="What the token is for")
    scopes = serializers.ListField(
        child=StrictChoiceField(Scope.choices), min_length=1, max_length=len(Scope)
    )
    expires_in_s = StrictIntegerField(
        required=False, allow_null=True, default=None, min_value=1, max_value=10 * YEAR_S
    )
    player = StrictUUIDField(required=False, help_text="A bot of yours")


class PasswordRequest(StrictSerializer):
    current_password = password_field()
    new_password = password_field()


class ResetRequest(StrictSerializer):
    code = StrictCharField(max_length=40, help_text="As issued; in any case")
    password = password_field("The new one: at least 8 characters, and not a common one")


class TokenAnswer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    name = serializers.CharField()
    prefix = serializers.CharField(help_text="The secret's first characters")
    scopes = serializers.ListField(child=serializers.ChoiceField(Scope.choices))
    player = PlayerRefAnswer()
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField(allow_null=True)
    last_used_at = serializers.DateTimeField(allow_null=True, help_text="To the minute")


class TokenIssuedAnswer(TokenAnswer):
    token = serializers.CharField(help_text="The secret, shown this once")


def token_view(token: ApiToken) -> dict[str, Any]:
    """A token as its owner sees it."""
    return {
        "id": token.id,
        "name": token.name,
        "prefix": token.prefix,
        "scopes": token.scopes,
        "player": player_ref(token.player),
        "created_at": token.created_at,
        "expires_at": token.expires_at,
        "last_used_at": token.last_used_at,
    }
