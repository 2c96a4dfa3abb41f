"""Which cards of a hand can be put together, the fewest first."""

from collections.abc import Collection, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from games.engine.cards import (
    ACE,
    BLACK_THREES,
    FOUR,
    NATURALS,
    RANK_OF,
    RED_THREES,
    THREE,
    WILDS,
    copies,
)
from games.engine.opening import GroupLimits, Meld, MeldLimits
from games.engine.opening.holding import SUIT_KINDS, sequence_cards
from games.engine.rulesets import Ruleset
from games.engine.rulesets.choices import Threes


class Run(NamedTuple):
    """Cards from the hand in a sequence, from low to high."""

    cards: Meld
    as_: int | None = None
    """The rank that the wild card among them stands for."""


def subsets(cards: Sequence[int], size: int) -> Iterator[Meld]:
    """Every choice of `size` of the sorted `cards`, equal cards being the same."""
    if not size:
        yield ()
        return
    for place, card in enumerate(cards[: len(cards) - size + 1]):
        if not place or cards[place - 1] != card:
            for others in subsets(cards[place + 1 :], size - 1):
                yield (card, *others)


def all_subsets(cards: Sequence[int]) -> Iterator[Meld]:
    """Every choice of one or more of the sorted `cards`."""
    for size in range(1, len(cards) + 1):
        yield from subsets(cards, size)


def group_kinds(rules: Ruleset, rank: int) -> tuple[int, ...]:
    """The kinds of naturals that make groups of `rank`."""
    if rank == THREE and rules.threes.melding is Threes.ALWAYS:
        return tuple(sorted(BLACK_THREES + RED_THREES))
    return NATURALS[rank]


def with_wilds(
    naturals: Sequence[int], wilds: Sequence[int], least: int, sizes: range
) -> Iterator[Meld]:
    """Every choice of cards whose number is in `sizes`, `least` or more of them naturals."""
    for size in sizes:
        for wild in range(min(len(wilds), size - least) + 1):
            for some in subsets(naturals, size - wild):
                for others in subsets(wilds, wild):
                    yield tuple(sorted(some + others))


def groups(hand: Sequence[int], kinds: Collection[int], limits: GroupLimits) -> Iterator[Meld]:
    """Every group of the `kinds` that the hand can form."""
    naturals, wilds = copies(hand, kinds), copies(hand, WILDS)
    most = limits.max_size or len(naturals) + len(wilds)
    sizes = range(limits.min_size, min(most, len(naturals) + len(wilds)) + 1)
    for cards in with_wilds(naturals, wilds, limits.min_naturals, sizes):
        wild = sum([card in WILDS for card in cards])
        if limits.allow(len(cards) - wild, wild):
            yield cards


def wild_melds(hand: Sequence[int], limits: MeldLimits) -> Iterator[Meld]:
    """Every meld of wild cards alone that the hand can form."""
    if limits.wild_melds is not None:
        wilds = copies(hand, WILDS)
        most = min(limits.wild_melds.max_size or len(wilds), len(wilds))
        for size in range(limits.wild_melds.min_size, most + 1):
            yield from subsets(wilds, size)


def sequences(hand: Sequence[int], suit: int, limits: MeldLimits) -> Iterator[Meld]:
    """Every sequence of the suit that the hand can form, a wild card in its place."""
    if not sequence_cards(hand, limits) & SUIT_KINDS[suit]:
        return
    for size in range(limits.sequence_min, limits.sequence_max + 1):
        wild = bool(limits.sequence_wilds) and size > limits.sequence_naturals
        for low in range(FOUR, ACE + 2 - size):
            for run in filled(hand, window(suit, low, size), wild=wild):
                yield run.cards


@cache
def window(suit: int, low: int, size: int) -> tuple[int, ...]:
    """The kinds of a sequence of `size` cards from rank `low`."""
    return tuple(range(4 * low + suit, 4 * (low + size), 4))


def filled(hand: Sequence[int], kinds: Sequence[int], *, wild: bool) -> Iterator[Run]:
    """The cards for these places; one may be a wild card where `wild`, as few as it takes."""
    missing = [place for place, kind in enumerate(kinds) if not hand[kind]]
    if not missing:
        yield Run(tuple(kinds))
    if not wild or len(missing) > 1:
        return
    for place in missing or range(len(kinds)):
        for card in WILDS:
            if hand[card]:
                yield Run((*kinds[:place], card, *kinds[place + 1 :]), RANK_OF[kinds[place]])


def around(suit: int, ranks: range, sizes: range) -> Iterator[tuple[int, ...]]:
    """The kinds that make a sequence of `ranks` longer, below or above, by `sizes` cards."""
    for size in sizes:
        for below in range(size + 1):
            low = ranks.start - below
            if low >= FOUR and low + len(ranks) + size <= ACE + 1:
                yield window(suit, low, below) + window(suit, ranks.stop, size - below)
