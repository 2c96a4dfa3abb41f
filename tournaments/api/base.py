"""What all views of clubs and tournaments share: whose they are, and who may direct."""

from collections.abc import Callable
from functools import cached_property, reduce
from typing import TYPE_CHECKING, Any, TypeVar, cast
from uuid import UUID

import orjson
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from rest_framework.request import Request

from games.api.base import GamesApiView
from games.errors import NotDirector
from samba_service.accounts.choices import Scope
from samba_service.kit.access import Access, Caller, caller_of, needs
from samba_service.kit.http import expected_version, public_id, version_tag
from samba_service.kit.problems import not_found
from samba_service.kit.throttles import DRAWS
from tournaments.choices import Role
from tournaments.errors import MembersOnly, NotAdmin, TournamentNotFound
from tournaments.readers import NOBODY, SERVICE, Reader, reader_is, reading_as
from tournaments.selectors.clubs import DIRECTING, READS_CLUB, member_get, member_reader, membership
from tournaments.selectors.entries import entries_seen, entry_rows
from tournaments.selectors.rounds import round_rows
from tournaments.selectors.tables import table_rows
from tournaments.selectors.tournaments import (
    reader_of,
    require_readable,
    row_seen,
    tournament_rows,
)
from tournaments.services.changes import Expected, expect, expecting

if TYPE_CHECKING:
    from tournaments.models import Club, Entry, Member, Round, Table, Tournament

READ = Access(
    (Scope.TOURNAMENTS_READ, Scope.TOURNAMENTS_PLAY, Scope.TOURNAMENTS_MANAGE), anonymous=True
)
"""Who may read a tournament is its `visibility`; a draft is for directors."""

PLAY = needs(Scope.TOURNAMENTS_PLAY, Scope.TOURNAMENTS_MANAGE)

MANAGE = needs(Scope.TOURNAMENTS_MANAGE)

ADMIN = needs(Scope.CLUB_ADMIN)

READ_CLUB = needs(*sorted(READS_CLUB))
"""Members and the log of a club, for who belongs to it."""

TAGS = ("tournaments",)

M = TypeVar("M", bound=Model)

CLUB_TAGS = ("clubs",)


def viewer_id(request: Request) -> UUID | None:
    """Who looks; None for an anonymous caller."""
    return request.user.player_id if isinstance(request.user, Caller) else None


def scopes_of(request: Request) -> frozenset[str]:
    """What the caller's token may do; nothing for an anonymous caller."""
    return request.user.scopes if isinstance(request.user, Caller) else frozenset()


class ClubApiView(GamesApiView):
    """A view of something in a club, which `find` sets along with it.

    What is read is read as nobody until `find` knows as what the caller reads; see `readers`.
    """

    club: "Club"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        reads = request.method in ("GET", "HEAD")
        with reading_as(NOBODY if reads else SERVICE), expecting(None):
            return super().dispatch(request, *args, **kwargs)

    def reads_as(self, reader: Reader) -> None:
        """Answer a request that reads as `reader` may see it."""
        if self.request.method in ("GET", "HEAD"):
            reader_is(reader)

    def check_permissions(self, request: Request) -> None:
        """The scope first, then the office in the club that the scope is for."""
        super().check_permissions(request)
        scopes = self.access.scopes if self.access else ()
        if scopes == MANAGE.scopes and not self.directs(request):
            raise NotDirector
        if scopes == ADMIN.scopes and request.method != "GET" and not self._administers():
            raise NotAdmin

    def directs(self, request: Request) -> bool:
        """True if the caller directs in this club, and by a token that may."""
        caller = request.user
        if not isinstance(caller, Caller) or Scope.TOURNAMENTS_MANAGE not in caller.scopes:
            return False
        return self.caller_member is not None and self.caller_member.role in DIRECTING

    def _administers(self) -> bool:
        return self.caller_member is not None and self.caller_member.role == Role.ADMIN

    @cached_property
    def caller_member(self) -> "Member | None":
        """The caller in this club as the call began, if they are in it."""
        return membership(self.club.pk, viewer_id(self.request))


class OneClubApiView(ClubApiView):
    """A view of a club, only for its members."""

    member: "Member"

    def find(self, request: Request, **kwargs: str) -> None:
        member = membership(public_id(kwargs["club_id"]), caller_of(request).player_id)
        if member is None:
            raise not_found()
        self.member, self.club = member, member.club
        self.reads_as(member_reader(scopes_of(request)))


