"""Knockout: what the last round's slots came to, out of the tournament.

Who lost needs no table, unless it was a semi-final. Who withdraws between rounds is out: the
opponent goes on by a bye in the same slot (a walkover), a slot that both left stays empty, nobody
comes back into the bracket. In the match for third place too: the semi-finalist who is there takes
third place by a bye without a slot.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from tournaments.engine.drawing.exchange import with_locks
from tournaments.engine.drawing.protocol import Rounds
from tournaments.engine.drawing.wishes import constraints, past, present
from tournaments.engine.draws import Bye, Draw
from tournaments.engine.errors import DrawRefused
from tournaments.engine.formats import knockout
from tournaments.engine.formats.knockout import Outcome
from tournaments.engine.tournament import Round, SeatedTable, Tournament, as_of


class Knockout(NamedTuple):
    fewest: int = 2

    def next_round(self, tournament: Tournament, number: int) -> Draw:
        draw = _bracket(tournament, number)
        given = constraints(tournament, number)
        kept = tuple(lock for lock in given.locks if draw.placed.issuperset(lock.entries))
        return with_locks(draw, replace(given, forbidden=frozenset(), locks=kept))

    def awaited(self, tournament: Tournament, number: int) -> frozenset[int]:
        if not past(tournament, number):
            return present(tournament)
        try:
            return _bracket(tournament, number).placed
        except DrawRefused:
            return frozenset()

    def rounds_for(self, entries: int) -> Rounds:
        """Down to one: a round for each doubling of the bracket."""
        needed = max(1, (entries - 1).bit_length())
        return Rounds(needed, needed)


def moved_in_bracket(tournament: Tournament, draft: Round) -> frozenset[int]:
    """Who has another place now than when `draft` was drawn, because a result was corrected."""
    if draft.drawn is None or not past(tournament, draft.number):
        return frozenset()
    then = _slot_of(as_of(tournament, draft.drawn), draft.number)
    now = _slot_of(tournament, draft.number)
    return frozenset(entry for entry in then.keys() & now.keys() if then[entry] != now[entry])


def _slot_of(tournament: Tournament, number: int) -> dict[int, int | None]:
    """The slot of everybody whom the plan has in round `number`; None for third place."""
    try:
        plan = _bracket(tournament, number)
    except DrawRefused:
        return {}
    seated = {e: table.slot for table in plan.tables for side in table.sides for e in side}
    return seated | {bye.entry: bye.slot for bye in plan.byes}


def _bracket(tournament: Tournament, number: int) -> Draw:
    here, rounds = present(tournament), past(tournament, number)
    if not rounds:
        seeds = {each.number: each.seed for each in tournament.entries if each.number in here}
        return knockout.first_round(seeds, tournament.lots)
    tables, byes = _slots(rounds[0])
    slots = (len(tables) + len(byes)) >> (len(rounds) - 1)
    absent = {entry.number for entry in tournament.entries} - here
    return knockout.next_round(outcomes(rounds), slots, absent)


def outcomes(rounds: tuple[Round, ...]) -> list[Outcome]:
    """What each slot of the last of `rounds` came to.

    A published round keeps who was drawn into it, also those who left before they played. A
    correction of an earlier round, of a result or of a seat, puts nobody else into it.
    """
    *earlier, last = rounds
    before = outcomes(tuple(_known(each, last.drawn) for each in earlier)) if earlier else []
    advanced = {each.slot: each.winner for each in before}
    tables, byes = _slots(last)
    found = [_played(slot, table) for slot, table in tables.items()]
    left = {slot: winner for slot, winner in advanced.items() if winner not in last.placed}
    entries = frozenset[int]().union(*(each.placed for each in earlier))
    for slot, bye in byes.items():
        absent = bye.why.facts.get("absent", _rival(left, slot))
        known = isinstance(absent, int) and absent in entries  # a bundle may have any facts
        found.append(Outcome(slot, bye.entry, absent if known else None))
    return sorted(found, key=lambda outcome: outcome.slot)


def _known(round_: Round, version: int | None) -> Round:
    """The round with the results that it had at a version of the tournament's log."""
    if version is None:
        return round_
    tables = (
        table._replace(results=tuple(each for each in table.results if each.version <= version))
        for table in round_.tables
    )
    return round_._replace(tables=tuple(tables))


def _slots(round_: Round) -> tuple[dict[int, SeatedTable], dict[int, Bye]]:
    """Its tables and its byes, by slot; the match for third place has none."""
    tables = {table.slot: table for table in round_.tables if table.slot is not None}
    return tables, {bye.slot: bye for bye in round_.byes if bye.slot is not None}


def _played(slot: int, table: SeatedTable) -> Outcome:
    result = table.counted
    if result is None or result.winner is None:
        return Outcome(slot, None, table=table.number)
    (winner,), (loser,) = table.sides[result.winner], table.sides[1 - result.winner]
    return Outcome(slot, winner, loser, table.number)


def _rival(left: Mapping[int, int | None], slot: int) -> int | None:
    """Who left, and was to play in `slot`; None where nobody was to."""
    first = left.get(2 * slot)
    return left.get(2 * slot + 1) if first is None else first
