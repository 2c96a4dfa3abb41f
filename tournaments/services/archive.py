"""The archive: only the visibility of a night in it can be changed, until an admin takes it out.

`tournament_change` refuses every change of an archived night; nothing else has to check it. A
closed season archives its nights. Any act that needs both locks the season before the night.
"""

from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games.models import Player
from tournaments.engine.tournament import OVER
from tournaments.errors import SeasonClosed, WrongTournamentState
from tournaments.models import Season, Tournament
from tournaments.services.log import tournament_change


def tournament_archive(*, tournament_id: UUID, by: Player) -> Tournament:
    """Archive a night that is over. Raises WrongTournamentState, TournamentArchived."""
    with tournament_change(tournament_id, "tournament_archived", by=by) as change:
        if change.tournament.state not in OVER:
            raise WrongTournamentState(state=change.tournament.state, allowed=OVER)
        change.tournament.archived_at = timezone.now()
    return change.tournament


@transaction.atomic
def tournament_unarchive(*, tournament_id: UUID, by: Player, reason: str) -> Tournament:
    """Take a night out of the archive.

    Raises WrongTournamentState unless it is there, and SeasonClosed while its season is closed.
    """
    season_lock_open(Tournament.objects.values_list("season", flat=True).get(pk=tournament_id))
    with tournament_change(
        tournament_id, "tournament_unarchived", by=by, reason=reason, of_archived=True
    ) as change:
        if change.tournament.archived_at is None:
            raise WrongTournamentState(state=change.tournament.state, allowed=["archived"])
        change.tournament.archived_at = None
    return change.tournament


def season_lock_open(season_id: UUID | None) -> None:
    """Keep a season open until the transaction ends. Raises SeasonClosed."""
    if season_id is not None and season_lock(season_id).closed_at is not None:
        raise SeasonClosed


def season_lock(season_id: UUID) -> Season:
    """The season, locked."""
    locked = Season.objects.select_for_update(no_key=True, of=("self",)).select_related("club")
    return locked.get(pk=season_id)
