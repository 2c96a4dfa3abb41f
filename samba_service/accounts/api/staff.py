"""What the staff of the site do with accounts, and the log of it."""

from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, TypedDict

from django.http import HttpResponse
from rest_framework.request import Request

from samba_service.accounts import selectors
from samba_service.accounts.api.schemas import PlayerRefAnswer, player_ref
from samba_service.accounts.choices import AccountAct, Scope
from samba_service.accounts.services.suspensions import (
    account_anonymise,
    account_suspend,
    suspension_lift,
)
from samba_service.kit import strict
from samba_service.kit.access import caller_of, needs
from samba_service.kit.answers import answer_of
from samba_service.kit.http import paged, public_id
from samba_service.kit.problems import found_or_404
from samba_service.kit.schema import listing, operation
from samba_service.kit.views import ApiView

if TYPE_CHECKING:
    from samba_service.accounts.models import Player, StaffAct

TAGS = ("players",)

STAFF = needs(Scope.ACCOUNTS_MANAGE)


class StaffReasonRequest(strict.Serializer):
    reason = strict.LineField(max_length=200, help_text="For the staff and the account")


class SuspendRequest(StaffReasonRequest):
    until = strict.DateTimeField(
        required=False, allow_null=True, help_text="Left out or null: a ban, until it is lifted"
    )


class AnonymiseRequest(StaffReasonRequest):
    name = strict.LineField(max_length=40, help_text="The account's name, as nothing undoes this")


class StaffActAnswer(TypedDict):
    at: datetime
    by: PlayerRefAnswer
    act: Annotated[str, AccountAct]
    until: Annotated[datetime | None, "Of a suspension."]
    reason: str


def act_view(act: "StaffAct") -> StaffActAnswer:
    """One act on an account."""
    return answer_of(StaffActAnswer, act, by=player_ref(act.by))


class _OnAccount(ApiView):
    """A view of the staff about one account."""

    sought: "Player"

    def find(self, request: Request, **kwargs: str) -> None:
        self.sought = found_or_404(selectors.player_get(public_id(kwargs["player_id"])))

    @property
    def by(self) -> "Player":
        """Who acts."""
        return found_or_404(selectors.player_get(caller_of(self.request).player_id))


class StaffActs(_OnAccount, at="players/{player_id}/staff-acts"):
    @listing("players_staff_acts_list", STAFF, StaffActAnswer)
    def get(self) -> HttpResponse:
        """List what the staff did with an account.

        By the staff of this site, the latest first. No row is ever changed or deleted.
        """
        return paged(self.request, selectors.staff_acts_of(self.sought), act_view, ordering="-at")


class Suspend(_OnAccount, at="players/{player_id}/suspend"):
    @operation(
        "players_suspend", STAFF, StaffActAnswer, request=SuspendRequest, refusals=(403, 409)
    )
    def post(self, body: Any) -> StaffActAnswer:
        """Suspend or ban an account.

        By the staff of this site. Until then it cannot sign in, and its tokens and sessions and
        those of its bots answer 401 `account_suspended` with `facts.until` and the reason; after
        that they work again. At its tables it is absent, as by a lost connection; its lobbies are
        closed. `/suspend/lift` undoes it. 403 `not_on_staff`; 409 `already_suspended`,
        `nobody_behind` for bots, whose owner is suspended instead, and for erased accounts.
        """
        return act_view(
            account_suspend(
                player_id=self.sought.pk,
                by=self.by,
                until=body.get("until"),
                reason=body["reason"],
            )
        )


class SuspendLift(_OnAccount, at="players/{player_id}/suspend/lift"):
    @operation(
        "players_suspend_lift",
        STAFF,
        StaffActAnswer,
        request=StaffReasonRequest,
        refusals=(403, 409),
    )
    def post(self, body: Any) -> StaffActAnswer:
        """Lift a suspension or a ban.

        By the staff of this site. 409 `not_suspended`.
        """
        return act_view(
            suspension_lift(player_id=self.sought.pk, by=self.by, reason=body["reason"])
        )


class Anonymise(_OnAccount, at="players/{player_id}/anonymise"):
    @operation(
        "players_anonymise", STAFF, StaffActAnswer, request=AnonymiseRequest, refusals=(403, 409)
    )
    def post(self, body: Any) -> StaffActAnswer:
        """Anonymise an account.

        By the staff of this site, for good: what `/players/me/erase` does, for a person who asks
        the site for it or whose name must go. Results stay. `name` is the account's name, exactly:
        nothing undoes this. 403 `not_on_staff`; 409 `nobody_behind`, and `last_admin` with the
        clubs that need another admin first.
        """
        return act_view(account_anonymise(player_id=self.sought.pk, by=self.by, **body))
