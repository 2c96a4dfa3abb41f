"""Games by player, time, club, table or id, for those who settle complaints about them."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.models import Game, Seat
from games.selectors.stints import stints_played
from tournaments.choices import Role
from tournaments.models import Member, Table
from tournaments.selectors.clubs import aliases_in_games


class Wanted(NamedTuple):
    """What is looked for; None and empty: any."""

    player: str = ""
    """Part of a name, the account's or the one in the club."""
    since: datetime | None = None
    until: datetime | None = None
    club: UUID | None = None
    table: int | None = None
    game: UUID | None = None


def clubs_administered(player_id: UUID) -> QuerySet[Member, UUID]:
    """The ids of the clubs that the player administers."""
    offices = Member.objects.filter(player=player_id, role=Role.ADMIN, left_at=None)
    return offices.values_list("club", flat=True)


def cases_list(wanted: Wanted, *, clubs: Collection[UUID] | None) -> QuerySet[Game, Any]:
    """Games that have begun, of the nights of `clubs`; None: all games of the service."""
    games = Game.objects.exclude(started_at=None).select_related("table__round__tournament__club")
    places = {
        "created_at__gte": wanted.since,
        "created_at__lt": wanted.until,
        "table__round__tournament__club": wanted.club,
        "table__number": wanted.table,
        "pk": wanted.game,
    }
    games = games.filter(**{place: value for place, value in places.items() if value is not None})
    if clubs is not None:
        tables = Table.objects.filter(round__tournament__club__in=clubs, game__isnull=False)
        games = games.filter(pk__in=tables.values("game"))
    if wanted.player:
        games = games.filter(Exists(_played_by(wanted.player)))
    return games.defer("ruleset")


def _played_by(name: str) -> QuerySet[Seat]:
    """The stints at a game of those who have this in their name."""
    here = Member.objects.filter(
        club=OuterRef(OuterRef("table__round__tournament__club")), own_name__icontains=name
    )
    named = Q(player__display_name__icontains=name) | Q(player__in=here.values("player"))
    return stints_played().filter(named, game=OuterRef("pk"))


class Played(NamedTuple):
    """Somebody who played in a game."""

    id: UUID
    """The player's, or the alias's for a viewer from whom the club hides the account."""
    name: str
    """As the club calls them."""
    kind: str


def players_of(games: Sequence[Game], viewer: UUID) -> dict[UUID, list[Played]]:
    """By game, those who played there by seat, also those who have left."""
    ids = [game.pk for game in games]
    stints = stints_played().filter(game__in=ids).select_related("player")
    club_of = {game.pk: game.table.round.tournament.club_id for game in games if _of_night(game)}
    rows = Member.objects.filter(club__in=club_of.values(), player__in=stints.values("player"))
    members: dict[tuple[UUID | None, UUID | None], str] = {
        (row.club_id, row.player_id): row.own_name for row in rows
    }
    aliases = aliases_in_games(club_of, viewer)
    found: dict[UUID, list[Played]] = {game: [] for game in ids}
    for stint in stints.order_by("game", "number", "from_version"):
        player, game = stint.player, stint.game_id
        alias = aliases.get(game, {}).get(str(player.pk))
        name = members.get((club_of.get(game), player.pk)) or player.display_name
        id = player.pk if alias is None else UUID(alias.id)
        found[game].append(Played(id, name, player.kind))
    return found


def _of_night(game: Game) -> bool:
    return hasattr(game, "table")
