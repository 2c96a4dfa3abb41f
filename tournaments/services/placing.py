"""Who sits where in a published round. A change can be undone: the round keeps its draft.

Tables and byes that differ from the draft are locked with `after_publication`; those that are as
in the draft again get the draft's reasons and locks back.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Max

from tournaments.engine.draws import Reason
from tournaments.engine.terms import Format
from tournaments.models import Assignment, Round
from tournaments.selectors.load import sides_of, why_columns
from tournaments.services.changes import Change
from tournaments.services.draft_edits import BY_PLAN
from tournaments.services.publication import columns_write, draft_keep

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


def without_table(placing: Placing) -> set[UUID]:
    """The entries that have a bye or sit out."""
    return {entry for entry, place in placing.items() if place.table is None}


def places_update(
    change: Change, round_: Round, placing: Placing, justification: Justification
) -> list[int]:
    """Seat all entries as `placing` says; return the numbers of the tables that changed.

    Saves the round. The caller changes the seats of players and the games.
    """
    before = placing_of(round_)
    moved = {entry for entry, place in placing.items() if place != before[entry]}
    if not moved:
        return []
    if round_.draft is None:
        draft_keep(round_)
    tables = {table.number: table for table in round_.tables.all()}
    for row in round_.assignments.filter(entry__in=moved):
        place = placing[row.entry_id]
        row.table = None if place.table is None else tables[place.table]
        row.side, row.position, row.slot = place.side, place.position, place.slot
        row.save(update_fields=["table", "side", "position", "slot"])
    touched = {at.table for one in moved for at in (before[one], placing[one])} - {None}
    _settle(change, round_, placing, justification)
    round_.save(update_fields=["locks", "method", "draft"])
    was, now = sides_at(before), sides_at(placing)
    numbers = dict(round_.assignments.values_list("entry", "entry__number"))
    change.facts["tables"] = [
        {
            "number": number,
            "before": [[numbers[one] for one in side] for side in was[number]],
            "after": [[numbers[one] for one in side] for side in now[number]],
        }
        for number in sorted(filter(None, touched))
    ]
    return sorted(filter(None, touched))


def _settle(change: Change, round_: Round, placing: Placing, justification: Justification) -> None:
    """Lock what differs from the draft, and give the rest the draft's locks and reasons."""
    kept = round_.draft
    assert kept is not None
    drafted = {UUID(entry): _place(columns) for entry, columns in kept["places"].items()}
    since = kept.get("since", {})
    after = {_key(lock): lock for lock in round_.locks if lock.get("after_publication")}
    changed = _changed(placing, drafted, _drawn_by(round_, since))
    locks = [lock for lock in kept["locks"] if _stands(lock, placing, drafted, changed)]
    for key, sides in changed.items():
        named = [[str(one) for one in side] for side in sides]
        known = after.get(key)
        table = key if isinstance(key, int) else None
        kept_lock = known is not None and known["sides"] == named
        locks.append(known if known and kept_lock else _lock(change, named, table, justification))
    round_.locks = locks
    _reasons_write(round_, kept, changed.keys())
    plan = round_.tournament.format in BY_PLAN
    drawn = kept.get("published_as", kept["method"])
    round_.method = "manual" if plan and changed else drawn
    kept["since"] = {str(key): since.get(str(key), change.version) for key in changed}


Key = int | str
"""A table's number, or the id of an entry that has a bye."""


def _drawn_by(round_: Round, since: Mapping[str, int]) -> set[Key]:
    """The changed places that a later round's draw has used: their locks stay.

    `since` has the version at which each place was first changed.
    """
    later = round_.tournament.rounds.filter(number__gt=round_.number)
    drawn = later.aggregate(Max("drawn_version"))["drawn_version__max"] or 0
    return {int(key) if key.isdecimal() else key for key, at in since.items() if at <= drawn}


def _key(lock: Json) -> Key:
    key: Key = lock["sides"][0][0] if lock["bye"] else lock["table"]
    return key


def _place(columns: Json) -> Placement:
    return Placement(*(columns[name] for name in Placement._fields))


def _changed(placing: Placing, drafted: Placing, anyhow: Collection[Key]) -> dict[Key, Sides]:
    """The tables and byes that differ from the draft, and those in `anyhow` too."""
    was = sides_at(drafted)
    tables: dict[Key, Sides] = {
        number: sides
        for number, sides in sides_at(placing).items()
        if sides != was.get(number) or number in anyhow
    }
    idle = without_table(placing)
    byes: dict[Key, Sides] = {
        str(entry): ((entry,),)
        for entry in sorted(idle)
        if placing[entry] != drafted[entry] or str(entry) in anyhow
    }
    return tables | byes


def _stands(lock: Json, placing: Placing, drafted: Placing, changed: Mapping[Key, Sides]) -> bool:
    """True if a lock of the draft still applies, and no newer lock names the same entries."""
    named = [UUID(entry) for side in lock["sides"] for entry in side]
    newer = {one for sides in changed.values() for side in sides for one in side}
    return all(placing[one] == drafted[one] and one not in newer for one in named)


def _lock(
    change: Change, sides: list[list[str]], table: int | None, justification: Justification
) -> Json:
    return {
        "version": change.version,
        "sides": sides,
        "table": table,
        "bye": table is None,
        "override": justification.override,
        "reason": justification.reason or None,
        "after_publication": True,
    }


def _reasons_write(round_: Round, kept: Json, changed: Collection[Key]) -> None:
    """Write the director's reason for what was changed, and the draft's for the rest."""
    rows = list(round_.assignments.select_related("entry"))
    for table in round_.tables.all():
        columns = _columns_but(kept["tables"][str(table.number)], "dealer")
        sides = sides_of(row for row in rows if row.table_id == table.pk)
        why = Reason(
            "set_by_director", {"sides": [[e.entry.number for e in side] for side in sides]}
        )
        columns_write(table, columns | _own(why) if table.number in changed else columns)
    code = "sit_out" if Format(round_.tournament.format).individual else "bye"
    for row in rows:
        columns = _columns_but(kept["places"][str(row.entry_id)], *Placement._fields)
        if row.table_id is None and str(row.entry_id) in changed:
            facts = {"entry": row.entry.number, "byes": _byes_before(round_, row)}
            columns |= _own(Reason(f"{code}_by_director", facts))
        columns_write(row, columns)


def _byes_before(round_: Round, row: Assignment) -> int:
    """How often the entry had no table in the rounds before."""
    earlier = Assignment.objects.filter(entry=row.entry_id, table=None)
    before = earlier.filter(round__number__lt=round_.number, round__published_version__isnull=False)
    return before.count()


def _own(why: Reason) -> Json:
    """The columns of the lock and the reason, for what the director changed."""
    return {"locked": True, **why_columns(why)}


def _columns_but(columns: Json, *names: str) -> Json:
    return {name: value for name, value in columns.items() if name not in names}
