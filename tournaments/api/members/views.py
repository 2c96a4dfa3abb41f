"""Members of a club."""

from collections.abc import Mapping
from typing import IO, TYPE_CHECKING, Any

from django.http import HttpResponse
from django.urls import path
from rest_framework.parsers import BaseParser
from rest_framework.request import Request

from games.api.base import player_of
from samba_service.accounts.choices import Scope
from samba_service.accounts.services.recovery import LIFETIME
from samba_service.kit.access import caller_of, insufficient_scope
from samba_service.kit.bodies import StrictJSONParser
from samba_service.kit.http import empty_response, json_response, paged, public_id
from samba_service.kit.idempotency import Answer, answer_once
from samba_service.kit.limits import BULK_LIMIT
from samba_service.kit.problems import not_found
from samba_service.kit.schema import operation, page_of
from samba_service.kit.serializers import QuerySerializer
from samba_service.kit.throttles import MEMBERSHIPS
from tournaments.api.base import BELONGING, CLUB_TAGS, DIRECTORS, READ_CLUB, ClubView, MemberView
from tournaments.api.members.schemas import (
    ImportAnswer,
    ImportQuery,
    ImportRequest,
    MemberAnswer,
    MemberChangeRequest,
    MemberRequest,
    MemberRestoreRequest,
    OwnMembershipRequest,
    ResetCodeAnswer,
    _answer,
    member_view,
)
from tournaments.api.schemas import ReasonRequest
from tournaments.choices import Role
from tournaments.errors import NotAdmin
from tournaments.selectors.clubs import member_known, members_of
from tournaments.services.joining import member_unclaim, members_import, members_import_try
from tournaments.services.members import (
    member_add,
    member_leave,
    member_reset_code,
    member_restore,
    member_update,
    own_names_choose,
)

if TYPE_CHECKING:
    from tournaments.models import Member


class Members(ClubView):
    @operation(
        "clubs_members_list",
        summary="List the members of a club of yours",
        description="By name, guests included; a guest sees themselves only. Directors see the "
        "`claim_code` of members without an account: an account that joins by it is that member "
        "from then on.",
        access=READ_CLUB,
        parameters=[QuerySerializer],
        answers={200: page_of(MemberAnswer)},
        tags=CLUB_TAGS,
    )
    def get(self, request: Request, club_id: str) -> HttpResponse:
        self.query(QuerySerializer)
        codes = self.codes()
        return paged(
            request,
            members_of(self.club.pk, only=self.member if self.member.guest else None),
            lambda each: member_view(each, codes=codes),
            ordering="sort_name",
        )

    @operation(
        "clubs_members_add",
        summary="Add a member who has no account",
        description="By directors. They may claim the name later, by `POST /clubs/join` with "
        "their `claim_code`; who has an account joins by the club's code. 409 `name_taken` if "
        "another member has the name.",
        access=DIRECTORS,
        request=MemberRequest,
        answers={201: MemberAnswer},
        idempotent=True,
        tags=CLUB_TAGS,
    )
    def post(self, request: Request, club_id: str) -> HttpResponse:
        body = self.body(MemberRequest)

        def add() -> Answer:
            member = member_add(
                club_id=self.club.pk, by=player_of(request), name=body["name"], guest=body["guest"]
            )
            return Answer.of(member_view(member, codes=self.codes()))

        return answer_once(request, add)


class OwnMembership(ClubView):
    @operation(
        "clubs_members_me_update",
        summary="Choose your name in a club, and how much of it others see",
        description="`name` applies to this club only: 409 `name_taken` if another member has it; "
        "null is your account's name. `names` is what people outside the club see of it: all, "
        "`Ana M.`, or nothing. They see the lesser of this and the club's own choice.",
        access=BELONGING,
        request=OwnMembershipRequest,
        answers={200: MemberAnswer},
        refusals=(409,),
        tags=CLUB_TAGS,
        rate=MEMBERSHIPS,
    )
    def patch(self, request: Request, club_id: str) -> HttpResponse:
        body = self.body(OwnMembershipRequest)
        name = body["name"] or "" if "name" in body else None
        member = own_names_choose(member=self.member, names=body.get("names"), name=name)
        return json_response(member_view(member, codes=self.codes()))


