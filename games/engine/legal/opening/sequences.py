"""The ways to lay sequences out of a hand that need a look before the rest is grouped.

A sequence gains nothing if it takes only cards that groups would take as well, and no wild card
that groups could not place: its cards are worth the same in groups. Ways with such a sequence are
left out.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache, cached_property
from typing import Final, NamedTuple

from games.engine.cards import (
    ACE,
    FOUR,
    RANK_BITS,
    RANK_OF,
    RANK_SHIFT,
    SEQUENCE_BITS,
    SUIT_BITS,
    bits,
    held_bits,
)
from games.engine.legal.new_meld import Cards
from games.engine.legal.opening.groups import held_by_rank
from games.engine.legal.opening.limits import MeldLimits
from games.engine.meld_kinds import MELD_SIZE

ANY_WILD: Final = -1
"""A wild card in a sequence, of any kind."""
MOST_LAYOUTS: Final = 4000
"""The most layouts that one question may look at, so that no hand and no house rule takes forever.

With more, a way to meld may be missed and is then not listed; an action that lays it is still
accepted. Random play-outs of the twelve rulesets took at most 2,319 (`denexa`, a hand of 60 cards).
"""


class Layout(NamedTuple):
    """Sequences, and the cards of the hand that they leave."""

    sequences: tuple[Cards, ...]
    left: bytearray
    by_rank: list[int]
    """The remaining cards for groups, by rank."""
    wilds: int
    """Wild cards among the sequences; they are not taken from `left`."""
    points: int
    """Of their natural cards."""


class _Found(NamedTuple):
    """A sequence that the hand can form."""

    cards: Cards
    kinds: int
    """Those of its natural cards, a set of `KIND_BIT`."""


class Layouts:
    """Sets of sequences that one hand can form with up to `wilds` wild cards.

    Every sequence in them gains something: it takes a card of a rank that groups would not take
    whole, or a wild card for which groups have no place. Two sets that leave the same cards count
    as one. A set is given only if `promises` accepts it, which is called with the kinds that
    further sequences may use, a set of `KIND_BIT`.
    """

    def __init__(
        self,
        hand: Sequence[int],
        limits: MeldLimits,
        wilds: int,
        points: Sequence[int],
        promises: Callable[[Layout, int], bool],
        looks: Iterator[int],
    ) -> None:
        self._limits, self._wilds, self._points = limits, wilds, points
        self._promises, self._looks = promises, looks
        self._start = Layout((), bytearray(hand), held_by_rank(hand, limits), 0, 0)
        self._running = runnable_kinds(hand, limits, wilds > 0)
        self._seen: set[tuple[bytes, int]] = set()

    def ways(self, suit: int | None = None) -> Iterator[Layout]:
        """The sets, the smallest first; if a suit is given, those with a sequence in it."""
        if suit is not None and not self._running & SUIT_BITS[suit]:
            return
        if not self._promises(self._start, self._running):
            return
        if not self._running:
            yield self._start
            return
        self._seen.clear()
        if suit is None:
            yield from self.explore(self._start, self._running)
            return
        for found in self._found:
            if found.kinds & SUIT_BITS[suit]:
                yield from self.add(self._start, found, self._running)

    @cached_property
    def _found(self) -> list[_Found]:
        every = sequences(self._start.left, self._limits, self._wilds > 0)
        return [_Found(cards, bits([card for card in cards if card >= 0])) for cards in every]

    @cached_property
    def _by_rank(self) -> list[tuple[int, list[_Found]]]:
        """Each rank with the sequences that have a natural card of it, the fewest first."""
        having = [
            (rank, [found for found in self._found if found.kinds & RANK_BITS[rank]])
            for rank in range(FOUR, ACE + 1)
        ]
        return sorted(having, key=lambda each: len(each[1]))

    def explore(self, layout: Layout, runs_in: int) -> Iterator[Layout]:
        """The layout, and every layout that extends it with further sequences.

        Those use only the kinds `runs_in`, a set of `KIND_BIT`.
        """
        yield layout
        held, places = layout.by_rank, 0
        for rank, having in self._by_rank:
            table = self._limits.tables[rank]
            most = table.needing_none[held[rank]] if table else -1
            if most >= 0 or not held[rank]:
                places += max(most, 0)
                continue
            if runs_in & RANK_BITS[rank]:
                for found in having:
                    yield from self.add(layout, found, runs_in)
                # From here on, no further sequence has a card of this rank.
                runs_in &= ~RANK_BITS[rank]
                if not self._promises(layout, runs_in):
                    return
        if places < self._wilds - layout.wilds:
            for found in self._found:
                if ANY_WILD in found.cards:
                    yield from self.add(layout, found, runs_in)

    def add(self, layout: Layout, found: _Found, runs_in: int) -> Iterator[Layout]:
        """Every layout that extends this one with one more sequence, if that can be added.

        It and further ones use only the kinds `runs_in`, which are left.
        """
        if found.kinds & ~runs_in:
            return
        longer = _with(layout, found.cards, self._points)
        if longer.wilds > self._wilds:
            return
        if self._limits.rules.sequence_limits.size_before_next:
            runs_in &= ~next(suit for suit in SUIT_BITS if suit & found.kinds)
        key = (bytes(longer.left), longer.wilds)
        if key not in self._seen:
            self._seen.add(key)
            runs_in &= runnable_kinds(longer.left, self._limits, longer.wilds < self._wilds)
            if next(self._looks, None) is not None and self._promises(longer, runs_in):
                yield from self.explore(longer, runs_in)


def _with(layout: Layout, cards: Cards, points: Sequence[int]) -> Layout:
    """The layout with one more sequence."""
    left, by_rank, worth = layout.left[:], layout.by_rank[:], layout.points
    for card in cards:
        if card >= 0:
            left[card] -= 1
            by_rank[RANK_OF[card]] -= 1
            worth += points[card]
    wilds = layout.wilds + (ANY_WILD in cards)
    return Layout((*layout.sequences, cards), left, by_rank, wilds, worth)


def sequences(
    hand: Sequence[int], limits: MeldLimits, wild: bool, suits: Sequence[int] | None = None
) -> Iterator[Cards]:
    """Every sequence that the hand can form, with one card `ANY_WILD` where `wild` allows it."""
    sequence = limits.rules.sequence_limits
    running = runnable_kinds(hand, limits, wild)
    if not running:
        return
    least_with_wild = max(MELD_SIZE, sequence.min_naturals + 1)
    wild = wild and sequence.max_wilds > 0
    for suit in limits.suits if suits is None else suits:
        if not running & SUIT_BITS[suit]:
            continue
        for low in range(FOUR, ACE + 2 - MELD_SIZE):
            missing = -1
            for size in range(1, min(sequence.max_size, ACE + 1 - low) + 1):
                card = 4 * (low + size - 1) + suit
                if not hand[card]:
                    if not wild or missing >= 0:
                        break
                    missing = size - 1
                cards = window(suit, low, size)
                if missing < 0 and size >= MELD_SIZE:
                    yield cards
                if not wild or size < least_with_wild:
                    continue
                for place in range(size) if missing < 0 else (missing,):
                    yield (*cards[:place], ANY_WILD, *cards[place + 1 :])


@cache
def window(suit: int, low: int, size: int) -> Cards:
    """The kinds of a sequence of `size` cards from rank `low`."""
    return tuple(range(4 * low + suit, 4 * (low + size), 4))


def runnable_kinds(hand: Sequence[int], limits: MeldLimits, wild: bool) -> int:
    """The kinds that are in any sequence that the hand can form, a set of `KIND_BIT`."""
    sequence = limits.rules.sequence_limits
    held = held_bits(bytes(hand)) & limits.runnable
    found = _in_sequences(held, MELD_SIZE)
    size = max(MELD_SIZE, sequence.min_naturals + 1)
    if wild and sequence.max_wilds and size <= sequence.max_size:
        for wild_place in range(size):
            found |= _in_sequences(held, size, wild_place)
    return found & held


def _in_sequences(held: int, size: int, wild_place: int | None = None) -> int:
    """The kinds in sequences of `size` out of those held; one place is wild if that is given."""
    starts = SEQUENCE_BITS
    for step in range(size):
        starts &= (SEQUENCE_BITS if step == wild_place else held) >> RANK_SHIFT * step
    found = 0
    for step in range(size if starts else 0):
        found |= starts << RANK_SHIFT * step
    return found
