"""Every set of melds that a small hand allows, by plain enumeration: slow, and easy to believe.

Nothing here is shared with the engine but the numbering of cards and the fields of the limits.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise
from typing import NamedTuple

from games.engine.cards import IS_WILD, RANK_OF, RED_THREES, SUIT_OF, THREE
from games.engine.opening import GroupLimits, MeldLimits

Cards = tuple[int, ...]


class Outcome(NamedTuple):
    """What one set of melds comes to."""

    points: int
    cards: int
    groups: frozenset[int]
    """Ranks that have a group."""
    suits: frozenset[int]
    """Suits that have a sequence."""
    canastas: int


NOTHING = Outcome(0, 0, frozenset(), frozenset(), 0)


def is_group(cards: Cards, limits: MeldLimits) -> bool:
    """Cards of one rank, with wild cards as the limits allow."""
    ranks = {RANK_OF[card] for card in cards if not IS_WILD[card]}
    if len(ranks) != 1 or any(card in RED_THREES for card in cards):
        return False
    rule: GroupLimits | None = limits.black_threes if ranks == {THREE} else limits.group
    wilds = sum(IS_WILD[card] for card in cards)
    naturals = len(cards) - wilds
    if rule is None or len(cards) < rule.min_size or wilds > rule.max_wilds:
        return False
    if rule.max_size and len(cards) > rule.max_size:
        return False
    if wilds and naturals < rule.naturals_per_wild * wilds + rule.naturals_beyond:
        return False
    return naturals >= rule.min_naturals


def is_sequence(cards: Cards, limits: MeldLimits) -> bool:
    """Cards of one suit in order, from fours up to aces, none wild."""
    if not limits.sequence_min <= len(cards) <= limits.sequence_max:
        return False
    if min(cards) <= 4 * THREE + 3 or any(IS_WILD[card] for card in cards):
        return False
    steps = {(RANK_OF[b] - RANK_OF[a], SUIT_OF[b] - SUIT_OF[a]) for a, b in pairwise(cards)}
    return steps == {(1, 0)}


def outcomes(hand: Cards, limits: MeldLimits) -> frozenset[Outcome]:
    """Every distinct outcome of a set of new melds from `hand`, no melds at all included."""

    @cache
    def rest(left: Cards, grouped: frozenset[int]) -> frozenset[Outcome]:
        naturals = [card for card in left if not IS_WILD[card]]
        if not naturals:
            return frozenset({NOTHING})
        first = naturals[0]
        found = set(rest(minus(left, (first,)), grouped))
        for meld in melds_with(first, left, limits):
            group = is_group(meld, limits)
            if group and not limits.group.several_per_rank and RANK_OF[first] in grouped:
                continue
            ranks = grouped | {RANK_OF[first]} if group else grouped
            found |= {joined(meld, outcome, limits) for outcome in rest(minus(left, meld), ranks)}
        return frozenset(found)

    return rest(tuple(sorted(hand)), frozenset())


def outcomes_with_upcard(hand: Cards, upcard: int, limits: MeldLimits) -> frozenset[Outcome]:
    """The same when a group of the upcard and at least two of its rank from the hand is melded."""
    found: set[Outcome] = set()
    for meld in melds_with(upcard, tuple(sorted((*hand, upcard))), limits):
        if sum(RANK_OF[card] == RANK_OF[upcard] for card in meld) < 3 or not is_group(meld, limits):
            continue
        left = minus(tuple(sorted((*hand, upcard))), meld)
        if not limits.group.several_per_rank:
            raise NotImplementedError("other groups of the rank are not told apart here")
        found |= {joined(meld, outcome, limits) for outcome in outcomes(left, limits)}
    return frozenset(found)


def melds_with(card: int, left: Cards, limits: MeldLimits) -> Iterator[Cards]:
    """Every meld out of `left` that holds the natural `card`."""
    others = minus(left, (card,))
    mates = [c for c in others if RANK_OF[c] == RANK_OF[card] and c not in RED_THREES]
    wilds = [c for c in others if IS_WILD[c]]
    for naturals in subsets(mates, len(mates)):
        for wild in subsets(wilds, limits.group.max_wilds):
            if is_group((card, *naturals, *wild), limits):
                yield (card, *naturals, *wild)
    for size in range(limits.sequence_min, limits.sequence_max + 1):
        run = tuple(range(card, card + 4 * size, 4))
        if run[-1] < 52 and set(run) <= set(left) and is_sequence(run, limits):
            yield run


def subsets(cards: list[int], most: int) -> set[Cards]:
    """Every different choice of at most so many cards."""
    return {c for size in range(min(most, len(cards)) + 1) for c in combinations(cards, size)}


def minus(cards: Cards, gone: Cards) -> Cards:
    """`cards` without `gone`."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


def joined(meld: Cards, outcome: Outcome, limits: MeldLimits) -> Outcome:
    """`outcome` with one more meld."""
    group = is_group(meld, limits)
    ranks = {RANK_OF[card] for card in meld if group and not IS_WILD[card]}
    canasta = len(meld) >= limits.canasta if group else len(meld) == limits.sequence_max
    return Outcome(
        outcome.points + sum(limits.points[card] for card in meld),
        outcome.cards + len(meld),
        outcome.groups | ranks,
        outcome.suits | (set() if group else {SUIT_OF[meld[0]]}),
        outcome.canastas + canasta,
    )
