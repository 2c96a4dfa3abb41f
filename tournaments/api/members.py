"""The members of a club: added, renamed, removed, restored."""

from typing import TYPE_CHECKING, Annotated, Any, NotRequired, TypedDict
from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request

from samba_service.accounts.api.schemas import DisplayNameField
from samba_service.accounts.choices import PlayerKind, Scope
from samba_service.accounts.services.recovery import LIFETIME
from samba_service.kit import strict
from samba_service.kit.answers import answer_of
from samba_service.kit.http import paged, public_id
from samba_service.kit.problems import found_or_404
from samba_service.kit.schema import listing, operation
from samba_service.kit.throttles import MEMBERSHIPS
from tournaments.api.base import BELONGING, DIRECTORS, READ_CLUB, ClubView, MemberView
from tournaments.choices import Names, Role
from tournaments.club_errors import NotAdmin
from tournaments.selectors.clubs import member_known, members_of
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

TAGS = ("clubs",)


class OwnMembershipRequest(strict.ChangeRequest):
    name = DisplayNameField(
        required=False, allow_null=True, help_text="In this club; null: as your account"
    )
    names = strict.ChoiceField(
        Names.values,
        required=False,
        help_text="The most that people outside the club see of your name",
    )


class ResetCodeAnswer(TypedDict):
    code: Annotated[str, "Shown this once"]
    expires_in_s: int


class MemberRequest(strict.Serializer):
    name = DisplayNameField()
    guest = strict.BooleanField(
        required=False, default=False, help_text="Plays, but does not belong to the club"
    )


class MemberRestoreRequest(strict.Serializer):
    name = DisplayNameField(
        required=False, help_text="If another member has the former name by now"
    )


class MemberChangeRequest(strict.ChangeRequest):
    name = DisplayNameField(required=False, help_text="Of a member without an account")
    guest = strict.BooleanField(required=False, help_text="Of a member without an account")
    names = strict.ChoiceField(
        Names.values, required=False, help_text="Of a member without an account"
    )
    role = strict.ChoiceField(Role.values, required=False, help_text="By admins")


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
    kind = PlayerKind.HUMAN if member.player is None else member.player.kind
    code = {"claim_code": member.claim_code} if codes and member.player_id is None else {}
    return answer_of(MemberAnswer, member, player=member.player_id, kind=kind, **code)


class ShowsMembers(ClubView):
    def shown(self, member: "Member") -> MemberAnswer:
        """The member as the caller may see them."""
        return member_view(member, codes=self.codes())


class Members(ShowsMembers, at="clubs/{club_id}/members"):
    @listing("clubs_members_list", READ_CLUB, MemberAnswer)
    def get(self) -> HttpResponse:
        """List the members of a club of yours.

        By name, guests included; a guest sees themselves only. Directors see the `claim_code` of
        members without an account: an account that joins by it is that member from then on.
        """
        rows = members_of(self.club.pk, only=self.member if self.member.guest else None)
        return paged(self.request, rows, self.shown, ordering="sort_name")

    @operation("clubs_members_add", DIRECTORS, {201: MemberAnswer}, request=MemberRequest)
    def post(self, body: Any) -> MemberAnswer:
        """Add a member who has no account.

        By directors. They may claim the name later, by `POST /clubs/join` with their `claim_code`;
        who has an account joins by the club's code. 409 `name_taken` if another member has the
        name.
        """
        return self.shown(member_add(club_id=self.club.pk, by=self.player, **body))


class OwnMembership(ShowsMembers, at="clubs/{club_id}/members/me"):
    @operation(
        "clubs_members_me_update",
        BELONGING,
        MemberAnswer,
        request=OwnMembershipRequest,
        refusals=(409,),
        rate=MEMBERSHIPS,
    )
    def patch(self, body: Any) -> MemberAnswer:
        """Choose your name in a club, and how much of it others see.

        `name` applies to this club only: 409 `name_taken` if another member has it; null is your
        account's name. People outside the club see the lesser of `names` and the club's own choice.
        """
        name = body["name"] or "" if "name" in body else None
        return self.shown(own_names_choose(member=self.member, names=body.get("names"), name=name))


