"""Who is where in a round, and how a director changes it by hand."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Model, Q
from django.db.models.functions import Now

from samba_service.kit.errors import BadFields
from tournaments.club_errors import ForbiddenPair
from tournaments.engine.draws import Apart, Reason
from tournaments.engine.terms import Format, Venue
from tournaments.models import DrawConstraint, Round, SheetCode, Table
from tournaments.selectors.load import why_columns
from tournaments.services.changes import Change

BY_PLAN = (Format.ROUND_ROBIN, Format.DOUBLE_ROUND_ROBIN, Format.KNOCKOUT)
"""Formats whose rounds follow from a plan: changes there are the director's own."""

NO_REASON = why_columns(Reason())
"""Of places that a director has just filled."""

Json = dict[str, Any]
Sides = tuple[tuple[UUID, ...], ...]


class Placement(NamedTuple):
    """Where an entry is in a round: at a table, or without one, with a bye."""

    table: int | None
    side: int | None = None
    position: int = 0
    slot: int | None = None
    """Of a bye in a bracket."""


Placing = Mapping[UUID, Placement]


class Justification(NamedTuple):
    """Why a director changes a round, and whether against what they had set."""

    override: bool = False
    """True if those may meet whom the director keeps apart."""
    reason: str = ""


def placing_of(round_: Round) -> dict[UUID, Placement]:
    """Where every entry of the round is now."""
    found = {}
    for each in round_.assignments.select_related("table"):
        number = each.table.number if each.table else None
        found[each.entry_id] = Placement(number, each.side, each.position, each.slot)
    return found


def sides_at(placing: Placing) -> dict[int, Sides]:
    """Entries by table, side by side."""
    seated: dict[int, dict[int, list[tuple[int, UUID]]]] = defaultdict(lambda: defaultdict(list))
    for entry, place in placing.items():
        if place.table is not None and place.side is not None:
            seated[place.table][place.side].append((place.position, entry))
    return {
        table: tuple(tuple(one for _, one in sorted(sides[side])) for side in sorted(sides))
        for table, sides in sorted(seated.items())
    }


def entries_at(tables: Iterable[Sides]) -> list[UUID]:
    return [one for sides in tables for side in sides for one in side]


def numbers_in(round_: Round) -> dict[UUID, int]:
    """The numbers of the round's entries."""
    return dict(round_.assignments.values_list("entry", "entry__number"))


def without_table(placing: Placing) -> set[UUID]:
    """The entries that have a bye or sit out."""
    return {entry for entry, place in placing.items() if place.table is None}


def require_fit(before: Placing, given: Mapping[int, Sides], path: str) -> None:
    """Raises BadFields unless sides are as many and as large as they were, of this round."""
    wanted = entries_at(given.values())
    for number, sides in given.items():
        now = [len(side) for side in sides_at(before)[number]]
        if [len(side) for side in sides] != now:
            raise BadFields((path, f"Table {number} has sides of {now} entries."))
    if len(set(wanted)) != len(wanted):
        raise BadFields((path, "An entry sits in one place."))
    if not set(wanted) <= before.keys():
        raise BadFields((path, "One of them is not in this round."))


def seated(given: Mapping[int, Sides]) -> dict[UUID, Placement]:
    return {
        entry: Placement(number, side, position)
        for number, sides in given.items()
        for side, entries in enumerate(sides)
        for position, entry in enumerate(entries)
    }


def exchanged(before: Placing, number: int, sides: Sides) -> Placing:
    """Everybody's place once `sides` sit at a table: who comes and who goes change places."""
    wanted = entries_at([sides])
    coming = [entry for entry in wanted if before[entry].table != number]
    going = [one for one in entries_at([sides_at(before)[number]]) if one not in wanted]
    places = dict(zip(going, (before[entry] for entry in coming), strict=True))
    return {**before, **places, **seated({number: sides})}


def places_write(
    change: Change, round_: Round, before: Placing, placing: Placing, *, named: Collection[int] = ()
) -> list[int]:
    """Seat all entries as `placing` says; returns the tables that changed, and those `named`."""
    moved = {entry for entry, place in placing.items() if place != before[entry]}
    tables = {table.number: table for table in round_.tables.all()}
    for row in round_.assignments.filter(entry__in=moved):
        place = placing[row.entry_id]._asdict()
        place["table"] = None if place["table"] is None else tables[place["table"]]
        columns_write(row, {**place, "locked": False, **NO_REASON})
    at = {place.table for one in moved for place in (before[one], placing[one])}
    touched = sorted({number for number in at if number is not None} | set(named))
    codes_end(round_, before, placing)
    was, now, numbers = sides_at(before), sides_at(placing), numbers_in(round_)
    change.facts["tables"] = [
        {
            "number": number,
            "before": [[numbers[one] for one in side] for side in was[number]],
            "after": [[numbers[one] for one in side] for side in now[number]],
        }
        for number in touched
    ]
    return touched


