"""Who may do what in a club: the scope, then the office.

Members read. Directors add members and mend their names. Admins do the rest.
"""

from rest_framework.request import Request

from games.models import Scope
from samba_service.auth import caller_of, needs
from samba_service.http import public_id
from samba_service.problems import not_found
from tournaments.api.base import OneClubApiView
from tournaments.errors import MembersOnly, NotDirector
from tournaments.models import Member
from tournaments.selectors.clubs import DIRECTING, member_get

BELONGING = needs(Scope.PROFILE, Scope.TOURNAMENTS_PLAY, Scope.CLUB_ADMIN)
"""To join a club, and to leave it."""
DIRECTORS = needs(Scope.CLUB_ADMIN, Scope.TOURNAMENTS_MANAGE)
CONCERNED = needs(Scope.PROFILE, Scope.TOURNAMENTS_PLAY, Scope.CLUB_ADMIN, Scope.TOURNAMENTS_MANAGE)
"""For members about what is their own, and for directors about what is another's."""


def directs(request: Request, member: Member) -> bool:
    """True if the caller, who is `member`, directs the club, and the token reaches so far."""
    scopes = caller_of(request).scopes
    return member.role in DIRECTING and not scopes.isdisjoint(DIRECTORS.scopes)


class ClubView(OneClubApiView):
    """A view of a club, for its members."""

    def check_permissions(self, request: Request) -> None:
        super().check_permissions(request)
        if self.access == DIRECTORS and self.member.role not in DIRECTING:
            raise NotDirector

    def codes(self) -> bool:
        """True if the answer may show codes."""
        return directs(self.request, self.member)


class MembersView(ClubView):
    """A view of what is for members, and not for guests."""

    def check_permissions(self, request: Request) -> None:
        super().check_permissions(request)
        if self.member.guest:
            raise MembersOnly


class MemberView(ClubView):
    """A view of one member, who is `sought`; they go by their own id or their player's."""

    sought: Member

    def find(self, request: Request, **kwargs: str) -> None:
        super().find(request, **kwargs)
        found = member_get(self.club.pk, public_id(kwargs["member_id"]))
        if found is None:
            raise not_found()
        self.sought = found
