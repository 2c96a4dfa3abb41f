"""The ways to lay sequences out of a hand that are worth a look before the rest is grouped.

A sequence that takes only cards which groups would take as well, and no wild card that groups could
not place, gains nothing: its cards are worth the same in groups. Ways with such a sequence are left
out.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from games.engine.cards import (
    ACE,
    FOUR,
    KIND_BIT,
    RANK_BITS,
    RANK_OF,
    SEQUENCE_BITS,
    SUIT_BITS,
    held_bits,
    rank_counts,
    sequence_starts,
)
from games.engine.legal.opening.limits import MeldLimits
from games.engine.legal.opening.requirement import Cards
from games.engine.meld_kinds import MELD_SIZE

ANY_WILD: Final = -1
"""Stands for a wild card in a sequence, whichever."""
MOST_LAYOUTS: Final = 4000
"""How many layouts one question may look at, so that no hand and no house rule takes for ever.

Beyond it a way to meld may be missed, and then is not listed; laid, it is accepted all the same.
Random play-outs of the twelve rulesets took at most 2,319 (`denexa`, a hand of 60 cards).
"""


class Budget:
    """What one question may still look at."""

    def __init__(self) -> None:
        self._left = MOST_LAYOUTS

    def spend(self) -> bool:
        """Look at one more layout; False if there have been enough."""
        self._left -= 1
        return self._left >= 0


class Layout(NamedTuple):
    """Sequences, and what they leave of the hand."""

    sequences: tuple[Cards, ...]
    left: bytearray
    wilds: int
    """Wild cards among the sequences; they are not taken from `left`."""
    points: int
    """Of their natural cards."""


def layouts(
    hand: Sequence[int],
    limits: MeldLimits,
    wilds: int,
    points: Sequence[int],
    promises: Callable[[Layout, int], bool],
    budget: Budget,
    required: int | None = None,
) -> Iterator[Layout]:
    """Sets of sequences that the hand can form with up to `wilds` wild cards, the smallest first.

    Every sequence in them gains something: it takes a card of a rank that groups would not take
    whole, or a wild card for which groups have no place. Two sets that leave the same cards count
    as one. A set is given only if it `promises` enough; that is asked with the kinds, a set of
    `KIND_BIT`, which further sequences may use. If a suit is `required`, one sequence is in it.
    """
    start = Layout((), bytearray(hand), 0, 0)
    running = runnable_kinds(hand, limits, wilds > 0)
    if not promises(start, running):
        return
    if not running:
        if required is None:
            yield start
        return
    found = list(sequences(hand, limits, wilds > 0))
    search = _Layouts(found, limits, wilds, points, promises, budget)
    if required is None:
        yield from search.explore(start, running)
        return
    for cards in found:
        if _suit(cards) == required:
            yield from search.add(start, cards, running)


class _Layouts:
    """The search for layouts of one hand."""

    def __init__(
        self,
        found: Sequence[Cards],
        limits: MeldLimits,
        wilds: int,
        points: Sequence[int],
        promises: Callable[[Layout, int], bool],
        budget: Budget,
    ) -> None:
        self._limits, self._wilds, self._points = limits, wilds, points
        self._promises, self._budget = promises, budget
        self._by_rank: dict[int, list[Cards]] = {}
        for cards in found:
            for card in cards:
                if card >= 0:
                    self._by_rank.setdefault(RANK_OF[card], []).append(cards)
        self._ranks = sorted(
            range(FOUR, ACE + 1), key=lambda rank: len(self._by_rank.get(rank, ()))
        )
        self._with_wild = [cards for cards in found if ANY_WILD in cards]
        self._seen: set[tuple[bytes, int]] = set()

    def explore(self, layout: Layout, runs_in: int) -> Iterator[Layout]:
        """The layout, and all that come of it with further sequences.

        Those use only the kinds `runs_in`, a set of `KIND_BIT`.
        """
        yield layout
        held = rank_counts(bytes(layout.left))
        places = 0
        for rank in self._ranks:
            table = self._limits.tables[rank]
            beside = table.beside[held[rank]] if table else -1
            if beside >= 0 or not held[rank]:
                places += max(beside, 0)
                continue
            if runs_in & RANK_BITS[rank]:
                for cards in self._by_rank.get(rank, ()):
                    yield from self.add(layout, cards, runs_in)
                # Below here no further sequence has a card of this rank.
                runs_in &= ~RANK_BITS[rank]
                if not self._promises(layout, runs_in):
                    return
        if places < self._wilds - layout.wilds:
            for cards in self._with_wild:
                yield from self.add(layout, cards, runs_in)

    def add(self, layout: Layout, cards: Cards, runs_in: int) -> Iterator[Layout]:
        """All layouts that come of this one and one more sequence, if that can be laid beside it.

        It and further ones use only the kinds `runs_in`.
        """
        if not all(card < 0 or runs_in & KIND_BIT[card] for card in cards):
            return
        longer = _with(layout, cards, self._points)
        if longer is None or longer.wilds > self._wilds:
            return
        if self._limits.rules.sequences.one_per_suit:
            runs_in &= ~SUIT_BITS[_suit(cards)]
        key = (bytes(longer.left), longer.wilds)
        if key not in self._seen:
            self._seen.add(key)
            runs_in &= runnable_kinds(longer.left, self._limits, longer.wilds < self._wilds)
            if self._budget.spend() and self._promises(longer, runs_in):
                yield from self.explore(longer, runs_in)


def _with(layout: Layout, cards: Cards, points: Sequence[int]) -> Layout | None:
    """The layout with one more sequence, if what is left holds it."""
    left = layout.left
    worth = 0
    for card in cards:
        if card >= 0:
            if not left[card]:
                return None
            worth += points[card]
    left = left[:]
    for card in cards:
        if card >= 0:
            left[card] -= 1
    wild = ANY_WILD in cards
    return Layout((*layout.sequences, cards), left, layout.wilds + wild, layout.points + worth)


def _suit(cards: Cards) -> int:
    return (cards[0] if cards[0] >= 0 else cards[1]) % 4


def sequences(
    hand: Sequence[int], limits: MeldLimits, wild: bool, suits: Sequence[int] | None = None
) -> Iterator[Cards]:
    """Every sequence that the hand can form, one of its cards `ANY_WILD` where `wild` allows it."""
    sequence = limits.rules.sequences
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
                cards = tuple(range(4 * low + suit, card + 1, 4))
                if missing < 0 and size >= MELD_SIZE:
                    yield cards
                if not wild or size < least_with_wild:
                    continue
                for place in range(size) if missing < 0 else (missing,):
                    yield (*cards[:place], ANY_WILD, *cards[place + 1 :])


def runnable_kinds(hand: Sequence[int], limits: MeldLimits, wild: bool) -> int:
    """The kinds that are in some sequence that the hand can form, a set of `KIND_BIT`."""
    sequence = limits.rules.sequences
    held = held_bits(bytes(hand)) & limits.runnable
    starts = sequence_starts(held, MELD_SIZE)
    found = 0
    for step in range(MELD_SIZE if starts else 0):
        found |= starts << 32 * step
    size = max(MELD_SIZE, sequence.min_naturals + 1)
    if wild and sequence.max_wilds and size <= sequence.max_size:
        for missing in range(size):
            found |= _with_a_gap(held, size, missing)
    return found & held


def _with_a_gap(held: int, size: int, missing: int) -> int:
    """The kinds in sequences of `size` out of those held, where the place `missing` is wild."""
    starts = SEQUENCE_BITS
    for step in range(size):
        starts &= (SEQUENCE_BITS if step == missing else held) >> 32 * step
    found = 0
    for step in range(size):
        found |= starts << 32 * step
    return found
