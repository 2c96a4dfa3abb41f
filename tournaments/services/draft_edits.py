"""What a director changes in a draft by hand: who sits where, what a redraw keeps, where it is
played.

A lock covers what the director named. Displaced entries change places until the redraw; a draft
that is published without one is the director's own, its method `manual`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypedDict
from uuid import UUID

from samba_service.accounts.models import Player
from samba_service.kit.errors import BadFields, NotThere
from tournaments.engine import DrawRefused, draw_round
from tournaments.engine.draws import Lock, Reason
from tournaments.engine.entries import Apart
from tournaments.engine.formats.constraints import byes_had
from tournaments.engine.terms import Format, Venue
from tournaments.engine.tournament import RoundState, TournamentData
from tournaments.errors import ForbiddenPair, WrongTournamentState
from tournaments.models import Assignment, Round, Table, Tournament
from tournaments.selectors.draws import draw_state
from tournaments.selectors.load import sides_of, why_columns
from tournaments.services.changes import Change, round_change

BY_PLAN = (Format.ROUND_ROBIN, Format.DOUBLE_ROUND_ROBIN, Format.KNOCKOUT)
"""Formats whose rounds follow from a plan: changes there are the director's own."""


NO_REASON = why_columns(Reason())
"""Of places that a director has just filled."""

_ONE_VENUE = (
    'The venue of all tables is "{}". Send {{"venue": "mixed"}} to the tournament first; then '
    "each table has its own."
)


Sides = Sequence[Sequence[UUID]]
"""Entry ids, side by side."""


class TableChange(TypedDict, total=False):
    """What a director changes at a table; what is left out stays."""

    sides: Sequence[Sequence[UUID]]
    locked: bool
    venue: str
    override: bool
    reason: str


class ByeLock(TypedDict):
    """A bye that a redraw keeps, or no longer keeps."""

    entry: UUID
    locked: bool


def draft_table_update(
    *, round_id: UUID, number: int, by: Player, changes: TableChange
) -> list[Reason]:
    """Change a draft's table: `sides`, `locked`, `venue`, with `override` and `reason`.

    Entries that come to the table change places with those that go; only the table is locked.
    Returns warnings. Raises NotThere, WrongTournamentState, ForbiddenPair, BadFields.
    """
    warnings: list[Reason] = []
    reason = changes.get("reason", "")
    with round_change(round_id, "table_changed", by=by, reason=reason) as (change, round_):
        _require_draft(round_, failed_too=changes == {"locked": False})
        table = round_.tables.filter(number=number).first()
        if table is None:
            raise NotThere
        if "venue" in changes:
            _set_venue(change.tournament, table, changes["venue"])
        if "sides" in changes:
            warnings = _exchange(change, round_, table, changes)
        elif "locked" in changes:
            _keep(change, round_, [table], kept=changes["locked"], terms=changes)
        round_.save(update_fields=["locks", "method"])
        change.facts |= {"round": round_.number, "table": number, "changed": sorted(changes)}
        logged = _logged(changes)
        change.facts |= {name: value for name, value in changes.items() if name in logged}
    return warnings


def _logged(changes: TableChange) -> set[str]:
    """The logged part of the changes; `sides` lock the table, whatever `locked` is."""
    return changes.keys() & ({"venue"} if "sides" in changes else {"venue", "locked"})


def _require_draft(round_: Round, *, failed_too: bool = False) -> None:
    """Raises WrongTournamentState unless it is a draft.

    A draft that could not be drawn still has the locks of the one before it: `failed_too`.
    """
    if round_.state != RoundState.DRAFT or (round_.error is not None and not failed_too):
        allowed = [RoundState.DRAFT] if round_.state != RoundState.DRAFT else []
        raise WrongTournamentState(state=round_.state, allowed=allowed)


def _set_venue(tournament: Tournament, table: Table, venue: str) -> None:
    if tournament.venue not in (Venue.MIXED, venue):
        raise BadFields(("venue", _ONE_VENUE.format(tournament.venue)))
    table.venue = venue
    require_bots_online(table, "venue")
    table.save(update_fields=["venue"])


def require_bots_online(table: Table, path: str) -> None:
    """Raises BadFields, at `path`, for a house bot at a table with cards in hand."""
    if table.venue == Venue.TABLE and table.assignments.filter(entry__house=True).exists():
        raise BadFields((path, "House bots play online."))


