"""Becoming a member by a code: the club's, or one's own."""

from django.db import transaction
from django.db.models import ProtectedError, Q

from games.models import Player
from games.services.codes import code_draw, code_typed
from games.services.recovery import recovery_club_set
from samba_service.errors import NotThere
from tournaments.errors import ClaimTaken, MemberExists
from tournaments.models import Club, Member
from tournaments.services.clubs import club_lock
from tournaments.services.log import club_log


@transaction.atomic
def club_join(*, code: str, player: Player, recovery: bool = False) -> Member:
    """Make `player` a member, or by a claim code the member whose code it is, with their history.

    With `recovery` the club's directors may issue a reset code for the account. Raises NotThere
    for a code that is no good, MemberExists, ClaimTaken.
    """
    member = _member_by(code, player)
    if recovery:
        recovery_club_set(player_id=player.pk, club_id=member.club_id)
    return member


def _member_by(code: str, player: Player) -> Member:
    code = code_typed(code)
    claimed = Member.objects.filter(claim_code=code)
    found = Club.objects.filter(Q(join_code=code) | Q(pk__in=claimed.values("club"))).first()
    if found is None:
        raise NotThere
    club = club_lock(found.pk)
    if club.join_code == code:
        return _join(club, player)
    member = claimed.filter(player=None, left_at=None, bot_level="").first()
    if member is None:
        raise NotThere
    return _claim(club, member, player)


def _join(club: Club, player: Player) -> Member:
    """A new member, or one who comes back, or who has been a guest up to now."""
    member = club.members.filter(player=player).first()
    if member is None:
        member = Member.objects.create(club=club, player=player, claim_code=code_draw())
    elif member.left_at is None and not member.guest:
        raise MemberExists
    else:
        member.left_at, member.guest = None, False
        member.save(update_fields=["left_at", "guest"])
    club_log(club, "member_joined", by=player, member=str(member.pk))
    return member


def _claim(club: Club, member: Member, player: Player) -> Member:
    """From now on the account's name is theirs: their own goes, so that it can be erased."""
    facts = {"member": str(member.pk)}
    if (former := club.members.filter(player=player).first()) is not None:
        facts["instead_of"] = str(former.pk)
        _give_up(former)
        if former.left_at is None:
            member.role, member.guest = former.role, former.guest
    member.player, member.own_name = player, ""
    member.save()
    club_log(club, "member_claimed", by=player, **facts)
    return member


def _give_up(member: Member) -> None:
    """Whoever joined first and was told of their claim code later need not be two members."""
    try:
        member.delete()
    except ProtectedError:
        raise ClaimTaken from None
