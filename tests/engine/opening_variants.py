"""Limits of new melds that the opening search is tried with, and hands to try it on."""

import random
from collections.abc import Iterator
from dataclasses import replace

from games.engine.cards import JOKER, KINDS, RANK_OF, RANKS, SUITS, cards_of, counts_of
from games.engine.opening import GroupLimits, MeldLimits, WildMeldLimits
from tests.engine.brute_force import Cards

POINTS = tuple(
    50 if kind == JOKER else 20 if rank in "2A" else 5 if rank in "34567" else 10
    for kind, rank in enumerate([rank for rank in RANKS for _ in SUITS] + ["JK"])
)
CLASSIC = MeldLimits(points=POINTS)
TWO_NATURALS = GroupLimits(max_size=7, naturals_per_wild=0)
MORE_NATURALS = GroupLimits(max_size=7, max_wilds=3, naturals_per_wild=1, naturals_beyond=1)
VARIANTS = {
    "classic": CLASSIC,
    "closed at seven": replace(CLASSIC, group=TWO_NATURALS),
    "more naturals than wilds": replace(CLASSIC, group=MORE_NATURALS),
    "one group a rank": replace(CLASSIC, group=MORE_NATURALS._replace(several_per_rank=False)),
    "one group a rank, canastas of four": replace(
        CLASSIC,
        group=GroupLimits(naturals_per_wild=0, several_per_rank=False),
        canasta=4,
        sequence_max=4,
    ),
    "no sequences": replace(CLASSIC, sequence_max=0),
    "sequences of 3 and 4 only": replace(CLASSIC, sequence_max=4, canasta=4),
    "sequences of 4 and 5 only": replace(CLASSIC, sequence_min=4, sequence_max=5, canasta=5),
    "low ranks dear": replace(
        CLASSIC, points=tuple(40 if RANK_OF[k] in (2, 3) else POINTS[k] for k in range(KINDS))
    ),
    "black threes": replace(CLASSIC, black_threes=GroupLimits()),
    "sevens without wilds": replace(
        CLASSIC, group=MORE_NATURALS, sevens=MORE_NATURALS._replace(max_wilds=0), sevens_apart=True
    ),
    "threes of all colours": replace(CLASSIC, threes=TWO_NATURALS),
    "ranks and suits closed": replace(
        CLASSIC, closed_ranks=frozenset({5, 6, 8, 9}), closed_suits=frozenset({0, 2})
    ),
    "one wild meld": replace(CLASSIC, wild_melds=WildMeldLimits(max_size=0, several=False)),
    "wild melds of three to four": replace(CLASSIC, wild_melds=WildMeldLimits(max_size=4)),
    "one wild meld of three to seven, of fours canastas": replace(
        CLASSIC,
        group=TWO_NATURALS,
        canasta=4,
        sequence_max=4,
        sevens_apart=True,
        wild_melds=WildMeldLimits(max_size=7, several=False),
        threes=GroupLimits(naturals_per_wild=0),
    ),
    "one sequence a suit": replace(CLASSIC, several_per_suit=False),
    "a wild in a sequence": replace(CLASSIC, sequence_wilds=1),
    "a wild in sequences of 3 and 4": replace(
        CLASSIC, sequence_wilds=1, sequence_max=4, canasta=4, group=TWO_NATURALS
    ),
    "a wild in sequences of 3 to 5": replace(
        CLASSIC, sequence_wilds=1, sequence_max=5, canasta=5, closed_suits=frozenset({3})
    ),
    "a wild with three naturals": replace(
        CLASSIC, sequence_wilds=1, sequence_naturals=3, sequence_max=5, canasta=5
    ),
    "a wild in one sequence a suit": replace(
        CLASSIC,
        sequence_wilds=1,
        several_per_suit=False,
        sequence_max=5,
        canasta=5,
        wild_melds=WildMeldLimits(),
    ),
    "black threes without wilds": replace(
        CLASSIC, black_threes=GroupLimits(max_size=6, max_wilds=0, min_naturals=3)
    ),
}


def hand(text: str) -> bytearray:
    """Counts of the cards in `text`."""
    return counts_of(cards_of(text))


def small_hands(seed: str, number: int) -> Iterator[Cards]:
    """Hands of 3 to 10 cards from a few neighbouring ranks and suits, so that melds abound."""
    rng = random.Random(seed)
    while number:
        ranks = rng.randint(2, 6)
        low = rng.randint(2, 13 - ranks)
        suits = rng.sample(range(4), rng.choice((1, 2, 2, 3, 4)))
        pack = [4 * (low + step) + suit for step in range(ranks) for suit in suits] * 3
        pack += [4, 7, 7, 4] if rng.random() < 0.2 else []
        pack += rng.sample((0, 0, 1, JOKER, JOKER), rng.randint(0, 5))
        if rng.random() < 0.05:
            pack += [5, 6, 5, 6]
        yield tuple(sorted(rng.sample(pack, min(len(pack), rng.randint(3, 10)))))
        number -= 1
