"""A drafted round: written as it was drawn, then as the director wants it."""

from collections.abc import Sequence

from tournaments.engine.tournament import Round as Draft
from tournaments.engine.tournament import Venue
from tournaments.models import Assignment, Entry, Round, Table, Tournament

BY_DIRECTOR = "Set by the director"


def draft_store(round_: Round, tournament: Tournament, draft: Draft) -> None:
    """Write a draw in place of the draft that was there."""
    entries = {entry.number: entry for entry in tournament.entries.all()}
    venues = _venues(tournament, round_)
    locked = {lock.entries for lock in draft.locks}
    Assignment.objects.filter(round=round_).delete()
    Table.objects.filter(round=round_).delete()
    for each in draft.tables:
        flat = tuple(entry for side in each.sides for entry in side)
        house = any(entries[entry].house for entry in flat)
        table = Table.objects.create(
            round=round_,
            number=each.number,
            slot=each.slot,
            place=each.place,
            venue=Venue.ONLINE if house else venues.get(each.number, each.venue),
            dealer=each.dealer,
            locked=flat in locked,
            why_text=each.why.text,
            why_cost=list(each.why.cost),
        )
        _seat(table, [[entries[entry] for entry in side] for side in each.sides])
    Assignment.objects.bulk_create(
        Assignment(
            round=round_,
            entry=entries[bye.entry],
            slot=bye.slot,
            locked=(bye.entry,) in locked,
            why_text=bye.why.text,
            why_cost=list(bye.why.cost),
        )
        for bye in draft.byes
    )
    round_.method, round_.drawn = draft.method, draft.drawn
    round_.basis = [
        {**each._asdict(), "entry": str(entries[each.entry].id), "floats": list(each.floats)}
        for each in draft.basis
    ]
    round_.save()


def _venues(tournament: Tournament, round_: Round) -> dict[int, str]:
    """Of a mixed tournament, where each table was last: in this draft, else the round before."""
    if tournament.venue != Venue.MIXED:
        return {}
    rows = Table.objects.filter(
        round__tournament=tournament, round__number__in=(round_.number - 1, round_.number)
    ).order_by("round__number")
    return dict(rows.values_list("number", "venue"))


def _seat(table: Table, sides: Sequence[Sequence[Entry]]) -> None:
    Assignment.objects.bulk_create(
        Assignment(round_id=table.round_id, entry=entry, table=table, side=side, position=position)
        for side, entries in enumerate(sides)
        for position, entry in enumerate(entries)
    )
