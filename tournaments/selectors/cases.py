"""Games by player, time, club, table or id, for those who settle complaints about them."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.models import Game, Seat
from games.selectors.stints import stints_played
from tournaments.choices import Role
from tournaments.models import Member


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
        games = games.filter(table__round__tournament__club__in=clubs)
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


def players_named(games: Sequence[Game]) -> dict[UUID, list[str]]:
    """By game, the names of those who played there by seat, as their club calls them."""
    ids = [game.pk for game in games]
    stints = stints_played().filter(game__in=ids).select_related("player")
    club_of = {game.pk: game.table.round.tournament.club_id for game in games if _of_night(game)}
    rows = Member.objects.filter(club__in=club_of.values(), player__in=stints.values("player"))
    members: dict[tuple[UUID | None, UUID | None], str] = {
        (row.club_id, row.player_id): row.own_name for row in rows
    }
    found: dict[UUID, list[str]] = {game: [] for game in ids}
    for stint in stints.order_by("game", "number", "from_version"):
        own = members.get((club_of.get(stint.game_id), stint.player_id))
        found[stint.game_id].append(own or stint.player.display_name)
    return found


def _of_night(game: Game) -> bool:
    return hasattr(game, "table")
