"""Reading clubs and their members; and as what somebody reads a club, a night, a game of one."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TypeVar, cast
from uuid import UUID

from django.db.models import F, FilteredRelation, Model, Q, QuerySet, Value
from django.db.models.functions import Coalesce, Lower, NullIf
from django.utils.crypto import salted_hmac

from games.choices import InvitationState
from games.models import Invitation, Seat
from games.selectors.names import Alias, Aliases
from samba_service.accounts.choices import Scope
from samba_service.accounts.models import Player
from samba_service.kit.rows import row_found
from tournaments.choices import TOURNAMENT, MergeState, Names, Role
from tournaments.models import Assignment, Club, Entry, Member, Merge, Table, Tournament
from tournaments.rights import Rights, reading_as

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
    return _officers(game_id, DIRECTING)


def admins_of_game(game_id: UUID) -> frozenset[UUID] | None:
    """The admins of the club of a table's game; None for a game that no table has."""
    return _officers(game_id, (Role.ADMIN,))


def _officers(game_id: UUID, roles: Collection[str]) -> frozenset[UUID] | None:
    club = Table.objects.filter(game=game_id).values_list("round__tournament__club", flat=True)
    found = club.first()
    if found is None:
        return None
    offices = Member.objects.filter(club=found, left_at=None, role__in=roles)
    return frozenset(offices.exclude(player=None).values_list("player", flat=True))


def belongs(club_id: UUID, player_id: UUID | None) -> bool:
    """True if the player is a member of the club, and no guest."""
    if player_id is None:
        return False
    return Member.objects.filter(club=club_id, player=player_id, left_at=None, guest=False).exists()


def club_rights(club_id: UUID, player_id: UUID | None, *, scopes: Collection[str]) -> Rights:
    """How much the player may see of the club's people; `scopes` are the token's."""
    if belongs(club_id, player_id):
        return member_rights(scopes)
    names = Club.objects.values_list("names", flat=True).get(pk=club_id)
    return Rights(Names(names), reasons=False)


def club_get(club_id: UUID) -> Club | None:
    """The club; None if there is none of this id."""
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


def member_rights(scopes: Collection[str]) -> Rights:
    """The reading rights of a member of the club; `scopes` are the token's."""
    return Rights(reasons=not READS_CLUB.isdisjoint(scopes))


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


def members_named(
    club_id: UUID, ids: Sequence[UUID], *, present: bool = False, lock: bool = False
) -> dict[UUID, Member]:
    """Members by the ids that name them: their own, or their player's, as requested.

    The ids of a member who was merged into another name that one. `present` leaves out those who
    have left the club. With `lock` those who have the ids are locked until the transaction ends.
    """
    rows = Member.objects.filter(Q(pk__in=ids) | Q(player__in=ids), club=club_id, bot_level="")
    rows = rows.select_related("player", "merged_into__player")
    if present:
        rows = rows.filter(Q(left_at=None) | Q(merged_into__isnull=False))
    if lock:
        rows = rows.select_for_update(no_key=True, of=("self",)).order_by("pk")
    named = {}
    for member in rows:
        named[member.id] = member.identity
        if member.player_id is not None:
            named[member.player_id] = member.identity
    return {each: named[each] for each in ids if each in named}


def tournament_rights(
    tournament: Tournament, viewer: UUID | None, member: Member | None, *, scopes: Collection[str]
) -> Rights:
    """The reading rights in the tournament of the viewer, who is `member` of its club.

    Members who are not guests see names and, with a scope of clubs, reasons.

    Players see names once they were drawn in a published round, or accepted a director's
    invitation. Everybody else sees what the club shows of names.
    """
    if member is not None and not member.guest:
        return member_rights(scopes)
    if viewer is not None and _is_welcome(tournament, viewer):
        return Rights(reasons=False)
    return Rights(Names(tournament.club.names), reasons=False)


def _is_welcome(tournament: Tournament, viewer: UUID) -> bool:
    """True if the viewer was drawn in a published round, or accepted a director's invitation."""
    entries = Entry.objects.filter(tournament=tournament, stints__member__player=viewer)
    drawn = Assignment.objects.filter(entry__in=entries, round__published_version__isnull=False)
    directors = Member.objects.filter(club=tournament.club_id, left_at=None, role__in=DIRECTING)
    asked = Invitation.objects.filter(
        kind=TOURNAMENT,
        subject__in=entries.values("pk"),
        player=viewer,
        state=InvitationState.ACCEPTED,
        invited_by__in=directors.values("player"),
    )
    return drawn.exists() or asked.exists()


def aliases_in_games(game_ids: Collection[UUID], viewer: UUID | None) -> Mapping[UUID, Aliases]:
    """By game, the aliases of the players whose account and full name `viewer` may not see."""
    by_game = _rights(game_ids, viewer)
    players = _players(by_game)
    members = _members({club_id for _, club_id in by_game.values() if club_id}, players)
    found: dict[UUID, Aliases] = {}
    for game_id, (rights, club_id) in by_game.items():
        with reading_as(rights):
            found[game_id] = {
                str(player.pk): Alias(str(member.public_id), member.name)
                for player in players[game_id]
                for member in [
                    members.get((club_id, player.pk))
                    or Member(id=_stranger_id(game_id, player.pk), player=player)
                ]
                if not member.named_in_full
            }
    return found


_OF_NO_CLUB = Rights(Names.NONE, reasons=False), None


def _rights(
    game_ids: Collection[UUID], viewer: UUID | None
) -> Mapping[UUID, tuple[Rights, UUID | None]]:
    """By game in which some names are hidden from the viewer: the viewer's rights, and the club.

    A game removed from its table belongs to no club any more: it hides everybody.
    """
    tables = Table.objects.filter(game__in=game_ids).select_related("round__tournament__club")
    by_night: dict[UUID, Rights] = {}
    found: dict[UUID, tuple[Rights, UUID | None]] = dict.fromkeys(game_ids, _OF_NO_CLUB)
    for table in tables:
        tournament = table.round.tournament
        if tournament.pk not in by_night:
            member = membership(tournament.club_id, viewer)
            by_night[tournament.pk] = tournament_rights(tournament, viewer, member, scopes=())
        rights = by_night[tournament.pk]
        assert table.game_id is not None
        if rights.names is None:
            del found[table.game_id]
        else:
            found[table.game_id] = rights, tournament.club_id
    return found


def _players(game_ids: Iterable[UUID]) -> Mapping[UUID, set[Player]]:
    """By game everybody who has sat there, without house bots and erased accounts."""
    found: dict[UUID, set[Player]] = defaultdict(set)
    stints = Seat.objects.filter(game__in=game_ids, level="", player__anonymised_at=None)
    for stint in stints.select_related("player"):
        found[stint.game_id].add(stint.player)
    return found


def _members(
    clubs: Collection[UUID], players: Mapping[UUID, set[Player]]
) -> Mapping[tuple[UUID | None, UUID | None], Member]:
    """By club and account, the members of the clubs that these players are."""
    accounts = {player.pk for seated in players.values() for player in seated}
    rows = Member.objects.filter(club__in=clubs, player__in=accounts).select_related("player")
    return {(member.club_id, member.player_id): member for member in rows}


def _stranger_id(game_id: UUID, player_id: UUID) -> UUID:
    """An id for a player who is not a member, valid only in this game, no clue to the account."""
    value = f"{game_id}:{player_id}"
    digest = salted_hmac("tournaments.game_names", value, algorithm="sha256").digest()
    return UUID(bytes=digest[:16], version=4)
