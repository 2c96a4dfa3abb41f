"""Become a member: by a club's or a personal code, or from a file; undo a claim."""

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import ProtectedError, Q
from django.utils import timezone

from samba_service.accounts.models import Player
from samba_service.accounts.names import is_of_erased, is_reserved, is_visible, name_key
from samba_service.accounts.services.codes import code_draw, code_typed
from samba_service.accounts.services.people import require_no_guest
from samba_service.accounts.services.recovery import recovery_club_forget, recovery_club_set
from samba_service.kit.errors import BadFields
from tournaments.choices import MergeState, Names, Role
from tournaments.club_errors import HoldsOffice, MemberExists, NotClaimed, UnknownCode
from tournaments.engine.tournament import OVER
from tournaments.models import Club, Member, Merge, Tournament
from tournaments.printing import csv
from tournaments.selectors.clubs import members_of
from tournaments.services.changes import club_log
from tournaments.services.clubs import (
    club_lock,
    member_come,
    members_allow,
    name_choose,
    name_number,
    players_lock,
    require_not_excluded,
    require_welcome,
)
from tournaments.services.identities import nights_locked, nights_of, require_not_playing, retried
from tournaments.services.merges import merge_propose
from tournaments.services.ratings import ratings_follow


class Joined(NamedTuple):
    """A membership, and what a director has to confirm before a claimed name belongs to it."""

    member: Member
    merge: Merge | None = None


@transaction.atomic
def club_join(*, code: str, player: Player, name: str = "", recovery: bool = False) -> Joined:
    """Make `player` a member, or by a claim code the member whose code it is, with their history.

    Their name in the club is `name`, or the account's. If the account is in the club or has played
    there, a claim proposes to merge the two members; a former member is one again once a director
    confirms that. With `recovery` the club's directors may issue a reset code for the account.
    Raises GuestsMayNot, UnknownCode, Excluded, MemberExists, NameTaken, PlayedTogether.
    """
    [player] = players_lock(player.pk)
    require_no_guest(player)
    joined = _member_by(code, player, name)
    if recovery:
        recovery_club_set(player_id=player.pk, club_id=joined.member.club_id)
    return joined


def _member_by(code: str, player: Player, name: str) -> Joined:
    code = code_typed(code)
    claimed = Member.objects.filter(claim_code=code)
    found = Club.objects.filter(Q(join_code=code) | Q(pk__in=claimed.values("club"))).first()
    if found is None:
        raise UnknownCode
    club = club_lock(found.pk)
    require_welcome(club.pk, player)
    if club.join_code == code:
        return Joined(_join(club, player, name))
    member = claimed.filter(player=None, left_at=None, bot_level="").first()
    if member is None:
        raise UnknownCode
    return _claim(club, member, player, name)


def _join(club: Club, player: Player, name: str) -> Member:
    """A new member, or one who comes back, or who has been a guest up to now."""
    found = club.members.filter(player=player).first()
    if found and (found.merged_into is not None or (found.left_at is None and not found.guest)):
        raise MemberExists
    member = member_come(club, found, player, name, guest=False)
    club_log(club, "member_joined", by=player, member=str(member.pk))
    return member


def _claim(club: Club, member: Member, player: Player, name: str) -> Joined:
    """Give the member to the account; their name becomes the account's or the one they choose.

    An account that is a member or a guest has a name already: a director confirms that it is one
    person.
    """
    facts = {"member": str(member.pk)}
    if (former := club.members.filter(player=player).first()) is not None:
        if former.merged_into is not None:
            raise MemberExists
        facts["instead_of"] = str(former.pk)
        if former.left_at is None or not _given_up(former):
            return Joined(former, merge_propose(member, former, by=player))
    member.claimed_name = member.own_name
    member.player, member.own_name = player, ""
    name_choose(member, name)
    member.save(update_fields=["claimed_name", "player", "own_name", "name_key"])
    ratings_follow(member)
    club_log(club, "member_claimed", by=player, **facts)
    return Joined(member)


def _given_up(member: Member) -> bool:
    """Delete a member who has played nothing, so that nobody need be two; False otherwise."""
    try:
        member.delete()
    except ProtectedError:
        return False
    return True


