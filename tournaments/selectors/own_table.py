"""Where a player is in a tournament just now."""

from typing import NamedTuple
from uuid import UUID

from tournaments.models import Assignment, Entry, Round, TableSeat, Tenure, Tournament
from tournaments.selectors.tournaments import entries_of


class OwnTable(NamedTuple):
    """The last published round as one player has it, and the one that is being made."""

    entry: Entry
    round: Round | None
    """None before the first is published."""
    seat: TableSeat | None
    bye: Assignment | None
    """Their entry's, if they have no seat."""
    next: Round | None


def own_table(tournament: Tournament, player_id: UUID) -> OwnTable | None:
    """Where the player is; None for who has no entry."""
    rounds = tournament.rounds.all()
    last = rounds.filter(published__isnull=False).last()
    seat = TableSeat.objects.filter(round=last, member__player=player_id).first()
    entry_id = seat.entry_id if seat else _entry_of(tournament, player_id)
    if entry_id is None:
        return None
    bye = None
    if seat is None:
        bye = Assignment.objects.filter(round=last, entry=entry_id, table=None).first()
    entry = entries_of(tournament.pk).get(pk=entry_id)
    return OwnTable(entry, last, seat, bye, rounds.filter(published=None).first())


def _entry_of(tournament: Tournament, player_id: UUID) -> UUID | None:
    """The entry that the player sits for, or sat: one that is there before one that withdrew."""
    tenures = Tenure.objects.filter(
        entry__tournament=tournament, entry__invited=False, member__player=player_id
    )
    found = tenures.order_by("entry__withdrawn", "-last_round", "-entry__number")
    return found.values_list("entry", flat=True).first()