class MemberDetail(MemberView):
    def check_permissions(self, request: Request) -> None:
        """Everybody may leave; to remove another takes an admin."""
        super().check_permissions(request)
        if request.method == "DELETE" and self.sought != self.member:
            if Scope.CLUB_ADMIN not in caller_of(request).scopes:
                raise insufficient_scope(Scope.CLUB_ADMIN)
            if self.member.role != Role.ADMIN:
                raise NotAdmin

    @operation(
        "clubs_members_update",
        summary="Change a member",
        description="The name of who has no account, and whether they are a guest, by directors; "
        "`role` by admins, else 403 `not_admin`, which takes the scope `club:admin`. 409 "
        "`last_admin`, `name_taken`, `office_needs_account`; `named_by_account` and "
        "`joins_by_account` for who has an account: they choose their name, and become a member by "
        "the club's code, a guest by accepting an invitation.",
        access=DIRECTORS,
        request=MemberChangeRequest,
        answers={200: MemberAnswer},
        refusals=(409,),
        tags=CLUB_TAGS,
    )
    def patch(self, request: Request, club_id: str, member_id: str) -> HttpResponse:
        body = self.body(MemberChangeRequest)
        if "role" in body and Scope.CLUB_ADMIN not in caller_of(request).scopes:
            raise insufficient_scope(Scope.CLUB_ADMIN)
        member = member_update(
            member=self.sought,
            by=self.member,
            name=body.get("name"),
            guest=body.get("guest"),
            names=body.get("names"),
            role=body.get("role"),
        )
        return json_response(member_view(member, codes=self.codes()))

    @operation(
        "clubs_members_remove",
        summary="Leave a club, or remove a member",
        description="Oneself; others by admins, which takes the scope `club:admin`. What was "
        "played stays. Who has an account may join again; who has none comes back by `/restore`. "
        "409 `last_admin`.",
        access=BELONGING,
        answers={204: None},
        refusals=(409,),
        tags=CLUB_TAGS,
    )
    def delete(self, request: Request, club_id: str, member_id: str) -> HttpResponse:
        member_leave(member=self.sought, by=player_of(request))
        return empty_response()


class _KnownMember(ClubView):
    """A view of a member, also of one who has left."""

    sought: "Member"

    def find(self, request: Request, **kwargs: str) -> None:
        super().find(request, **kwargs)
        found = member_known(self.club.pk, public_id(kwargs["member_id"]))
        if found is None:
            raise not_found()
        self.sought = found


class MemberRestore(_KnownMember):
    @operation(
        "clubs_members_restore",
        summary="Restore a member who was removed by mistake",
        description="By directors; the path names the member as before, and the `member_removed` "
        "of the club's audit log has the id. Only who has no account: they are the same member "
        "again, with their entries, nights and claim code. 409 `comes_back_by_code` for an "
        "account that left or was removed, which joins again by the club's code; `name_taken` if "
        "another member has the name by now, then send another `name`. A member who is there "
        "stays as they are.",
        access=DIRECTORS,
        request=MemberRestoreRequest,
        answers={200: MemberAnswer},
        refusals=(409,),
        idempotent=True,
        tags=CLUB_TAGS,
    )
    def post(self, request: Request, club_id: str, member_id: str) -> HttpResponse:
        name = self.body(MemberRestoreRequest).get("name", "")

        def restore() -> Answer:
            member = member_restore(member=self.sought, by=player_of(request), name=name)
            return Answer.of(member_view(member, codes=self.codes()), status=200)

        return answer_once(request, restore)


class MemberUnclaim(_KnownMember):
    @operation(
        "clubs_members_unclaim",
        summary="Undo a claim: the account was somebody else's",
        description="By directors, for a member who came to their account by a claim code. They "
        "have no account again, under the name from before the claim (with a number if another "
        "member has it by now), with another `claim_code`, and are in the club, also if the "
        "account has left. All that was played under the name stays with it. The account is no "
        "member any more, and may join or claim again. The reason is in the club's record and in "
        "that of their nights to come. 409 `not_claimed`; `still_playing` while the account sits "
        "at an online table of the club; `holds_office` while it has an office.",
        access=DIRECTORS,
        request=ReasonRequest,
        answers={200: MemberAnswer},
        refusals=(409,),
        idempotent=True,
        tags=CLUB_TAGS,
    )
    def post(self, request: Request, club_id: str, member_id: str) -> HttpResponse:
        reason = self.body(ReasonRequest)["reason"]

        def unclaim() -> Answer:
            by = player_of(request)
            member = member_unclaim(member=self.sought, by=by, reason=reason)
            return Answer.of(member_view(member, codes=self.codes()), status=200)

        return answer_once(request, unclaim)


