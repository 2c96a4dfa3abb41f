"""Whether a hand can open: new melds worth at least the initial minimum, found exactly.

A cheap upper bound answers most hands that cannot, plain groups most of those that can; `Search`
decides what lies between, so that None means that there are no such melds.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from operator import add, mul, sub
from typing import Final

from games.engine.cards import (
    BLACK_THREES,
    FOUR,
    KINDS,
    NATURALS,
    SUIT_BITS,
    THREE,
    copies,
    held_bits,
    rank_counts,
    sequence_starts,
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
from games.engine.opening.layout import (
    RUN_RANKS,
    Meld,
    Melds,
    in_sequences,
    lay_groups,
    runs,
)
from games.engine.opening.limits import GroupLimits, MeldLimits, Option, group_table, wilds_with
from games.engine.opening.partition import Search, wilds_of

_NONE: Final = bytes(len(RUN_RANKS))
Tally = Counter[str]
"""How often each stage decided: ``bound``, ``greedy``, ``exact_yes``, ``exact_no``."""


def worth(melds: Iterable[Sequence[int]], limits: MeldLimits) -> int:
    """Card points of `melds`."""
    points = limits.points
    return sum([points[card] for meld in melds for card in meld])


def bound(
    counts: Sequence[int], limits: MeldLimits, including: GroupOf | SequenceIn | None = None
) -> int:
    """At least the points of any set of new melds from the hand; -1 if none meets `including`.

    Of each rank the most naturals that groups take, and the cards of left-over kinds that stand in
    a sequence of the hand; naturals that need a wild card only in as many ranks as there are wild
    cards; the dearest wild cards, as far as the groups have room. What is asked for comes first:
    one of the shortest sequences of the suit, or the wild card that the group cannot do without.
    """
    running = _in_sequences(counts, limits)
    if isinstance(including, SequenceIn):
        bounds = [
            worth((first,), limits) + _bound(without(counts, first), limits, running, None)
            for first in _obvious(counts, limits, including)
        ]
        return max(bounds, default=-1)
    return _bound(counts, limits, running, None if including is None else including.rank)


def _in_sequences(counts: Sequence[int], limits: MeldLimits) -> bytes:
    if not limits.sequence_max:
        return _NONE
    return in_sequences(bytes(counts), limits.sequence_min)[FOUR:]


def _bound(counts: Sequence[int], limits: MeldLimits, running: bytes, rank: int | None) -> int:
    """`bound` where by rank `running` cards stand in sequences, and `rank` is to be a group."""
    hand, points, table = bytes(counts), limits.rank_points, limits.table
    naturals, wilds = rank_counts(hand)[FOUR:], wilds_of(hand, limits)
    plain = _melded(naturals, table.cover[0], running)
    total: int = sum(map(mul, plain, points))
    threes, held = limits.black_threes, hand[BLACK_THREES[0]] + hand[BLACK_THREES[1]]
    if threes:
        total += limits.points[4 * THREE] * group_table(threes).cover[0][held]
    if not wilds:
        return total
    helped = _melded(naturals, table.cover[1], running)
    gains: list[int] = list(map(mul, map(sub, helped, plain), points))
    room, free = sum(naturals.translate(table.room)), len(wilds)
    if rank is not None and rank != THREE and not table.cover[0][naturals[rank - FOUR]]:
        total += gains.pop(rank - FOUR)
        free -= 1
    if threes:
        table = group_table(threes)
        gains.append(limits.points[4 * THREE] * (table.cover[1][held] - table.cover[0][held]))
        room += table.room[held]
    gains.sort(reverse=True)
    kinds = limits.points
    return total + sum(gains[:free]) + sum([kinds[wild] for wild in wilds[:room]])


def _melded(naturals: bytes, cover: bytes, running: bytes) -> Sequence[int]:
    """By rank, at most how many cards groups, and sequences beside them, take."""
    grouped = naturals.translate(cover)
    return list(map(min, naturals, map(add, grouped, running))) if any(running) else grouped


def greedy(counts: Sequence[int], limits: MeldLimits) -> tuple[int, Melds]:
    """Groups alone, the dearest rank first: points and melds of a quick lower bound."""
    wilds = wilds_of(counts, limits)
    free = len(wilds)
    sizes: list[tuple[int, GroupLimits, Option]] = []
    for rank, group, options in _groupable(counts, limits):
        for option in options:
            if option.min_wilds <= free:
                free -= option.min_wilds
                if option.naturals:
                    sizes.append((rank, group, option))
                break
    hand = iter(wilds)
    melds: list[Meld] = []
    for rank, group, (naturals, least, most) in sizes:
        wild = least + min(free, most - least)
        free -= wild - least
        cards = copies(counts, NATURALS[rank])
        melds += lay_groups(cards, hand, (naturals, wild), group, ())
    return worth(melds, limits), tuple(melds)


def _groupable(
    counts: Sequence[int], limits: MeldLimits
) -> list[tuple[int, GroupLimits, tuple[Option, ...]]]:
    """Ranks that can make groups, from aces down, and what their groups can be."""
    table, naturals = limits.table, rank_counts(bytes(counts))[: FOUR - 1 : -1]
    found = [
        (rank, limits.group, table.options[held])
        for rank, held in zip(RUN_RANKS, naturals, strict=True)
        if table.cover[1][held]
    ]
    if limits.black_threes:
        held = sum([counts[kind] for kind in BLACK_THREES])
        found.append((THREE, limits.black_threes, group_table(limits.black_threes).options[held]))
    return found


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
    if need <= 0 and including is None and not canastas and sum(counts) >= keep:
        return ()
    found, stage = None, "bound"
    if _bound_of(counts, limits, including) >= need:
        if not canastas:
            found, stage = _greedy_opening(counts, limits, need, keep, including), "greedy"
        if found is None:
            found = search_opening(
                counts, limits, need, keep=keep, including=including, canastas=canastas
            )
            stage = "exact_no" if found is None else "exact_yes"
    if tally is not None:
        tally[stage] += 1
    return found


def _bound_of(counts: Sequence[int], limits: MeldLimits, including: Including | None) -> int:
    if isinstance(including, Upcard):
        return bound(with_upcard(counts, including), limits)
    return bound(counts, limits, including)


def _greedy_opening(
    counts: Sequence[int], limits: MeldLimits, need: int, keep: int, including: Including | None
) -> Melds | None:
    """What is asked in one obvious way, perhaps a sequence, and groups; None decides nothing."""
    pool = with_upcard(counts, including)
    least = sum(pool) - keep
    for first in ((),) if including is None else _obvious(counts, limits, including):
        left = without(pool, first)
        for run in _long_sequences(left, limits):
            begun = tuple([meld for meld in (first, run) if meld])
            points, melds = greedy(without(left, run), limits)
            together = (*begun, *melds)
            if points + worth(begun, limits) >= need and sum(map(len, together)) <= least:
                return together
    return None


def _long_sequences(counts: Sequence[int], limits: MeldLimits) -> Iterator[Meld]:
    """No sequence first, and then of every unbroken run its longest, the dear cards of it."""
    yield ()
    starts = sequence_starts(held_bits(bytes(counts)), limits.sequence_min)
    if starts and limits.sequence_max:
        for suit in range(4):
            if starts & SUIT_BITS[suit]:
                for run in runs(counts, suit, limits.sequence_min):
                    yield tuple(run[-limits.sequence_max :])


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
    """Melds that meet `including`: each shortest sequence of the suit, or all cards of the rank.

    These with as few wild cards as it takes, and then with as many as there may be.
    """
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
    naturals = copies(held, NATURALS[rank])
    wilds = wilds_of(counts, limits)
    group = limits.black_threes if rank == THREE else limits.group
    least = 3 if isinstance(including, Upcard) else 0
    if not group or len(naturals) < least:
        return
    fits = [number for number in wilds_with(group, len(naturals)) if number <= len(wilds)]
    for wild in fits if len(fits) < 3 else (fits[0], fits[-1]):
        yield tuple(sorted(naturals + wilds[:wild]))


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
