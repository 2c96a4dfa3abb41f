"""A drafted round: written as it was drawn, then as the director wants it."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from tournaments.engine.draws import Bye
from tournaments.engine.tournament import Round as Draft
from tournaments.engine.tournament import SeatedTable, Venue
from tournaments.models import Assignment, Entry, Round, Table, Tournament
from tournaments.selectors.reasons import why_columns


def draft_store(round_: Round, tournament: Tournament, draft: Draft) -> None:
    """Write a draw in place of the draft that was there."""
    entries = {entry.number: entry for entry in tournament.entries.all()}
    venues = _venues(tournament, round_)
    locked = {frozenset(lock.entries) for lock in draft.locks}
    Assignment.objects.filter(round=round_).delete()
    Table.objects.filter(round=round_).delete()
    tables = [_table(round_, each, locked) for each in draft.tables]
    seats: list[Assignment] = []
    for table, each in zip(tables, draft.tables, strict=True):
        sides = [[entries[entry] for entry in side] for side in each.sides]
        house = any(entry.house for side in sides for entry in side)
        table.venue = Venue.ONLINE if house else venues.get(each.number, each.venue)
        seats += _seats(table, sides)
    Table.objects.bulk_create(tables)
    byes = (_bye(round_, each, entries[each.entry], locked) for each in draft.byes)
    Assignment.objects.bulk_create([*seats, *byes])
    round_.method, round_.drawn = draft.method, draft.drawn
    round_.locks = _standing(round_, draft, entries)
    round_.basis = [
        {**each._asdict(), "entry": str(entries[each.entry].id), "floats": list(each.floats)}
        for each in draft.basis
    ]
    round_.save()


def _standing(round_: Round, draft: Draft, entries: Mapping[int, Entry]) -> list[Mapping[str, Any]]:
    """The locks that the draw kept: those that name somebody who left have lapsed."""
    kept = {frozenset(str(entries[one].id) for one in lock.entries) for lock in draft.locks}
    return [
        lock
        for lock in round_.locks
        if frozenset(entry for side in lock["sides"] for entry in side) in kept
    ]


def _table(round_: Round, drawn: SeatedTable, locked: Collection[frozenset[int]]) -> Table:
    return Table(
        round=round_,
        number=drawn.number,
        slot=drawn.slot,
        place=drawn.place,
        dealer=drawn.dealer,
        locked=frozenset(entry for side in drawn.sides for entry in side) in locked,
        **why_columns(drawn.why),
    )


def _bye(round_: Round, drawn: Bye, entry: Entry, locked: Collection[frozenset[int]]) -> Assignment:
    return Assignment(
        round=round_,
        entry=entry,
        slot=drawn.slot,
        locked=frozenset({drawn.entry}) in locked,
        **why_columns(drawn.why),
    )


def _venues(tournament: Tournament, round_: Round) -> dict[int, str]:
    """Of a mixed tournament, where each table was last: in this draft, else the round before.

    A table that was online for a house bot only is where its number was before.
    """
    if tournament.venue != Venue.MIXED:
        return {}
    rows = Table.objects.filter(
        round__tournament=tournament, round__number__in=(round_.number - 1, round_.number)
    ).order_by("round__number")
    chosen = rows.exclude(assignments__entry__house=True)
    return dict(chosen.values_list("number", "venue"))


def _seats(table: Table, sides: Sequence[Sequence[Entry]]) -> list[Assignment]:
    return [
        Assignment(round_id=table.round_id, entry=entry, table=table, side=side, position=position)
        for side, entries in enumerate(sides)
        for position, entry in enumerate(entries)
    ]
