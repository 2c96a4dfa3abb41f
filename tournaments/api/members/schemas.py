"""Requests and answers of members."""

from itertools import zip_longest
from typing import Any

from rest_framework import serializers

from samba_service.accounts.api.schemas import DisplayNameField
from samba_service.accounts.choices import PlayerKind
from samba_service.kit.serializers import (
    StrictBooleanField,
    StrictCharField,
    StrictChoiceField,
    StrictSerializer,
)
from tournaments.api.clubs.schemas import BEN
from tournaments.choices import Names, Role
from tournaments.models import Member
from tournaments.services.member_import import Imported

MEMBER_EXAMPLE: dict[str, Any] = {
    "id": BEN,
    "name": "Ben",
    "player": None,
    "kind": "human",
    "role": "member",
    "guest": False,
    "names": "full",
    "claim_code": "W3HD8YPC5N2F",
}


class OwnMembershipRequest(StrictSerializer):
    name = DisplayNameField(
        required=False, allow_null=True, help_text="In this club; null: as your account"
    )
    names = StrictChoiceField(
        Names.choices,
        required=False,
        help_text="The most that people outside the club see of your name",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if not attrs:
            raise serializers.ValidationError("Name what to change.")
        return attrs


class ResetCodeAnswer(serializers.Serializer[Any]):
    code = serializers.CharField(help_text="Shown this once")
    expires_in_s = serializers.IntegerField()


class MemberRequest(StrictSerializer):
    name = DisplayNameField()
    guest = StrictBooleanField(
        required=False, default=False, help_text="Plays, but does not belong to the club"
    )


class MemberRestoreRequest(StrictSerializer):
    name = DisplayNameField(
        required=False, help_text="If another member has the former name by now"
    )


class MemberChangeRequest(StrictSerializer):
    name = DisplayNameField(required=False, help_text="Of a member without an account")
    guest = StrictBooleanField(required=False, help_text="Of a member without an account")
    names = StrictChoiceField(
        Names.choices, required=False, help_text="Of a member without an account"
    )
    role = StrictChoiceField(Role.choices, required=False, help_text="By admins")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if not attrs:
            raise serializers.ValidationError("Name what to change.")
        return attrs


class MemberAnswer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    name = serializers.CharField(
        help_text="In this club, where no other member has it; if not chosen, the account's"
    )
    player = serializers.UUIDField(allow_null=True, help_text="The account")
    kind = serializers.ChoiceField(PlayerKind.values)
    role = serializers.ChoiceField(Role.choices)
    guest = serializers.BooleanField()
    names = serializers.ChoiceField(
        Names.choices, help_text="Their own choice of how others see them named, at most"
    )
    claim_code = serializers.CharField(
        required=False, help_text="For directors, of members without an account"
    )


def member_view(member: Member, *, codes: bool) -> dict[str, Any]:
    """A member; `codes`: with the code to claim them by, while nobody has."""
    shown = {
        "id": member.id,
        "name": member.name,
        "player": member.player_id,
        "kind": PlayerKind.HUMAN if member.player is None else member.player.kind,
        "role": member.role,
        "guest": member.guest,
        "names": member.names,
    }
    unclaimed = member.player_id is None
    return shown | ({"claim_code": member.claim_code} if codes and unclaimed else {})


EXAMPLE = {
    "dry_run": False,
    "encoding": "utf-8",
    "ignored": ["phone"],
    "members": [
        {
            "line": 2,
            "name": "Ben",
            "guest": False,
            "id": MEMBER_EXAMPLE["id"],
            "claim_code": MEMBER_EXAMPLE["claim_code"],
        }
    ],
}


class ImportQuery(StrictSerializer):
    dry_run = serializers.BooleanField(
        required=False, default=False, help_text="Judge the file and add nobody."
    )


class ImportRequest(StrictSerializer):
    csv = StrictCharField(trim_whitespace=False, help_text="The file")


class ImportedMemberAnswer(serializers.Serializer[Any]):
    line = serializers.IntegerField(help_text="Of the file, from 1")
    name = serializers.CharField()
    guest = serializers.BooleanField()
    id = serializers.UUIDField(allow_null=True, help_text="Null in a dry run")
    claim_code = serializers.CharField(allow_null=True, help_text="Null in a dry run")


class ImportAnswer(serializers.Serializer[Any]):
    dry_run = serializers.BooleanField()
    encoding = serializers.CharField(help_text="`utf-8`, or `windows-1252` with semicolons")
    ignored = serializers.ListField(
        child=serializers.CharField(), help_text="Titles of columns that were not read"
    )
    members = ImportedMemberAnswer(many=True)


def _answer(imported: Imported) -> dict[str, Any]:
    rows = zip_longest(imported.read.rows, imported.members)
    return {
        "dry_run": not imported.members,
        "encoding": imported.read.encoding,
        "ignored": imported.read.ignored,
        "members": [
            {
                "line": row.line,
                "name": row.name,
                "guest": row.guest,
                "id": member and member.id,
                "claim_code": member and member.claim_code,
            }
            for row, member in rows
        ],
    }
