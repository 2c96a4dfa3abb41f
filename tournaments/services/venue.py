"""Where the tables of a running tournament are played: it may change while no round is open."""

from tournaments.engine.tournament import RoundState, Venue
from tournaments.errors import RoundOpen
from tournaments.models import Table
from tournaments.services.log import Change


def venue_change(change: Change, venue: str) -> None:
    """Play at `venue` from now on; a draft's tables move there too.

    In a mixed tournament each stays where it is, and a director chooses one by one, also after a
    change to another venue and back. Where house bots play, `table` is refused later, with the
    other settings. A draw that is under way is made again. Raises RoundOpen while a round is
    played.
    """
    tournament = change.tournament
    open_round = tournament.rounds.filter(state=RoundState.PUBLISHED).first()
    if open_round is not None:
        raise RoundOpen(round=open_round.number)
    if venue == Venue.MIXED:
        return
    tables = Table.objects.filter(round__tournament=tournament, round__published=None)
    tables.update(venue=venue)
