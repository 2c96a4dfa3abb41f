"""Which cards make a meld, and which may be added to one (MELD-01..06, 10, 11, 13..16)."""

from collections.abc import Sequence

from games.engine.cards import (
    ACE,
    FACES,
    FOUR,
    IS_WILD,
    KIND_BIT,
    RANK_OF,
    RANKS,
    SUIT_OF,
    THREE,
    TWO,
)
from games.engine.errors import IllegalAction, Rule
from games.engine.meld_kinds import MELD_SIZE, SEQUENCE, WILD
from games.engine.rulesets import Rules
from games.engine.table.meld import Meld, group, grown, in_order, sequence, wilds_in


def new_meld(
    cards: tuple[int, ...], meld_id: int, side: int, rules: Rules, as_: int | None = None
) -> Meld:
    """The meld that `cards` make, in a sequence with the wild card at rank `as_` if that is given.

    Raises IllegalAction when they make none (MELD-01..06, 13, 15, 16, THREE-01).
    """
    if len(cards) < MELD_SIZE:
        raise IllegalAction(
            Rule.TOO_FEW_CARDS,
            "a meld has at least {need} cards",
            need=MELD_SIZE,
            have=len(cards),
        )
    naturals = sorted([card for card in cards if not IS_WILD[card]])
    wilds = len(cards) - len(naturals)
    rank = RANK_OF[naturals[0]] if naturals else TWO
    if not naturals or rank == RANK_OF[naturals[-1]]:
        if rank <= THREE:
            _check_twos_and_threes(naturals, rules)
        check_group(rank, len(naturals), wilds, rules)
        _check_as(as_, 0, rules)
        return group(meld_id, side, rank, tuple(sorted(cards)), wilds, rules)
    wild_as = check_sequence(naturals, wilds, rules, as_)
    ordered = tuple(naturals) if wild_as is None else in_order(cards, wild_as)
    return sequence(meld_id, side, ordered, rules)


def _check_twos_and_threes(naturals: Sequence[int], rules: Rules) -> None:
    """Raise IllegalAction unless only wild cards, or these threes, may be melded at all."""
    if not naturals:
        if rules.wild_meld is None:
            raise IllegalAction(
                Rule.TOO_FEW_NATURALS,
                "wild cards by themselves are not a meld",
                need=rules.group.min_naturals,
                have=0,
            )
        return
    melded = rules.rank_rules[THREE].own_kinds
    if not melded:
        raise IllegalAction(Rule.THREE_IN_MELD, "threes are never melded")
    if not all(KIND_BIT[card] & melded for card in naturals):
        raise IllegalAction(Rule.THREE_IN_MELD, "red threes are laid out singly, never in a meld")


def check_group(rank: int, naturals: int, wilds: int, rules: Rules) -> None:
    """Raise IllegalAction unless `naturals` naturals and `wilds` wilds make a group of `rank`.

    For the rank of the twos it is a meld of wild cards only.
    """
    limits = rules.rank_rules[rank]
    if wilds > limits.max_wilds:
        raise IllegalAction(
            Rule.TOO_MANY_WILDS,
            "a group of this rank holds at most {allowed} wild cards"
            if limits.max_wilds
            else "a group of this rank holds no wild card",
            allowed=limits.max_wilds,
            have=wilds,
        )
    need = limits.naturals_needed[wilds]
    if naturals < need:
        raise IllegalAction(
            Rule.TOO_FEW_NATURALS,
            "{wilds} wild cards need at least {need} natural cards",
            wilds=wilds,
            need=need,
            have=naturals,
        )
    if limits.max_size < naturals + wilds:
        raise IllegalAction(
            Rule.TOO_MANY_CARDS,
            "the meld closes at {allowed} cards",
            allowed=limits.max_size,
            have=naturals + wilds,
        )


