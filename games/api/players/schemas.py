"""Requests and answers of players."""

import unicodedata
from typing import Any

from rest_framework import serializers

from games.models import Person, Player, PlayerKind, ResetCode
from games.names import is_of_erased, is_reserved, is_visible
from games.selectors.access import resets_of
from samba_service.serializers import (
    QuerySerializer,
    StrictBooleanField,
    StrictCharField,
    StrictChoiceField,
    StrictSerializer,
    StrictUUIDField,
)

PLAYER_EXAMPLE = {
    "id": "3f6a8a52-5d3c-4a8e-9b57-0a6f7e1c2d10",
    "display_name": "Ana",
    "kind": "human",
    "bot_level": None,
    "owner": None,
    "former": False,
    "created_at": "2026-11-20T18:30:00Z",
}


class DisplayNameField(StrictCharField):
    """One line of visible text, composed (NFC), so that equal looks are equal bytes."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=40, **kwargs)

    def to_internal_value(self, data: Any) -> str:
        name = unicodedata.normalize("NFC", super().to_internal_value(data))
        if not is_visible(name):
            raise serializers.ValidationError("Only visible characters.")
        if is_of_erased(name):
            raise serializers.ValidationError("Such names are kept for erased accounts.")
        if is_reserved(name):
            raise serializers.ValidationError("Such names are kept for the service's own bots.")
        return name


class PlayerRefAnswer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    name = serializers.CharField()
    kind = serializers.ChoiceField(PlayerKind.choices)


class PlayerAnswer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    display_name = serializers.CharField()
    kind = serializers.ChoiceField(PlayerKind.choices)
    bot_level = serializers.CharField(allow_null=True, help_text="Of the service's own bots")
    owner = PlayerRefAnswer(allow_null=True, help_text="Who answers for a bot account")
    former = serializers.BooleanField(help_text="The account has been erased")
    created_at = serializers.DateTimeField()


class PasswordResetAnswer(serializers.Serializer[Any]):
    issued_at = serializers.DateTimeField()
    issued_by = PlayerRefAnswer(allow_null=True, help_text="Null: the operator of the service")
    used_at = serializers.DateTimeField(allow_null=True)


class MeAnswer(PlayerAnswer):
    username = serializers.CharField(allow_null=True)
    email = serializers.CharField(allow_null=True)
    recovery_club = serializers.UUIDField(
        allow_null=True, help_text="The club whose directors may issue a reset code for you"
    )
    rating_public = serializers.BooleanField(help_text="You are listed by `GET /ratings`")
    password_resets = PasswordResetAnswer(
        many=True, help_text="Reset codes of the last 30 days: who issued them, and their use"
    )
    bots = PlayerRefAnswer(many=True)


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


class ExportAnswer(serializers.Serializer[Any]):
    player = serializers.DictField()
    person = serializers.DictField(allow_null=True)
    bots = serializers.ListField(child=serializers.DictField())
    tokens = serializers.ListField(child=serializers.DictField())
    partnerships = serializers.ListField(child=serializers.DictField())


def player_ref(player: Player) -> dict[str, Any]:
    """A player where something else is the subject. Its kind always goes along."""
    return {"id": player.id, "name": player.display_name, "kind": player.kind}


def player_view(player: Player) -> dict[str, Any]:
    """A player as everybody sees it."""
    return {
        "id": player.id,
        "display_name": player.display_name,
        "kind": player.kind,
        "bot_level": player.bot_level or None,
        "owner": player.owner and player_ref(player.owner),
        "former": player.anonymised_at is not None,
        "created_at": player.created_at,
    }


def me_view(player: Player, person: Person | None) -> dict[str, Any]:
    """The account of the one who calls."""
    return {
        **player_view(player),
        "username": person and person.username,
        "email": person and person.email,
        "recovery_club": person and person.recovery_club,
        "rating_public": player.rating_public,
        "password_resets": [reset_view(reset) for reset in resets_of(person)] if person else [],
        "bots": [player_ref(bot) for bot in player.bots.filter(anonymised_at=None)],
    }


def reset_view(reset: ResetCode) -> dict[str, Any]:
    """A reset code as the owner of the account sees it."""
    return {
        "issued_at": reset.issued_at,
        "issued_by": reset.issued_by and player_ref(reset.issued_by),
        "used_at": reset.used_at,
    }
