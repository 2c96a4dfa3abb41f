"""The log of a club as an answer."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import uuid5

from rest_framework import serializers

from games.api.people_serializers import PLAYER_EXAMPLE, PlayerRefAnswer, player_ref
from tournaments.api.clubs_serializers import BEN
from tournaments.models import AuditEntry
from tournaments.selectors.acts import club_texts, facts_read

AUDIT_EXAMPLE: dict[str, Any] = {
    "id": "5f6c5d2b-6f0e-5b57-9c1a-0a2f6f1f7d33",
    "at": "2026-11-20T18:31:00Z",
    "tournament": None,
    "version": None,
    "actor": {"id": PLAYER_EXAMPLE["id"], "name": "Ana", "kind": "human"},
    "act": "member_added",
    "facts": {"member": BEN},
    "reason": "",
    "text": "Ben: added, by Ana",
}


class AuditAnswer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    at = serializers.DateTimeField()
    tournament = serializers.UUIDField(allow_null=True, help_text="Null: the club itself")
    version = serializers.IntegerField(allow_null=True, help_text="Of the tournament")
    actor = PlayerRefAnswer(allow_null=True, help_text="Null: the service itself")
    act = serializers.CharField(help_text="In the past tense: `member_added`")
    facts = serializers.DictField(help_text="Ids and numbers, never names")
    reason = serializers.CharField(allow_blank=True)
    text = serializers.CharField(help_text="The entry in plain English, with current names")


def _named_by_club(entry: AuditEntry) -> dict[str, Any]:
    """The actor under the club's name for them, which rows of `audit_of` have."""
    assert entry.actor is not None
    actor = player_ref(entry.actor)
    return actor | {"name": getattr(entry, "actor_name", None) or actor["name"]}


def _audit_view(entry: AuditEntry, facts: Mapping[str, Any], text: str) -> dict[str, Any]:
    """What somebody did. Its id does not show how much is done elsewhere."""
    return {
        "id": uuid5(entry.club_id, str(entry.pk)),
        "at": entry.at,
        "tournament": entry.tournament_id,
        "version": entry.version,
        "actor": entry.actor and _named_by_club(entry),
        "act": entry.act,
        "facts": facts,
        "reason": entry.reason,
        "text": text,
    }


def audit_views(entries: Sequence[AuditEntry]) -> list[dict[str, Any]]:
    """A page of the log."""
    facts = facts_read(entries)
    pairs = zip(entries, club_texts(entries), strict=True)
    return [_audit_view(entry, facts[entry.pk], text) for entry, text in pairs]
