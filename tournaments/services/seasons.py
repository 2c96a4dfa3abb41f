"""Seasons, whose nights count together: opened, closed with their nights, opened again."""

from uuid import UUID

from django.db import transaction
from django.utils import timezone

from samba_service.accounts.models import Player
from tournaments.club_errors import NightsOpen, SeasonClosed, SeasonExists, SeasonNotClosed
from tournaments.engine.tournament import OVER
from tournaments.models import Season
from tournaments.services.changes import club_log, tournament_change
from tournaments.services.clubs import club_lock


@transaction.atomic
def season_create(
    *,
    club_id: UUID,
    by: Player,
    name: str,
    counted_nights: int,
    required_nights: int = 0,
    guests: bool = False,
) -> Season:
    """A season of which `counted_nights` count, for those who were there on `required_nights`.

    `guests` is True if guests are ranked. Raises SeasonExists.
    """
    club = club_lock(club_id)
    if club.seasons.filter(name=name).exists():
        raise SeasonExists
    season = Season.objects.create(
        club=club,
        name=name,
        counted_nights=counted_nights,
        required_nights=required_nights,
        guests=guests,
    )
    club_log(club, "season_opened", by=by, season=str(season.pk))
    return season


@transaction.atomic
def season_close(*, season_id: UUID, by: Player) -> Season:
    """Close a season and archive its nights with it. Raises SeasonClosed, NightsOpen."""
    season = season_lock(season_id)
    if season.closed_at is not None:
        raise SeasonClosed
    running = season.tournaments.exclude(state__in=OVER).order_by("id")
    if going_on := dict(running.values_list("pk", "name")):
        raise NightsOpen(tournaments=[*map(str, going_on)], names=[*going_on.values()])
    season.closed_at = timezone.now()
    season.save(update_fields=["closed_at"])
    nights = season.tournaments.filter(archived_at=None).order_by("id")
    for night_id in list(nights.values_list("pk", flat=True)):
        _archive(season, night_id, by)
    club_log(season.club, "season_closed", by=by, season=str(season.pk))
    return season


def _archive(season: Season, night_id: UUID, by: Player) -> None:
    with tournament_change(night_id, "tournament_archived", by=by) as change:
        night = change.tournament
        change.void = night.season_id != season.pk  # moved to another just now
        if change.void:
            return
        if night.state not in OVER:  # reopened just now
            raise NightsOpen(tournaments=[str(night_id)], names=[night.name])
        night.archived_at, night.archived_with_season = season.closed_at, True
        change.facts["season"] = str(season.pk)


@transaction.atomic
def season_reopen(*, season_id: UUID, by: Player, reason: str) -> Season:
    """Open a closed season again; the nights it archived leave the archive, no others.

    Raises SeasonNotClosed.
    """
    season = season_lock(season_id)
    if season.closed_at is None:
        raise SeasonNotClosed
    season.closed_at = None
    season.save(update_fields=["closed_at"])
    nights = season.tournaments.filter(archived_with_season=True).order_by("id")
    for night_id in list(nights.values_list("pk", flat=True)):
        with tournament_change(
            night_id, "tournament_unarchived", by=by, reason=reason, of_archived=True
        ) as change:
            change.tournament.archived_at = None
            change.tournament.archived_with_season = False
            change.facts["season"] = str(season.pk)
    club_log(season.club, "season_reopened", by=by, reason=reason, season=str(season.pk))
    return season


def open_season_lock(season_id: UUID | None) -> None:
    """Keep a season open until the transaction ends. Raises SeasonClosed."""
    if season_id is not None and season_lock(season_id).closed_at is not None:
        raise SeasonClosed


def season_lock(season_id: UUID) -> Season:
    """The season, locked."""
    locked = Season.objects.select_for_update(no_key=True, of=("self",)).select_related("club")
    return locked.get(pk=season_id)
