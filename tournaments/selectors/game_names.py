"""Names of players in a tournament's game: a reader sees those that the tournament shows."""

from collections.abc import Collection, Mapping
from uuid import UUID

from django.utils.crypto import salted_hmac

from games.models import Seat
from games.selectors.names import Alias, Aliases
from tournaments.models import Member, Table
from tournaments.models.readers import Reader, reading_as
from tournaments.selectors.clubs import membership
from tournaments.selectors.tournaments import reader_of


def aliases_in_games(game_ids: Collection[UUID], viewer: UUID | None) -> Mapping[UUID, Aliases]:
    """By game, the aliases of the players whose account and full name `viewer` may not see."""
    tables = Table.objects.filter(game__in=game_ids).select_related("round__tournament__club")
    readers: dict[UUID, Reader] = {}
    found: dict[UUID, Aliases] = {}
    for table in tables:
        tournament = table.round.tournament
        if tournament.pk not in readers:
            member = membership(tournament.club_id, viewer)
            readers[tournament.pk] = reader_of(tournament, viewer, member, scopes=())
        if readers[tournament.pk].names is not None and table.game_id is not None:
            with reading_as(readers[tournament.pk]):
                found[table.game_id] = _aliases(table.game_id, tournament.club_id)
    return found


def _aliases(game_id: UUID, club_id: UUID) -> Aliases:
    """Those that the current reader sees in this game."""
    tenures = Seat.objects.filter(game=game_id, level="", player__anonymised_at=None)
    players = {each.player for each in tenures.select_related("player")}
    rows = Member.objects.filter(club=club_id, player__in=players).select_related("player")
    members = {member.player_id: member for member in rows}
    aliases = {}
    for player in players:
        stranger = Member(id=_stranger_id(game_id, player.pk), player=player)
        member = members.get(player.pk, stranger)
        if not member.named_in_full:
            aliases[str(player.pk)] = Alias(str(member.public_id), member.name)
    return aliases


def _stranger_id(game_id: UUID, player_id: UUID) -> UUID:
    """An id for a player who is no member: theirs in this game only, it does not lead to them."""
    value = f"{game_id}:{player_id}"
    digest = salted_hmac("tournaments.game_names", value, algorithm="sha256").digest()
    return UUID(bytes=digest[:16], version=4)
