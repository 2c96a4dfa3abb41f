"""Members: added by name, changed, gone, back again."""

from collections.abc import Container, Mapping
from itertools import count
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from samba_service.accounts.choices import PlayerKind
from samba_service.accounts.models import Player
from samba_service.accounts.names import name_key
from samba_service.accounts.services.codes import code_draw
from samba_service.accounts.services.recovery import recovery_club_forget
from samba_service.kit.errors import NotThere
from tournaments.choices import Role
from tournaments.errors import (
    ComesBackByCode,
    JoinsByAccount,
    LastAdmin,
    NamedByAccount,
    NameTaken,
    NotAdmin,
    OfficeNeedsAccount,
)
from tournaments.models import Club, Member
from tournaments.selectors.clubs import member_get
from tournaments.services.changes import club_log
from tournaments.services.clubs import club_lock


@transaction.atomic
def member_add(*, club_id: UUID, by: Player, name: str, guest: bool = False) -> Member:
    """Add a member without an account, who may claim the name later by its code.

    Raises NameTaken.
    """
    club = club_lock(club_id)
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
    changes = {
        field: value
        for field, value in wanted.items()
        if value is not None and value != getattr(member, field)
    }
    if "role" in changes and by.role != Role.ADMIN:
        raise NotAdmin
    if member.player_id is not None:
        _require_own_choice(changes)
    for field, value in changes.items():
        setattr(member, field, value)
    if "own_name" in changes:
        name_choose(member)
    if member.role != Role.MEMBER and (member.player_id is None or member.guest):
        raise OfficeNeedsAccount
    if "role" in changes:
        require_admin_besides(club, member)
    if changes:
        member.save(update_fields=[*changes, "name_key"])
        _log_change(club, member, by, changes)
    return member


def _require_own_choice(changes: Mapping[str, Any]) -> None:
    """What the holder of an account chooses is not among the changes.

    A guest whom directors made a member would be entered without being asked. Raises
    NamedByAccount, JoinsByAccount.
    """
    if changes.keys() & {"own_name", "names"}:
        raise NamedByAccount
    if "guest" in changes:
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
    require_admin_besides(club, member)
    member.left_at = max(timezone.now(), member.joined_at)
    member.save(update_fields=["role", "left_at"])
    if member.player_id is not None:
        recovery_club_forget(player_id=member.player_id, club_id=club.pk)
    act = "member_left" if member.player_id == by.pk else "member_removed"
    club_log(club, act, by=by, member=str(member.pk))


@transaction.atomic
def member_restore(*, member: Member, by: Player, name: str = "") -> Member:
    """Restore a member without an account who was removed; one who is there stays as they are.

    What they played stayed theirs. An empty `name` keeps theirs. Raises ComesBackByCode, NameTaken.
    """
    club = club_lock(member.club_id)
    member = Member.objects.select_related("player").get(pk=member.pk)
    if member.merged_into_id is not None:
        raise NotThere  # merged while we waited for the lock
    if member.left_at is None:
        return member
    if member.player_id is not None:
        raise ComesBackByCode
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
        if _people_besides(club, member) and not _admins(club).exists():
            orphans.append({"id": str(club.pk), "name": club.name})
    if orphans:
        raise LastAdmin(clubs=orphans)


def _people_besides(club: Club, member: Member) -> bool:
    """True if another person with an account belongs to the club."""
    others = club.members.filter(left_at=None, guest=False, player__anonymised_at=None)
    return others.filter(player__kind=PlayerKind.HUMAN).exclude(pk=member.pk).exists()


def _locked(member: Member) -> tuple[Club, Member]:
    """The club under its lock, and the member as they are now. Raises NotThere."""
    club = club_lock(member.club_id)
    current = member_get(club.pk, member.pk)
    if current is None:
        raise NotThere
    return club, current


def _admins(club: Club) -> QuerySet[Member]:
    return club.members.filter(role=Role.ADMIN, left_at=None)


def require_admin_besides(club: Club, member: Member) -> None:
    """Require an admin after `member` has been changed."""
    if member.role != Role.ADMIN and not _admins(club).exclude(pk=member.pk).exists():
        raise LastAdmin(clubs=[{"id": str(club.pk), "name": club.name}])


def _log_change(club: Club, member: Member, by: Member, changes: Mapping[str, Any]) -> None:
    """The log shows that the name was changed, but not the name."""
    facts: dict[str, Any] = {name: value for name, value in changes.items() if name != "own_name"}
    if "own_name" in changes:
        facts["renamed"] = True
    club_log(club, "member_changed", by=by.player, member=str(member.pk), **facts)


NAME_AT_MOST = 40


def players_lock(*player_ids: UUID | None) -> list[Player]:
    """Lock accounts until the transaction ends, so that they are neither renamed nor erased."""
    rows = Player.objects.select_for_update(no_key=True).filter(pk__in=filter(None, player_ids))
    return list(rows.order_by("pk"))


def name_choose(member: Member, name: str = "") -> None:
    """Name the member, whom the caller saves; an empty `name` keeps theirs. Raises NameTaken."""
    if name:
        account = member.player.display_name if member.player else ""
        member.own_name = "" if name == account else name
    other = _namesake(member)
    if other is not None:
        raise NameTaken(name=other.full_name, free=_numbered(member))


def name_number(member: Member) -> None:
    """Add a number to the name of the member, whom the caller saves, if another one has it."""
    if _namesake(member) is not None:
        member.own_name = _numbered(member)


def names_follow(*, player: Player, former: str) -> None:
    """Rename the members of a renamed account; one keeps the former name if the new is taken."""
    for found in Member.objects.filter(player=player, left_at=None).order_by("club"):
        club_lock(found.club_id)
        member = Member.objects.select_related("player").get(pk=found.pk)
        if member.own_name == player.display_name:
            member.own_name = ""
        elif not member.own_name and _namesake(member) is not None:
            member.own_name = former
        member.save(update_fields=["own_name", "name_key"])


def own_names_forget(*, player_id: UUID) -> None:
    """Erase the names that an erased account had in clubs, and those that it claimed."""
    for member in Member.objects.filter(player=player_id).select_related("player"):
        member.own_name = member.claimed_name = ""
        member.save(update_fields=["own_name", "claimed_name", "name_key"])


def _namesake(member: Member) -> Member | None:
    """The other member of the club who has this name, up to case and spaces."""
    key = member.key_of_name
    others = Member.objects.filter(club=member.club_id, left_at=None).exclude(pk=member.pk)
    return others.filter(name_key=key).select_related("player").first() if key else None


def _numbered(member: Member) -> str:
    known = Member.objects.filter(club=member.club_id, left_at=None).exclude(pk=member.pk)
    return numbered(member.full_name, set(known.values_list("name_key", flat=True)))


def numbered(name: str, taken: Container[str]) -> str:
    """The name with the first number by which its key is not taken."""
    endings = (f" ({number})" for number in count(2))
    names = (name[: NAME_AT_MOST - len(each)] + each for each in endings)
    return next(name for name in names if name_key(name) not in taken)
