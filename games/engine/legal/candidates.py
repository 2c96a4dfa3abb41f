"""Melds, lay-offs and takes of the pile that the ruleset's numbers allow, the fewest cards first.

`corner` checks if the turn can still end after them.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Final, NamedTuple

from games.engine.actions import LayOff, LayRedThree, TakePile
from games.engine.cards import (
    ACE,
    BLACK_THREES,
    FOUR,
    JOKER,
    RANK_BIT,
    RANK_OF,
    RED_THREES,
    SUIT_BITS,
    SUIT_OF,
    THREE,
    TWO,
    WILDS,
    copies,
    rank_counts,
    ranks_with,
    sequence_starts,
    subsets,
    wilds_held,
)
from games.engine.legal.meld_sets import take_and_lay
from games.engine.legal.new_meld import OF_RANK, OF_SUIT, WILD_MELDS, Cards, MeldClass
from games.engine.legal.opening.limits import MeldLimits, closed_classes, limits_of
from games.engine.legal.opening.search import can_form
from games.engine.legal.opening.sequences import ANY_WILD, runnable_kinds, sequences, window
from games.engine.legal.option import TakenWith
from games.engine.meld_kinds import GROUP, MELD_SIZE, SEQUENCE
from games.engine.rulesets import NewSequence, Rules
from games.engine.rulesets.derived import RankRule
from games.engine.table.meld import Meld
from games.engine.table.shapes import has_room
from games.engine.view import SeatView

_GROUPS: Final = tuple((RANK_BIT[rank], OF_RANK[rank]) for rank in range(FOUR, ACE + 1))
_SEQUENCES: Final = tuple(zip(SUIT_BITS, OF_SUIT, strict=True))


def discards(view: SeatView) -> list[int]:
    """The kinds in the own hand that may be discarded, each once."""
    return [kind for kind in view.rules.discardable if view.hand[kind]]


def new_meld_classes(view: SeatView, held: int) -> list[MeldClass]:
    """The classes of new melds that the hand can form one at a time, whatever they are worth.

    `held` is the hand as a set of `KIND_BIT`.
    """
    rules, own = view.rules, view.by_side[view.side]
    found = _classes(view.hand, held, limits_of(rules))
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
        found += [group for rank, group in _GROUPS if ranks & rank]
    if wilds and limits.rules.sequence_limits.max_wilds:
        running = runnable_kinds(hand, limits, True)
    else:
        running = sequence_starts(held & limits.runnable, MELD_SIZE)
    if running:
        found += [sequence for suit, sequence in _SEQUENCES if running & suit]
    if wilds >= MELD_SIZE and limits.groups[TWO] is not None:
        found.append(WILD_MELDS)
    return found


def loose_cards(view: SeatView, classes: Sequence[MeldClass]) -> int:
    """A lower bound on the cards left over by new melds of these classes and black threes."""
    hand, by_rank = view.hand, rank_counts(view.hand)
    fitting = wilds_held(hand) + sum([hand[kind] for kind in BLACK_THREES])
    for kind, number in classes:
        if kind == GROUP and number > THREE:
            fitting += by_rank[number]
        elif kind == SEQUENCE:
            fitting += sum(hand[4 * FOUR + number : JOKER : 4])
    return view.size - fitting


class GroupCards(NamedTuple):
    """The cards available for a group, and which numbers of naturals and wild cards fit."""

    naturals: list[int]
    wilds: list[int]
    fit: Callable[[int, int], bool]

    def numbers(self) -> Iterator[tuple[int, int]]:
        """The numbers that fit, the fewest cards first."""
        naturals, wilds = len(self.naturals), len(self.wilds)
        for size in range(1, naturals + wilds + 1):
            for wild in range(max(0, size - naturals), min(wilds, size) + 1):
                if self.fit(size - wild, wild):
                    yield size - wild, wild

    def every(self) -> Iterator[Cards]:
        """Every choice of cards, the fewest first."""
        for naturals, wilds in self.numbers():
            for some in subsets(self.naturals, naturals):
                for others in subsets(self.wilds, wilds):
                    yield some + others

    def some(self, rng: Random) -> Cards:
        """Each card with an even chance, and no more wild cards than fit; else the fewest cards."""
        chance = rng.random
        naturals = [card for card in self.naturals if chance() < 0.5]
        wilds = [card for card in self.wilds if chance() < 0.5]
        while not self.fit(len(naturals), len(wilds)):
            if not wilds:
                return next(self.every())
            wilds.pop()
        return (*naturals, *wilds) or next(self.every())


def for_group(
    hand: Sequence[int], rule: RankRule, fit: Callable[[int, int], bool] | None = None
) -> GroupCards:
    """The cards for a group or a meld of wild cards: a new one, unless another `fit` is given."""
    return GroupCards(copies(hand, rule.natural_kinds), copies(hand, WILDS), fit or rule.allows)


def for_own_group(view: SeatView, meld: Meld) -> GroupCards:
    """The cards to lay off onto an own meld other than a sequence."""
    fit = partial(has_room, meld, rules=view.rules)
    return for_group(view.hand, view.rules.rank_rules[meld.rank], fit)


def for_pile(view: SeatView, onto: Meld | None) -> GroupCards:
    """The cards that take the pile, at least two of them natural, for a new group or for `onto`."""
    rules, rule = view.rules, view.rules.rank_rules[RANK_OF[view.pile[-1]]]

    def fit(naturals: int, wilds: int) -> bool:
        if naturals < 2:
            return False
        if onto is not None:
            return has_room(onto, naturals + 1, wilds, rules)
        return rule.allows(naturals + 1, wilds)

    return for_group(view.hand, rule, fit)


def new_melds(hand: Sequence[int], meld_class: MeldClass, limits: MeldLimits) -> Iterator[Cards]:
    """Every new meld of a class that the hand can form, the smallest first."""
    kind, number = meld_class
    if kind == SEQUENCE:
        for cards in sorted(sequences(hand, limits, wilds_held(hand) > 0, (number,)), key=len):
            yield from _filled(cards, hand)
        return
    for cards in for_group(hand, limits.rules.rank_rules[number]).every():
        yield tuple(sorted(cards))


def _filled(cards: Cards, hand: Sequence[int]) -> Iterator[Cards]:
    """The cards of a sequence, once for each kind of wild card held."""
    if ANY_WILD not in cards:
        yield cards
        return
    place = cards.index(ANY_WILD)
    for kind in WILDS:
        if hand[kind]:
            yield (*cards[:place], kind, *cards[place + 1 :])


def additions(view: SeatView, meld: Meld) -> Iterator[LayOff]:
    """Every lay-off onto an own meld that its numbers allow, the fewest cards first.

    Among equal numbers of cards, those without a wild card come first.
    """
    if meld.kind != SEQUENCE:
        for cards in for_own_group(view, meld).every():
            yield LayOff(meld.id, cards)
        return
    found = [LayOff(meld.id, cards, as_) for cards, as_ in _continuing(view, meld)]
    yield from sorted(found, key=lambda lay_off: (len(lay_off.cards), lay_off.as_ is not None))


def _continuing(view: SeatView, meld: Meld) -> Iterator[tuple[Cards, int | None]]:
    """Cards that make a sequence longer, and the rank that a wild one represents."""
    limits = view.rules.sequence_limits
    for kinds in _around(view, meld):
        missing = [place for place, kind in enumerate(kinds) if not view.hand[kind]]
        if not missing:
            yield kinds, None
        naturals = meld.naturals + len(kinds) - 1
        if meld.wilds < limits.max_wilds and naturals >= limits.min_naturals and len(missing) < 2:
            for place in missing or range(len(kinds)):
                with_gap = (*kinds[:place], ANY_WILD, *kinds[place + 1 :])
                for cards in _filled(with_gap, view.hand):
                    yield cards, RANK_OF[kinds[place]]


def _around(view: SeatView, meld: Meld) -> Iterator[Cards]:
    """The kinds that make a sequence longer, from low to high."""
    low, high, suit = meld.rank, meld.rank + len(meld.cards), meld.suit
    more = view.rules.sequence_limits.max_size - len(meld.cards)
    for below in range(min(more, low - FOUR), -1, -1):
        for above in range(min(more - below, ACE + 1 - high) + 1):
            if below or above:
                yield window(suit, low - below, below) + window(suit, high, above)


def red_threes(view: SeatView) -> Iterator[LayRedThree]:
    """Every choice of the red threes in the hand, the fewest first."""
    cards = copies(view.hand, RED_THREES)
    for size in range(1, len(cards) + 1):
        yield from map(LayRedThree, subsets(cards, size))


def pile_takes(view: SeatView, onto: Meld | None, way: TakenWith) -> Iterator[TakePile]:
    """Takes of the pile for an own meld or for a new one, with cards that fit, the fewest first."""
    meld_id = None if onto is None else onto.id
    if way is TakenWith.ONLY_UPCARD:
        yield TakePile((), meld_id)
    elif way is TakenWith.PAIR:
        for cards in for_pile(view, onto).every():
            yield TakePile(cards, meld_id)
    else:
        for cards in pile_sequences(view):
            if onto is None or _continues(onto, cards, view.rules):
                yield take_and_lay(view.pile[-1], (cards,))._replace(onto=meld_id)


def pile_sequences(view: SeatView) -> Iterator[Cards]:
    """Sequences of the upcard and cards of the hand that may take the pile by the ruleset."""
    upcard, new = view.pile[-1], view.rules.pile.new_sequence
    if new is NewSequence.NO:
        return
    hand, with_wild = bytearray(view.hand), new is NewSequence.WITH_WILD
    hand[upcard] += 1
    found = sequences(hand, limits_of(view.rules), with_wild, (SUIT_OF[upcard],))
    for cards in sorted(found, key=len):
        if upcard in cards and (ANY_WILD in cards if with_wild else len(cards) == MELD_SIZE):
            yield from _filled(cards, view.hand)


def _continues(meld: Meld, cards: Cards, rules: Rules) -> bool:
    """True if natural cards in sequence continue an own one."""
    low, high, size = RANK_OF[cards[0]], RANK_OF[cards[-1]], len(meld.cards)
    joins = high == meld.rank - 1 or low == meld.rank + size
    return joins and size + len(cards) <= rules.sequence_limits.max_size
