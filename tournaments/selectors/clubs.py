"""Reading clubs and their members."""

from collections.abc import Sequence
from uuid import UUID

from django.db.models import Q, QuerySet

from tournaments.models import Club, Member, Role, Season

DIRECTING = (Role.DIRECTOR, Role.ADMIN)


def membership(club_id: UUID, player_id: UUID) -> Member | None:
    """The player as a member of the club, if they are one and have not left."""
    return Member.objects.filter(club=club_id, player=player_id, left_at=None).first()


def directs(club_id: UUID, player_id: UUID | None) -> bool:
    """Whether the player may run the club's tournaments."""
    if player_id is None:
        return False
    found = Member.objects.filter(club=club_id, player=player_id, left_at=None, role__in=DIRECTING)
    return found.exists()


def clubs_of(player_id: UUID) -> QuerySet[Club]:
    """The clubs that the player is a member of."""
    return Club.objects.filter(members__player=player_id, members__left_at=None)


def members_of(club_id: UUID) -> QuerySet[Member]:
    """Those who belong to the club now, guests included, house bots not."""
    found = Member.objects.filter(club=club_id, left_at=None, bot_level="")
    return found.select_related("player")


def members_named(club_id: UUID, ids: Sequence[UUID]) -> dict[UUID, Member]:
    """Members by the ids that name them: their own, or their player's, whichever was asked for."""
    rows = Member.objects.filter(Q(pk__in=ids) | Q(player__in=ids), club=club_id, bot_level="")
    named = {}
    for member in rows.select_related("player"):
        named[member.id] = member
        if member.player_id is not None:
            named[member.player_id] = member
    return {each: named[each] for each in ids if each in named}


def season_get(season_id: UUID) -> Season | None:
    """The season."""
    return Season.objects.select_related("club").filter(pk=season_id).first()
