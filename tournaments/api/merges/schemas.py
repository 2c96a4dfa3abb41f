"""Requests and answers of merges."""

from datetime import datetime
from typing import Annotated, TypedDict
from uuid import UUID

from samba_service.accounts.api.schemas import PlayerRefAnswer
from samba_service.kit.serializers import StrictSerializer, StrictUUIDField
from tournaments.api.schemas import member_ref
from tournaments.choices import MergeState
from tournaments.models import Merge

BEN, GUS = "a4b0c7d2-2e67-4f7e-8b7c-1d9b5f3e2c44", "5b7f2f0e-5a55-4c39-9df8-6b2a64f8c0bb"

MERGE_EXAMPLE = {
    "id": "9d0c1f5e-8b1b-4f0e-9a37-2b8d9f0a1c22",
    "merged": {"id": GUS, "name": "Gus", "kind": "human"},
    "into": {"id": BEN, "name": "Ben", "kind": "human"},
    "state": "done",
    "awaits": [],
    "proposed_at": "2026-11-20T18:30:00Z",
}


class MergeRequest(StrictSerializer):
    into = StrictUUIDField(help_text="The other member, by their id or their player's")


class MergeAnswer(TypedDict):
    id: UUID
    merged: Annotated[PlayerRefAnswer, "Who is no member of their own any more"]
    into: PlayerRefAnswer
    state: Annotated[str, MergeState]
    awaits: Annotated[
        list[Annotated[str, ("enum", ("director", "merged", "into"))]],
        "Who has to agree before it is done",
    ]
    proposed_at: datetime


def merge_view(merge: Merge) -> MergeAnswer:
    """A merge as its parties and the directors see it."""
    return {
        "id": merge.id,
        "merged": member_ref(merge.source),
        "into": member_ref(merge.into),
        "state": merge.state,
        "awaits": merge.awaits if merge.state == MergeState.PROPOSED else [],
        "proposed_at": merge.proposed_at,
    }
