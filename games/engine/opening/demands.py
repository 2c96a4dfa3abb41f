"""What melds are asked to hold beside their points."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final

from games.engine.cards import IS_WILD, JOKER_RANK, KINDS, RANK_OF, SUIT_OF, copies
from games.engine.opening.holding import wilds_of
from games.engine.opening.layout import RUN_RANKS, Meld
from games.engine.opening.limits import MeldLimits, closing
from games.engine.opening.partition import Demand
from games.engine.opening.tables import Claim, wilds_with

EVERY_KIND: Final = range(KINDS)


@dataclass(frozen=True, slots=True)
class GroupOf:
    """There must be a group of `rank`, which may be that of the threes."""

    rank: int


@dataclass(frozen=True, slots=True)
class SequenceIn:
    """There must be a sequence in `suit`."""

    suit: int


@dataclass(frozen=True, slots=True)
class WildMeld:
    """There must be a meld of wild cards alone."""


@dataclass(frozen=True, slots=True)
class Upcard:
    """The first meld must be a group of the upcard, which is not in the hand, and of cards from it.

    `naturals` are those that the hand must give.
    """

    card: int
    naturals: int = 2


Part = GroupOf | SequenceIn | WildMeld
Including = Part | Upcard


def part_of(meld: Meld) -> Part:
    """What kind of meld it is."""
    naturals = [card for card in meld if not IS_WILD[card]]
    if not naturals:
        return WildMeld()
    if RANK_OF[naturals[0]] == RANK_OF[naturals[-1]]:
        return GroupOf(RANK_OF[naturals[0]])
    return SequenceIn(SUIT_OF[naturals[0]])


def wild_as(meld: Meld) -> int | None:
    """The rank that the wild card of a sequence, from low to high, stands for."""
    if not isinstance(part_of(meld), SequenceIn):
        return None
    low = next(RANK_OF[card] - place for place, card in enumerate(meld) if not IS_WILD[card])
    return next((low + place for place, card in enumerate(meld) if IS_WILD[card]), None)


def may_repeat(part: Part, limits: MeldLimits) -> bool:
    """True if one action may lay more than one such meld."""
    match part:
        case GroupOf(rank):
            return limits.groups[rank].several_per_rank
        case SequenceIn():
            return limits.several_per_suit
        case WildMeld():
            return limits.wild_melds is not None and limits.wild_melds.several


def beside(meld: Meld, limits: MeldLimits) -> MeldLimits:
    """`limits` for new melds beside one that is made."""
    part = part_of(meld)
    if may_repeat(part, limits):
        return limits
    match part:
        case GroupOf(rank):
            return closing(limits, ranks=frozenset({rank}))
        case SequenceIn(suit):
            return closing(limits, suits=frozenset({suit}))
        case WildMeld():
            return closing(limits, wild_melds=True)


def demand_of(including: Including | None) -> Demand:
    """The same for the search."""
    match including:
        case GroupOf(rank):
            return Demand({rank: (Claim(),)})
        case SequenceIn(suit):
            return Demand(suit=suit)
        case WildMeld():
            return Demand({JOKER_RANK: (Claim(),)})
        case Upcard(card, naturals):
            return Demand({card >> 2: (Claim(naturals + 1),)}, upcard=card)
        case _:
            return Demand()


def without(counts: Sequence[int], cards: Meld) -> list[int]:
    """The counts when `cards` are gone; negative where they were not held."""
    fewer = list(counts)
    for card in cards:
        fewer[card] -= 1
    return fewer


def with_upcard(counts: Sequence[int], including: Including | None) -> Sequence[int]:
    """The cards that melds can be made of."""
    if not isinstance(including, Upcard):
        return counts
    more = list(counts)
    more[including.card] += 1
    return more


def stays(pool: Sequence[int], melds: Iterable[Meld], keep: int, kept: Collection[int]) -> bool:
    """True if of the cards that melds are made of `keep` stay that are of the kinds `kept`."""
    if kept is EVERY_KIND:
        return sum(pool) - sum(map(len, melds)) >= keep
    left = without(pool, tuple(chain(*melds)))
    return sum([left[kind] for kind in kept]) >= keep


def obvious(counts: Sequence[int], limits: MeldLimits, including: Including) -> Iterator[Meld]:
    """Melds that meet `including`: each shortest sequence of the suit, or all cards of the rank.

    These with as few wild cards as it takes, and then with as many as there may be; the same
    for a meld of wild cards alone.
    """
    if isinstance(including, WildMeld):
        yield from _wild_melds(wilds_of(counts, limits), limits)
        return
    if isinstance(including, SequenceIn):
        if not limits.sequence_max or including.suit in limits.closed_suits:
            return
        yield from _short_sequences(counts, limits, including.suit)
        return
    rank = including.rank if isinstance(including, GroupOf) else including.card >> 2
    held = with_upcard(counts, including)
    naturals = copies(held, limits.naturals[rank])
    wilds = wilds_of(counts, limits)
    group = limits.groups[rank]
    least = including.naturals + 1 if isinstance(including, Upcard) else 0
    if len(naturals) < least:
        return
    fits = [number for number in wilds_with(group, len(naturals)) if number <= len(wilds)]
    for wild in fits if len(fits) < 3 else (fits[0], fits[-1]):
        yield tuple(sorted(naturals + wilds[:wild]))


def _short_sequences(counts: Sequence[int], limits: MeldLimits, suit: int) -> Iterator[Meld]:
    """The shortest sequences of a suit, those with a wild card last."""
    for cards in _places(limits.sequence_min, suit):
        if all(counts[card] for card in cards):
            yield cards
    wilds = wilds_of(counts, limits) if limits.sequence_wilds else []
    size = max(limits.sequence_min, limits.sequence_naturals + 1)
    if not wilds or size > limits.sequence_max:
        return
    for cards in _places(size, suit):
        lacking = [place for place, card in enumerate(cards) if not counts[card]]
        for place in lacking or range(size):
            if len(lacking) < 2:
                yield (*cards[:place], wilds[0], *cards[place + 1 :])


def _places(size: int, suit: int) -> Iterator[Meld]:
    """Every sequence of `size` cards in a suit, from the ace down."""
    for rank in RUN_RANKS[size - 1 :]:
        yield tuple(range(4 * rank + suit, 4 * (rank + size - 1) + suit + 1, 4))


def _wild_melds(wilds: list[int], limits: MeldLimits) -> Iterator[Meld]:
    """The smallest meld of the dearest wild cards, and the largest."""
    if limits.wild_melds:
        least, most = limits.wild_melds.min_size, limits.wild_melds.max_size or len(wilds)
        for size in sorted({least, min(most, len(wilds))}):
            if least <= size <= len(wilds):
                yield tuple(sorted(wilds[:size]))