def check_sequence(
    naturals: Sequence[int], wilds: int, rules: Rules, as_: int | None
) -> int | None:
    """The rank that the wild card of a sequence represents, None without one.

    Raises IllegalAction unless sorted `naturals` and `wilds` wild cards are a sequence.
    """
    _check_as(as_, wilds, rules)
    limit = rules.sequence_limits.max_size
    suits = {SUIT_OF[card] for card in naturals}
    ranks = [RANK_OF[card] for card in naturals]
    if not limit:
        raise IllegalAction(Rule.NOT_A_MELD, "only cards of one rank make a meld")
    if len(suits) > 1 or len(set(ranks)) < len(ranks):
        raise IllegalAction(Rule.NOT_A_MELD, "neither cards of one rank nor a sequence in one suit")
    if ranks[0] <= THREE:
        raise IllegalAction(
            Rule.THREE_IN_MELD, "{card} is in no sequence: 4 is low", card=FACES[naturals[0]]
        )
    if wilds:
        _check_wilds_in_sequence(len(naturals), wilds, rules)
    if ranks[-1] - ranks[0] + 1 - len(ranks) > wilds:
        raise IllegalAction(Rule.NOT_A_MELD, "the ranks of a sequence follow one another")
    _check_length(len(ranks) + wilds, limit)
    return _stands_for(ranks, as_) if wilds else None


def _check_length(size: int, limit: int) -> None:
    if size > limit:
        raise IllegalAction(
            Rule.SEQUENCE_TOO_LONG,
            "a sequence has at most {allowed} cards",
            allowed=limit,
            have=size,
        )


def _check_wilds_in_sequence(naturals: int, wilds: int, rules: Rules) -> None:
    allowed, need = rules.sequence_limits.max_wilds, rules.sequence_limits.min_naturals
    if wilds > allowed:
        raise IllegalAction(
            Rule.WILD_IN_SEQUENCE,
            "a sequence holds at most {allowed} wild card"
            if allowed
            else "a sequence holds no wild card",
            allowed=allowed,
            have=wilds,
        )
    if naturals < need:
        raise IllegalAction(
            Rule.TOO_FEW_NATURALS,
            "a sequence with a wild card needs at least {need} natural cards",
            need=need,
            have=naturals,
        )


def _stands_for(ranks: Sequence[int], as_: int | None) -> int:
    """The rank of a wild card next to the sorted `ranks` of a sequence; raises IllegalAction."""
    gap = [rank for rank in range(ranks[0], ranks[-1]) if rank not in ranks]
    ends = [rank for rank in (ranks[0] - 1, ranks[-1] + 1) if FOUR <= rank <= ACE]
    fitting = gap or ends
    if as_ is None and len(fitting) == 1:
        return fitting[0]
    if as_ in fitting:
        return as_
    names = [RANKS[rank] for rank in fitting]
    raise IllegalAction(
        Rule.WILD_RANK,
        "say which rank the wild card represents: {ranks}",
        ranks=names,
    )


def _check_as(as_: int | None, wilds: int, rules: Rules) -> None:
    """Raise IllegalAction if `as_` is given and no wild card can be used in a sequence (MELD-16).

    `wilds` are the wild cards that are played into a sequence; 0 for other melds.
    """
    if as_ is not None and not (wilds and rules.sequence_limits.max_wilds):
        raise IllegalAction(
            Rule.AS_WITHOUT_WILD_IN_SEQUENCE, "no wild card represents a rank in a sequence here"
        )


def extended(meld: Meld, cards: tuple[int, ...], rules: Rules, as_: int | None = None) -> Meld:
    """`meld` with `cards` added; raises IllegalAction when they do not fit (`check_fit`)."""
    wild_as = check_fit(meld, cards, rules, as_)
    return grown(meld, cards, rules, wild_as)


