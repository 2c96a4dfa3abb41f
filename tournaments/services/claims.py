"""A claim is undone: the account was somebody else's."""

from functools import partial
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.models import Player
from games.services.codes import code_draw
from games.services.recovery import recovery_club_forget
from tournaments.engine.tournament import OVER
from tournaments.errors import HoldsOffice, NotClaimed
from tournaments.models import Member, Merge, MergeState, Names, Role, Tournament
from tournaments.services.clubs import club_lock
from tournaments.services.identities import (
    nights_locked,
    nights_of,
    require_not_playing,
    retried,
)
from tournaments.services.log import club_log
from tournaments.services.member_names import name_number
from tournaments.services.rating_work import ratings_follow


def member_unclaim(*, member: Member, by: Player, reason: str) -> Member:
    """Take a claimed name from the account: it has none again, and another code to be claimed by.

    All that was played under it stays with it, and it is in the club, also if the account has left;
    the account is no member any more. The name gets a number if somebody else has taken it. Only
    the account that `member` was read with loses it: not one that has claimed it since. Raises
    NotClaimed, HoldsOffice, StillPlaying.
    """
    return retried(partial(_unclaim, member, by, reason))


@transaction.atomic
def _unclaim(found: Member, by: Player, reason: str) -> Member:
    to_come = partial(_nights_to_come, found)
    with nights_locked(to_come, [found], "member_unclaimed", by=by, reason=reason) as nights:
        club = club_lock(found.club_id)
        member = Member.objects.select_related("player").get(pk=found.pk)
        account = member.player_id
        if account is None or account != found.player_id:
            raise NotClaimed
        if not member.claimed_name or member.merged_into_id:
            raise NotClaimed
        if member.role != Role.MEMBER:
            raise HoldsOffice
        require_not_playing([member])
        recovery_club_forget(player_id=account, club_id=club.pk)
        _proposals_drop(member)
        _part(member)
        ratings_follow(member)
        facts = {"member": str(member.pk)}
        for night in nights:
            night.facts |= facts
        club_log(club, "member_unclaimed", by=by, reason=reason, **facts)
    return member


def _nights_to_come(member: Member) -> list[UUID]:
    """Those that know the member and are not over."""
    nights = Tournament.objects.filter(pk__in=nights_of(member)).exclude(state__in=OVER)
    return sorted(nights.values_list("pk", flat=True))


def _proposals_drop(member: Member) -> None:
    """What the account agreed to, or asked for, was not said by this member."""
    proposed = Merge.objects.filter(Q(source=member) | Q(into=member), state=MergeState.PROPOSED)
    proposed.update(state=MergeState.DROPPED, ended_at=timezone.now())


def _part(member: Member) -> None:
    member.own_name, member.claimed_name = member.claimed_name, ""
    member.names = Names.FULL
    member.player = member.left_at = None
    member.claim_code = code_draw()
    name_number(member)
    member.save()
