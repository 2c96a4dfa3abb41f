"""Clubs: founding, joining, reading what was done."""

from typing import TYPE_CHECKING

from django.http import HttpResponse
from django.urls import path
from rest_framework.request import Request

from games.api.base import GamesApiView, player_of
from games.api.schemas import EmptyRequest
from samba_service.accounts.choices import Scope
from samba_service.kit.access import ANY_TOKEN, caller_of, insufficient_scope
from samba_service.kit.http import json_response, paged, paged_together
from samba_service.kit.idempotency import Answer, answer_once
from samba_service.kit.schema import operation, page_of
from samba_service.kit.serializers import QuerySerializer
from samba_service.kit.throttles import MEMBERSHIPS
from tournaments.api.base import (
    ADMIN,
    BELONGING,
    CLUB_TAGS,
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


class Clubs(GamesApiView):
    @operation(
        "clubs_list",
        summary="List your clubs",
        description="The last joined first. `join_code` for directors.",
        access=ANY_TOKEN,
        parameters=[QuerySerializer],
        answers={200: page_of(ClubAnswer)},
        tags=CLUB_TAGS,
    )
    def get(self, request: Request) -> HttpResponse:
        self.query(QuerySerializer)
        mine = memberships_of(caller_of(request).player_id)
        return paged(request, mine, lambda each: _club(request, each), ordering="-joined_at")

    @operation(
        "clubs_create",
        summary="Found a club",
        description="You are its admin. 409 `too_many` if your account has founded as many as it "
        "may.",
        access=ADMIN,
        request=ClubRequest,
        location="clubs/{id}",
        answers={201: ClubAnswer},
        refusals=(409,),
        idempotent=True,
        tags=CLUB_TAGS,
    )
    def post(self, request: Request) -> HttpResponse:
        name = self.body(ClubRequest)["name"]

        def found() -> Answer:
            member = club_create(founder=player_of(request), name=name)
            return Answer.of(_club(request, member))

        return answer_once(request, found)


class Join(GamesApiView):
    @operation(
        "clubs_join",
        summary="Join a club, or claim your name in it",
        description="The code of a club makes you a member. The claim code of a member makes you "
        "that member: what was played under their name is yours, and your account's name replaces "
        "it; a director undoes a wrong claim by `/unclaim`. Names of members are unique "
        "in a club; case and spaces do not count: 409 `name_taken` with a free name in "
        "`facts.free`; send it, or another, as `name`. If you are in the club already, or have "
        "played there, a name that you claim is merged with yours once a director confirms it: "
        "202 with the merge. 404 for an invalid code, 409 `member_exists`, "
        "`played_together`. `recovery` names the club as your `recovery_club`; `PATCH "
        "/players/me` revokes it.",
        access=BELONGING,
        request=ClubJoinRequest,
        answers={201: ClubAnswer, 202: MergeAnswer},
        refusals=(404, 409),
        idempotent=True,
        tags=CLUB_TAGS,
        rate=MEMBERSHIPS,
    )
    def post(self, request: Request) -> HttpResponse:
        body = self.body(ClubJoinRequest)
        if body["recovery"] and Scope.PROFILE not in caller_of(request).scopes:
            raise insufficient_scope(Scope.PROFILE)

        def join() -> Answer:
            joined = club_join(
                player=player_of(request),
                code=body["code"],
                name=body.get("name", ""),
                recovery=body["recovery"],
            )
            if joined.merge is not None:
                return Answer.of(merge_view(joined.merge), status=202)
            return Answer.of(_club(request, joined.member))

        return answer_once(request, join)


class ClubDetail(ClubView):
    @operation(
        "clubs_read",
        summary="Look at a club of yours",
        description="`join_code` for directors.",
        access=ANY_TOKEN,
        answers={200: ClubAnswer},
        tags=CLUB_TAGS,
    )
    def get(self, request: Request, club_id: str) -> HttpResponse:
        return json_response(_club(request, self.member))

    @operation(
        "clubs_update",
        summary="Change a club",
        description="By its admins: its name, and by `names` how members are named to those who "
        "are none, in tournaments, papers, bundles and tables: in full, as `Ana M.`, or not at "
        "all; by `imports_rated` whether imported tournaments count for ratings; by "
        "`rulesets_public` whether `GET /rulesets` lists its house rules for everybody.",
        access=ADMIN,
        request=ClubPatch,
        answers={200: ClubAnswer},
        tags=CLUB_TAGS,
    )
    def patch(self, request: Request, club_id: str) -> HttpResponse:
        body = self.body(ClubPatch)
        self.member.club = club_update(
            club_id=self.club.pk,
            by=player_of(request),
            name=body.get("name"),
            names=body.get("names"),
            imports_rated=body.get("imports_rated"),
            rulesets_public=body.get("rulesets_public"),
        )
        return json_response(_club(request, self.member))


class JoinCode(ClubView):
    @operation(
        "clubs_join_code_change",
        summary="Change the code to join by",
        description="By admins. The former code is good for nothing from now on; members stay.",
        access=ADMIN,
        request=EmptyRequest,
        answers={201: ClubAnswer},
        idempotent=True,
        tags=CLUB_TAGS,
    )
    def post(self, request: Request, club_id: str) -> HttpResponse:
        self.body(EmptyRequest)

        def change() -> Answer:
            self.member.club = join_code_replace(club_id=self.club.pk, by=player_of(request))
            return Answer.of(_club(request, self.member))

        return answer_once(request, change)


class Audit(MembersView):
    @operation(
        "clubs_audit",
        summary="Read who did what in a club",
        description="The latest first, of the club and of all its tournaments. Nobody can change "
        "or delete any of it. `text` is the entry in plain English, with current names, also for "
        "members who have been renamed, erased or merged since. `facts` have only ids and numbers. "
        "Figures of a result are left out while another table plays the same deals.",
        access=READ_CLUB,
        parameters=[QuerySerializer],
        answers={200: page_of(AuditAnswer)},
        tags=CLUB_TAGS,
    )
    def get(self, request: Request, club_id: str) -> HttpResponse:
        self.query(QuerySerializer)
        return paged_together(request, audit_of(self.club.pk), audit_views, ordering="-id")


def _club(request: Request, member: "Member") -> ClubAnswer:
    return club_view(member, codes=directs(request, member))


urlpatterns = [
    path("clubs", Clubs.as_view()),
    path("clubs/join", Join.as_view()),
    path("clubs/<str:club_id>", ClubDetail.as_view()),
    path("clubs/<str:club_id>/join-code", JoinCode.as_view()),
    path("clubs/<str:club_id>/audit", Audit.as_view()),
]
