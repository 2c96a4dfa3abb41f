"""Whether a hand can open: new melds worth at least the initial minimum, found exactly.

A cheap upper bound answers most hands that cannot, plain groups most of those that can; `Search`
decides what lies between, so that None means that there are no such melds.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from operator import add, mul, sub
from typing import Final

from games.engine.cards import (
    BLACK_THREES,
    FOUR,
    KINDS,
    RANK_SHIFT,
    SEQUENCE_BITS,
    THREE,
    held_bits,
    rank_counts,
)
from games.engine.opening.demands import (
    GroupOf,
    Including,
    SequenceIn,
    Upcard,
    demand_of,
    plans,
    with_upcard,
    without,
)
from games.engine.opening.layout import RUN_RANKS, Meld, Melds, kinds_of, lay_groups
from games.engine.opening.limits import GroupLimits, MeldLimits, Option, group_table
from games.engine.opening.partition import Search, wilds_of

_NONE: Final = bytes(len(RUN_RANKS))
Tally = Counter[str]
"""How often each stage decided: ``bound``, ``greedy``, ``exact_yes``, ``exact_no``."""


def worth(melds: Melds, limits: MeldLimits) -> int:
    """Card points of `melds`."""
    points = limits.points
    return sum([points[card] for meld in melds for card in meld])


def bound(counts: Sequence[int], limits: MeldLimits) -> int:
    """At least the points of any set of new melds from the hand.

    Of each rank the most naturals that groups take, and the cards of left-over kinds that stand in
    a sequence of the hand; naturals that need a wild card only in as many ranks as there are wild
    cards; the dearest wild cards, as far as the groups have room.
    """
    hand = bytes(counts)
    naturals, runs = rank_counts(hand)[FOUR:], _in_sequences(hand, limits)
    cover, points = limits.table.cover, limits.rank_points
    plain = _melded(naturals, cover[0], runs)
    total: int = sum(map(mul, plain, points))
    wilds = wilds_of(hand, limits)
    threes, held = limits.black_threes, hand[BLACK_THREES[0]] + hand[BLACK_THREES[1]]
    if threes:
        total += limits.points[4 * THREE] * group_table(threes).cover[0][held]
    if not wilds:
        return total
    helped = _melded(naturals, cover[1], runs)
    gains: list[int] = list(map(mul, map(sub, helped, plain), points))
    room = sum(naturals.translate(limits.table.room))
    if threes:
        table = group_table(threes)
        gains.append(limits.points[4 * THREE] * (table.cover[1][held] - table.cover[0][held]))
        room += table.room[held]
    gains.sort(reverse=True)
    return total + sum(gains[: len(wilds)]) + worth((tuple(wilds[:room]),), limits)


def _melded(naturals: bytes, cover: bytes, runs: bytes) -> Sequence[int]:
    """By rank, at most how many cards groups, and sequences beside them, take."""
    grouped = naturals.translate(cover)
    return list(map(min, naturals, map(add, grouped, runs))) if any(runs) else grouped


def _in_sequences(hand: bytes, limits: MeldLimits) -> bytes:
    """By rank from fours, how many cards are of kinds that stand in a sequence of the hand."""
    if not limits.sequence_max:
        return _NONE
    starts = naturals = held_bits(hand) & SEQUENCE_BITS
    for step in range(1, limits.sequence_min):
        starts &= naturals >> RANK_SHIFT * step
    if not starts:
        return _NONE
    found = starts
    for step in range(1, limits.sequence_min):
        found |= starts << RANK_SHIFT * step
    # A byte of ones for every kind found, and so the counts of those kinds alone.
    kinds = int.from_bytes(hand, "little") & found * 255
    return rank_counts(kinds.to_bytes(KINDS, "little"))[FOUR:]


def greedy(counts: Sequence[int], limits: MeldLimits) -> tuple[int, Melds]:
    """Groups alone, the dearest rank first: points and melds of a quick lower bound."""
    wilds = wilds_of(counts, limits)
    spent = 0
    sizes: list[tuple[int, GroupLimits, Option]] = []
    for rank, group, options in _groupable(counts, limits):
        for option in options:
            if spent + option.min_wilds <= len(wilds):
                spent += option.min_wilds
                if option.naturals:
                    sizes.append((rank, group, option))
                break
    extra, hand = len(wilds) - spent, iter(wilds)
    melds: list[Meld] = []
    for rank, group, (naturals, least, most) in sizes:
        wild = least + min(extra, most - least)
        extra -= wild - least
        cards = [kind for kind in kinds_of(rank) for _ in range(counts[kind])]
        melds += lay_groups(cards, hand, (naturals, wild), group, ())
    return worth(tuple(melds), limits), tuple(melds)


def _groupable(
    counts: Sequence[int], limits: MeldLimits
) -> Iterator[tuple[int, GroupLimits, tuple[Option, ...]]]:
    """Ranks that can make groups, from aces down, and what their groups can be."""
    ranks, table = rank_counts(bytes(counts)), limits.table
    for rank in RUN_RANKS:
        if table.cover[1][ranks[rank]]:
            yield rank, limits.group, table.options[ranks[rank]]
    if limits.black_threes:
        held = sum([counts[kind] for kind in BLACK_THREES])
        yield THREE, limits.black_threes, group_table(limits.black_threes).options[held]


def find_opening(
    counts: Sequence[int],
    limits: MeldLimits,
    need: int,
    *,
    keep: int = 1,
    including: Including | None = None,
    canastas: int = 0,
    tally: Tally | None = None,
) -> Melds | None:
    """New melds worth `need` points that leave `keep` cards, or None if there are none.

    `canastas` of them at least are canastas or sambas. For a side that may lay its whole hand once
    so many are on the table, ask with ``keep=1``, then with ``keep=0`` and the canastas it lacks.
    """
    tally = Tally() if tally is None else tally
    if need <= 0 and including is None and not canastas and sum(counts) >= keep:
        return ()
    if bound(with_upcard(counts, including), limits) < need:
        tally["bound"] += 1
        return None
    if not canastas:
        melds = _greedy_opening(counts, limits, need, keep, including)
        if melds is not None:
            tally["greedy"] += 1
            return melds
    found = search_opening(counts, limits, need, keep=keep, including=including, canastas=canastas)
    tally["exact_no" if found is None else "exact_yes"] += 1
    return found


def _greedy_opening(
    counts: Sequence[int], limits: MeldLimits, need: int, keep: int, including: Including | None
) -> Melds | None:
    """What is asked for in one obvious way, and groups beside it; None decides nothing."""
    size = sum(counts) + isinstance(including, Upcard)
    for first in ((),) if including is None else _obvious(counts, limits, including):
        left = without(with_upcard(counts, including), first)
        points, melds = greedy(left, limits)
        together = (first, *melds) if first else melds
        laid = len(first) + sum(map(len, melds))
        if points + worth((first,), limits) >= need and size - laid >= keep:
            return together
    return None


def adapt_opening(
    counts: Sequence[int], limits: MeldLimits, need: int, opening: Melds, including: Including
) -> Melds | None:
    """`opening` changed at little cost to hold what `including` asks; None decides nothing.

    An obvious meld comes in, those that then lack a card go out, and a card stays in the hand.
    """
    for first in _obvious(counts, limits, including):
        left = without(counts, first)
        melds: list[Meld] = [first]
        for meld in opening:
            rest = without(left, meld)
            if min(rest) >= 0:
                melds.append(meld)
                left = rest
        if any(left) and worth(tuple(melds), limits) >= need:
            return tuple(melds)
    return None


def _obvious(counts: Sequence[int], limits: MeldLimits, including: Including) -> Iterator[Meld]:
    """Melds that meet `including`: all cards of the rank, or each shortest sequence of the suit."""
    if isinstance(including, SequenceIn):
        if not limits.sequence_max:
            return
        length = limits.sequence_min
        for rank in RUN_RANKS[length - 1 :]:
            cards = tuple(4 * (rank + step) + including.suit for step in range(length))
            if all(counts[card] for card in cards):
                yield cards
        return
    rank = including.rank if isinstance(including, GroupOf) else including.card >> 2
    held = with_upcard(counts, including)
    naturals = [kind for kind in kinds_of(rank) for _ in range(held[kind])]
    wilds = wilds_of(counts, limits)
    group = limits.black_threes if rank == THREE else limits.group
    least = 3 if isinstance(including, Upcard) else 0
    for wild in range(min(len(wilds), 1) + 1):
        if group and len(naturals) >= least and group.allow(len(naturals), wild):
            yield tuple(sorted(naturals + wilds[:wild]))
            return


def search_opening(
    counts: Sequence[int],
    limits: MeldLimits,
    need: int,
    *,
    keep: int = 1,
    including: Including | None = None,
    canastas: int = 0,
) -> Melds | None:
    """`find_opening` by the exact search alone."""
    melds = _search(counts, limits, need, including, canastas)
    if melds is None:
        return None
    from_hand = sum(map(len, melds)) - isinstance(including, Upcard)
    if sum(counts) - from_hand >= keep:
        return melds
    # Too few cards stay: some card must, so each is tried as the one, the cheapest first.
    for kind in sorted(filter(counts.__getitem__, range(KINDS)), key=limits.points.__getitem__):
        fewer = without(counts, (kind,))
        melds = search_opening(
            fewer, limits, need, keep=keep - 1, including=including, canastas=canastas
        )
        if melds is not None:
            return melds
    return None


def best_opening(
    counts: Sequence[int],
    limits: MeldLimits,
    *,
    keep: int = 1,
    including: Including | None = None,
    canastas: int = 0,
) -> tuple[int, Melds] | None:
    """The most points that new melds can be worth, and such melds; None if none meet the demand."""
    best = None
    low, high = 0, bound(with_upcard(counts, including), limits)
    while low <= high:
        need = (low + high + 1) // 2 if best is not None else low
        melds = search_opening(
            counts, limits, need, keep=keep, including=including, canastas=canastas
        )
        if melds is not None:
            best = melds
            low = worth(melds, limits) + 1
        elif best is None:
            return None
        else:
            high = need - 1
    return None if best is None else (low - 1, best)


def _search(
    counts: Sequence[int],
    limits: MeldLimits,
    need: int,
    including: Including | None,
    canastas: int,
) -> Melds | None:
    """The exact search; the canastas wanted are settled first, in every way there is."""
    demand = demand_of(including)
    if canastas and Search(counts, limits, need, demand).run() is None:
        return None
    for plan in plans(counts, limits, demand, canastas):
        rest = need - worth(plan.sambas, limits)
        melds = Search(plan.counts, limits, rest, plan.demand).run()
        if melds is not None:
            return (*melds, *plan.sambas)
    return None
