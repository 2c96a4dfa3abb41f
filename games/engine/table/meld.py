"""What a meld is: its kind, the cards it holds, and which canasta it makes. No rules are checked
here.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.engine.cards import (
    IS_WILD,
    KIND_BIT,
    RANK_OF,
    RANK_SHIFT,
    SEVEN,
    SUIT_BITS,
    SUIT_OF,
    WILD_BITS,
)
from games.engine.meld_kinds import SEQUENCE, THREES, WILD
from games.engine.named_tuples import new_tuple
from games.engine.rulesets import Rules

_GROUP_RANK: Final[tuple[int, ...]] = tuple(
    0 if wild else rank for rank, wild in zip(RANK_OF, IS_WILD, strict=True)
)
"""By kind, the rank of the groups that it makes, 0 for wild cards."""


class Meld(NamedTuple):
    """A meld on the table. It is immutable: a new one replaces it when cards are added."""

    id: int
    side: int
    kind: str
    rank: int
    """Of a group; of a sequence its lowest rank; of only wild cards that of the twos."""
    suit: int
    """Of a sequence; -1 for others."""
    cards: tuple[int, ...]
    """Sorted; a sequence from low to high, with a wild card in its place."""
    naturals: int
    wilds: int
    open_to: int
    """The kinds of which a single card may be added, as a set (`cards.held_bits`).

    Empty when the meld is closed: where several cards may be added, one of them may.
    """
    wild_as: int | None = None
    """Of a sequence with a wild card, the rank that it represents."""


def canasta(meld: Meld, rules: Rules) -> str | None:
    """Which canasta `meld` is, by the name of its value in `CanastaRule`, or None."""
    return canasta_kind(meld.kind, meld.rank, len(meld.cards), meld.wilds, rules)


def canasta_kind(kind: str, rank: int, size: int, wilds: int, rules: Rules) -> str | None:
    """Which canasta a meld of `size` cards is, `wilds` of them wild, or None."""
    if size < rules.canasta.size:
        return None
    if kind == SEQUENCE:
        return "black_samba" if wilds else "samba"
    if kind in (WILD, THREES):
        return "wild" if kind == WILD else "threes"
    if rank == SEVEN and rules.canasta.sevens is not None:
        return "sevens"
    return "mixed" if wilds else "natural"


def value(cards: Sequence[int], rules: Rules) -> int:
    """Card points, without bonuses."""
    points = rules.card_points
    return sum([points[card] for card in cards])


def wilds_in(cards: Sequence[int]) -> int:
    """The number of wild cards among `cards`."""
    return sum([IS_WILD[card] for card in cards])


def group(
    meld_id: int, side: int, rank: int, cards: tuple[int, ...], wilds: int, rules: Rules
) -> Meld:
    """The group of `rank` that sorted `cards` form, `wilds` of them wild.

    For the rank of the twos it is a meld of wild cards only.
    """
    naturals = len(cards) - wilds
    open_to = 0
    limits = rules.rank_rules[rank]
    if len(cards) < limits.max_size:
        open_to = limits.own_kinds
        if wilds < limits.most_wilds[naturals] and (wilds or naturals < limits.closed_to_wilds_at):
            open_to |= WILD_BITS
    return new_tuple(
        Meld, (meld_id, side, limits.meld_kind, rank, -1, cards, naturals, wilds, open_to, None)
    )


def sequence(meld_id: int, side: int, cards: tuple[int, ...], rules: Rules) -> Meld:
    """The sequence that `cards` are, from low to high, with a wild card in its place."""
    size, shown, wild_as, wilds, open_to = len(cards), cards, None, 0, 0
    if rules.sequence_limits.max_wilds:
        shown, wild_as = _shown(cards)
        wilds = 0 if wild_as is None else 1
        open_to = 0 if wilds or size < rules.sequence_limits.min_naturals else WILD_BITS
    low, suit = RANK_OF[shown[0]], SUIT_OF[shown[0]]
    if size < rules.sequence_limits.max_size:
        ends = KIND_BIT[shown[0]] >> RANK_SHIFT | KIND_BIT[shown[-1]] << RANK_SHIFT
        open_to |= ends & SUIT_BITS[suit]
    else:
        open_to = 0
    return new_tuple(
        Meld, (meld_id, side, SEQUENCE, low, suit, cards, size - wilds, wilds, open_to, wild_as)
    )


def _shown(cards: tuple[int, ...]) -> tuple[tuple[int, ...], int | None]:
    """A sequence with the natural card that its wild card represents, and the rank of that card."""
    for place, card in enumerate(cards):
        if IS_WILD[card]:
            # The next rank of a suit is four kinds further.
            natural = cards[place - 1] + 4 if place else cards[1] - 4
            return (*cards[:place], natural, *cards[place + 1 :]), RANK_OF[natural]
    return cards, None


def in_order(cards: Sequence[int], wild_as: int | None) -> tuple[int, ...]:
    """The cards of a sequence from low to high, the wild one at the rank that it represents."""
    if wild_as is None:
        return tuple(sorted(cards))
    return tuple(sorted(cards, key=lambda card: wild_as if IS_WILD[card] else RANK_OF[card]))


def meld_of(
    meld_id: int,
    side: int,
    kind: str,
    cards: tuple[int, ...],
    rules: Rules,
    wild_as: int | None = None,
) -> Meld:
    """The meld of a known kind that `cards` are."""
    if kind == SEQUENCE:
        return sequence(meld_id, side, in_order(cards, wild_as), rules)
    cards = tuple(sorted(cards))
    return group(meld_id, side, group_rank(cards), cards, wilds_in(cards), rules)


def group_rank(cards: Sequence[int]) -> int:
    """The rank of the natural cards of a group; that of the twos where all are wild."""
    return max([_GROUP_RANK[card] for card in cards])


def grown(meld: Meld, cards: tuple[int, ...], rules: Rules, wild_as: int | None = None) -> Meld:
    """`meld` with `cards` added; `wild_as` is the rank that a wild one among them represents."""
    if meld.kind == SEQUENCE:
        standing = meld.wild_as if wild_as is None else wild_as
        return sequence(meld.id, meld.side, in_order(meld.cards + cards, standing), rules)
    all_cards = tuple(sorted(meld.cards + cards))
    wilds = meld.wilds + wilds_in(cards)
    return group(meld.id, meld.side, meld.rank, all_cards, wilds, rules)