def _exchange(change: Change, round_: Round, table: Table, changes: TableChange) -> list[Reason]:
    """Seat `sides` at the table; entries that they displace take their places. Returns warnings."""
    placed = {each.entry_id: each for each in round_.assignments.select_related("entry", "table")}
    sides: Sides = changes["sides"]
    _require_fit(table, placed, sides)
    now = [[each.entry_id for each in side] for side in sides_of(table.assignments.all())]
    wanted = [entry for side in sides for entry in side]
    coming = [entry for entry in wanted if placed[entry].table_id != table.id]
    going = [e for e, at in placed.items() if at.table_id == table.id and e not in wanted]
    before = {entry: at.table.number if at.table else None for entry, at in placed.items()}
    touched = {table.number: table} | {
        each.table.number: each.table for each in map(placed.__getitem__, coming) if each.table
    }
    tables = [touched[number] for number in sorted(touched)]
    seated = [_numbers(each) for each in tables]
    for leaver, comer in zip(going, coming, strict=True):
        _move(placed[leaver], placed[comer])
    for side, entries in enumerate(sides):
        for position, entry in enumerate(entries):
            _place(placed[entry], table, side, position)
    for each in placed.values():
        each.save(update_fields=["table", "side", "position", "slot", "locked", *NO_REASON])
    byes = [placed[entry] for entry in going if placed[entry].table is None]
    change.facts["tables"] = [
        {"number": each.number, "before": was, "after": _numbers(each)}
        for each, was in zip(tables, seated, strict=True)
    ]
    for changed in tables:
        require_bots_online(changed, "sides")
    apart = kept_apart(change.tournament, tables)
    if apart and not (changes.get("override") and changes.get("reason")):
        raise ForbiddenPair(entries=apart[0])
    displaced = [each for each in tables if each.pk != table.pk]
    _keep(change, round_, displaced, byes, kept=False, terms=changes)
    _keep(change, round_, [table], kept=True, terms=changes)
    if now != sides or change.tournament.format in BY_PLAN:
        round_.method = "manual"
    _reason_again(change.tournament, round_, table, displaced, byes)
    moved = moved_from_their_tables(change.tournament, placed, before)
    return [*moved, *(Reason("kept_apart", {"entries": two}) for two in apart)]


def moved_from_their_tables(
    tournament: Tournament,
    placed: Mapping[UUID, Assignment],
    before: Mapping[UUID, int | None],
) -> Iterator[Reason]:
    """A warning for each entry that had the table where it must stay, and has another now."""
    for constraint in tournament.constraints.filter(other=None):
        at = placed.get(constraint.entry_id)
        if at is not None and before[at.entry_id] == constraint.table:
            now = at.table.number if at.table else None
            if now != constraint.table:
                facts = {"entry": at.entry.number, "table": constraint.table, "now": now}
                yield Reason("stationary_moved", facts)


def _require_fit(table: Table, placed: Mapping[UUID, Assignment], sides: Sides) -> None:
    """Raises BadFields unless the sides are as many and as large as they were."""
    now = [len(side) for side in sides_of(table.assignments.all())]
    wanted = [entry for side in sides for entry in side]
    if [len(side) for side in sides] != now:
        raise BadFields(("sides", f"This table has sides of {now} entries."))
    if len(set(wanted)) != len(wanted):
        raise BadFields(("sides", "An entry sits in one place."))
    if not set(wanted) <= placed.keys():
        raise BadFields(("sides", "One of them is not in this draft."))


def _move(leaver: Assignment, comer: Assignment) -> None:
    """Give entries that leave the places of those that come, table or bye."""
    leaver.table, leaver.side, leaver.position = comer.table, comer.side, comer.position
    leaver.slot = comer.slot


def _place(assignment: Assignment, table: Table, side: int, position: int) -> None:
    assignment.table, assignment.side, assignment.position = table, side, position
    assignment.slot, assignment.locked = None, False
    for name, value in NO_REASON.items():
        setattr(assignment, name, value)


def kept_apart(tournament: Tournament, tables: Iterable[Table]) -> list[list[int]]:
    """Those at the tables whom the director keeps apart, by number."""
    found: list[list[int]] = []
    bans = list(tournament.constraints.exclude(other=None))
    for table in tables:
        at = {each.entry_id: each for side in _sides(table) for each in side}
        for ban in bans:
            one, other = at.get(ban.entry_id), ban.other_id and at.get(ban.other_id)
            if one and other:
                apart = Apart.PARTNERS if one.side == other.side else Apart.OPPONENTS
                if ban.apart in (apart, Apart.BOTH):
                    found.append([one.entry.number, other.entry.number])
    return found


def _keep(
    change: Change,
    round_: Round,
    tables: Sequence[Table],
    byes: Sequence[Assignment] = (),
    *,
    kept: bool,
    terms: Mapping[str, Any],
) -> None:
    """Lock tables and byes as they are now, or unlock them; older locks of the same go."""
    shapes = [(table, _entry_ids(table)) for table in tables]
    touched = {entry for _, sides in shapes for side in sides for entry in side}
    touched |= {str(bye.entry_id) for bye in byes}
    kept_locks = [lock for lock in round_.locks if not _entries(lock) & touched]
    if kept:
        kept_locks += [_lock(change, sides, table.number, terms) for table, sides in shapes]
        kept_locks += [_lock(change, [[str(bye.entry_id)]], None, terms) for bye in byes]
    round_.locks = sorted(kept_locks, key=_by_table)
    Table.objects.filter(pk__in=[table.pk for table in tables]).update(locked=kept)
    Assignment.objects.filter(pk__in=[bye.pk for bye in byes]).update(locked=kept)


