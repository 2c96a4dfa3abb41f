"""What all views of clubs and tournaments share: whose they are, and who may direct."""

from collections.abc import Callable
from functools import cached_property, reduce
from typing import TYPE_CHECKING, Any, TypeVar, cast

import orjson
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from rest_framework.request import Request

from games.api.base import GamesApiView
from games.errors import NotDirector
from samba_service.accounts.choices import Scope
from samba_service.kit.access import Access, Caller, needs
from samba_service.kit.http import expected_version, public_id, version_tag
from samba_service.kit.live import Reader
from samba_service.kit.problems import found_or_404, not_found
from samba_service.kit.throttles import DRAWS
from tournaments.choices import Role
from tournaments.club_errors import MembersOnly, NotAdmin
from tournaments.errors import TournamentNotFound
from tournaments.rights import NOBODY, SERVICE, Rights, read_as, reading_as
from tournaments.selectors.clubs import (
    DIRECTING,
    READS_CLUB,
    member_get,
    member_rights,
    membership,
    tournament_rights,
)
from tournaments.selectors.live import topic_of
from tournaments.selectors.rounds import round_rows, table_rows
from tournaments.selectors.tournaments import (
    entries_seen,
    entry_rows,
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

M = TypeVar("M", bound=Model)


class ClubApiView(GamesApiView):
    """A view of something in a club, which `find` sets along with it.

    What is read is read as nobody until `find` knows as what the caller reads; see `rights`.
    """

    club: "Club"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        reads = request.method in ("GET", "HEAD")
        with reading_as(NOBODY if reads else SERVICE), expecting(None):
            return super().dispatch(request, *args, **kwargs)

    def reads_as(self, rights: Rights) -> None:
        """Answer a request that reads as somebody with `rights` may see it."""
        if self.request.method in ("GET", "HEAD"):
            read_as(rights)

    def check_permissions(self, request: Request) -> None:
        """The scope first, then the office in the club that the scope is for."""
        super().check_permissions(request)
        scopes = self.access.scopes if self.access else ()
        if scopes == MANAGE.scopes and not self.directing:
            raise NotDirector
        if scopes == ADMIN.scopes and request.method != "GET" and not self._administers():
            raise NotAdmin

    @property
    def directing(self) -> bool:
        """True if the caller directs in this club, and by a token that may."""
        if Scope.TOURNAMENTS_MANAGE not in self.scopes:
            return False
        return self.caller_member is not None and self.caller_member.role in DIRECTING

    def _administers(self) -> bool:
        return self.caller_member is not None and self.caller_member.role == Role.ADMIN

    @cached_property
    def caller_member(self) -> "Member | None":
        """The caller in this club as the call began, if they are in it."""
        return membership(self.club.pk, self.viewer)


class OneClubApiView(ClubApiView):
    """A view of a club, only for its members."""

    member: "Member"

    def find(self, request: Request, **kwargs: str) -> None:
        self.member = found_or_404(membership(public_id(kwargs["club_id"]), self.viewer))
        self.club = self.member.club
        self.reads_as(member_rights(self.scopes))


class TournamentApiView(ClubApiView):
    """A view of one tournament.

    Everything in a tournament has the tournament's version.
    """

    versioned = True
    tournament: "Tournament"

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if request.method not in ("GET", "HEAD"):
            version = expected_version(request)
            expect(None if version is None else Expected(self.tournament.pk, version))

    def finalize_response(self, *args: Any, **kwargs: Any) -> Any:
        """The answer, tagged with the version that it shows."""
        answer = super().finalize_response(*args, **kwargs)
        if self._shows_version and answer.status_code in (200, 201, 202) and "ETag" not in answer:
            shown = orjson.loads(answer.content)
            if "version" in shown:
                answer["ETag"] = version_tag(shown["version"])
        return answer

    def reader(self, after: int) -> Reader:
        """The caller, who has read the log up to version `after` and waits for more."""
        caller = self.request.user
        topic = topic_of(self.tournament.pk)
        known = caller if isinstance(caller, Caller) else None
        return Reader(topic, known, after, self.tournament.version)

    @property
    def _shows_version(self) -> bool:
        return self.versioned and self.operation is not None and self.operation.versioned

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
        viewer = self.viewer
        found = row_seen(rows, tournament, public_id(id), viewer)
        if found is None:
            raise TournamentNotFound
        path = filter(None, tournament.split("__"))
        self.tournament = reduce(getattr, path, cast(Any, found))
        self.club = self.tournament.club
        member = self.caller_member = vars(found).get("caller")
        require_readable(self.tournament, viewer, member)
        if self.request.method in ("GET", "HEAD"):
            read_as(tournament_rights(self.tournament, viewer, member, scopes=self.scopes))
        return found


class EntryApiView(TournamentApiView):
    """A view of one entry."""

    entry: "Entry"

    def find(self, request: Request, **kwargs: str) -> None:
        id = kwargs["entry_id"]
        entry = self.row(entry_rows, id, tournament="tournament")
        seen = entries_seen(self.tournament, self.viewer, directing=self.directing)
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
        if round_.published_version is None and not self.directing:
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


def directs(member: "Member", scopes: frozenset[str]) -> bool:
    """True if the member directs the club, and a token with these scopes reaches so far."""
    return member.role in DIRECTING and not scopes.isdisjoint(DIRECTORS.scopes)


class ClubView(OneClubApiView):
    """A view of a club, for its members."""

    def check_permissions(self, request: Request) -> None:
        super().check_permissions(request)
        if self.access == DIRECTORS and self.member.role not in DIRECTING:
            raise NotDirector

    def codes(self) -> bool:
        """True if the answer may show codes."""
        return directs(self.member, self.scopes)


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
        self.sought = found_or_404(member_get(self.club.pk, public_id(kwargs["member_id"])))
