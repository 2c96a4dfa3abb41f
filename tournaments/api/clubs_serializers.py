"""Requests and answers of clubs, members and seasons."""

from typing import Any

from rest_framework import serializers

from games.api.people_serializers import (
    DisplayNameField,
)
from games.models import PlayerKind
from samba_service.serializers import (
    LineField,
    StrictBooleanField,
    StrictCharField,
    StrictChoiceField,
    StrictIntegerField,
    StrictSerializer,
)
from tournaments.models import Club, Member, Names, Role, Season

NIGHTS_AT_MOST = 366
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
SEASON_EXAMPLE: dict[str, Any] = {
    "id": "0e9b8a77-41f4-4d4b-8f0b-6f2c3d1a5b90",
    "club": {"id": CLUB_ID, "name": "Herons"},
    "name": "Winter 2026",
    "best": 6,
    "minimum": 4,
    "guests": False,
    "created_at": "2026-11-20T18:30:00Z",
    "closed_at": None,
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


class SeasonRequest(StrictSerializer):
    name = LineField(max_length=80)
    best = StrictIntegerField(
        min_value=1, max_value=NIGHTS_AT_MOST, help_text="So many nights count, a player's best"
    )
    minimum = StrictIntegerField(
        required=False,
        default=0,
        min_value=0,
        max_value=NIGHTS_AT_MOST,
        help_text="Nights that it takes to be ranked",
    )
    guests = StrictBooleanField(required=False, default=False, help_text="Are guests ranked?")


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


class MemberAnswer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    name = serializers.CharField(
        help_text="In this club, where no other member has it; if not chosen, the account's"
    )
    player = serializers.UUIDField(allow_null=True, help_text="The account")
    kind = serializers.ChoiceField(PlayerKind.choices)
    role = serializers.ChoiceField(Role.choices)
    guest = serializers.BooleanField()
    names = serializers.ChoiceField(
        Names.choices, help_text="Their own choice of how others see them named, at most"
    )
    claim_code = serializers.CharField(
        required=False, help_text="For directors, of members without an account"
    )


class ClubRefAnswer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    name = serializers.CharField()


class SeasonAnswer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    club = ClubRefAnswer()
    name = serializers.CharField()
    best = serializers.IntegerField()
    minimum = serializers.IntegerField()
    guests = serializers.BooleanField()
    created_at = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(
        allow_null=True, help_text="Its nights are archived from then on"
    )


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


def club_ref(club: Club) -> dict[str, Any]:
    """A club where something else is the subject."""
    return {"id": club.id, "name": club.name}


def season_view(season: Season) -> dict[str, Any]:
    """A season, without its table."""
    return {
        "id": season.id,
        "club": club_ref(season.club),
        "name": season.name,
        "best": season.best,
        "minimum": season.minimum,
        "guests": season.guests,
        "created_at": season.created_at,
        "closed_at": season.closed_at,
    }
