"""Requests and answers of seats at a table."""

from typing import Annotated, Any, TypedDict
from uuid import UUID

from rest_framework import serializers

from games.api.games.answers import PlayerName
from games.api.schemas import seat_field
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
