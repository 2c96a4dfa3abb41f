"""What a meld is: its kind, what it holds, and which canasta it makes."""

from typing import TYPE_CHECKING, Final, NamedTuple

from games.engine.cards import (
    BLACK_THREE_BITS,
    FACES,
    IS_WILD,
    KIND_BIT,
    RANK_BITS,
    RANK_OF,
    RANK_SHIFT,
    RED_THREES,
    SEVEN,
    SUIT_BITS,
    SUIT_OF,
    THREE,
    WILD_BITS,
)
from games.engine.errors import IllegalAction, Rule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.engine.rulesets import Ruleset

GROUP: Final = "group"
SEQUENCE: Final = "sequence"
WILD: Final = "wild"
"""Of wild cards alone."""
THREES: Final = "threes"
"""Of threes, red and black, where the ruleset lets them be melded at any time."""
_GROUP_RANK: Final = tuple(0 if wild else rank for rank, wild in zip(RANK_OF, IS_WILD, strict=True))
"""By kind: the rank of the groups that it makes, 0 for wild cards."""


class Meld(NamedTuple):
    """A meld on the table, unchangeable: a new one takes its place when cards are added."""

    id: int
    side: int
    kind: str
    rank: int
    """Of a group; of a sequence its lowest rank."""
    suit: int
    """Of a sequence; -1 for a group."""
    cards: tuple[int, ...]
    """Sorted; a sequence from low to high."""
    naturals: int
    wilds: int
    takes: int
    """The kinds of which one card alone may be added, as a set (`cards.held_bits`)."""
    wild_as: int | None = None
    """Of a sequence with a wild card, the rank that it stands for."""


def canasta(meld: Meld, rules: "Ruleset") -> str | None:
    """Which canasta `meld` is, by the name of its value in `CanastaRule`, or None."""
    if len(meld.cards) < rules.canasta.size:
        return None
    if meld.kind == SEQUENCE:
        return "black_samba" if meld.wilds else "samba"
    if meld.kind in (WILD, THREES):
        return "wild" if meld.kind == WILD else "threes"
    if meld.rank == SEVEN and rules.canasta.sevens:
        return "sevens"
    return "mixed" if meld.wilds else "natural"


def is_closed(meld: Meld, rules: "Ruleset") -> bool:
    """Whether no card at all may be added."""
    if meld.kind == SEQUENCE:
        return len(meld.cards) >= rules.sequence.max_size
    return 0 < rules.groups[meld.rank].max_size <= len(meld.cards)


def value(cards: "Sequence[int]", rules: "Ruleset") -> int:
    """Card points, bonuses apart."""
    points = rules.card_points
    return sum([points[card] for card in cards])


def group(meld_id: int, side: int, rank: int, cards: tuple[int, ...], rules: "Ruleset") -> Meld:
    """The group of `rank` that sorted `cards` are; nothing is judged."""
    return _group(meld_id, side, rank, cards, _wilds(cards), rules)


def _wilds(cards: "Sequence[int]") -> int:
    return sum([IS_WILD[card] for card in cards])


def _group(
    meld_id: int, side: int, rank: int, cards: tuple[int, ...], wilds: int, rules: "Ruleset"
) -> Meld:
    naturals = len(cards) - wilds
    takes = 0
    limits = rules.groups[rank]
    if not 0 < limits.max_size <= len(cards):
        takes = BLACK_THREE_BITS if rank == THREE else RANK_BITS[rank]
        if wilds < limits.room[naturals]:
            takes |= WILD_BITS
    return Meld(meld_id, side, GROUP, rank, -1, cards, naturals, wilds, takes)


def sequence(meld_id: int, side: int, cards: tuple[int, ...], rules: "Ruleset") -> Meld:
    """The sequence that sorted `cards` are; nothing is judged."""
    low, suit = RANK_OF[cards[0]], SUIT_OF[cards[0]]
    takes = 0
    if len(cards) < rules.sequence.max_size:
        ends = KIND_BIT[cards[0]] >> RANK_SHIFT | KIND_BIT[cards[-1]] << RANK_SHIFT
        takes = ends & SUIT_BITS[suit]
    return Meld(meld_id, side, SEQUENCE, low, suit, cards, len(cards), 0, takes)


def meld_of(meld_id: int, side: int, kind: str, cards: tuple[int, ...], rules: "Ruleset") -> Meld:
    """The meld of a known kind that `cards` are; nothing is judged."""
    cards = tuple(sorted(cards))
    if kind == SEQUENCE:
        return sequence(meld_id, side, cards, rules)
    return group(meld_id, side, group_rank(cards), cards, rules)


def group_rank(cards: "Sequence[int]") -> int:
    """The rank of the natural cards of a group."""
    return next(filter(None, map(_GROUP_RANK.__getitem__, cards)))


def grown(meld: Meld, cards: tuple[int, ...], rules: "Ruleset") -> Meld:
    """`meld` with `cards` added; nothing is judged."""
    together = tuple(sorted(meld.cards + cards))
    if meld.kind == SEQUENCE:
        return sequence(meld.id, meld.side, together, rules)
    wilds = meld.wilds + _wilds(cards)
    return _group(meld.id, meld.side, meld.rank, together, wilds, rules)


