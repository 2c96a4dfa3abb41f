"""Melds found at little cost: plain groups, and changes to melds found before."""

from collections.abc import Collection, Iterator, Sequence

from games.engine.cards import (
    SUIT_BITS,
    THREE,
    copies,
    held_bits,
    rank_counts,
    sequence_starts,
)
from games.engine.opening.bounds import worth
from games.engine.opening.demands import (
    EVERY_KIND,
    Including,
    may_repeat,
    obvious,
    part_of,
    stays,
    with_upcard,
    without,
)
from games.engine.opening.holding import wilds_of
from games.engine.opening.layout import RUN_RANKS, Meld, Melds, lay_groups, runs
from games.engine.opening.limits import MeldLimits
from games.engine.opening.tables import GroupLimits, Option, wild_options


def greedy(counts: Sequence[int], limits: MeldLimits) -> tuple[int, Melds]:
    """Groups, the dearest rank first, and wild cards: points and melds of a quick lower bound."""
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
        cards = copies(counts, limits.naturals[rank])
        melds += lay_groups(cards, hand, (naturals, wild), group, ())
    if limits.wild_melds:
        melds += _wild_melds(list(hand), limits)
    return worth(melds, limits), tuple(melds)


def _wild_melds(wilds: list[int], limits: MeldLimits) -> Iterator[Meld]:
    """Melds of as many of the wild cards as may be."""
    if limits.wild_melds:
        most = wild_options(limits.wild_melds, (), len(wilds))[-1].max_wilds
        yield from lay_groups(wilds, iter(()), (most, 0), limits.wild_melds.as_groups, ())


def _groupable(
    counts: Sequence[int], limits: MeldLimits
) -> list[tuple[int, GroupLimits, tuple[Option, ...]]]:
    """Ranks that can make groups, from aces down, and what their groups can be."""
    groups, tables, naturals = limits.groups, limits.tables, rank_counts(bytes(counts))
    found = [
        (rank, groups[rank], tables[rank].options[naturals[rank]])
        for rank in RUN_RANKS
        if tables[rank].cover[1][naturals[rank]]
    ]
    if kinds := limits.naturals[THREE]:
        held = sum([counts[kind] for kind in kinds])
        found.append((THREE, groups[THREE], tables[THREE].options[held]))
    return found


def greedy_opening(
    counts: Sequence[int],
    limits: MeldLimits,
    need: int,
    keep: int,
    kept: Collection[int],
    including: Including | None,
) -> Melds | None:
    """What is asked in one obvious way, perhaps a sequence, and groups; None decides nothing."""
    pool = with_upcard(counts, including)
    for first in ((),) if including is None else obvious(counts, limits, including):
        left = without(pool, first)
        for run in _long_sequences(left, limits):
            begun = tuple([meld for meld in (first, run) if meld])
            points, melds = greedy(without(left, run), limits)
            together = (*begun, *melds)
            if (
                points + worth(begun, limits) >= need
                and stays(pool, together, keep, kept)
                and (limits.several or _none_too_many(together, limits))
            ):
                return together
    return None


def _long_sequences(counts: Sequence[int], limits: MeldLimits) -> Iterator[Meld]:
    """No sequence first, and then of every unbroken run its longest, the dear cards of it."""
    yield ()
    starts = sequence_starts(held_bits(bytes(counts)), limits.sequence_min)
    if starts and limits.sequence_max:
        for suit in range(4):
            if starts & SUIT_BITS[suit] and suit not in limits.closed_suits:
                for run in runs(counts, suit, limits.sequence_min):
                    yield tuple(run[-limits.sequence_max :])


def adapt_opening(
    counts: Sequence[int],
    limits: MeldLimits,
    need: int,
    opening: Melds,
    including: Including,
    kept: Collection[int] = EVERY_KIND,
) -> Melds | None:
    """`opening` changed at little cost to hold what `including` asks; None decides nothing.

    An obvious meld comes in, those that then lack a card go out, and a card that is one of the
    kinds `kept` stays in the hand.
    """
    for first in obvious(counts, limits, including):
        left = without(counts, first)
        melds: list[Meld] = [first]
        for meld in opening:
            rest = without(left, meld)
            if min(rest) >= 0 and (limits.several or _none_too_many((*melds, meld), limits)):
                melds.append(meld)
                left = rest
        if any(map(left.__getitem__, kept)) and worth(tuple(melds), limits) >= need:
            return tuple(melds)
    return None


def _none_too_many(melds: Sequence[Meld], limits: MeldLimits) -> bool:
    """True if no two are alike where there may be only one."""
    parts = [part_of(meld) for meld in melds]
    return all(parts.count(part) == 1 or may_repeat(part, limits) for part in set(parts))
