"""Begin a new game, with new deals, at an online table whose game ended without a result."""

from uuid import UUID

from django.utils import timezone

from games.models import GameStatus, Player
from tournaments.engine.tournament import Venue
from tournaments.errors import DealsForAll, NotOnline, ResultsEntered, TablesAtPlay
from tournaments.models import Table
from tournaments.services.online import games_open
from tournaments.services.tables import require_running, result_change
from tournaments.services.tenures import cuts_forget


def game_begin_again(*, table_id: UUID, by: Player, reason: str = "") -> Table:
    """Create a new game, with other deals, for a table whose last one was abandoned.

    The current players play it from the first hand, also who came between two hands. Raises
    TournamentNotFound, WrongTournamentState, NotOnline, ResultsEntered, TablesAtPlay, DealsForAll.
    """
    with result_change(table_id, "game_begun_again", by=by, reason=reason) as (change, table):
        require_running(table)
        if table.venue != Venue.ONLINE:
            raise NotOnline
        if table.results.exists():
            raise ResultsEntered(tables=[table.number])
        if table.game is not None and table.game.status != GameStatus.ABANDONED:
            raise TablesAtPlay(tables=[table.number])
        if table.round.deal_set_id is not None:
            raise DealsForAll
        change.facts["former_game"] = table.game_id and str(table.game_id)
        cuts_forget(table.assignments.values_list("entry", flat=True), table.round.number)
        begun = table.round.starts_at is None or table.round.starts_at <= timezone.now()
        games_open(table.round, by=by, at_once=begun, numbers=[table.number])
    return table
