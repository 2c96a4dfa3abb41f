"""Knockout: the winner goes on; the losing semi-finalists play for third place.

Slot s of a round holds the winners of slots 2s and 2s + 1 of the round before, and the first round
is seeded so that the best two can meet only in the final.

A loser needs no table, except after a semi-final. An entry that withdraws between rounds is out:
the opponent goes on by a bye in the same slot (a walkover), a slot that both left stays empty, and
nobody comes back into the bracket. The same holds for the match for third place: the semi-finalist
who is there gets third place by a bye without a slot.
"""

from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from typing import NamedTuple

from tournaments.engine.draws import (
    Bye,
    Draw,
    DrawnTable,
    DrawRefused,
    Pair,
    Reason,
    SeatedTable,
    seeding,
)
from tournaments.engine.formats import FormatRules, RoundLimits
from tournaments.engine.formats.constraints import constraints_on, with_locks
from tournaments.engine.tournament import RoundData, TournamentData, as_of


class SlotOutcome(NamedTuple):
    """The outcome of a slot of the last round; a slot without entries has none."""

    slot: int
    winner: int | None
    """None while the table has no winner; the entry with the bye, if there was no table."""
    loser: int | None = None
    """Also an entry that did not come to the table."""
    table: int | None = None
    """Its number, if there was one."""


class Knockout(FormatRules):
    """The rules of a knockout that a draw uses."""

    def next_round(self, tournament: TournamentData, number: int) -> Draw:
        draw = _planned(tournament, number)
        given = constraints_on(tournament, number)
        kept = tuple(lock for lock in given.locks if draw.placed.issuperset(lock.entries))
        return with_locks(draw, replace(given, forbidden=frozenset(), locks=kept))

    def awaited(self, tournament: TournamentData, number: int) -> frozenset[int]:
        if not tournament.before(number):
            return tournament.present
        try:
            return _planned(tournament, number).placed
        except DrawRefused:
            return frozenset()

    def rounds_for(self, entries: int) -> RoundLimits:
        """Down to one: a round for each doubling of the bracket."""
        needed = max(1, (entries - 1).bit_length())
        return RoundLimits(needed, needed)

    def moved(self, tournament: TournamentData, draft: RoundData) -> frozenset[int]:
        """Moved in the bracket, because a result was corrected."""
        if draft.drawn_version is None or not tournament.before(draft.number):
            return frozenset()
        then = _slot_of(as_of(tournament, draft.drawn_version), draft.number)
        now = _slot_of(tournament, draft.number)
        return frozenset(entry for entry in then.keys() & now.keys() if then[entry] != now[entry])


def _slot_of(tournament: TournamentData, number: int) -> dict[int, int | None]:
    """The slot of every entry in the plan of round `number`; None for third place."""
    try:
        plan = _planned(tournament, number)
    except DrawRefused:
        return {}
    seated = {entry: table.slot for table in plan.tables for entry in table.entries}
    return seated | {bye.entry: bye.slot for bye in plan.byes}


def _planned(tournament: TournamentData, number: int) -> Draw:
    """The round as the bracket has it, without what the director fixed; raises DrawRefused."""
    here, rounds = tournament.present, tournament.before(number)
    if not rounds:
        seeds = {entry: seed for entry, seed in tournament.seeds.items() if entry in here}
        return first_round(seeds, tournament.lots)
    tables, byes = _slots(rounds[0])
    slots = (len(tables) + len(byes)) >> (len(rounds) - 1)
    absent = {entry.number for entry in tournament.entries} - here
    return next_round(outcomes(rounds), slots, absent)


def outcomes(rounds: tuple[RoundData, ...]) -> list[SlotOutcome]:
    """The outcome of each slot of the last of `rounds`.

    A published round keeps the entries that were drawn into it, also those that left before they
    played. A correction of an earlier round, of a result or of a seat, puts nobody else into it.
    """
    *earlier, last = rounds
    if last.drawn_version is not None:
        earlier = [each.as_of(last.drawn_version) for each in earlier]
    before = outcomes(tuple(earlier)) if earlier else []
    advanced = {each.slot: each.winner for each in before}
    tables, byes = _slots(last)
    found = [_played(slot, table) for slot, table in tables.items()]
    left = {slot: winner for slot, winner in advanced.items() if winner not in last.placed}
    entries = frozenset[int]().union(*(each.placed for each in earlier))
    for slot, bye in byes.items():
        absent = bye.why.facts.get("absent", _rival(left, slot))
        known = isinstance(absent, int) and absent in entries  # a bundle may have any facts
        found.append(SlotOutcome(slot, bye.entry, absent if known else None))
    return sorted(found, key=lambda outcome: outcome.slot)


