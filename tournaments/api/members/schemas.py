"""Requests and answers of members."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Annotated, NotRequired, TypedDict
from uuid import UUID

from rest_framework import serializers

from samba_service.accounts.api.schemas import DisplayNameField
from samba_service.accounts.choices import PlayerKind
from samba_service.kit.serializers import (
    ChangeRequest,
    StrictBooleanField,
    StrictCharField,
    StrictChoiceField,
    StrictSerializer,
)
from tournaments.choices import Names, Role
from tournaments.services.joining import Imported

if TYPE_CHECKING:
    from tournaments.models import Member


class OwnMembershipRequest(ChangeRequest):
    name = DisplayNameField(
        required=False, allow_null=True, help_text="In this club; null: as your account"
    )
    names = StrictChoiceField(
        Names.values,
        required=False,
        help_text="The most that people outside the club see of your name",
    )


class ResetCodeAnswer(TypedDict):
    code: Annotated[str, "Shown this once"]
    expires_in_s: int


class MemberRequest(StrictSerializer):
    name = DisplayNameField()
    guest = StrictBooleanField(
        required=False, default=False, help_text="Plays, but does not belong to the club"
    )


class MemberRestoreRequest(StrictSerializer):
    name = DisplayNameField(
        required=False, help_text="If another member has the former name by now"
    )


class MemberChangeRequest(ChangeRequest):
    name = DisplayNameField(required=False, help_text="Of a member without an account")
    guest = StrictBooleanField(required=False, help_text="Of a member without an account")
    names = StrictChoiceField(
        Names.values, required=False, help_text="Of a member without an account"
    )
    role = StrictChoiceField(Role.values, required=False, help_text="By admins")


class MemberAnswer(TypedDict):
    id: UUID
    name: Annotated[str, "In this club, where no other member has it; if not chosen, the account's"]
    player: Annotated[UUID | None, "The account"]
    kind: Annotated[str, PlayerKind]
    role: Annotated[str, Role]
    guest: bool
    names: Annotated[str, Names, "Their own choice of how others see them named, at most"]
    claim_code: NotRequired[Annotated[str, "For directors, of members without an account"]]


def member_view(member: "Member", *, codes: bool) -> MemberAnswer:
    """A member; `codes`: with the code to claim them by, while nobody has."""
    shown: MemberAnswer = {
        "id": member.id,
        "name": member.name,
        "player": member.player_id,
        "kind": PlayerKind.HUMAN if member.player is None else member.player.kind,
        "role": member.role,
        "guest": member.guest,
        "names": member.names,
    }
    if codes and member.player_id is None:
        shown["claim_code"] = member.claim_code
    return shown


class ImportQuery(StrictSerializer):
    dry_run = serializers.BooleanField(
        required=False, default=False, help_text="Judge the file and add nobody."
    )


class ImportRequest(StrictSerializer):
    csv = StrictCharField(trim_whitespace=False, help_text="The file")


class ImportedMemberAnswer(TypedDict):
    line: Annotated[int, "Of the file, from 1"]
    name: str
    guest: bool
    id: Annotated[UUID | None, "Null in a dry run"]
    claim_code: Annotated[str | None, "Null in a dry run"]


class ImportAnswer(TypedDict):
    dry_run: bool
    encoding: Annotated[str, "`utf-8`, or `windows-1252` with semicolons"]
    ignored: Annotated[Sequence[str], "Titles of columns that were not read"]
    members: list[ImportedMemberAnswer]


def _answer(imported: Imported) -> ImportAnswer:
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
                "id": None if member is None else member.id,
                "claim_code": None if member is None else member.claim_code,
            }
            for row, member in rows
        ],
    }
