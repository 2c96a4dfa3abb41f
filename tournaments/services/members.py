"""Members: added by name, changed, gone, back again; let into a lost account by a reset code."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from samba_service.accounts.choices import PlayerKind
from samba_service.accounts.errors import ResetCodeInvalid
from samba_service.accounts.models import Person, Player
from samba_service.accounts.services.codes import code_draw
from samba_service.accounts.services.recovery import recovery_club_forget, reset_code_issue
from samba_service.kit.errors import BadFields, NotThere
from tournaments.choices import MergeState, Role
from tournaments.club_errors import (
    ComesBackByCode,
    JoinsByAccount,
    LastAdmin,
    NamedByAccount,
    NotAdmin,
    NotRecoverable,
    OfficeNeedsAccount,
)
from tournaments.models import Club, Member, Merge
from tournaments.selectors.clubs import belongs, member_get, membership
from tournaments.services.changes import club_log
from tournaments.services.clubs import (
    club_lock,
    members_allow,
    name_choose,
    players_lock,
    require_not_excluded,
)


@transaction.atomic
def member_add(*, club_id: UUID, by: Player, name: str, guest: bool = False) -> Member:
    """Add a member without an account, who may claim the name later by its code.

    Raises NameTaken, ClubHasTooMany.
    """
    club = club_lock(club_id)
    members_allow(club)
    member = Member(club=club, own_name=name, guest=guest, claim_code=code_draw())
    name_choose(member)
    member.save(force_insert=True)
    club_log(club, "member_added", by=by, member=str(member.pk))
    return member


@transaction.atomic
def member_update(
    *,
    member: Member,
    by: Member,
    name: str | None = None,
    guest: bool | None = None,
    names: str | None = None,
    role: str | None = None,
) -> Member:
    """Change what was given: the role by admins, all else by directors, for members without an
    account.

    Raises NotAdmin, NamedByAccount, JoinsByAccount, NameTaken, OfficeNeedsAccount, LastAdmin.
    """
    club, member = _locked(member)
    wanted = {"own_name": name, "guest": guest, "names": names, "role": role}
    changes: dict[str, Any] = {
        field: value
        for field, value in wanted.items()
        if value is not None and value != getattr(member, field)
    }
    _require_allowed(member, by, changes)
    for field, value in changes.items():
        setattr(member, field, value)
    if "own_name" in changes:
        name_choose(member)
    if member.role != Role.MEMBER and (member.player_id is None or member.guest):
        raise OfficeNeedsAccount
    if "role" in changes:
        require_other_admin(club, member)
    if changes:
        member.save(update_fields=[*changes, "name_key"])
        # The log shows that the name was changed, but not the name.
        if changes.pop("own_name", None) is not None:
            changes["renamed"] = True
        club_log(club, "member_changed", by=by.player, member=str(member.pk), **changes)
    return member


def _require_allowed(member: Member, by: Member, changes: Mapping[str, Any]) -> None:
    """What the holder of an account chooses is theirs: directors do not change it.

    A guest whom directors made a member would be entered without being asked. Raises NotAdmin,
    NamedByAccount, JoinsByAccount.
    """
    if "role" in changes and by.role != Role.ADMIN:
        raise NotAdmin
    if member.player_id is not None and changes.keys() & {"own_name", "names"}:
        raise NamedByAccount
    if member.player_id is not None and "guest" in changes:
        raise JoinsByAccount


@transaction.atomic
def own_names_choose(
    *, member: Member, names: str | None = None, name: str | None = None
) -> Member:
    """A member chooses their name in the club, and how much of it people outside see.

    An empty `name` is the account's. Raises NameTaken.
    """
    players_lock(member.player_id)
    club, member = _locked(member)
    before = member.names, member.own_name
    member.names = names or member.names
    member.own_name = member.own_name if name is None else ""
    name_choose(member, name or "")
    if (member.names, member.own_name) == before:
        return member
    member.save(update_fields=["names", "own_name", "name_key"])
    facts: dict[str, Any] = {"names": member.names}
    if member.own_name != before[1]:
        facts["renamed"] = True
    club_log(club, "names_chosen", by=member.player, member=str(member.pk), **facts)
    return member


@transaction.atomic
def member_leave(*, member: Member, by: Player) -> None:
    """End the own or another's membership; what they played stays. Raises LastAdmin."""
    club, member = _locked(member)
    member.role = Role.MEMBER
    require_other_admin(club, member)
    member.left_at = max(timezone.now(), member.joined_at)
    member.save(update_fields=["role", "left_at"])
    if member.player_id is not None:
        recovery_club_forget(player_id=member.player_id, club_id=club.pk)
    act = "member_left" if member.player_id == by.pk else "member_removed"
    club_log(club, act, by=by, member=str(member.pk))


