"""Melds and lay-offs that the ruleset's numbers allow, those with the fewest cards first.

`corner` checks if the turn can still end after them.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import compress
from typing import Final

from games.engine.actions import LayOff, TakePile
from games.engine.cards import (
    ACE,
    BLACK_THREES,
    FOUR,
    JOKER,
    KINDS,
    RANK_BIT,
    RANK_OF,
    SUIT_BITS,
    SUIT_OF,
    THREE,
    TWO,
    WILDS,
    copies,
    kinds_in,
    rank_counts,
    ranks_with,
    sequence_starts,
)
from games.engine.legal.opening.bounds import wilds_held
from games.engine.legal.opening.limits import MeldLimits, closed_classes, limits_of
from games.engine.legal.opening.requirement import OF_RANK, OF_SUIT, WILD_MELDS, Cards, MeldClass
from games.engine.legal.opening.search import can_form, subsets
from games.engine.legal.opening.sequences import runnable_kinds, sequences, window
from games.engine.legal.option import TakenWith
from games.engine.meld_kinds import GROUP, MELD_SIZE, SEQUENCE
from games.engine.rulesets import NewSequence, Rules
from games.engine.table.meld import Meld
from games.engine.table.shapes import has_room
from games.engine.table.side import SideState
from games.engine.view import SeatView

_GROUPS: Final = tuple((RANK_BIT[rank], OF_RANK[rank]) for rank in range(FOUR, ACE + 1))
_SEQUENCES: Final = tuple(zip(SUIT_BITS, OF_SUIT, strict=True))


def group_kinds(rules: Rules, rank: int) -> Cards:
    """The kinds of naturals that make groups of `rank`."""
    return kinds_in(rules.groups[rank].kinds)


def discards(view: SeatView) -> list[int]:
    """The kinds in the own hand that may be discarded, each once."""
    never = view.rules.undiscardable
    held = compress(_EVERY_KIND, view.hand)
    return [kind for kind in held if kind not in never] if never else list(held)


_EVERY_KIND: Final = range(KINDS)


def new_meld_classes(hand: bytes, held: int, own: SideState, rules: Rules) -> list[MeldClass]:
    """The classes of new melds that the hand can form one by one, whatever they are worth.

    `held` is the hand as a set of `KIND_BIT`.
    """
    found = _classes(hand, held, limits_of(rules))
    if found and rules.one_of_a_kind and own.melds:
        closed = closed_classes(own, rules)
        return [each for each in found if each not in closed]
    return found


def _classes(hand: bytes, held: int, limits: MeldLimits) -> list[MeldClass]:
    found: list[MeldClass] = []
    wilds = wilds_held(hand)
    if limits.tables[THREE] is not None and can_form(hand, OF_RANK[THREE], limits):
        found.append(OF_RANK[THREE])
    if ranks := ranks_with(hand, limits.least_naturals[wilds]):
        found += _groups_of(ranks)
    if wilds and limits.rules.wild_in_sequence:
        running = runnable_kinds(hand, limits, True)
    else:
        running = sequence_starts(held & limits.runnable, MELD_SIZE)
    if running:
        found += [sequence for suit, sequence in _SEQUENCES if running & suit]
    if wilds >= MELD_SIZE and limits.groups[TWO] is not None:
        found.append(WILD_MELDS)
    return found


@cache
def _groups_of(ranks: int) -> tuple[MeldClass, ...]:
    """The classes of groups of some ranks, a set of `RANK_BIT`; there are 2,048 such sets."""
    return tuple([group for rank, group in _GROUPS if ranks & rank])


def loose_cards(view: SeatView, held: int, classes: Sequence[MeldClass]) -> int:
    """At least how many cards no new meld of these classes can hold, nor one of black threes."""
    hand = view.hand
    loose = view.size - wilds_held(hand) - sum([hand[kind] for kind in BLACK_THREES])
    counts = rank_counts(hand)
    for kind, number in classes:
        if kind == GROUP and number > THREE:
            loose -= counts[number]
        elif kind == SEQUENCE:
            loose -= (held & SUIT_BITS[number]).bit_count()
    return loose


def new_melds(hand: Sequence[int], meld_class: MeldClass, limits: MeldLimits) -> Iterator[Cards]:
    """Every new meld of a class that the hand can form, the smallest first."""
    kind, number = meld_class
    if kind == SEQUENCE:
        for cards in sorted(sequences(hand, limits, wilds_held(hand) > 0, (number,)), key=len):
            yield from filled(cards, hand)
        return
    for cards in for_group(hand, limits.rules, number, limits.rules.groups[number].allows):
        yield tuple(sorted(cards))


def for_group(
    hand: Sequence[int], rules: Rules, rank: int, fit: Callable[[int, int], bool]
) -> Iterator[Cards]:
    """Naturals of a rank with wild cards, in every number that `fit` allows, the fewest first.

    For the rank of the twos, only wild cards.
    """
    naturals = copies(hand, group_kinds(rules, rank)) if rank != TWO else []
    wilds = copies(hand, WILDS)
    for size in range(1, len(naturals) + len(wilds) + 1):
        for wild in range(max(0, size - len(naturals)), min(len(wilds), size) + 1):
            if fit(size - wild, wild):
                for some in subsets(naturals, size - wild):
                    for others in subsets(wilds, wild):
                        yield some + others


def filled(cards: Cards, hand: Sequence[int]) -> Iterator[Cards]:
    """A sequence, with each kind of wild card held in the place of any wild card."""
    if -1 not in cards:
        yield cards
        return
    place = cards.index(-1)
    for kind in WILDS:
        if hand[kind]:
            yield (*cards[:place], kind, *cards[place + 1 :])


def additions(view: SeatView, meld: Meld) -> Iterator[LayOff]:
    """Every lay-off onto an own meld that its numbers allow, the fewest cards first."""
    rules, hand = view.rules, view.hand
    if meld.kind != SEQUENCE:
        for cards in for_group(hand, rules, meld.rank, partial(has_room, meld, rules=rules)):
            yield LayOff(meld.id, cards)
        return
    wild = meld.wilds < rules.sequences.max_wilds
    for size in range(1, rules.sequences.max_size - len(meld.cards) + 1):
        for kinds in _around(meld, size):
            for cards, as_ in _in_places(hand, kinds, wild=wild):
                yield LayOff(meld.id, cards, as_)


def _around(meld: Meld, size: int) -> Iterator[Cards]:
    """The kinds that make a sequence longer, below or above, by `size` cards."""
    for below in range(size + 1):
        low, high = meld.rank - below, meld.rank + len(meld.cards)
        if low >= FOUR and high + size - below <= ACE + 1:
            yield window(meld.suit, low, below) + window(meld.suit, high, size - below)


def _in_places(hand: bytes, kinds: Cards, *, wild: bool) -> Iterator[tuple[Cards, int | None]]:
    """Cards for places in a sequence, one of them a wild card where `wild`, and what it stands for.

    There are as few wild cards as it takes.
    """
    missing = [place for place, kind in enumerate(kinds) if not hand[kind]]
    if not missing:
        yield kinds, None
    if not wild or len(missing) > 1:
        return
    for place in missing or range(len(kinds)):
        for card in WILDS:
            if hand[card]:
                yield (*kinds[:place], card, *kinds[place + 1 :]), RANK_OF[kinds[place]]


def takes(view: SeatView, onto: Meld | None, way: TakenWith) -> Iterator[TakePile]:
    """The pile for an own meld, or for a new one, with cards that fit, the fewest first."""
    meld_id = None if onto is None else onto.id
    if way is TakenWith.ALONE:
        yield TakePile((), meld_id)
    elif way is TakenWith.SEQUENCE:
        for take in in_sequence(view, onto):
            if onto is None or continues(view, onto, take):
                yield take
    else:
        fit = partial(fits_with_pair, view, onto)
        for cards in for_group(view.hand, view.rules, RANK_OF[view.pile[-1]], fit):
            yield TakePile(cards, meld_id)


def fits_with_pair(view: SeatView, onto: Meld | None, naturals: int, wilds: int) -> bool:
    """True if these numbers of cards, two of them natural, form or join a group with the upcard."""
    if naturals < 2:
        return False
    if onto is not None:
        return has_room(onto, naturals + 1, wilds, view.rules)
    return view.rules.groups[RANK_OF[view.pile[-1]]].allows(naturals + 1, wilds)


def continues(view: SeatView, onto: Meld, take: TakePile) -> bool:
    """True if the upcard and the cards beside it continue an own sequence."""
    ranks = sorted([RANK_OF[card] for card in (view.pile[-1], *take.with_)])
    size = len(onto.cards)
    joins = ranks[-1] == onto.rank - 1 or ranks[0] == onto.rank + size
    return joins and size + len(ranks) <= view.rules.sequences.max_size


def in_sequence(view: SeatView, onto: Meld | None = None) -> Iterator[TakePile]:
    """The pile for a new sequence with the upcard, or for `onto`, as the ruleset lets it be taken.

    Whether the cards continue `onto` is not asked.
    """
    upcard, rules = view.pile[-1], view.rules
    with_wild = rules.pile.new_sequence is NewSequence.WITH_WILD
    if rules.pile.new_sequence is NewSequence.NO or (with_wild and onto is not None):
        return
    least = max(MELD_SIZE, rules.sequences.min_naturals + 1)
    sizes = range(least, rules.sequences.max_size + 1) if with_wild else range(3, 4)
    rank, suit = RANK_OF[upcard], SUIT_OF[upcard]
    if rank < FOUR:
        return
    held = bytearray(view.hand[suit:JOKER:4])  # by rank
    held[rank] += 1
    for size in sizes:
        for low in range(max(FOUR, rank - size + 1), min(rank, ACE + 1 - size) + 1):
            if held.count(0, low, low + size) > with_wild:
                continue
            kinds = [kind for kind in window(suit, low, size) if kind != upcard]
            for cards, as_ in _in_places(view.hand, tuple(kinds), wild=with_wild):
                if (as_ is not None) is with_wild:
                    yield TakePile(cards, None if onto is None else onto.id, as_)