def _entry_ids(table: Table) -> list[list[str]]:
    return [[str(each.entry_id) for each in side] for side in sides_of(table.assignments.all())]


def _numbers(table: Table) -> list[list[int]]:
    return [[each.entry.number for each in side] for side in _sides(table)]


def _by_table(lock: Mapping[str, Any]) -> tuple[bool, int]:
    """The sort key of a lock: tables by number, then byes."""
    return lock["table"] is None, lock["table"] or 0


def _entries(lock: Mapping[str, Any]) -> set[str]:
    return {entry for side in lock["sides"] for entry in side}


def _lock(
    change: Change, sides: list[list[str]], table: int | None, terms: Mapping[str, Any]
) -> dict[str, Any]:
    return {
        "version": change.version,
        "sides": sides,
        "table": table,
        "bye": table is None,
        "override": bool(terms.get("override")),
        "reason": terms.get("reason") or None,
    }


def _reason_again(
    tournament: Tournament,
    round_: Round,
    named: Table,
    displaced: Iterable[Table],
    byes: Iterable[Assignment],
) -> None:
    """Give what was changed its true reason, with the cost of a draw with all of it locked."""
    state = draw_state(tournament)
    drawn = {} if tournament.format in BY_PLAN else _reasons(state, round_.number)
    had = byes_had(each for each in state.published if each.number < round_.number)
    codes = {named.pk: "set_by_director"} | {table.pk: "displaced" for table in displaced}
    for table in Table.objects.filter(pk__in=codes):
        sides = [[one.entry.number for one in side] for side in _sides(table)]
        why = drawn.get(frozenset(e for side in sides for e in side)) or Reason(facts={"met": 0})
        why = why._replace(code=codes[table.pk], facts={**why.facts, "sides": sides})
        Table.objects.filter(pk=table.pk).update(**why_columns(why))
    for bye in byes:
        number = bye.entry.number
        why = drawn.get(frozenset({number})) or Reason()
        facts = {"entry": number, "byes": had[number]}
        columns = why_columns(why._replace(code="bye_displaced", facts=facts))
        Assignment.objects.filter(pk=bye.pk).update(**columns)


def _sides(table: Table) -> list[list[Assignment]]:
    return sides_of(table.assignments.select_related("entry"))


def _reasons(state: TournamentData, number: int) -> dict[frozenset[int], Reason]:
    """The reasons of a draw that keeps everything as it is, by entries."""
    draft = state.round(number)
    assert draft is not None
    locks = [Lock(table.sides, table.number, override=True) for table in draft.tables]
    locks += [Lock(((bye.entry,),), bye=True) for bye in draft.byes]
    fixed = draft._replace(locks=tuple(locks))
    rounds = tuple(fixed if each is draft else each for each in state.rounds)
    try:
        drawn = draw_round(replace(state, rounds=rounds), number)
    except DrawRefused:
        return {}
    found = {frozenset(e for side in each.sides for e in side): each.why for each in drawn.tables}
    return found | {frozenset({bye.entry}): bye.why for bye in drawn.byes}


def byes_update(*, round_id: UUID, by: Player, byes: Sequence[ByeLock]) -> Round:
    """Lock or unlock byes of a draft. Raises WrongTournamentState, BadFields."""
    with round_change(round_id, "byes_changed", by=by) as (change, round_):
        releasing = not any(each["locked"] for each in byes)
        _require_draft(round_, failed_too=releasing)
        for index, each in enumerate(byes):
            bye = round_.assignments.filter(entry=each["entry"], table=None).first()
            if bye is None:
                raise BadFields((f"byes.{index}.entry", "It has no bye; give its table another."))
            _keep(change, round_, [], [bye], kept=each["locked"], terms={})
        round_.save(update_fields=["locks"])
        change.facts |= {"round": round_.number, **_byes_logged(round_, byes)}
    return round_


def _byes_logged(round_: Round, byes: Sequence[ByeLock]) -> dict[str, list[int]]:
    """The numbers of the entries whose byes were locked, and whose were released."""
    wanted = {each["entry"]: each["locked"] for each in byes}
    entries = round_.assignments.filter(entry__in=wanted).order_by("entry__number")
    numbers = dict(entries.values_list("entry", "entry__number"))
    return {
        "byes_locked": [number for entry, number in numbers.items() if wanted[entry]],
        "byes_released": [number for entry, number in numbers.items() if not wanted[entry]],
    }