def check_fit(
    meld: Meld, cards: tuple[int, ...], rules: Rules, as_: int | None = None
) -> int | None:
    """The rank that a wild one among `cards` would represent in the sequence `meld`, or None.

    Raises IllegalAction unless all can be added (MELD-03..06, 10, 13..16).
    """
    if meld.kind == SEQUENCE:
        return _check_continuation(meld, cards, rules, as_)
    _check_as(as_, 0, rules)
    limits, naturals = rules.rank_rules[meld.rank], 0
    for card in cards:
        if IS_WILD[card]:
            continue
        if not KIND_BIT[card] & limits.own_kinds:
            raise IllegalAction(
                Rule.DOES_NOT_FIT,
                "{card} is not a wild card"
                if meld.kind == WILD
                else "{card} is not of the group's rank",
                card=FACES[card],
            )
        naturals += 1
    wilds = len(cards) - naturals
    if wilds:
        _check_pure(meld, limits.closed_to_wilds_at)
    check_group(meld.rank, meld.naturals + naturals, meld.wilds + wilds, rules)
    return None


def _check_pure(meld: Meld, closed_to_wilds_at: int) -> None:
    """Raise IllegalAction when `meld` is a natural canasta that takes no wild card."""
    if not meld.wilds and meld.naturals >= closed_to_wilds_at:
        raise IllegalAction(
            Rule.NATURAL_CANASTA, "a natural canasta takes no wild card", meld=meld.id
        )


def _check_continuation(
    meld: Meld, cards: tuple[int, ...], rules: Rules, as_: int | None
) -> int | None:
    wilds, ranks = wilds_in(cards), [*range(meld.rank, meld.rank + len(meld.cards))]
    _check_as(as_, wilds, rules)
    if wilds:
        _check_wilds_in_sequence(meld.naturals + len(cards) - wilds, meld.wilds + wilds, rules)
    for card in cards:
        if not IS_WILD[card] and SUIT_OF[card] != meld.suit:
            raise IllegalAction(
                Rule.DOES_NOT_FIT, "{card} is not of the sequence's suit", card=FACES[card]
            )
    ranks += [RANK_OF[card] for card in cards if not IS_WILD[card]]
    _check_length(len(ranks) + wilds, rules.sequence_limits.max_size)
    ranks.sort()
    distinct = len(set(ranks)) == len(ranks)
    if ranks[0] <= THREE or not distinct or ranks[-1] - ranks[0] + 1 - len(ranks) > wilds:
        raise IllegalAction(Rule.DOES_NOT_FIT, "the cards do not continue the sequence")
    return _stands_for(ranks, as_) if wilds else None


def has_room(meld: Meld, naturals: int, wilds: int, rules: Rules) -> bool:
    """True if a group, or a meld of only wild cards, may have this many cards more."""
    limits = rules.rank_rules[meld.rank]
    if wilds and not meld.wilds and meld.naturals >= limits.closed_to_wilds_at:
        return False
    return limits.allows(meld.naturals + naturals, meld.wilds + wilds)


def can_merge(one: Meld, other: Meld, rules: Rules) -> bool:
    """True if two own groups can be one, in a ruleset that merges groups."""
    return (
        one.rank == other.rank
        and has_room(one, other.naturals, other.wilds, rules)
        and has_room(other, one.naturals, one.wilds, rules)
    )


def check_merge(into: Meld, other: Meld, rules: Rules) -> None:
    """Raise IllegalAction unless both groups can be one (MELD-03, 04, 11, 14, 15)."""
    if not rules.group.merge:
        raise IllegalAction(Rule.CANNOT_MERGE, "melds are not merged")
    alike = into.kind == other.kind and into.rank == other.rank
    if into.id == other.id or not alike or into.kind in (SEQUENCE, WILD):
        raise IllegalAction(Rule.CANNOT_MERGE, "only two groups of one rank are merged")
    if into.wilds:
        _check_pure(other, rules.rank_rules[other.rank].closed_to_wilds_at)
    check_fit(into, other.cards, rules)
