"""Warnings and exclusions of a club's members, by its admins."""

from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, TypedDict
from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request

from samba_service.accounts.api.schemas import PlayerRefAnswer
from samba_service.kit import strict
from samba_service.kit.answers import answer_of
from samba_service.kit.errors import BadFields
from samba_service.kit.http import paged, public_id
from samba_service.kit.problems import found_or_404
from samba_service.kit.schema import listing, operation
from tournaments.api.base import ADMIN, READ_CLUB, ClubView
from tournaments.api.schemas import ReasonRequest, member_ref
from tournaments.choices import Role, SanctionKind
from tournaments.selectors.clubs import member_known
from tournaments.selectors.sanctions import sanction_get, sanctions_of
from tournaments.services.sanctions import member_exclude, member_warn, sanction_lift

if TYPE_CHECKING:
    from tournaments.models import Sanction

TAGS = ("clubs",)


class SanctionRequest(strict.Serializer):
    member = strict.UUIDField(help_text="The member, by their id or their player's")
    kind = strict.ChoiceField(SanctionKind.values)
    reason = strict.LineField(max_length=200, help_text="The member reads it")


class SanctionAnswer(TypedDict):
    id: UUID
    member: PlayerRefAnswer
    kind: Annotated[str, SanctionKind]
    reason: Annotated[str, "For the club's admins and the member"]
    created_at: datetime
    lifted_at: Annotated[datetime | None, "Null: in force."]


def sanction_view(sanction: "Sanction") -> SanctionAnswer:
    """A warning or an exclusion."""
    return answer_of(SanctionAnswer, sanction, member=member_ref(sanction.member))


class Sanctions(ClubView, at="clubs/{club_id}/sanctions"):
    @listing("clubs_sanctions_list", READ_CLUB, SanctionAnswer)
    def get(self) -> HttpResponse:
        """List warnings and exclusions.

        The latest first, lifted ones too. Admins see all of the club, others their own.
        """
        only = None if self.member.role == Role.ADMIN else self.member
        rows = sanctions_of(self.club.pk, only=only)
        return paged(self.request, rows, sanction_view, ordering="-created_at")

    @operation(
        "clubs_sanctions_create",
        ADMIN,
        {201: SanctionAnswer},
        request=SanctionRequest,
        refusals=(403, 409),
    )
    def post(self, body: Any) -> SanctionAnswer:
        """Warn or exclude a member.

        By an admin, for a member or a guest, also one who has left. A warning is shown to the
        member. An exclusion ends the membership; neither the account nor its bots join the club or
        enter its nights, 403 `excluded`, until it is lifted. Their entries in nights that have not
        begun are withdrawn. In a night that has begun they stay in what is drawn: a director
        withdraws them, or puts a substitute in. What was played stays. 403 `not_on_oneself`; 409
        `already_excluded`, `too_many` at 20 warnings in force. The club's log has the act without
        the reason.
        """
        member = member_known(self.club.pk, body["member"])
        if member is None:
            raise BadFields(("member", "There is no such member of the club."))
        act = member_exclude if body["kind"] == SanctionKind.EXCLUSION else member_warn
        return sanction_view(act(member=member, by=self.player, reason=body["reason"]))


class SanctionLift(ClubView, at="clubs/{club_id}/sanctions/{sanction_id}/lift"):
    sanction: "Sanction"

    def find(self, request: Request, **kwargs: str) -> None:
        super().find(request, **kwargs)
        id = public_id(kwargs["sanction_id"])
        self.sanction = found_or_404(sanction_get(self.club.pk, id))

    @operation(
        "clubs_sanctions_lift",
        ADMIN,
        SanctionAnswer,
        request=ReasonRequest,
        refusals=(403, 409),
    )
    def post(self, body: Any) -> SanctionAnswer:
        """Take a warning back, or readmit who was excluded.

        By an admin. Who was in the club is a member or a guest of it again, with what they played;
        offices, and entries that were withdrawn, are given back as usual. 403 `not_on_oneself`; 409
        `sanction_lifted`.
        """
        lifted = sanction_lift(sanction=self.sanction, by=self.player, reason=body["reason"])
        return sanction_view(lifted)
