"""Knockout: the winner goes on; the losing semi-finalists play for third place.

Slot s of a round holds the winners of slots 2s and 2s + 1 of the round before, and the first
round is seeded so that the best two can meet only in the final.
"""

from collections.abc import Mapping, Sequence, Set
from typing import NamedTuple

from tournaments.engine.draws import Bye, Draw, Table, Why
from tournaments.engine.errors import DrawRefused
from tournaments.engine.lots import seeding


class Outcome(NamedTuple):
    """What a slot of the last round came to; a slot with nobody in it has none."""

    slot: int
    winner: int | None
    """None while the table has no winner; who had the bye, where there was no table."""
    loser: int | None = None
    """Who did not come to the table, too."""
    table: int | None = None
    """Its number, where there was one."""


def first_round(seeds: Mapping[int, int | None], seed: str) -> Draw:
    """The best have the byes. Raises DrawRefused, `no_draw_possible`, for fewer than two."""
    order = seeding(seeds, seed)
    if len(order) < 2:
        raise DrawRefused("no_draw_possible", "a bracket needs two entries", entries=len(order))
    tables: list[Table] = []
    byes: list[Bye] = []
    for slot, (better, worse) in enumerate(_bracket(len(order))):
        if worse > len(order):
            entry = order[better - 1]
            facts = {"entry": entry, "seed": better, "entries": len(order)}
            byes.append(Bye(entry, Why("seed_bye", facts), slot))
        else:
            one, other = order[better - 1], order[worse - 1]
            why = _meet("seeds_meet", one, other, seeds=[better, worse])
            tables.append(Table(len(tables) + 1, ((one,), (other,)), why, slot))
    return Draw("bracket", tuple(tables), tuple(byes))


def next_round(last: Sequence[Outcome], slots: int, absent: Set[int] = frozenset()) -> Draw:
    """The round after one of `slots` slots.

    Who should meet somebody absent goes on by a bye, a walkover. Raises DrawRefused,
    `winner_missing` where a table has no winner, `no_draw_possible` after the final or where
    nobody is left.
    """
    missing = [outcome.table for outcome in last if outcome.winner is None]
    if missing:
        raise DrawRefused("winner_missing", "tables have no winner", tables=missing)
    came = {each.slot: each.winner for each in last}
    winners = {slot: winner for slot, winner in came.items() if winner not in absent}
    tables: list[Table] = []
    byes: list[Bye] = []
    for slot in range(slots // 2):
        one, other = winners.get(2 * slot), winners.get(2 * slot + 1)
        if one is not None and other is not None:
            why = _meet("winners_meet", one, other, slots=[2 * slot, 2 * slot + 1])
            tables.append(Table(len(tables) + 1, ((one,), (other,)), why, slot))
        elif (alone := one if one is not None else other) is not None:
            gone = came.get(2 * slot + 1 if one is not None else 2 * slot)
            byes.append(Bye(alone, Why("walkover", {"entry": alone, "absent": gone}), slot))
    _add_place_match(tables, byes, _losing_semi_finalists(last, slots), absent)
    if not tables and not byes:
        raise DrawRefused("no_draw_possible", "nobody is left", slots=slots // 2)
    return Draw("bracket", tuple(tables), tuple(byes))


def _losing_semi_finalists(last: Sequence[Outcome], slots: int) -> list[int]:
    if slots != 2:
        return []
    return [each.loser for each in sorted(last) if each.loser is not None]


def _add_place_match(
    tables: list[Table], byes: list[Bye], losers: Sequence[int], absent: Set[int]
) -> None:
    """The match for third place; of two of whom one left, the other has it by a bye."""
    here = [loser for loser in losers if loser not in absent]
    if len(losers) < 2 or not here:
        return
    if len(here) == 1:
        (gone,) = set(losers) - {here[0]}
        byes.append(Bye(here[0], Why("third_place_walkover", {"entry": here[0], "absent": gone})))
        return
    why = _meet("third_place", here[0], here[1])
    tables.append(Table(len(tables) + 1, ((here[0],), (here[1],)), why, place=True))


def _meet(code: str, one: int, other: int, **facts: list[int]) -> Why:
    return Why(code, {"sides": [[one], [other]], **facts})


def _bracket(entries: int) -> list[tuple[int, int]]:
    """Seeds by slot: any two meet as late as they can, and in each slot the better is first."""
    order = [1]
    while len(order) < entries:
        order = [seed for best in order for seed in (best, 2 * len(order) + 1 - best)]
    return list(zip(order[::2], order[1::2], strict=True))