@transaction.atomic
def member_restore(*, member: Member, by: Player, name: str = "") -> Member:
    """Restore a member without an account who was removed; one who is there stays as they are.

    What they played stayed theirs. An empty `name` keeps theirs. Raises ComesBackByCode, Excluded,
    NameTaken.
    """
    club = club_lock(member.club_id)
    member = Member.objects.select_related("player").get(pk=member.pk)
    if member.merged_into_id is not None:
        raise NotThere  # merged while we waited for the lock
    if member.left_at is None:
        return member
    if member.player_id is not None:
        raise ComesBackByCode
    require_not_excluded(member)
    former, member.left_at = member.own_name, None
    name_choose(member, name)
    member.save(update_fields=["left_at", "own_name", "name_key"])
    facts: dict[str, Any] = {"renamed": True} if member.own_name != former else {}
    club_log(club, "member_restored", by=by, member=str(member.pk), **facts)
    return member


@transaction.atomic
def offices_resign(*, player_id: UUID) -> None:
    """End the offices of an erased account. Raises LastAdmin with the clubs that need an admin."""
    offices = Member.objects.filter(player=player_id).exclude(role=Role.MEMBER)
    orphans = []
    for found in offices.order_by("club"):  # as every call that locks several clubs
        club, member = _locked(found)
        member.role = Role.MEMBER
        member.save(update_fields=["role"])
        club_log(club, "member_changed", by=None, member=str(member.pk), role=Role.MEMBER)
        others = club.members.filter(left_at=None, guest=False, player__anonymised_at=None)
        people = others.filter(player__kind=PlayerKind.HUMAN).exclude(pk=member.pk)
        if people.exists() and not _admins(club).exists():
            orphans.append({"id": str(club.pk), "name": club.name})
    if orphans:
        raise LastAdmin(clubs=orphans)


def _locked(member: Member) -> tuple[Club, Member]:
    """The club under its lock, and the member as they are now. Raises NotThere."""
    club = club_lock(member.club_id)
    current = member_get(club.pk, member.pk)
    if current is None:
        raise NotThere
    return club, current


def _admins(club: Club) -> QuerySet[Member]:
    return club.members.filter(role=Role.ADMIN, left_at=None)


def require_other_admin(club: Club, member: Member) -> None:
    """Require an admin after `member` has been changed."""
    if member.role != Role.ADMIN and not _admins(club).exclude(pk=member.pk).exists():
        raise LastAdmin(clubs=[{"id": str(club.pk), "name": club.name}])


RANKS = (Role.MEMBER, Role.DIRECTOR, Role.ADMIN)
"""Offices in ascending order: by a reset nobody reaches a higher one than their own."""


@transaction.atomic
def member_reset_code(*, member: Member, by: Member) -> str:
    """A reset code for a member who named this club for it. Logged, without the code.

    Raises NotRecoverable for an account with a staff right or an office in another club, for a
    member who holds a higher office than `by`, and for `by` themselves.
    """
    club = club_lock(member.club_id)
    person = Person.objects.select_for_update(no_key=True).filter(player=member.player_id).first()
    if person is None or not _recoverable(person, by):
        raise NotRecoverable
    assert by.player is not None
    code = reset_code_issue(person=person, by=by.player)
    club_log(club, "reset_code_issued", by=by.player, member=str(member.pk))
    return code


def _recoverable(person: Person, by: Member) -> bool:
    member = membership(by.club_id, person.player_id)
    offices = Member.objects.filter(player=person.player_id, left_at=None)
    elsewhere = offices.exclude(club=by.club_id).exclude(role=Role.MEMBER)
    return (
        member is not None
        and not member.guest
        and member.pk != by.pk
        and person.recovery_club == by.club_id
        and person.is_active
        and not (person.is_staff or person.is_superuser)
        and RANKS.index(Role(member.role)) <= RANKS.index(Role(by.role))
        and not elsewhere.exists()
    )


def recovery_club_require(*, player_id: UUID, club_id: UUID) -> None:
    """Raises BadFields unless the player belongs to the club or has claimed a name in it.

    After a claim no code is issued until a director has confirmed it.
    """
    claims = Merge.objects.filter(
        club=club_id, state=MergeState.PROPOSED, into__player=player_id, into_agrees=True
    )
    if not (belongs(club_id, player_id) or claims.exists()):
        raise BadFields(("recovery_club", "You are no member of such a club."))


def reset_require(*, player: Player, issued_by: Player) -> None:
    """Raises ResetCodeInvalid unless `issued_by` could issue a code for the player now."""
    person = Person.objects.get(player=player)
    club = person.recovery_club
    by = None if club is None else membership(club, issued_by.pk)
    if by is None or by.role == Role.MEMBER or not _recoverable(person, by):
        raise ResetCodeInvalid


def reset_record(*, player: Player, issued_by: Player | None) -> None:
    """Record in the log of the club that the account names that its password was reset."""
    person = Person.objects.get(player=player)
    member = None if person.recovery_club is None else membership(person.recovery_club, player.pk)
    if member is not None and issued_by is not None:
        club_log(member.club, "password_reset", by=player, member=str(member.pk))
