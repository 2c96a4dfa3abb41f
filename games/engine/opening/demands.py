"""What melds are asked to hold beside their points, and the ways to have so many canastas."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, product
from typing import NamedTuple

from games.engine.cards import NATURALS, THREE
from games.engine.opening.layout import RUN_RANKS, Meld, Melds
from games.engine.opening.limits import Claim, Claims, MeldLimits, group_table
from games.engine.opening.partition import Demand


@dataclass(frozen=True, slots=True)
class GroupOf:
    """There must be a group of `rank`, which may be that of the black threes."""

    rank: int


@dataclass(frozen=True, slots=True)
class SequenceIn:
    """There must be a sequence in `suit`."""

    suit: int


@dataclass(frozen=True, slots=True)
class Upcard:
    """The first meld must be a group of the upcard, which is not in the hand, and of cards from it.

    `naturals` are those that the hand must give.
    """

    card: int
    naturals: int = 2


Including = GroupOf | SequenceIn | Upcard


def demand_of(including: Including | None) -> Demand:
    """The same for the search."""
    match including:
        case GroupOf(rank):
            return Demand({rank: (Claim(),)})
        case SequenceIn(suit):
            return Demand(suit=suit)
        case Upcard(card, naturals):
            return Demand({card >> 2: (Claim(naturals + 1),)}, upcard=card)
        case _:
            return Demand()


class Plan(NamedTuple):
    """Canastas settled in one way: what is left to search, and for what."""

    counts: Sequence[int]
    sambas: Melds
    demand: Demand


def plans(
    counts: Sequence[int], limits: MeldLimits, demand: Demand, canastas: int
) -> Iterator[Plan]:
    """Every way to have so many canastas: melds that have them fall under one of the plans."""
    if not canastas:
        yield Plan(counts, (), demand)
        return
    for chosen in combinations_with_replacement(_canastas(counts, limits, demand), canastas):
        sambas = tuple(item for item in chosen if isinstance(item, tuple))
        left = without(counts, tuple(card for samba in sambas for card in samba))
        if min(left) >= 0:
            ranks = Counter(item for item in chosen if isinstance(item, int))
            for wanted in _with_canastas(demand, sambas, ranks, limits):
                yield Plan(left, sambas, wanted)


def _canastas(counts: Sequence[int], limits: MeldLimits, demand: Demand) -> Iterator[Meld | int]:
    """The sambas that the hand holds, and the ranks that may hold a canasta."""
    longest = limits.sequence_max
    for top in RUN_RANKS[: max(0, len(RUN_RANKS) - longest + 1)] if longest else ():
        for suit in range(4):
            samba = tuple(range(4 * (top - longest + 1) + suit, 4 * top + suit + 1, 4))
            if all(counts[card] for card in samba):
                yield samba
    canasta = (Claim(cards=limits.canasta),)
    threes = [(THREE, limits.black_threes)] if limits.black_threes else []
    for rank, group in [*((rank, limits.group) for rank in RUN_RANKS), *threes]:
        held = sum([counts[kind] for kind in NATURALS[rank]]) + (demand.upcard >> 2 == rank)
        if group_table(group, canasta).options[held]:
            yield rank


def _with_canastas(
    demand: Demand, sambas: Melds, ranks: Counter[int], limits: MeldLimits
) -> Iterator[Demand]:
    """`demand`, and besides it so many canastas of each of `ranks`."""
    suit = -1 if any(samba[0] % 4 == demand.suit for samba in sambas) else demand.suit
    choices = [
        _with_claims(demand.groups.get(rank, ()), number, limits.canasta)
        for rank, number in ranks.items()
    ]
    for claims in product(*choices):
        groups = {**demand.groups, **dict(zip(ranks, claims, strict=True))}
        yield demand._replace(groups=groups, suit=suit)


def _with_claims(claims: Claims, number: int, size: int) -> Iterator[Claims]:
    """The group claimed may be one of the canastas, or stand beside them."""
    canastas = (Claim(cards=size),) * number
    if claims:
        yield (claims[0]._replace(cards=size), *canastas[1:])
    yield (*claims, *canastas)


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
