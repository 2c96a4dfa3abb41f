"""What the staff of the site do with an account: suspend, ban, let back in, anonymise.

Each act is a row of `StaffAct`. Nobody does it to the staff: the operator takes that right first.
"""

from datetime import UTC, datetime
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from samba_service.accounts.choices import AccountAct
from samba_service.accounts.errors import (
    AlreadySuspended,
    NobodyBehind,
    NotOnStaff,
    NotSuspended,
)
from samba_service.accounts.models import Person, Player, StaffAct
from samba_service.accounts.services.access import tokens_announce
from samba_service.accounts.services.people import player_anonymise
from samba_service.kit.errors import BadFields

FOREVER: Final = datetime(9999, 12, 31, tzinfo=UTC)
"""Until when a ban is, as it is stored."""


@transaction.atomic
def account_suspend(
    *, player_id: UUID, by: Player, until: datetime | None, reason: str
) -> StaffAct:
    """Keep an account and its bots out until then; None is a ban.

    Neither its password nor its tokens and sessions work meanwhile; at its tables it is absent.
    Raises NobodyBehind, NotOnStaff, AlreadySuspended, BadFields for a moment that is over.
    """
    person = _judged(player_id)
    if person.is_suspended:
        raise AlreadySuspended
    if until is not None and not timezone.now() < until < FOREVER:
        raise BadFields(("until", "A moment to come."))
    person.suspended_until = until or FOREVER
    person.save(update_fields=["suspended_until"])
    tokens_announce()
    act = AccountAct.BANNED if until is None else AccountAct.SUSPENDED
    return _recorded(person.player, act, by, reason, until)


@transaction.atomic
def suspension_lift(*, player_id: UUID, by: Player, reason: str) -> StaffAct:
    """Let an account in again. Raises NobodyBehind, NotOnStaff, NotSuspended."""
    person = _judged(player_id)
    if not person.is_suspended:
        raise NotSuspended
    person.suspended_until = None
    person.save(update_fields=["suspended_until"])
    return _recorded(person.player, AccountAct.LIFTED, by, reason)


@transaction.atomic
def account_anonymise(*, player_id: UUID, by: Player, name: str, reason: str) -> StaffAct:
    """Erase an account for good, as its owner may: results stay, under a name of nobody.

    `name` is the account's, typed again, as nothing undoes this. Raises NobodyBehind, NotOnStaff,
    BadFields for another name, and what the erasure of accounts raises.
    """
    person = _judged(player_id)
    if name != person.player.display_name:
        raise BadFields(("name", "This is not the name of the account."))
    act = _recorded(person.player, AccountAct.ANONYMISED, by, reason)
    player_anonymise(player_id=player_id)
    return act


def _judged(player_id: UUID) -> Person:
    """The person behind the player, both locked. Raises NobodyBehind, NotOnStaff."""
    Player.objects.select_for_update(no_key=True).filter(pk=player_id).first()
    rows = Person.objects.select_for_update(no_key=True, of=("self",)).select_related("player")
    person = rows.filter(player=player_id).first()
    if person is None:
        raise NobodyBehind
    if person.is_staff or person.is_superuser:
        raise NotOnStaff
    return person


def _recorded(
    player: Player, act: AccountAct, by: Player, reason: str, until: datetime | None = None
) -> StaffAct:
    return StaffAct.objects.create(player=player, act=act, by=by, reason=reason, until=until)
