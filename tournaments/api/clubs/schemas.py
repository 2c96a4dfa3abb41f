"""Requests and answers of clubs and their logs."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, NotRequired, TypedDict
from uuid import UUID, uuid5

from samba_service.accounts.api.schemas import (
    DisplayNameField,
    PlayerRefAnswer,
    player_ref,
)
from samba_service.kit.serializers import (
    ChangeRequest,
    LineField,
    StrictBooleanField,
    StrictCharField,
    StrictChoiceField,
    StrictSerializer,
)
from tournaments.choices import Names, Role
from tournaments.selectors.audit import club_texts, facts_read

if TYPE_CHECKING:
    from samba_service.accounts.models import Player
    from tournaments.models import Club, Member
    from tournaments.models.audit import AuditEntry


class ClubRequest(StrictSerializer):
    name = LineField(max_length=80)


class ClubPatch(ChangeRequest):
    name = LineField(max_length=80, required=False)
    names = StrictChoiceField(
        Names.values,
        required=False,
        help_text="How members are named to those who are none; a member may choose less",
    )
    imports_rated = StrictBooleanField(
        required=False, help_text="Whether imported tournaments count for ratings"
    )
    rulesets_public = StrictBooleanField(
        required=False, help_text="Whether `GET /rulesets` lists its house rules for everybody"
    )


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


class YouAnswer(TypedDict):
    member: UUID
    name: Annotated[str, "What the club calls you"]
    role: Annotated[str, Role]


class ClubAnswer(TypedDict):
    id: UUID
    name: str
    you: YouAnswer
    names: Annotated[str, Names]
    imports_rated: Annotated[bool, "Imported tournaments count for ratings"]
    rulesets_public: Annotated[bool, "Everybody's list has its house rules"]
    created_at: datetime
    join_code: NotRequired[Annotated[str, "For directors"]]


class ClubRefAnswer(TypedDict):
    id: UUID
    name: str


def club_view(member: "Member", *, codes: bool) -> ClubAnswer:
    """The club as one of its members sees it; `codes`: with the code to join by."""
    club = member.club
    shown: ClubAnswer = {
        "id": club.id,
        "name": club.name,
        "you": {"member": member.id, "name": member.name, "role": member.role},
        "names": club.names,
        "imports_rated": club.imports_rated,
        "rulesets_public": club.rulesets_public,
        "created_at": club.created_at,
    }
    if codes:
        shown["join_code"] = club.join_code
    return shown


def club_ref(club: "Club") -> ClubRefAnswer:
    """A club where something else is the subject."""
    return {"id": club.id, "name": club.name}


class AuditAnswer(TypedDict):
    id: UUID
    at: datetime
    tournament: Annotated[UUID | None, "Null: the club itself"]
    version: Annotated[int | None, "Of the tournament"]
    actor: Annotated[PlayerRefAnswer | None, "Null: the service itself"]
    act: Annotated[str, "In the past tense: `member_added`"]
    facts: Annotated[Mapping[str, Any], "Ids and numbers, never names"]
    reason: str
    text: Annotated[str, "The entry in plain English, with current names"]


def _named_by_club(entry: "AuditEntry", player: "Player") -> PlayerRefAnswer:
    """The actor under the club's name for them, which rows of `audit_of` have."""
    actor = player_ref(player)
    actor["name"] = getattr(entry, "actor_name", None) or actor["name"]
    return actor


def _audit_view(entry: "AuditEntry", facts: Mapping[str, Any], text: str) -> AuditAnswer:
    """What somebody did. Its id does not show how much is done elsewhere."""
    return {
        "id": uuid5(entry.club_id, str(entry.pk)),
        "at": entry.at,
        "tournament": entry.tournament_id,
        "version": entry.version,
        "actor": None if entry.actor is None else _named_by_club(entry, entry.actor),
        "act": entry.act,
        "facts": facts,
        "reason": entry.reason,
        "text": text,
    }


def audit_views(entries: "Sequence[AuditEntry]") -> list[AuditAnswer]:
    """A page of the log."""
    facts = facts_read(entries)
    pairs = zip(entries, club_texts(entries), strict=True)
    return [_audit_view(entry, facts[entry.pk], text) for entry, text in pairs]
