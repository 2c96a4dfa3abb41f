"""Reading what clubs hold against members."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from samba_service.accounts.selectors import is_account
from samba_service.kit.rows import row_found
from tournaments.choices import SanctionKind
from tournaments.models import Member, Sanction


def sanctions_of(club_id: UUID, *, only: Member | None = None) -> QuerySet[Sanction]:
    """Those of the club, the latest first; of one member only theirs."""
    found = Sanction.objects.filter(club=club_id).select_related("member__player")
    return found if only is None else found.filter(member=only)


def sanction_get(club_id: UUID, sanction_id: UUID) -> Sanction | None:
    """The sanction of the club with this id."""
    return row_found(sanctions_of(club_id), pk=sanction_id)


def sanctions_exported(player_id: UUID) -> list[dict[str, Any]]:
    """Those of a player and their bots as they may know them: not who made them."""
    theirs = Sanction.objects.filter(is_account("member__player", player_id))
    names = ("club_id", "kind", "reason", "created_at", "lifted_at")
    return [
        {"id": each.pk, "player_id": each.member.player_id}
        | {name: getattr(each, name) for name in names}
        for each in theirs.select_related("member")
    ]


def is_excluded(club_id: UUID, *players: UUID | None) -> bool:
    """True if the club has excluded one of these accounts."""
    known = [each for each in players if each is not None]
    return _exclusions().filter(club=club_id, member__player__in=known).exists()


def excluded_ones(members: Iterable[Member]) -> QuerySet[Sanction]:
    """The exclusions in force of these members."""
    return _exclusions().filter(member__in=[each.pk for each in members])


def _exclusions() -> QuerySet[Sanction]:
    return Sanction.objects.filter(kind=SanctionKind.EXCLUSION, lifted_at=None)
