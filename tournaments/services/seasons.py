"""Seasons: nights that count together."""

from uuid import UUID

from django.db import transaction

from games.models import Player
from tournaments.errors import SeasonExists
from tournaments.models import Season
from tournaments.services.clubs import club_lock
from tournaments.services.log import club_log


@transaction.atomic
def season_open(
    *, club_id: UUID, by: Player, name: str, best: int, minimum: int = 0, guests: bool = False
) -> Season:
    """A season of which the `best` nights count, for those who were there on `minimum`.

    `guests`: whether guests are ranked. Raises SeasonExists.
    """
    club = club_lock(club_id)
    if club.seasons.filter(name=name).exists():
        raise SeasonExists
    season = Season.objects.create(club=club, name=name, best=best, minimum=minimum, guests=guests)
    club_log(club, "season_opened", by=by, season=str(season.pk))
    return season