def new_meld(cards: tuple[int, ...], meld_id: int, side: int, rules: "Ruleset") -> Meld:
    """The meld that `cards` make; raises IllegalAction when they make none (MELD-01..06)."""
    minimum = rules.group.min_size
    if len(cards) < minimum:
        raise IllegalAction(
            Rule.TOO_FEW_CARDS,
            f"a meld has at least {minimum} cards",
            need=minimum,
            have=len(cards),
        )
    naturals = sorted([card for card in cards if not IS_WILD[card]])
    wilds = len(cards) - len(naturals)
    if not naturals:
        raise IllegalAction(
            Rule.TOO_FEW_NATURALS,
            "wild cards alone make no meld",
            need=rules.group.min_naturals,
            have=0,
        )
    rank = RANK_OF[naturals[0]]
    if rank == RANK_OF[naturals[-1]]:
        if rank == THREE and any(card in RED_THREES for card in naturals):
            raise IllegalAction(
                Rule.THREE_IN_MELD, "red threes are laid out alone, never in a meld"
            )
        check_group(rank, len(naturals), wilds, rules)
        return _group(meld_id, side, rank, tuple(sorted(cards)), wilds, rules)
    check_sequence(naturals, wilds, rules)
    return sequence(meld_id, side, tuple(naturals), rules)


def check_group(rank: int, naturals: int, wilds: int, rules: "Ruleset") -> None:
    """Raise IllegalAction unless so many naturals and wilds make a group of `rank`."""
    limits, group = rules.groups[rank], rules.group
    if wilds > limits.max_wilds:
        raise IllegalAction(
            Rule.TOO_MANY_WILDS,
            f"a group holds at most {limits.max_wilds} wild cards",
            allowed=limits.max_wilds,
            have=wilds,
        )
    beyond = group.naturals_beyond if wilds else 0
    need = max(group.min_naturals, group.naturals_per_wild * wilds + beyond)
    if naturals < need:
        raise IllegalAction(
            Rule.TOO_FEW_NATURALS,
            f"{wilds} wild cards need at least {need} natural cards",
            need=need,
            have=naturals,
        )
    if 0 < limits.max_size < naturals + wilds:
        raise IllegalAction(
            Rule.DOES_NOT_FIT,
            f"a group closes at {limits.max_size} cards",
            allowed=limits.max_size,
            have=naturals + wilds,
        )


def check_sequence(naturals: "Sequence[int]", wilds: int, rules: "Ruleset") -> None:
    """Raise IllegalAction unless sorted `naturals` are a sequence that the ruleset allows."""
    suits = {SUIT_OF[card] for card in naturals}
    ranks = [RANK_OF[card] for card in naturals]
    if len(suits) > 1 or len(set(ranks)) < len(ranks):
        raise IllegalAction(Rule.NOT_A_MELD, "neither cards of one rank nor a sequence in one suit")
    if ranks[0] <= THREE:
        raise IllegalAction(Rule.THREE_IN_MELD, f"{FACES[naturals[0]]} is in no sequence: 4 is low")
    if wilds:
        raise IllegalAction(
            Rule.WILD_IN_SEQUENCE, "a sequence holds no wild card", allowed=0, have=wilds
        )
    if ranks[-1] - ranks[0] != len(ranks) - 1:
        raise IllegalAction(Rule.NOT_A_MELD, "the ranks of a sequence follow one another")
    if len(ranks) > rules.sequence.max_size:
        raise IllegalAction(
            Rule.SEQUENCE_TOO_LONG,
            f"a sequence has at most {rules.sequence.max_size} cards",
            allowed=rules.sequence.max_size,
            have=len(ranks),
        )


def extended(meld: Meld, cards: tuple[int, ...], rules: "Ruleset") -> Meld:
    """`meld` with `cards` added; raises IllegalAction when they do not fit (MELD-03..10)."""
    check_fit(meld, cards, rules)
    return grown(meld, cards, rules)


def check_fit(meld: Meld, cards: tuple[int, ...], rules: "Ruleset") -> None:
    """Raise IllegalAction unless `cards` can all be added to `meld` (MELD-03..10)."""
    if meld.kind == SEQUENCE:
        _check_continuation(meld, cards, rules)
        return
    naturals = 0
    for card in cards:
        if IS_WILD[card]:
            continue
        if RANK_OF[card] != meld.rank or card in RED_THREES:
            raise IllegalAction(
                Rule.DOES_NOT_FIT, f"{FACES[card]} is not of the group's rank", card=FACES[card]
            )
        naturals += 1
    check_group(meld.rank, meld.naturals + naturals, meld.wilds + len(cards) - naturals, rules)


def _check_continuation(meld: Meld, cards: tuple[int, ...], rules: "Ruleset") -> None:
    for card in cards:
        if IS_WILD[card]:
            raise IllegalAction(
                Rule.WILD_IN_SEQUENCE, "a sequence holds no wild card", allowed=0, have=1
            )
        if SUIT_OF[card] != meld.suit:
            raise IllegalAction(
                Rule.DOES_NOT_FIT, f"{FACES[card]} is not of the sequence's suit", card=FACES[card]
            )
    size, limit = len(meld.cards) + len(cards), rules.sequence.max_size
    if size > limit:
        raise IllegalAction(
            Rule.SEQUENCE_TOO_LONG,
            f"a sequence has at most {limit} cards",
            allowed=limit,
            have=size,
        )
    together = sorted(meld.cards + cards)
    low = RANK_OF[together[0]]
    if low <= THREE or any(RANK_OF[card] != low + step for step, card in enumerate(together)):
        raise IllegalAction(Rule.DOES_NOT_FIT, "the cards do not continue the sequence")


def merged(into: Meld, other: Meld, rules: "Ruleset") -> Meld:
    """Both groups as one, keeping the id of `into`; raises IllegalAction (MELD-03, 04, 11)."""
    if into.id == other.id or into.kind != GROUP or other.kind != GROUP or into.rank != other.rank:
        raise IllegalAction(Rule.CANNOT_MERGE, "only two groups of one rank are merged")
    return extended(into, other.cards, rules)
