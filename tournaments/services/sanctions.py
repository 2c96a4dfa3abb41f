"""Members warned or excluded by admins of their club, and that undone."""

from collections.abc import Sequence
from functools import partial
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.services.invitations import invitations_withdraw
from samba_service.accounts.models import Player
from samba_service.accounts.selectors import is_account
from samba_service.accounts.services.recovery import recovery_club_forget
from samba_service.kit.errors import NotThere, TooMany
from tournaments.choices import TOURNAMENT, Role, SanctionKind
from tournaments.club_errors import (
    AlreadyExcluded,
    ClubHasTooMany,
    NotAdmin,
    NotOnOneself,
    SanctionLifted,
)
from tournaments.engine.tournament import TournamentState
from tournaments.models import Club, Entry, Member, Sanction, Tournament
from tournaments.selectors.clubs import administers
from tournaments.selectors.sanctions import excluded_ones
from tournaments.services.changes import Change, club_log
from tournaments.services.clubs import club_lock, name_number
from tournaments.services.entries import attendance_change
from tournaments.services.identities import nights_locked, nights_of, retried

WARNINGS: Final = 20
"""The most warnings in force for one member."""

SANCTIONS: Final = 100
"""The most of one member, those that were lifted included."""

TO_COME = (TournamentState.DRAFT, TournamentState.OPEN)


@transaction.atomic
def member_warn(*, member: Member, by: Player, reason: str) -> Sanction:
    """Warn a member; `reason` is what they read. Raises NotAdmin, NotOnOneself, TooMany."""
    club = _judged(member, by)
    warnings = member.sanctions.filter(kind=SanctionKind.WARNING, lifted_at=None)
    if warnings.count() >= WARNINGS:
        raise TooMany(what="warnings in force for one member", limit=WARNINGS)
    return _made(club, member, SanctionKind.WARNING, by, reason)


def member_exclude(*, member: Member, by: Player, reason: str) -> Sanction:
    """End a membership, and keep the account and its bots out of the club until that is lifted.

    Their entries in nights that have not begun are withdrawn, as by a director. What has begun
    goes on: directors withdraw or replace them there. What was played stays. Raises NotAdmin,
    NotOnOneself, AlreadyExcluded.
    """
    return retried(partial(_exclude, member, by, reason))


@transaction.atomic
def _exclude(found: Member, by: Player, reason: str) -> Sanction:
    out = [found, *_bots_of(found)]
    with nights_locked(partial(_nights_to_come, out), out, "entry_changed", by=by) as nights:
        club = _judged(found, by)
        if excluded_ones([found]).exists():
            raise AlreadyExcluded
        for night in nights:
            _withdraw(night, out)
        removed = Member.objects.filter(pk=found.pk, left_at=None).exists()
        for member in Member.objects.filter(pk__in=[each.pk for each in out], left_at=None):
            member.role = Role.MEMBER
            member.left_at = max(timezone.now(), member.joined_at)
            member.save(update_fields=["role", "left_at"])
        if found.player_id is not None:
            recovery_club_forget(player_id=found.player_id, club_id=club.pk)
        return _made(club, found, SanctionKind.EXCLUSION, by, reason, removed=removed)


@transaction.atomic
def sanction_lift(*, sanction: Sanction, by: Player, reason: str) -> Sanction:
    """Take a warning back, or readmit: who was in the club is again, as a member or a guest.

    An office, and entries that were withdrawn, are given back by those who may. The name gets a
    number if another member has it by now. Raises NotAdmin, NotOnOneself, SanctionLifted.
    """
    member = sanction.member
    club = _judged(member, by)
    sanction = Sanction.objects.select_related("member__player").get(pk=sanction.pk)
    if sanction.lifted_at is not None:
        raise SanctionLifted
    sanction.lifted_at = timezone.now()
    sanction.save(update_fields=["lifted_at"])
    member = sanction.member
    if sanction.removed and not member.is_former:
        member.left_at = None
        name_number(member)
        member.save(update_fields=["left_at", "own_name", "name_key"])
    excluded = sanction.kind == SanctionKind.EXCLUSION
    act = "exclusion_lifted" if excluded else "warning_lifted"
    club_log(club, act, by=by, reason=reason, member=str(member.pk), sanction=str(sanction.pk))
    return sanction


def _judged(member: Member, by: Player) -> Club:
    """The club under its lock, if `by` is its admin now and another than the member.

    Raises NotAdmin, NotOnOneself, and NotThere for a member who was merged meanwhile.
    """
    club = club_lock(member.club_id)
    if not administers(club.pk, by.pk):
        raise NotAdmin
    if member.player_id == by.pk:
        raise NotOnOneself
    if Member.objects.filter(pk=member.pk, merged_into__isnull=False).exists():
        raise NotThere
    return club


def _made(
    club: Club,
    member: Member,
    kind: SanctionKind,
    by: Player,
    reason: str,
    *,
    removed: bool = False,
) -> Sanction:
    """The club's log has the act; the reason is for admins and the member only."""
    if member.sanctions.count() >= SANCTIONS:
        raise ClubHasTooMany(what="sanctions of this member", limit=SANCTIONS)
    sanction = Sanction.objects.create(
        club=club, member=member, kind=kind, made_by=by, reason=reason, removed=removed
    )
    act = "member_excluded" if kind == SanctionKind.EXCLUSION else "member_warned"
    club_log(club, act, by=by, member=str(member.pk), sanction=str(sanction.pk))
    return sanction


def _bots_of(member: Member) -> list[Member]:
    """The members of the club that are bot accounts of this one."""
    if member.player_id is None:
        return []
    theirs = Member.objects.filter(is_account("player", member.player_id), club=member.club_id)
    return list(theirs.exclude(pk=member.pk))


def _nights_to_come(members: Sequence[Member]) -> list[UUID]:
    """The nights that have not begun and include one of them."""
    named = {night for member in members for night in nights_of(member)}
    nights = Tournament.objects.filter(pk__in=named, state__in=TO_COME)
    return sorted(nights.values_list("pk", flat=True))


def _withdraw(night: Change, members: Sequence[Member]) -> None:
    """Withdraw their entry as a director does, so that only a director lets it come back."""
    theirs = Q(stints__member__in=members, stints__last_round=None)
    entry = Entry.objects.filter(theirs, tournament=night.tournament, withdrawn=False).first()
    night.void = entry is None
    if entry is None:
        return
    invitations_withdraw(kind=TOURNAMENT, subject=entry.pk)
    with attendance_change(night, entry):
        entry.withdrawn = entry.sent_away = True
        entry.save(update_fields=["withdrawn", "sent_away"])
    night.facts |= {"entry": str(entry.pk), "withdrawn": True}