def _slots(round_: RoundData) -> tuple[dict[int, SeatedTable], dict[int, Bye]]:
    """Its tables and its byes, by slot; the match for third place has none."""
    tables = {table.slot: table for table in round_.tables if table.slot is not None}
    return tables, {bye.slot: bye for bye in round_.byes if bye.slot is not None}


def _played(slot: int, table: SeatedTable) -> SlotOutcome:
    result = table.counted
    if result is None or result.winner is None:
        return SlotOutcome(slot, None, table=table.number)
    (winner,), (loser,) = table.sides[result.winner], table.sides[1 - result.winner]
    return SlotOutcome(slot, winner, loser, table.number)


def _rival(left: Mapping[int, int | None], slot: int) -> int | None:
    """The entry that left and was to play in `slot`; None if there is none."""
    first = left.get(2 * slot)
    return left.get(2 * slot + 1) if first is None else first


def first_round(seeds: Mapping[int, int | None], lots: str) -> Draw:
    """The best get the byes. Raises DrawRefused, `no_draw_possible`, for fewer than two."""
    order = seeding(seeds, lots)
    if len(order) < 2:
        raise DrawRefused("no_draw_possible", "a bracket needs two entries", entries=len(order))
    tables: list[DrawnTable] = []
    byes: list[Bye] = []
    for slot, (better, worse) in enumerate(_bracket(len(order))):
        if worse > len(order):
            entry = order[better - 1]
            facts = {"entry": entry, "seed": better, "entries": len(order)}
            byes.append(Bye(entry, Reason("seed_bye", facts), slot))
        else:
            two = order[better - 1], order[worse - 1]
            tables.append(_table(tables, "seeds_meet", two, slot, seeds=[better, worse]))
    return Draw("bracket", tuple(tables), tuple(byes))


def next_round(last: Sequence[SlotOutcome], slots: int, absent: Set[int] = frozenset()) -> Draw:
    """The round after one of `slots` slots.

    An entry whose opponent is absent goes on by a bye, a walkover. Raises DrawRefused,
    `winner_missing` if a table has no winner, `no_draw_possible` after the final or if nobody is
    left.
    """
    missing = [outcome.table for outcome in last if outcome.winner is None]
    if missing:
        raise DrawRefused("winner_missing", "tables have no winner", tables=missing)
    came = {each.slot: each.winner for each in last}
    winners = {slot: winner for slot, winner in came.items() if winner not in absent}
    tables: list[DrawnTable] = []
    byes: list[Bye] = []
    for slot in range(slots // 2):
        one, other = winners.get(2 * slot), winners.get(2 * slot + 1)
        if one is not None and other is not None:
            slots_before = [2 * slot, 2 * slot + 1]
            tables.append(_table(tables, "winners_meet", (one, other), slot, slots=slots_before))
        elif (alone := one if one is not None else other) is not None:
            gone = came.get(2 * slot + 1 if one is not None else 2 * slot)
            byes.append(Bye(alone, Reason("walkover", {"entry": alone, "absent": gone}), slot))
    if slots == 2:
        losers = [each.loser for each in sorted(last) if each.loser is not None]
        _add_place_match(tables, byes, losers, absent)
    if not tables and not byes:
        raise DrawRefused("no_draw_possible", "nobody is left", slots=slots // 2)
    return Draw("bracket", tuple(tables), tuple(byes))


def _add_place_match(
    tables: list[DrawnTable], byes: list[Bye], losers: Sequence[int], absent: Set[int]
) -> None:
    """The match for third place; if one of the two left, the other gets it by a bye."""
    here = [loser for loser in losers if loser not in absent]
    if len(losers) < 2 or not here:
        return
    if len(here) == 1:
        (gone,) = set(losers) - {here[0]}
        facts = {"entry": here[0], "absent": gone}
        byes.append(Bye(here[0], Reason("third_place_walkover", facts)))
    else:
        tables.append(_table(tables, "third_place", (here[0], here[1]), None))


def _table(
    before: Sequence[DrawnTable], code: str, two: Pair, slot: int | None, **facts: list[int]
) -> DrawnTable:
    """Where these two meet; the match for third place has no slot."""
    sides = tuple((entry,) for entry in two)
    why = Reason(code, {"sides": list(map(list, sides)), **facts})
    return DrawnTable(len(before) + 1, sides, why, slot, third_place_match=slot is None)


def _bracket(entries: int) -> list[tuple[int, int]]:
    """Seeds by slot: any two meet as late as they can, and in each slot the better is first."""
    order = [1]
    while len(order) < entries:
        order = [seed for best in order for seed in (best, 2 * len(order) + 1 - best)]
    return list(zip(order[::2], order[1::2], strict=True))
