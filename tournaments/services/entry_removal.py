"""An entry that was made by mistake: deleted while it has played nothing."""

from typing import Any

from games.models import Player
from games.services.invitations import invitations_withdraw
from tournaments.engine.tournament import RoundState
from tournaments.errors import EntryDrawn, WithdrawnByDirector
from tournaments.models import Entry, Tournament
from tournaments.selectors.invitations import TOURNAMENT
from tournaments.selectors.tournaments import entry_rows, is_sent_away
from tournaments.services.entries import require_not_over
from tournaments.services.entry_changes import require_own
from tournaments.services.found import there
from tournaments.services.log import tournament_change


def entry_delete(*, entry: Entry, by: Player, directing: bool) -> None:
    """Delete an entry that no round has; its number is never given again.

    Wishes that name it go too. Raises NotThere, WrongTournamentState, NotOwnEntry,
    WithdrawnByDirector for a player's entry that a director withdrew, EntryDrawn.
    """
    with tournament_change(entry.tournament_id, "entry_deleted", by=by) as change:
        require_not_over(change.tournament)
        entry = there(entry_rows(entry.tournament_id), entry.pk)
        require_own(entry, by, directing=directing)
        if not directing and entry.withdrawn and is_sent_away(entry):
            raise WithdrawnByDirector(entry=entry.number)
        drawn = entry.assignments.order_by("round__number").first()
        if drawn is not None:
            raise EntryDrawn(round=drawn.round.number)
        _forget_wishes(change.tournament, str(entry.pk))
        change.facts |= {"entry": str(entry.pk), "number": entry.number}
        invitations_withdraw(kind=TOURNAMENT, subject=entry.pk)
        for rows in (entry.tenures, entry.presence, entry.adjustments):
            rows.all().delete()
        entry.delete()


def _forget_wishes(tournament: Tournament, entry: str) -> None:
    """Bans, stationary pairs and locks of a draft name entries by id."""
    tournament.forbidden = [ban for ban in tournament.forbidden if entry not in ban["entries"]]
    tournament.stationary = [wish for wish in tournament.stationary if wish["entry"] != entry]
    for round_ in tournament.rounds.filter(state__in=(RoundState.DRAFT, RoundState.DRAWING)):
        round_.locks = [lock for lock in round_.locks if not _names(lock, entry)]
        round_.save(update_fields=["locks"])


def _names(lock: dict[str, Any], entry: str) -> bool:
    return any(entry in side for side in lock["sides"])
