"""Becoming a member by a code: the club's, or one's own."""

from typing import NamedTuple

from django.db import transaction
from django.db.models import ProtectedError, Q

from games.models import Player
from games.services.codes import code_draw, code_typed
from games.services.recovery import recovery_club_set
from tournaments.errors import MemberExists, UnknownCode
from tournaments.models import Club, Member, Merge
from tournaments.services.clubs import club_lock
from tournaments.services.log import club_log
from tournaments.services.member_names import name_choose, players_lock
from tournaments.services.merges import merge_propose
from tournaments.services.rating_work import ratings_follow


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
    Raises UnknownCode, MemberExists, NameTaken, PlayedTogether.
    """
    [player] = players_lock(player.pk)
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
    if club.join_code == code:
        return Joined(_join(club, player, name))
    member = claimed.filter(player=None, left_at=None, bot_level="").first()
    if member is None:
        raise UnknownCode
    return _claim(club, member, player, name)


def _join(club: Club, player: Player, name: str) -> Member:
    """A new member, or one who comes back, or who has been a guest up to now."""
    found = club.members.filter(player=player).first()
    member = found or Member(club=club, player=player, claim_code=code_draw())
    if found and (found.merged_into is not None or (found.left_at is None and not found.guest)):
        raise MemberExists
    member.left_at, member.guest = None, False
    name_choose(member, name)
    member.save()
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
    member.save()
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
