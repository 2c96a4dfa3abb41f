"""Requests and answers of partnerships."""

from datetime import datetime
from typing import Annotated, TypedDict
from uuid import UUID

from rest_framework import serializers

from games.choices import PartnershipState
from games.models import Partnership
from samba_service.accounts.api.schemas import PlayerRefAnswer, player_ref
from samba_service.accounts.names import is_reserved
from samba_service.kit.serializers import (
    QueryChoiceField,
    QuerySerializer,
    StrictCharField,
    StrictSerializer,
    StrictUUIDField,
)


class PartnershipRequest(StrictSerializer):
    players = serializers.ListField(
        child=StrictUUIDField(),
        min_length=1,
        max_length=3,
        help_text="The others; naming yourself as well makes no difference",
    )
    name = StrictCharField(max_length=60, required=False, allow_blank=True, default="")

    def validate_name(self, name: str) -> str:
        """Not one of our bots'."""
        if is_reserved(name):
            raise serializers.ValidationError("Such names are kept for the service's own bots.")
        return name


class PartnershipQuery(QuerySerializer):
    state = QueryChoiceField(PartnershipState.values, required=False)


class PartnershipEventAnswer(TypedDict):
    at: datetime
    event: Annotated[str, ("enum", ("founded", "accepted", "left"))]
    player: UUID


class PartnershipAnswer(TypedDict):
    id: UUID
    name: str
    state: Annotated[str, PartnershipState]
    players: list[PlayerRefAnswer]
    created_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    history: list[PartnershipEventAnswer]


def partnership_view(partnership: Partnership) -> PartnershipAnswer:
    """A partnership with its members in order of invitation."""
    members = list(partnership.members.all())
    happened: list[tuple[datetime, str, UUID]] = []
    for member in members:
        founder = member.player_id == partnership.created_by_id
        if member.accepted_at:
            happened.append(
                (member.accepted_at, "founded" if founder else "accepted", member.player_id)
            )
        if member.left_at:
            happened.append((member.left_at, "left", member.player_id))
    return {
        "id": partnership.id,
        "name": partnership.name,
        "state": partnership.state,
        "players": [player_ref(member.player) for member in members],
        "created_at": partnership.created_at,
        "started_at": partnership.started_at,
        "ended_at": partnership.ended_at,
        "history": [
            {"at": at, "event": event, "player": player}
            for at, event, player in sorted(happened, key=lambda entry: entry[0])
        ],
    }
