"""A director gives a member who forgot their password access to the account again."""

from uuid import UUID

from django.db import transaction

from samba_service.accounts.errors import ResetCodeInvalid
from samba_service.accounts.models import Person, Player
from samba_service.accounts.services.recovery import reset_code_issue
from samba_service.kit.errors import BadFields
from tournaments.choices import MergeState, Role
from tournaments.errors import NotRecoverable
from tournaments.models import Member, Merge
from tournaments.selectors.clubs import belongs, membership
from tournaments.services.changes import club_log
from tournaments.services.clubs import club_lock

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