class TournamentApiView(ClubApiView):
    """A view of one tournament.

    Everything in a tournament has the tournament's version: `versioned` operations answer with it
    as the entity tag, and their changes obey `If-Match`.
    """

    tournament: "Tournament"

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if self._versioned and request.method not in ("GET", "HEAD"):
            version = expected_version(request)
            expect(None if version is None else Expected(self.tournament.pk, version))

    def finalize_response(self, *args: Any, **kwargs: Any) -> Any:
        """The answer, tagged with the version that it shows."""
        answer = super().finalize_response(*args, **kwargs)
        if self._versioned and answer.status_code in (200, 201, 202) and "ETag" not in answer:
            shown = orjson.loads(answer.content)
            if "version" in shown:
                answer["ETag"] = version_tag(shown["version"])
        return answer

    @property
    def _versioned(self) -> bool:
        return self.operation is not None and self.operation.versioned

    def pay_for_drawing(self) -> None:
        """Count what a draw costs in addition to the call; it grows with the square of the entries.

        Nothing up to 70 entries, three quarters of the rate for a thousand; those that were deleted
        count. Raises the 429.
        """
        entries = self.tournament.last_entry_number
        if work := min(entries**2 // 5000, DRAWS.burst * 3 // 4):
            self.pay(work)

    def find(self, request: Request, **kwargs: str) -> None:
        self.row(tournament_rows, kwargs["tournament_id"])

    def row(self, rows: Callable[[], QuerySet[M]], id: str, *, tournament: str = "") -> M:
        """The row with this id, read with its tournament, which is at that path.

        Raises NotThere unless the caller may read the tournament.
        """
        viewer = viewer_id(self.request)
        found = row_seen(rows, tournament, public_id(id), viewer)
        if found is None:
            raise TournamentNotFound
        path = filter(None, tournament.split("__"))
        self.tournament = reduce(getattr, path, cast(Any, found))
        self.club = self.tournament.club
        member = self.caller_member = vars(found).get("caller")
        require_readable(self.tournament, viewer, member)
        if self.request.method in ("GET", "HEAD"):
            scopes = scopes_of(self.request)
            reader_is(reader_of(self.tournament, viewer, member, scopes=scopes))
        return found


class EntryApiView(TournamentApiView):
    """A view of one entry."""

    entry: "Entry"

    def find(self, request: Request, **kwargs: str) -> None:
        id = kwargs["entry_id"]
        entry = self.row(entry_rows, id, tournament="tournament")
        seen = entries_seen(self.tournament, viewer_id(request), directing=self.directs(request))
        if entry.invited and not seen.filter(pk=entry.pk).exists():
            raise not_found()
        self.entry = entry


class RoundApiView(TournamentApiView):
    """A view of one round; unpublished ones only for directors."""

    round: "Round"

    def find(self, request: Request, **kwargs: str) -> None:
        self.found(self.row(round_rows, kwargs["round_id"], tournament="tournament"))

    def found(self, round_: "Round") -> None:
        """Set the round. Raises the 404."""
        if round_.published_version is None and not self.directs(self.request):
            raise not_found()
        self.round = round_


class TableApiView(RoundApiView):
    """A view of one table of a published round."""

    table: "Table"

    def find(self, request: Request, **kwargs: str) -> None:
        self.table = self.row(table_rows, kwargs["table_id"], tournament="round__tournament")
        self.found(self.table.round)


BELONGING = needs(Scope.PROFILE, Scope.TOURNAMENTS_PLAY, Scope.CLUB_ADMIN)
"""To join a club, and to leave it."""

DIRECTORS = needs(Scope.CLUB_ADMIN, Scope.TOURNAMENTS_MANAGE)

CONCERNED = needs(Scope.PROFILE, Scope.TOURNAMENTS_PLAY, Scope.CLUB_ADMIN, Scope.TOURNAMENTS_MANAGE)
"""For members about what is their own, and for directors about what is another's."""


def directs(request: Request, member: "Member") -> bool:
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

    sought: "Member"

    def find(self, request: Request, **kwargs: str) -> None:
        super().find(request, **kwargs)
        found = member_get(self.club.pk, public_id(kwargs["member_id"]))
        if found is None:
            raise not_found()
        self.sought = found
