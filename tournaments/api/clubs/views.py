"""Clubs: founding, joining, reading what was done."""

from functools import partial
from typing import TYPE_CHECKING, Any

from django.http import HttpResponse

from games.api.base import GamesApiView
from samba_service.accounts.choices import Scope
from samba_service.kit.access import ANY_TOKEN
from samba_service.kit.http import paged, paged_together
from samba_service.kit.idempotency import Answer
from samba_service.kit.schema import listing, operation
from samba_service.kit.throttles import MEMBERSHIPS
from tournaments.api.base import (
    ADMIN,
    BELONGING,
    READ_CLUB,
    ClubView,
    MembersView,
    directs,
)
from tournaments.api.clubs.schemas import (
    AuditAnswer,
    ClubAnswer,
    ClubJoinRequest,
    ClubPatch,
    ClubRequest,
    audit_views,
    club_view,
)
from tournaments.api.merges import MergeAnswer, merge_view
from tournaments.selectors.audit import audit_of
from tournaments.selectors.clubs import memberships_of
from tournaments.services.clubs import club_create, club_update, join_code_replace
from tournaments.services.joining import club_join

if TYPE_CHECKING:
    from tournaments.models import Member


TAGS = ("clubs",)


class ShowsClubs(GamesApiView):
    def shown(self, member: "Member") -> ClubAnswer:
        """The club as the member, who calls, may see it."""
        return club_view(member, codes=directs(member, self.scopes))


class Clubs(ShowsClubs, at="clubs"):
    @listing("clubs_list", ANY_TOKEN, ClubAnswer)
    def get(self) -> HttpResponse:
        """List your clubs.

        The last joined first. `join_code` for directors.
        """
        mine = memberships_of(self.caller.player_id)
        return paged(self.request, mine, self.shown, ordering="-joined_at")

    @operation("clubs_create", ADMIN, {201: ClubAnswer}, request=ClubRequest, location="clubs/{id}")
    def post(self, body: Any) -> ClubAnswer:
        """Found a club.

        You are its admin. 409 `too_many` if your account has founded as many as it may.
        """
        return self.shown(club_create(founder=self.player, name=body["name"]))


class Join(ShowsClubs, at="clubs/join"):
    @operation(
        "clubs_join",
        BELONGING,
        {201: ClubAnswer, 202: MergeAnswer},
        request=ClubJoinRequest,
        refusals=(404,),
        rate=MEMBERSHIPS,
    )
    def post(self, body: Any) -> Answer:
        """Join a club, or claim your name in it.

        The code of a club makes you a member. The claim code of a member makes you that member:
        what was played under their name is yours, and your account's name replaces it; a director
        undoes a wrong claim by `/unclaim`. Names of members are unique in a club; case and spaces
        do not count: 409 `name_taken` with a free name in `facts.free`; send it, or another, as
        `name`. If you are in the club already, or have played there, a name that you claim is
        merged with yours once a director confirms it: 202 with the merge. 404 for an invalid code,
        409 `member_exists`, `played_together`. `recovery` names the club as your `recovery_club`;
        `PATCH /players/me` revokes it.
        """
        if body["recovery"]:
            self.require_scope(Scope.PROFILE)
        joined = club_join(player=self.player, **body)
        if joined.merge is not None:
            return Answer.of(partial(merge_view, joined.merge), status=202)
        return Answer.of(partial(self.shown, joined.member))


class ClubDetail(ClubView, ShowsClubs, at="clubs/{club_id}"):
    @operation("clubs_read", ANY_TOKEN, ClubAnswer)
    def get(self) -> ClubAnswer:
        """Look at a club of yours.

        `join_code` for directors.
        """
        return self.shown(self.member)

    @operation("clubs_update", ADMIN, ClubAnswer, request=ClubPatch)
    def patch(self, body: Any) -> ClubAnswer:
        """Change a club.

        By its admins: its name, and by `names` how members are named to those who are none, in
        tournaments, papers, bundles and tables: in full, as `Ana M.`, or not at all; by
        `imports_rated` whether imported tournaments count for ratings; by `rulesets_public` whether
        `GET /rulesets` lists its house rules for everybody.
        """
        self.member.club = club_update(club_id=self.club.pk, by=self.player, **body)
        return self.shown(self.member)


class JoinCode(ClubView, ShowsClubs, at="clubs/{club_id}/join-code"):
    @operation("clubs_join_code_change", ADMIN, {201: ClubAnswer})
    def post(self) -> ClubAnswer:
        """Change the code to join by.

        By admins. The former code is good for nothing from now on; members stay.
        """
        self.member.club = join_code_replace(club_id=self.club.pk, by=self.player)
        return self.shown(self.member)


class Audit(MembersView, at="clubs/{club_id}/audit"):
    @listing("clubs_audit", READ_CLUB, AuditAnswer)
    def get(self) -> HttpResponse:
        """Read who did what in a club.

        The latest first, of the club and of all its tournaments. Nobody can change or delete any of
        it. `text` is the entry in plain English, with current names, also for members who have been
        renamed, erased or merged since. `facts` have only ids and numbers. Figures of a result are
        left out while another table plays the same deals.
        """
        return paged_together(self.request, audit_of(self.club.pk), audit_views, ordering="-id")