class MemberResetCode(MemberView):
    def check_permissions(self, request: Request) -> None:
        """A reset code gives the whole account away: a token for tournaments is not enough."""
        super().check_permissions(request)
        if Scope.CLUB_ADMIN not in caller_of(request).scopes:
            raise insufficient_scope(Scope.CLUB_ADMIN)

    @operation(
        "clubs_members_reset_code",
        summary="Issue a reset code for a member who forgot their password",
        description="For a member who named this club as their `recovery_club`, and who has no "
        "staff right, no office in another club and no higher office in this one, else 403 "
        "`not_recoverable`. The code is shown this once, works once and for 15 minutes, and "
        "replaces an earlier one: no `Idempotency-Key` here. `POST /auth/reset` takes it. Takes "
        "the scope `club:admin`. The "
        "club's audit log and, for 30 days, the account show who issued it.",
        access=DIRECTORS,
        answers={201: ResetCodeAnswer},
        tags=CLUB_TAGS,
    )
    def post(self, request: Request, club_id: str, member_id: str) -> HttpResponse:
        code = member_reset_code(member=self.sought, by=self.member)
        body = {"code": code, "expires_in_s": int(LIFETIME.total_seconds())}
        return json_response(body, status=201)


CSV = "text/csv"


class CsvParser(BaseParser):
    """A file as it is: which encoding it is in is for its reader to find out."""

    media_type = CSV

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, str]:
        """Each byte a character, so that the body can be hashed as others are."""
        return {"csv": stream.read().decode("latin-1")}


class MembersImport(ClubView):
    parser_classes = (StrictJSONParser, CsvParser)
    body_limit = BULK_LIMIT

    @operation(
        "clubs_members_import",
        summary="Import members from a CSV file",
        description="By directors; the file itself as `text/csv`, or in JSON. The first line is "
        "titles: `name`, and where there are any `guest` (yes or no) and `role` (only `member`: "
        "an office needs an account). All are added or nobody: 400 names every bad line in "
        "`errors`, line 3 by the path `csv.3`. A name must differ from those of members and of "
        "other lines; case and spaces do not count. Up to 8 MiB and 5,000 lines. `?dry_run=true` "
        "answers 200 and adds nobody.",
        access=DIRECTORS,
        parameters=[ImportQuery],
        request={"application/json": ImportRequest, CSV: str},
        answers={201: ImportAnswer, 200: ImportAnswer},
        idempotent=True,
        tags=CLUB_TAGS,
    )
    def post(self, request: Request, club_id: str) -> HttpResponse:
        content = self._content(request)
        if self.query(ImportQuery)["dry_run"]:
            tried = members_import_try(club_id=self.club.pk, content=content)
            return json_response(_answer(tried))

        def add() -> Answer:
            by = player_of(request)
            return Answer.of(_answer(members_import(club_id=self.club.pk, by=by, content=content)))

        return answer_once(request, add)

    def _content(self, request: Request) -> bytes:
        sent: Any = request.data
        if (request.content_type or "").partition(";")[0].strip().lower() == CSV:
            return bytes(sent.get("csv", ""), "latin-1")
        text: str = self.body(ImportRequest)["csv"]
        return text.encode()


urlpatterns = [
    path("clubs/<str:club_id>/members", Members.as_view()),
    path("clubs/<str:club_id>/members/import", MembersImport.as_view()),
    path("clubs/<str:club_id>/members/me", OwnMembership.as_view()),
    path("clubs/<str:club_id>/members/<str:member_id>", MemberDetail.as_view()),
    path("clubs/<str:club_id>/members/<str:member_id>/restore", MemberRestore.as_view()),
    path("clubs/<str:club_id>/members/<str:member_id>/unclaim", MemberUnclaim.as_view()),
    path("clubs/<str:club_id>/members/<str:member_id>/reset-code", MemberResetCode.as_view()),
]