class MemberDetail(MemberView, ShowsMembers, at="clubs/{club_id}/members/{member_id}"):
    def check_permissions(self, request: Request) -> None:
        """Everybody may leave; to remove another takes an admin."""
        super().check_permissions(request)
        if request.method == "DELETE" and self.sought != self.member:
            self.require_scope(Scope.CLUB_ADMIN)
            if self.member.role != Role.ADMIN:
                raise NotAdmin

    @operation(
        "clubs_members_update",
        DIRECTORS,
        MemberAnswer,
        request=MemberChangeRequest,
        refusals=(409,),
    )
    def patch(self, body: Any) -> MemberAnswer:
        """Change a member.

        By directors: the name of who has no account, and whether they are a guest; `role` by
        admins, else 403 `not_admin`, which takes the scope `club:admin`. 409 `last_admin`,
        `name_taken`, `office_needs_account`; `named_by_account` and `joins_by_account` for who has
        an account: they choose their name, and become a member by the club's code, a guest by
        accepting an invitation.
        """
        if "role" in body:
            self.require_scope(Scope.CLUB_ADMIN)
        return self.shown(member_update(member=self.sought, by=self.member, **body))

    @operation("clubs_members_remove", BELONGING, None, refusals=(409,))
    def delete(self) -> None:
        """Leave a club, or remove a member.

        Oneself; others by admins, which takes the scope `club:admin`. What was played stays. Who
        has an account may join again; who has none comes back by `/restore`. 409 `last_admin`.
        """
        member_leave(member=self.sought, by=self.player)


class KnownMember(ShowsMembers):
    """A view of a member, also of one who has left."""

    sought: "Member"

    def find(self, request: Request, **kwargs: str) -> None:
        super().find(request, **kwargs)
        self.sought = found_or_404(member_known(self.club.pk, public_id(kwargs["member_id"])))


class MemberRestore(KnownMember, at="clubs/{club_id}/members/{member_id}/restore"):
    @operation("clubs_members_restore", DIRECTORS, MemberAnswer, request=MemberRestoreRequest)
    def post(self, body: Any) -> MemberAnswer:
        """Restore a member who was removed by mistake.

        By directors; the path names the member as before, and the `member_removed` of the club's
        audit log has the id. Only who has no account: they are the same member again, with their
        entries, nights and claim code. 409 `comes_back_by_code` for an account, which joins again
        by the club's code; `name_taken` if another member has the name by now, then send another
        `name`. A member who is there stays as they are.
        """
        by, name = self.player, body.get("name", "")
        return self.shown(member_restore(member=self.sought, by=by, name=name))


class MemberResetCode(MemberView, at="clubs/{club_id}/members/{member_id}/reset-code"):
    def check_permissions(self, request: Request) -> None:
        """A reset code gives the whole account away: a token for tournaments is not enough."""
        super().check_permissions(request)
        self.require_scope(Scope.CLUB_ADMIN)

    @operation("clubs_members_reset_code", DIRECTORS, {201: ResetCodeAnswer}, idempotent=False)
    def post(self) -> ResetCodeAnswer:
        """Issue a reset code for a member who forgot their password.

        For a member who named this club as their `recovery_club`, and who has no staff right, no
        office in another club and no higher office in this one, else 403 `not_recoverable`. The
        code is shown this once, works once and for 15 minutes, and replaces an earlier one: no
        `Idempotency-Key` here. `POST /auth/reset` takes it. Takes the scope `club:admin`. The
        club's audit log and, for 30 days, the account show who issued it.
        """
        code = member_reset_code(member=self.sought, by=self.member)
        return {"code": code, "expires_in_s": int(LIFETIME.total_seconds())}
