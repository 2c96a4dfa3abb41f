"""Names of players in a tournament's game: a reader sees those that the tournament shows."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from uuid import UUID

from django.utils.crypto import salted_hmac

from games.models import Seat
from games.selectors.names import Alias, Aliases
from samba_service.accounts.models import Player
from tournaments.choices import Names
from tournaments.models import Member, Table
from tournaments.readers import Reader, reading_as
from tournaments.selectors.clubs import membership
from tournaments.selectors.tournaments import reader_of


def aliases_in_games(game_ids: Collection[UUID], viewer: UUID | None) -> Mapping[UUID, Aliases]:
    """By game, the aliases of the players whose account and full name `viewer` may not see."""
    readers = _readers(game_ids, viewer)
    players = _players(readers)
    members = _members({club_id for _, club_id in readers.values() if club_id}, players)
    found: dict[UUID, Aliases] = {}
    for game_id, (reader, club_id) in readers.items():
        with reading_as(reader):
            found[game_id] = {
                str(player.pk): Alias(str(member.public_id), member.name)
                for player in players[game_id]
                for member in [members.get((club_id, player.pk)) or _stranger(game_id, player)]
                if not member.named_in_full
            }
    return found


_OF_NO_CLUB = Reader(Names.NONE, reasons=False), None


def _readers(
    game_ids: Collection[UUID], viewer: UUID | None
) -> Mapping[UUID, tuple[Reader, UUID | None]]:
    """By game in which some names are hidden from the viewer: the viewer's rights, and the club.

    A game removed from its table belongs to no club any more: it hides everybody.
    """
    tables = Table.objects.filter(game__in=game_ids).select_related("round__tournament__club")
    readers: dict[UUID, Reader] = {}
    found: dict[UUID, tuple[Reader, UUID | None]] = dict.fromkeys(game_ids, _OF_NO_CLUB)
    for table in tables:
        tournament = table.round.tournament
        if tournament.pk not in readers:
            member = membership(tournament.club_id, viewer)
            readers[tournament.pk] = reader_of(tournament, viewer, member, scopes=())
        reader = readers[tournament.pk]
        assert table.game_id is not None
        if reader.names is None:
            del found[table.game_id]
        else:
            found[table.game_id] = reader, tournament.club_id
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


def _stranger(game_id: UUID, player: Player) -> Member:
    """A player who is no member of the club, as if they were one."""
    return Member(id=_stranger_id(game_id, player.pk), player=player)


def _stranger_id(game_id: UUID, player_id: UUID) -> UUID:
    """An id for a player who is not a member, valid only in this game, no clue to the account."""
    value = f"{game_id}:{player_id}"
    digest = salted_hmac("tournaments.game_names", value, algorithm="sha256").digest()
    return UUID(bytes=digest[:16], version=4)
