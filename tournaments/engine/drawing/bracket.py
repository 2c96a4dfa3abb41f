"""Knockout: what the last round's slots came to, out of the tournament.

Who withdraws between rounds is out: the opponent goes on by a bye in the same slot (a walkover),
a slot that both left stays empty, nobody comes back into the bracket. In the match for third
place too: the semi-finalist who is there takes third place by a bye without a slot.
"""

from collections.abc import Mapping
from typing import NamedTuple

from tournaments.engine.drawing.protocol import Rounds
from tournaments.engine.drawing.wishes import constraints, numbered, past, present
from tournaments.engine.draws import Draw
from tournaments.engine.formats import knockout
from tournaments.engine.formats.knockout import Outcome
from tournaments.engine.tournament import Round, SeatedTable, Tournament


class Knockout(NamedTuple):
    fewest: int = 2

    def next_round(self, tournament: Tournament, number: int) -> Draw:
        here = present(tournament)
        rounds = past(tournament, number)
        if rounds:
            tables, byes = _slots(rounds[0])
            slots = (len(tables) + len(byes)) >> (len(rounds) - 1)
            absent = {entry.number for entry in tournament.entries} - here
            draw = knockout.next_round(outcomes(rounds), slots, absent)
        else:
            seeds = {each.number: each.seed for each in tournament.entries if each.number in here}
            draw = knockout.first_round(seeds, tournament.lots)
        return numbered(draw, constraints(tournament, number))

    def rounds_for(self, entries: int) -> Rounds:
        """Down to one: a round for each doubling of the bracket."""
        needed = max(1, (entries - 1).bit_length())
        return Rounds(needed, needed)


def outcomes(rounds: tuple[Round, ...]) -> list[Outcome]:
    """What each slot of the last of `rounds` came to."""
    *earlier, last = rounds
    before = outcomes(tuple(earlier)) if earlier else []
    advanced = {each.slot: each.winner for each in before}
    tables, byes = _slots(last)
    found = [_played(slot, table) for slot, table in tables.items()]
    found += [Outcome(slot, entry, _rival(advanced, slot, entry)) for slot, entry in byes.items()]
    return sorted(found, key=lambda outcome: outcome.slot)


def _slots(round_: Round) -> tuple[dict[int, SeatedTable], dict[int, int]]:
    """Its tables and its byes, by slot; the match for third place has none."""
    tables = {table.slot: table for table in round_.tables if table.slot is not None}
    return tables, {bye.slot: bye.entry for bye in round_.byes if bye.slot is not None}


def _played(slot: int, table: SeatedTable) -> Outcome:
    result = table.counted
    if result is None or result.winner is None:
        return Outcome(slot, None, table=table.number)
    (winner,), (loser,) = table.sides[result.winner], table.sides[1 - result.winner]
    return Outcome(slot, winner, loser, table.number)


def _rival(advanced: Mapping[int, int | None], slot: int, entry: int) -> int | None:
    """Who did not come to meet `entry`; None where nobody was to."""
    both = {advanced.get(2 * slot), advanced.get(2 * slot + 1)}
    return next((other for other in both if other not in (None, entry)), None)
