"""Clubs for tests: who is in them, and who calls."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any
from uuid import UUID

from rest_framework.test import APIClient

from samba_service.accounts.models import Player
from tests.factories import api, player
from tests.kept_worlds import kept
from tournaments.choices import Names, Role
from tournaments.models import Club, Member
from tournaments.services.clubs import club_create
from tournaments.services.joining import club_join
from tournaments.services.members import member_add, member_update

CLUBS = "/api/v1/clubs"


@dataclass
class Cast:
    """A club, and one of each kind of caller: admin, director, member, outsider, nobody.

    Clients hold tokens with all scopes but the staff's.
    """

    club: Club
    players: dict[str, Player]

    @cached_property
    def clients(self) -> dict[str, APIClient]:
        """By kind, `anonymous` among them."""
        known = {kind: api(each) for kind, each in self.players.items()}
        return known | {"anonymous": api()}

    @property
    def path(self) -> str:
        return f"{CLUBS}/{self.club.pk}"

    @property
    def admin(self) -> APIClient:
        return self.clients["admin"]

    @property
    def director(self) -> APIClient:
        return self.clients["director"]

    @property
    def member(self) -> APIClient:
        return self.clients["member"]

    @property
    def outsider(self) -> APIClient:
        return self.clients["outsider"]

    def membership(self, kind: str) -> Member:
        """The row of the admin, the director or the member, as it is now."""
        return Member.objects.get(club=self.club, player=self.players[kind])

    def members(self, kind: str = "admin") -> list[dict[str, Any]]:
        """The list, as that caller sees it."""
        found: list[dict[str, Any]] = (
            self.clients[kind].get(f"{self.path}/members").json()["results"]
        )
        return found

    def audit(self) -> list[dict[str, Any]]:
        """What was done, the latest first."""
        found: list[dict[str, Any]] = self.admin.get(f"{self.path}/audit?limit=200").json()[
            "results"
        ]
        return found


def club_of(admin: Player, *members: Player, name: str = "Herons") -> Club:
    """A club with these members, the first its admin; anybody may read its members' names."""
    club = club_create(founder=admin, name=name).club
    club.names = Names.FULL
    club.save()
    for each in members:
        club_join(code=club.join_code, player=each)
    return club


def office_give(club: Club, to: Player, role: Role) -> Member:
    """Make a member a director or an admin."""
    admin = Member.objects.filter(club=club, role=Role.ADMIN).earliest("joined_at")
    member = Member.objects.get(club=club, player=to)
    return member_update(member=member, by=admin, role=role)


def guests_add(club: Club, *names: str) -> list[Member]:
    """Members without an account."""
    admin = Member.objects.filter(club=club, role=Role.ADMIN).earliest("joined_at").player
    assert admin is not None
    return [member_add(club_id=club.pk, by=admin, name=name) for name in names]


@kept
def cast_of_a_club() -> Cast:
    """A new club with its cast."""
    players = {kind: player(kind.title()) for kind in ("admin", "director", "member", "outsider")}
    club = club_of(players["admin"], players["director"], players["member"])
    office_give(club, players["director"], Role.DIRECTOR)
    return Cast(club, players)


def ids(page: Any) -> list[UUID]:
    """The ids of a page's entries."""
    return [UUID(each["id"]) for each in page["results"]]
