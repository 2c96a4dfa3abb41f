"""What a director changes in a draft by hand: who sits where, what a redraw keeps, where it is
played.

A lock covers what the director named. Displaced entries change places until the redraw; a draft
that is published without one is the director's own, its method `manual`.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, NamedTuple, TypedDict
from uuid import UUID

from samba_service.accounts.models import Player
from samba_service.kit.errors import BadFields, NotThere
from tournaments.engine.drawing import draw_round
from tournaments.engine.draws import DrawRefused, Lock, Reason
from tournaments.engine.formats.constraints import byes_had
from tournaments.engine.terms import Venue
from tournaments.engine.tournament import RoundData, RoundState, TournamentData
from tournaments.errors import WrongTournamentState
from tournaments.models import Round, Table, Tournament
from tournaments.selectors.load import why_columns
from tournaments.selectors.standings import draw_state
from tournaments.services.changes import Change, round_change
from tournaments.services.placing import (
    BY_PLAN,
    Justification,
    Placing,
    Sides,
    entries_at,
    exchanged,
    lock_made,
    numbers_in,
    places_write,
    placing_of,
    placing_warnings,
    require_bots_online,
    require_fit,
    sides_at,
    without_table,
)

_ONE_VENUE = (
    'The venue of all tables is "{}". Send {{"venue": "mixed"}} to the tournament first; then '
    "each table has its own."
)


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
    justification = Justification(bool(changes.get("override")), changes.get("reason", ""))
    with round_change(round_id, "table_changed", by=by, reason=justification.reason) as (
        change,
        round_,
    ):
        _require_draft(round_, failed_too=changes == {"locked": False})
        table = round_.tables.filter(number=number).first()
        if table is None:
            raise NotThere
        if "venue" in changes:
            _set_venue(change.tournament, table, changes["venue"])
        if "sides" in changes:
            sides = tuple(map(tuple, changes["sides"]))
            warnings = _exchange(change, round_, number, sides, justification)
        elif "locked" in changes:
            locks = Locks(change, round_, placing_of(round_), justification)
            locks.keep([number], kept=changes["locked"])
        round_.save(update_fields=["locks", "method"])
        change.facts |= {"table": number, "changed": sorted(changes)}
        # `sides` lock the table, whatever `locked` is.
        logged = {"venue"} if "sides" in changes else {"venue", "locked"}
        change.facts |= {name: value for name, value in changes.items() if name in logged}
    return warnings


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


def _exchange(
    change: Change, round_: Round, number: int, sides: Sides, justification: Justification
) -> list[Reason]:
    """Seat `sides` at the table; entries that they displace take their places. Returns warnings."""
    before = placing_of(round_)
    require_fit(before, {number: sides}, "sides")
    now = exchanged(before, number, sides)
    tables = places_write(change, round_, before, now, named=[number])
    warnings = placing_warnings(change, round_, (before, now), tables, justification)
    byes = sorted(without_table(now) - without_table(before))
    locks = Locks(change, round_, now, justification)
    locks.keep([each for each in tables if each != number], byes, kept=False)
    locks.keep([number], kept=True)
    if now != before or change.tournament.format in BY_PLAN:
        round_.method = "manual"
    _reason_again(change.tournament, round_, number, tables, byes)
    return warnings


class Locks(NamedTuple):
    """The locks of a draft, for who changes them."""

    change: Change
    round: Round
    placing: Placing
    justification: Justification

    def keep(self, tables: Collection[int], byes: Collection[UUID] = (), *, kept: bool) -> None:
        """Lock tables and byes as they are now, or unlock them; older locks of the same go."""
        sides = sides_at(self.placing)
        shapes: list[tuple[int | None, Sides]] = [(number, sides[number]) for number in tables]
        shapes += [(None, ((entry,),)) for entry in byes]
        touched = {str(entry) for entry in entries_at(each for _, each in shapes)}
        locks = [
            lock
            for lock in self.round.locks
            if touched.isdisjoint(entry for side in lock["sides"] for entry in side)
        ]
        if kept:
            locks += [lock_made(self.change, each, at, self.justification) for at, each in shapes]
        self.round.locks = sorted(locks, key=_by_table)
        self.round.tables.filter(number__in=tables).update(locked=kept)
        self.round.assignments.filter(entry__in=byes).update(locked=kept)


def _by_table(lock: Mapping[str, Any]) -> tuple[bool, int]:
    """The sort key of a lock: tables by number, then byes."""
    return lock["table"] is None, lock["table"] or 0


def _reason_again(
    tournament: Tournament,
    round_: Round,
    named: int,
    tables: Collection[int],
    byes: Collection[UUID],
) -> None:
    """Give what was changed its true reason, with the cost of a draw with all of it locked."""
    state = draw_state(tournament)
    draft = state.round(round_.number)
    assert draft is not None
    drawn = {} if tournament.format in BY_PLAN else _reasons(state, draft)
    had = byes_had(each for each in state.published if each.number < round_.number)
    for table in (each for each in draft.tables if each.number in tables):
        why = drawn.get(frozenset(chain(*table.sides))) or Reason(facts={"met": 0})
        code = "set_by_director" if table.number == named else "displaced"
        why = why._replace(code=code, facts={**why.facts, "sides": table.sides})
        round_.tables.filter(number=table.number).update(**why_columns(why))
    for bye in byes:
        number = numbers_in(round_)[bye]
        why = drawn.get(frozenset({number})) or Reason()
        facts = {"entry": number, "byes": had[number]}
        columns = why_columns(why._replace(code="bye_displaced", facts=facts))
        round_.assignments.filter(entry=bye).update(**columns)


def _reasons(state: TournamentData, draft: RoundData) -> dict[frozenset[int], Reason]:
    """The reasons of a draw that keeps everything as it is, by entries."""
    locks = [Lock(table.sides, table.number, override=True) for table in draft.tables]
    locks += [Lock(((bye.entry,),), bye=True) for bye in draft.byes]
    fixed = draft._replace(locks=tuple(locks))
    rounds = tuple(fixed if each is draft else each for each in state.rounds)
    try:
        drawn = draw_round(replace(state, rounds=rounds), draft.number)
    except DrawRefused:
        return {}
    found = {frozenset(chain(*each.sides)): each.why for each in drawn.tables}
    return found | {frozenset({bye.entry}): bye.why for bye in drawn.byes}


def byes_update(*, round_id: UUID, by: Player, byes: Sequence[ByeLock]) -> Round:
    """Lock or unlock byes of a draft. Raises WrongTournamentState, BadFields."""
    with round_change(round_id, "byes_changed", by=by) as (change, round_):
        releasing = not any(each["locked"] for each in byes)
        _require_draft(round_, failed_too=releasing)
        locks = Locks(change, round_, placing_of(round_), Justification())
        for index, each in enumerate(byes):
            if each["entry"] not in without_table(locks.placing):
                raise BadFields((f"byes.{index}.entry", "It has no bye; give its table another."))
            locks.keep([], [each["entry"]], kept=each["locked"])
        round_.save(update_fields=["locks"])
        change.facts |= _byes_logged(round_, byes)
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