def member_unclaim(*, member: Member, by: Player, reason: str) -> Member:
    """Take a claimed name from the account: it has none again, and another code to be claimed by.

    All that was played under it stays with it, and it is in the club, also if the account has left;
    the account is not a member any more. The name gets a number if another member has taken it.
    Only the account with which `member` was read loses it: not one that has claimed it since.
    Raises NotClaimed, HoldsOffice, Excluded, StillPlaying.
    """
    return retried(partial(_unclaim, member, by, reason))


@transaction.atomic
def _unclaim(found: Member, by: Player, reason: str) -> Member:
    to_come = partial(_nights_to_come, found)
    why = {"reason": reason, "member": str(found.pk)}
    with nights_locked(to_come, [found], "member_unclaimed", by=by, **why):
        club = club_lock(found.club_id)
        member = Member.objects.select_related("player").get(pk=found.pk)
        account = member.player_id
        if account is None or account != found.player_id:
            raise NotClaimed
        if not member.claimed_name or member.merged_into_id:
            raise NotClaimed
        if member.role != Role.MEMBER:
            raise HoldsOffice
        require_not_excluded(member)
        require_not_playing([member])
        recovery_club_forget(player_id=account, club_id=club.pk)
        _proposals_drop(member)
        _part(member)
        ratings_follow(member)
        club_log(club, "member_unclaimed", by=by, **why)
    return member


def _nights_to_come(member: Member) -> list[UUID]:
    """Those that include the member and are not over."""
    nights = Tournament.objects.filter(pk__in=nights_of(member)).exclude(state__in=OVER)
    return sorted(nights.values_list("pk", flat=True))


def _proposals_drop(member: Member) -> None:
    """Drop what the account agreed to or asked for: this member did not."""
    proposed = Merge.objects.filter(Q(source=member) | Q(into=member), state=MergeState.PROPOSED)
    proposed.update(state=MergeState.DROPPED, ended_at=timezone.now())


def _part(member: Member) -> None:
    member.own_name, member.claimed_name = member.claimed_name, ""
    member.names = Names.FULL
    member.player = member.left_at = None
    member.claim_code = code_draw()
    name_number(member)
    member.save(
        update_fields=[
            "own_name", "claimed_name", "names", "player", "left_at", "claim_code", "name_key"
        ]
    )  # fmt: skip


class Imported(NamedTuple):
    """The content of the file, and the members made from its rows; none for a trial."""

    read: csv.Members
    members: tuple[Member, ...] = ()


def members_import_try(*, club_id: UUID, content: bytes) -> Imported:
    """What importing the file would do. Raises BadFields, with every bad line."""
    return Imported(_read(club_id, content))


@transaction.atomic
def members_import(*, club_id: UUID, by: Player, content: bytes) -> Imported:
    """Add everybody in a CSV file, or nobody.

    Raises BadFields, with every bad line, and ClubHasTooMany.
    """
    club = club_lock(club_id)
    read = _read(club.pk, content)
    members_allow(club, len(read.rows))
    members = Member.objects.bulk_create(
        Member(club=club, own_name=row.name, guest=row.guest, claim_code=code_draw())
        for row in read.rows
    )
    club_log(club, "members_imported", by=by, members=[str(each.pk) for each in members])
    return Imported(read, tuple(members))


def _read(club_id: UUID, content: bytes) -> csv.Members:
    """The file, if every row of it can become a member."""
    known = {member.name_key for member in members_of(club_id)}
    try:
        read = csv.members_read(content)
        rows, problems = read.rows, []
    except csv.MembersUnreadable as unreadable:
        read = csv.Members((), "")
        rows, problems = unreadable.rows, list(unreadable.problems)
    problems += [csv.BadLine(row.line, why) for row in rows for why in _faults(row, known)]
    if problems:
        in_order = sorted(problems, key=lambda problem: problem.line or 0)
        paths = ("csv" if line is None else f"csv.{line}" for line, _ in in_order)
        texts = (f"{why[:1].upper()}{why[1:]}." for _, why in in_order)
        raise BadFields(*zip(paths, texts, strict=True))
    return read


def _faults(row: csv.MemberRow, known: set[str]) -> Iterator[str]:
    if name_key(row.name) in known:
        yield "the club has a member of this name; give them one that no other has"
    if is_of_erased(row.name):
        yield "such names are kept for erased accounts"
    if is_reserved(row.name):
        yield "such names are kept for the service's own bots"
    if not is_visible(row.name):
        yield "a character in the name that cannot be seen"
    if row.role != csv.Role.MEMBER:
        yield "directors and admins have an account: appoint them when they have joined"
