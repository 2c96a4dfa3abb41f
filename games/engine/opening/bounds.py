"""A cheap upper bound on what new melds from a hand can be worth."""

from collections.abc import Iterable, Sequence
from operator import add, mul, sub
from typing import Final

from games.engine.cards import FOUR, THREE, rank_counts
from games.engine.opening.demands import (
    GroupOf,
    Including,
    Part,
    SequenceIn,
    Upcard,
    WildMeld,
    obvious,
    with_upcard,
    without,
)
from games.engine.opening.holding import sequence_cards, wilds_of
from games.engine.opening.layout import RUN_RANKS, in_sequences
from games.engine.opening.limits import MeldLimits
from games.engine.opening.tables import wild_options

_NONE: Final = bytes(len(RUN_RANKS))


def worth(melds: Iterable[Sequence[int]], limits: MeldLimits) -> int:
    """Card points of `melds`."""
    points = limits.points
    return sum([points[card] for meld in melds for card in meld])


def bound(counts: Sequence[int], limits: MeldLimits, including: Part | None = None) -> int:
    """At least the points of any set of new melds from the hand; -1 if none meets `including`.

    Of each rank the most naturals that groups take, and the cards of left-over kinds that stand in
    a sequence of the hand; naturals that need a wild card only in as many ranks as there are wild
    cards; the dearest wild cards, as far as the groups have room. What is asked for comes first:
    one of the shortest sequences of the suit, or the wild card that the group cannot do without.
    """
    if isinstance(including, WildMeld) and not _wild_room(counts, limits):
        return -1
    running = _in_sequences(counts, limits)
    if isinstance(including, SequenceIn):
        bounds = [
            worth((first,), limits) + _bound(without(counts, first), limits, running, None)
            for first in obvious(counts, limits, including)
        ]
        return max(bounds, default=-1)
    rank = including.rank if isinstance(including, GroupOf) else None
    return _bound(counts, limits, running, rank)


def _wild_room(counts: Sequence[int], limits: MeldLimits) -> int:
    """At most how many wild cards can be melded alone."""
    options = wild_options(limits.wild_melds, (), len(wilds_of(counts, limits)))
    return options[-1].max_wilds


def _in_sequences(counts: Sequence[int], limits: MeldLimits) -> bytes:
    """By rank, how many cards are of kinds that stand in some sequence of the hand."""
    if not limits.sequence_max:
        return _NONE
    if limits.sequences_plain:
        return in_sequences(bytes(counts), limits.sequence_min)[FOUR:]
    kinds = sequence_cards(counts, limits)
    running = [number if kinds >> kind & 1 else 0 for kind, number in enumerate(counts)]
    return rank_counts(bytes(running))[FOUR:]


def _bound(counts: Sequence[int], limits: MeldLimits, running: bytes, rank: int | None) -> int:
    """`bound` where by rank `running` cards stand in sequences, and `rank` is to be a group."""
    hand, points = bytes(counts), limits.rank_points
    naturals, wilds = rank_counts(hand)[FOUR:], wilds_of(hand, limits)
    plain = _melded(naturals, limits.covered(naturals, helped=False), running)
    total: int = sum(map(mul, plain, points))
    threes, table = limits.naturals[THREE], limits.tables[THREE]
    held = sum([hand[kind] for kind in threes]) if threes else 0
    if threes:
        total += limits.points[4 * THREE] * table.cover[0][held]
    if not wilds:
        return total
    helped = _melded(naturals, limits.covered(naturals, helped=True), running)
    gains: list[int] = list(map(mul, map(sub, helped, plain), points))
    room, free = limits.room(naturals), len(wilds)
    if (
        rank is not None
        and rank != THREE
        and not limits.tables[rank].cover[0][naturals[rank - FOUR]]
    ):
        total += gains.pop(rank - FOUR)
        free -= 1
    if threes:
        gains.append(limits.points[4 * THREE] * (table.cover[1][held] - table.cover[0][held]))
        room += table.room[held]
    if limits.wild_melds:
        room += _wild_room(hand, limits)
    if limits.sequence_wilds:
        room += sum(running) // limits.sequence_naturals
    gains.sort(reverse=True)
    kinds = limits.points
    return total + sum(gains[:free]) + sum([kinds[wild] for wild in wilds[:room]])


def _melded(naturals: bytes, grouped: bytes, running: bytes) -> Sequence[int]:
    """By rank, at most how many cards groups, and sequences beside them, take."""
    return list(map(min, naturals, map(add, grouped, running))) if any(running) else grouped


def bound_of(counts: Sequence[int], limits: MeldLimits, including: Including | None) -> int:
    """`bound` where the upcard may be what is asked for, which is then a card of the melds."""
    if isinstance(including, Upcard):
        return bound(with_upcard(counts, including), limits)
    return bound(counts, limits, including)
