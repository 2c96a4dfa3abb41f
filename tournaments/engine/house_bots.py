"""House bots: entries of bots that fill an odd field, if the club wants them."""

from tournaments.engine.entries import EntryData, PlayerKind
from tournaments.engine.rotation.night import shapes
from tournaments.engine.terms import Format
from tournaments.engine.tournament import TournamentData


def bot_entries(tournament: TournamentData) -> tuple[EntryData, ...]:
    """The entries for which only bots play."""
    bots = {each.id for each in tournament.players if each.kind is PlayerKind.BOT}
    return tuple(
        entry
        for entry in tournament.entries
        if entry.stints and all(stint.player in bots for stint in entry.stints)
    )


def house_bots_wanted(tournament: TournamentData) -> int:
    """How many bot entries must be there at the next draw, so that nobody sits out.

    0 if the club wants none. A knockout's byes belong to its bracket; a round robin keeps the bots
    of its first round, and takes no others later.
    """
    if tournament.house_bots is None or tournament.format is Format.KNOCKOUT:
        return 0
    bots = {entry.number for entry in bot_entries(tournament)}
    humans = sum(e.present for e in tournament.entries if e.number not in bots)
    if tournament.format.individual:
        six = next((size.shape for size in tournament.tables if size.seats == 6), None)
        return next(more for more in range(4) if _all_sit(humans + more, six))
    if tournament.format is not Format.SWISS and (
        rounds := tournament.before(tournament.rounds_planned)
    ):
        seated = {one for table in rounds[0].tables for side in table.sides for one in side}
        return len(bots & seated)
    return humans % 2


def _all_sit(players: int, six: tuple[int, ...] | None) -> bool:
    return sum(map(sum, shapes(players, six))) == players
