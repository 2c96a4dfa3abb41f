"""Reading clubs and their members."""

from collections.abc import Collection, Sequence
from typing import TypeVar, cast
from uuid import UUID

from django.db.models import F, FilteredRelation, Model, Q, QuerySet, Value
from django.db.models.functions import Coalesce, Lower, NullIf

from samba_service.accounts.choices import Scope
from samba_service.kit.rows import row_found
from tournaments.choices import MergeState, Names, Role
from tournaments.models import Club, Member, Merge, Table
from tournaments.readers import Reader

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


M = TypeVar("M", bound=Model)


def membership(club_id: UUID, player_id: UUID | None) -> Member | None:
    """The player as a member of the club, if they are one and have not left."""
    if player_id is None:
        return None
    return row_found(Member.objects.all(), club=club_id, player=player_id, left_at=None)


def with_caller(rows: QuerySet[M], player_id: UUID, *, club: str) -> QuerySet[M]:
    """`rows` with `caller`: the player as a member of the club at that path, or None."""
    members = f"{club}__members".removeprefix("__")
    now = Q(**{f"{members}__player": player_id, f"{members}__left_at": None})
    known = rows.annotate(caller=FilteredRelation(members, condition=now))
    return cast(QuerySet[M], known.select_related("caller"))


READS_CLUB = frozenset({Scope.CLUB_READ, Scope.CLUB_ADMIN})
"""Scopes that read what belongs to a club: members, log, reasons."""


def member_reader(scopes: Collection[str]) -> Reader:
    """The reading rights of a member of the club; `scopes` are the token's."""
    return Reader(reasons=not READS_CLUB.isdisjoint(scopes))


def memberships_of(player_id: UUID) -> QuerySet[Member]:
    """The player in every club that they are a member of."""
    return Member.objects.filter(player=player_id, left_at=None).select_related("club")


def members_of(club_id: UUID, *, only: Member | None = None) -> QuerySet[Member]:
    """Those who belong to the club now, guests included, house bots not; `sort_name` sorts them."""
    found = Member.objects.filter(club=club_id, left_at=None, bot_level="")
    if only is not None:
        found = found.filter(pk=only.pk)
    name = Coalesce(NullIf(F("own_name"), Value("")), F("player__display_name"))
    return found.select_related("player").annotate(sort_name=Lower(name))


def member_get(club_id: UUID, named: UUID) -> Member | None:
    """The member with this id, or whose player has it."""
    return members_of(club_id).filter(Q(pk=named) | Q(player=named)).first()


def member_known(club_id: UUID, named: UUID) -> Member | None:
    """The person whom this id names in the club, their player's id too, even if they left."""
    return members_named(club_id, [named]).get(named)


def merges_of(club_id: UUID, *, involving: Member | None = None) -> QuerySet[Merge]:
    """Merges done or proposed, the latest first; for one member only those that concern them."""
    merges = Merge.objects.filter(club=club_id).select_related("source__player", "into__player")
    if involving is None:
        return merges
    return merges.filter(Q(source=involving) | Q(into=involving))


def merge_done(club_id: UUID, named: UUID) -> Merge | None:
    """The last merge in force by which the member with this id, or player's, became another."""
    done = merges_of(club_id).filter(state=MergeState.DONE)
    return done.filter(Q(source=named) | Q(source__player=named)).first()


def members_named(club_id: UUID, ids: Sequence[UUID]) -> dict[UUID, Member]:
    """Members by the ids that name them: their own, or their player's, as requested.

    The ids of a member who was merged into another name that one.
    """
    rows = Member.objects.filter(Q(pk__in=ids) | Q(player__in=ids), club=club_id, bot_level="")
    named = {}
    for member in rows.select_related("player", "merged_into__player"):
        named[member.id] = member.identity
        if member.player_id is not None:
            named[member.player_id] = member.identity
    return {each: named[each] for each in ids if each in named}