def codes_end(round_: Round, before: Placing, now: Placing) -> None:
    """Revoke the codes of sides at which others sit now: a strip is for those who have it."""
    was, are = _who_by_side(before), _who_by_side(now)
    ended = Q()
    for number, side in (at for at in was if was[at] != are.get(at)):
        ended |= Q(table__number=number, side=side)
    if ended:
        codes = SheetCode.objects.filter(ended, table__round=round_, revoked_at=None)
        codes.update(revoked_at=Now())


def _who_by_side(placing: Placing) -> dict[tuple[int, int], set[UUID]]:
    """The entries by table and side."""
    tables = sides_at(placing).items()
    return {(at, side): set(who) for at, sides in tables for side, who in enumerate(sides)}


def draft_keep(round_: Round, **others: Any) -> None:
    """Note how the round is now, and `others`, to undo later changes. The caller saves it."""
    rows = round_.assignments.select_related("table")
    round_.draft = {
        **others,
        "method": round_.method,
        "locks": round_.locks,
        "tables": {str(each.number): _columns(each, "dealer") for each in round_.tables.all()},
        "places": {
            str(each.entry_id): _columns(each, "side", "position", "slot")
            | {"table": each.table and each.table.number}
            for each in rows
        },
    }


def _columns(row: Model, *names: str) -> dict[str, Any]:
    """The named columns of a row, with its lock and its reason."""
    reason = [field.attname for field in row._meta.fields if field.attname.startswith("why_")]
    return {name: getattr(row, name) for name in (*names, "locked", *reason)}


def draft_restore(round_: Round) -> None:
    """Restore an unpublished round to its draft."""
    kept = round_.draft
    if kept is None:
        return
    before = placing_of(round_)
    tables = {table.number: table for table in round_.tables.all()}
    for number, columns in kept["tables"].items():
        columns_write(tables[int(number)], columns)
    for row in round_.assignments.all():
        place = kept["places"][str(row.entry_id)]
        columns_write(row, place | {"table": tables.get(place["table"])})
    codes_end(round_, before, placing_of(round_))
    round_.method, round_.locks, round_.draft = kept["method"], kept["locks"], None


def columns_write(row: Model, columns: Mapping[str, Any]) -> None:
    for name, value in columns.items():
        setattr(row, name, value)
    row.save(update_fields=columns)


def placing_warnings(
    change: Change,
    round_: Round,
    placing: tuple[Placing, Placing],
    tables: Collection[int],
    justification: Justification,
) -> list[Reason]:
    """What a director may have overlooked at these tables; `placing` is that before, and now.

    Raises BadFields for a house bot at a table with cards in hand, and ForbiddenPair, unless there
    is an override with a reason, for two whom the director keeps apart.
    """
    for table in round_.tables.filter(number__in=tables):
        require_bots_online(table, "sides")
    before, now = placing
    numbers = numbers_in(round_)
    constraints = list(change.tournament.constraints.all())
    apart = [[numbers[one] for one in two] for two in _kept_apart(constraints, now, tables)]
    if apart and not (justification.override and justification.reason):
        raise ForbiddenPair(entries=apart[0])
    moved = [
        {"entry": numbers[entry], "table": each.table, "now": now[entry].table}
        for each in constraints
        for entry in [each.entry_id]
        if each.other_id is None and entry in now
        if before[entry].table == each.table != now[entry].table
    ]
    return [
        *(Reason("stationary_moved", facts) for facts in moved),
        *(Reason("kept_apart", {"entries": two}) for two in apart),
    ]


def _kept_apart(
    constraints: Iterable[DrawConstraint], placing: Placing, tables: Collection[int]
) -> Iterator[tuple[UUID, UUID]]:
    """Those who meet at these tables though the director keeps them apart."""
    bans = [(each.entry_id, each.other_id, each.apart) for each in constraints if each.other_id]
    for table in tables:
        at = {entry: place.side for entry, place in placing.items() if place.table == table}
        for one, other, apart in bans:
            if one in at and other in at:
                met = Apart.PARTNERS if at[one] == at[other] else Apart.OPPONENTS
                if apart in (Apart.BOTH, met):
                    yield one, other


def require_bots_online(table: Table, path: str) -> None:
    """Raises BadFields, at `path`, for a house bot at a table with cards in hand."""
    if table.venue == Venue.TABLE and table.assignments.filter(entry__house=True).exists():
        raise BadFields((path, "House bots play online."))


def lock_made(
    change: Change, sides: Sides, table: int | None, justification: Justification, **others: object
) -> Json:
    """A lock of what the director set, in the shape of the column; without a table, of a bye."""
    return {
        "version": change.version,
        "sides": [[str(one) for one in side] for side in sides],
        "table": table,
        "bye": table is None,
        "override": justification.override,
        "reason": justification.reason or None,
        **others,
    }
