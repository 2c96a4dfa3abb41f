"""Cheap upper bounds on what new melds from a hand can come to."""

from collections.abc import Sequence
from operator import add, mul, sub
from typing import Final

from games.engine.cards import JOKER, JOKER_RANK, KINDS, SEVEN, THREE, TWO, copies, rank_counts
from games.engine.legal.opening.groups import held_by_rank
from games.engine.legal.opening.limits import MeldLimits
from games.engine.legal.opening.requirement import Canastas
from games.engine.legal.opening.sequences import ANY_WILD, runnable_kinds, sequences

_NONE: Final = bytes(JOKER_RANK)


def wilds_held(hand: Sequence[int]) -> int:
    """Number of wild cards in a hand."""
    return hand[0] + hand[1] + hand[2] + hand[3] + hand[JOKER]


def most_canastas(hand: Sequence[int], limits: MeldLimits) -> Canastas:
    """At least the canastas and sambas, in all and of each kind, of any set of new melds."""
    size, wilds = limits.rules.canasta.size, wilds_held(hand)
    held = held_by_rank(hand, limits)
    natural = sum([number // size for number in held[THREE:]])
    groups = sum([(number + wilds) // size for number in held[THREE:]])
    sambas = {False: 0, True: 0}
    for cards in sequences(hand, limits, wilds > 0):
        if len(cards) >= size:
            sambas[ANY_WILD in cards] += max([hand[card] for card in cards if card >= 0])
    return Canastas(
        total=groups + wilds // size + sum(sambas.values()),
        natural=natural,
        mixed=groups,
        samba=sambas[False],
        black_samba=sambas[True],
        wild=wilds // size,
        sevens=(held[SEVEN] + wilds) // size,
        threes=(held[THREE] + wilds) // size,
        red=natural + sambas[False],
        black=groups + sambas[True],
    )


def upper_bound(hand: Sequence[int], limits: MeldLimits, points: Sequence[int]) -> int:
    """At least the points of any set of new melds from the hand."""
    running = runnable_kinds(hand, limits, wilds_held(hand) > 0)
    return bound(bytes(hand), copies(hand, limits.wilds), limits, points, running)


def bound(
    hand: bytes, wilds: Sequence[int], limits: MeldLimits, points: Sequence[int], running: int
) -> int:
    """`upper_bound` with these wild cards in place of those held, and `running` in sequences.

    Of each rank the most naturals that groups take, and cards that are in some sequence; naturals
    that need a wild card only in as many ranks as there are wild cards; the dearest wild cards, as
    far as there are places.
    """
    naturals, rank_points = rank_counts(hand), points[0:52:4]
    alone: Sequence[int] = limits.most_grouped(naturals, helped=False)
    runs = _NONE
    if running:
        kinds = int.from_bytes(hand, "little") & running * 255
        runs = rank_counts(kinds.to_bytes(KINDS, "little"))
        alone = list(map(min, naturals, map(add, alone, runs)))
    total: int = sum(map(mul, alone, rank_points))
    threes = limits.tables[THREE]
    held = sum([hand[kind] for kind in limits.naturals[THREE]]) if threes else 0
    if threes:
        total += points[4] * threes.cover[0][held]
    if not wilds:
        return total
    helped: Sequence[int] = limits.most_grouped(naturals, helped=True)
    if running:
        helped = list(map(min, naturals, map(add, helped, runs)))
    gains: list[int] = list(map(mul, map(sub, helped, alone), rank_points))
    places = limits.most_wilds(naturals) + sum(runs) * limits.rules.sequences.max_wilds
    if threes:
        gains.append(points[4] * (threes.cover[1][held] - threes.cover[0][held]))
        places += threes.most_wilds[held]
    if alone_table := limits.tables[TWO]:
        places += alone_table.most_wilds[len(wilds)]
    gains.sort(reverse=True)
    return total + sum(gains[: len(wilds)]) + sum([points[card] for card in wilds[:places]])
