"""Cheap upper bounds on what new melds from a hand can be worth."""

from collections.abc import Sequence
from operator import add, mul, sub

from games.engine.cards import JOKER_RANK, KINDS, THREE, TWO, copies, rank_counts, wilds_held
from games.engine.legal.opening.groups import held_by_rank
from games.engine.legal.opening.limits import MeldLimits
from games.engine.legal.opening.sequences import runnable_kinds, sequences


def most_canastas(hand: Sequence[int], limits: MeldLimits) -> int:
    """An upper bound on the canastas and sambas in any set of new melds from the hand."""
    size, wilds = limits.rules.canasta.size, wilds_held(hand)
    groups = [(number + wilds) // size for number in held_by_rank(hand, limits)[THREE:]]
    full = [cards for cards in sequences(hand, limits, wilds > 0) if len(cards) >= size]
    sambas = [max([hand[card] for card in cards if card >= 0]) for cards in full]
    return sum(groups) + sum(sambas)


def upper_bound(hand: Sequence[int], limits: MeldLimits, points: Sequence[int]) -> int:
    """An upper bound on the points of any set of new melds from the hand."""
    running, wilds = runnable_kinds(hand, limits, wilds_held(hand) > 0), copies(hand, limits.wilds)
    return bound(hand, held_by_rank(hand, limits), wilds, limits, points, running)


def bound(
    hand: Sequence[int],
    by_rank: Sequence[int],
    wilds: Sequence[int],
    limits: MeldLimits,
    points: Sequence[int],
    running: int,
) -> int:
    """`upper_bound` with these wild cards instead of those held, and `running` in sequences.

    `by_rank` are the cards of the hand for groups.

    Counted are, of each rank, the most naturals that groups take, and cards that are in some
    sequence; naturals that need a wild card only in as many ranks as there are wild cards; and the
    wild cards with the most points, as far as there are places.
    """
    naturals, rank_points = bytes(by_rank), points[0:52:4]
    without_wilds: Sequence[int] = limits.most("without_wilds", naturals)
    runs = bytes(JOKER_RANK)
    if running:
        kinds = int.from_bytes(bytes(hand), "little") & running * 255
        runs = rank_counts(kinds.to_bytes(KINDS, "little"))
        without_wilds = list(map(min, naturals, map(add, without_wilds, runs)))
    total: int = sum(map(mul, without_wilds, rank_points))
    if not wilds:
        return total
    with_wilds: Sequence[int] = limits.most("with_wilds", naturals)
    if running:
        with_wilds = list(map(min, naturals, map(add, with_wilds, runs)))
    gains: list[int] = sorted(
        map(mul, map(sub, with_wilds, without_wilds), rank_points), reverse=True
    )
    places = sum(limits.most("most_wilds", naturals))
    places += sum(runs) * limits.rules.sequence_limits.max_wilds
    if wild_melds := limits.tables[TWO]:
        places += wild_melds.most_wilds[len(wilds)]
    return total + sum(gains[: len(wilds)]) + sum([points[card] for card in wilds[:places]])
