"""Reading clubs and their members."""

from collections.abc import Collection
from uuid import UUID

from django.db.models import Q, QuerySet

from samba_service.kit.rows import row_found
from tournaments.choices import Names, Role
from tournaments.models import Club, Member, Table
from tournaments.readers import Reader
from tournaments.selectors.members import member_reader

DIRECTING = (Role.DIRECTOR, Role.ADMIN)


def directs(club_id: UUID, player_id: UUID | None) -> bool:
    """True if the player may run the club's tournaments."""
    if player_id is None:
        return False
    found = Member.objects.filter(club=club_id, player=player_id, left_at=None, role__in=DIRECTING)
    return found.exists()


def administers(club_id: UUID, player_id: UUID) -> bool:
    """True if the player is an admin of the club."""
    admins = Member.objects.filter(club=club_id, left_at=None, role=Role.ADMIN)
    return admins.filter(player=player_id).exists()


def clubs_with_listed_rulesets(reader: UUID | None) -> QuerySet[Club, UUID]:
    """The ids of clubs that list their house rules for everybody, or that the reader belongs to."""
    listed = Q(rulesets_public=True)
    if reader is not None:
        own = Member.objects.filter(player=reader, left_at=None, guest=False)
        listed |= Q(pk__in=own.values("club"))
    return Club.objects.filter(listed).values_list("pk", flat=True)


def directors_of_game(game_id: UUID) -> frozenset[UUID] | None:
    """The players who may direct the game of a table; None for a game that no table has."""
    club = Table.objects.filter(game=game_id).values_list("round__tournament__club", flat=True)
    found = club.first()
    if found is None:
        return None
    offices = Member.objects.filter(club=found, left_at=None, role__in=DIRECTING)
    return frozenset(offices.exclude(player=None).values_list("player", flat=True))


def belongs(club_id: UUID, player_id: UUID | None) -> bool:
    """True if the player is a member of the club, and no guest."""
    if player_id is None:
        return False
    return Member.objects.filter(club=club_id, player=player_id, left_at=None, guest=False).exists()


def club_reader(club_id: UUID, player_id: UUID | None, *, scopes: Collection[str]) -> Reader:
    """As what a player reads the club's people; `scopes` are the token's."""
    if belongs(club_id, player_id):
        return member_reader(scopes)
    names = Club.objects.values_list("names", flat=True).get(pk=club_id)
    return Reader(Names(names), reasons=False)


def club_get(club_id: UUID) -> Club | None:
    """The club."""
    return row_found(Club.objects.all(), pk=club_id)
