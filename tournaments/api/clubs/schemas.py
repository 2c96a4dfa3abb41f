"""Requests and answers of clubs and their logs."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import uuid5

from rest_framework import serializers

from samba_service.accounts.api.schemas import (
    PLAYER_EXAMPLE,
    DisplayNameField,
    PlayerRefAnswer,
    player_ref,
)
from samba_service.kit.answer_schema import AnswerField
from samba_service.kit.serializers import (
    LineField,
    StrictBooleanField,
    StrictCharField,
    StrictChoiceField,
    StrictSerializer,
)
from tournaments.choices import Names, Role
from tournaments.models import AuditEntry, Club, Member
from tournaments.selectors.audit import club_texts, facts_read

CLUB_ID, ANA, BEN = (
    "6d0c1f5e-8b1b-4f0e-9a37-2b8d9f0a1c11",
    "3b7f2f0e-5a55-4c39-9df8-6b2a64f8c0aa",
    "a4b0c7d2-2e67-4f7e-8b7c-1d9b5f3e2c44",
)

CLUB_EXAMPLE: dict[str, Any] = {
    "id": CLUB_ID,
    "name": "Herons",
    "you": {"member": ANA, "name": "Ana", "role": "admin"},
    "names": "short",
    "imports_rated": False,
    "rulesets_public": False,
    "created_at": "2026-11-20T18:30:00Z",
    "join_code": "K7RT2M9QXV4B",
}


class ClubRequest(StrictSerializer):
    name = LineField(max_length=80)


class ClubPatch(StrictSerializer):
    name = LineField(max_length=80, required=False)
    names = StrictChoiceField(
        Names.choices,
        required=False,
        help_text="How members are named to those who are none; a member may choose less",
    )
    imports_rated = StrictBooleanField(
        required=False, help_text="Whether imported tournaments count for ratings"
    )
    rulesets_public = StrictBooleanField(
        required=False, help_text="Whether `GET /rulesets` lists its house rules for everybody"
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if not attrs:
            raise serializers.ValidationError("Name what to change.")
        return attrs


class ClubJoinRequest(StrictSerializer):
    code = StrictCharField(max_length=40, help_text="The club's, or a member's claim code")
    name = DisplayNameField(
        required=False,
        help_text="What this club calls you, if another member has your account's name",
    )
    recovery = StrictBooleanField(
        required=False,
        default=False,
        help_text="Name the club as your `recovery_club`: its directors may issue a reset code if "
        "you forget your password. Takes the scope `profile`",
    )


class YouAnswer(serializers.Serializer[Any]):
    member = serializers.UUIDField()
    name = serializers.CharField(help_text="What the club calls you")
    role = serializers.ChoiceField(Role.choices)


class ClubAnswer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    name = serializers.CharField()
    you = YouAnswer()
    names = serializers.ChoiceField(Names.choices)
    imports_rated = serializers.BooleanField(help_text="Imported tournaments count for ratings")
    rulesets_public = serializers.BooleanField(help_text="Everybody's list has its house rules")
    created_at = serializers.DateTimeField()
    join_code = serializers.CharField(required=False, help_text="For directors")


class ClubRefAnswer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    name = serializers.CharField()


def club_view(member: Member, *, codes: bool) -> dict[str, Any]:
    """The club as one of its members sees it; `codes`: with the code to join by."""
    club = member.club
    shown = {
        "id": club.id,
        "name": club.name,
        "you": {"member": member.id, "name": member.name, "role": member.role},
        "names": club.names,
        "imports_rated": club.imports_rated,
        "rulesets_public": club.rulesets_public,
        "created_at": club.created_at,
    }
    return shown | ({"join_code": club.join_code} if codes else {})


def club_ref(club: Club) -> dict[str, Any]:
    """A club where something else is the subject."""
    return {"id": club.id, "name": club.name}


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
    actor = AnswerField(PlayerRefAnswer, allow_null=True, help_text="Null: the service itself")
    act = serializers.CharField(help_text="In the past tense: `member_added`")
    facts = serializers.DictField(help_text="Ids and numbers, never names")
    reason = serializers.CharField(allow_blank=True)
    text = serializers.CharField(help_text="The entry in plain English, with current names")


def _named_by_club(entry: AuditEntry) -> PlayerRefAnswer:
    """The actor under the club's name for them, which rows of `audit_of` have."""
    assert entry.actor is not None
    actor = player_ref(entry.actor)
    actor["name"] = getattr(entry, "actor_name", None) or actor["name"]
    return actor


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
