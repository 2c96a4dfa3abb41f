"""Limits of new melds that the opening search is tried with, and hands to try it on."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from games.engine.cards import JOKER, RANKS, cards_of, counts_of
from games.engine.legal.new_meld import MeldClass
from games.engine.legal.opening.limits import MeldLimits, limits_of
from games.engine.meld_kinds import GROUP, SEQUENCE
from games.engine.rulesets import load
from games.engine.rulesets.choices import MeldsOfAKind, Threes
from games.engine.rulesets.sections import WildMeldRule
from tests.engine.brute_force import Cards

SAMBA = load("classic")


def limits(
    *, closed: frozenset[MeldClass] = frozenset(), going_out: bool = False, **sections: Any
) -> MeldLimits:
    """Those of Samba with other values in some sections."""
    values = {
        name: replace(getattr(SAMBA, name), **changed)
        if isinstance(changed, dict) and name != "points"
        else changed
        for name, changed in sections.items()
    }
    return limits_of(replace(SAMBA, **values), closed, going_out)


CLASSIC = limits()
TWO_NATURALS = {"max_size": 7, "naturals_per_wild": 0}
MORE_NATURALS = {
    "max_size": 7,
    "max_wilds": 3,
    "naturals_per_wild": 1,
    "extra_naturals": 1,
}
ONE, ONE_OPEN = {"per_rank": MeldsOfAKind.ONE}, {"per_rank": MeldsOfAKind.ONE_OPEN}
OF_FOUR: dict[str, Any] = {"canasta": {"size": 4}}
ALWAYS = {"melding": Threes.ALWAYS}
A_WILD = {"max_wilds": 1, "min_naturals": 2}
VARIANTS = {
    "classic": CLASSIC,
    "closed at seven": limits(group=TWO_NATURALS),
    "more naturals than wilds": limits(group=MORE_NATURALS),
    "one group a rank": limits(group=MORE_NATURALS | ONE),
    "one group a rank, canastas of four": limits(group={"naturals_per_wild": 0} | ONE, **OF_FOUR),
    "one open group a rank, canastas of four": limits(
        group={"naturals_per_wild": 0, "max_size": 4} | ONE_OPEN, **OF_FOUR
    ),
    "no sequences": limits(sequence=None),
    "sequences of 3 and 4 only": limits(**OF_FOUR),
    "sequences of 3 to 5": limits(canasta={"size": 5}),
    "low ranks dear": limits(points=SAMBA.points | {"4": 40, "5": 40}),
    "black threes": limits(going_out=True),
    "sevens without wilds": limits(
        group=MORE_NATURALS | {"wild_sevens": False}, canasta={"sevens": 1500}
    ),
    "threes of all colours": limits(group=TWO_NATURALS, threes=ALWAYS | {"max_size": 7}),
    "ranks and suits closed": limits(
        closed=frozenset(
            [MeldClass(GROUP, rank) for rank in (5, 6, 8, 9)]
            + [MeldClass(SEQUENCE, suit) for suit in (0, 2)]
        )
    ),
    "one wild meld": limits(wild_meld=WildMeldRule(None, MeldsOfAKind.ONE)),
    "one open wild meld, canastas of four": limits(
        wild_meld=WildMeldRule(4, MeldsOfAKind.ONE_OPEN), **OF_FOUR
    ),
    "wild melds of three to four": limits(wild_meld=WildMeldRule(4, MeldsOfAKind.SEVERAL)),
    "one wild meld of three to seven, of fours canastas": limits(
        group=TWO_NATURALS,
        canasta={"size": 4, "sevens": 1500},
        wild_meld=WildMeldRule(7, MeldsOfAKind.ONE),
        threes=ALWAYS,
    ),
    "one sequence a suit": limits(sequence={"one_per_suit": True}),
    "a wild in a sequence": limits(sequence=A_WILD),
    "a wild only in sequences": limits(sequence=A_WILD, group={"max_wilds": 0}),
    "a wild in sequences of 3 and 4": limits(sequence=A_WILD, group=TWO_NATURALS, **OF_FOUR),
    "a wild in sequences of 3 to 5": limits(
        sequence=A_WILD,
        canasta={"size": 5},
        closed=frozenset({MeldClass(SEQUENCE, 3)}),
    ),
    "a wild with three naturals": limits(
        sequence={"max_wilds": 1, "min_naturals": 3}, canasta={"size": 5}
    ),
    "a wild in one sequence a suit": limits(
        sequence=A_WILD | {"one_per_suit": True},
        canasta={"size": 5},
        wild_meld=WildMeldRule(None, MeldsOfAKind.SEVERAL),
    ),
    "black threes without wilds": limits(going_out=True, threes={"max_size": 6, "max_wilds": 0}),
}
assert RANKS[4] == "6", "ranks are closed by number"


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
