"""Every way to lay sequences out of a hand."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from games.engine.cards import ACE, FOUR, SEQUENCE_BITS, SUIT_BITS, held_bits, sequence_starts
from games.engine.legal.opening.limits import MeldLimits
from games.engine.legal.opening.requirement import Cards

ANY_WILD: Final = -1
"""Stands for a wild card in a sequence, whichever."""


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
    required: int | None,
) -> Iterator[Layout]:
    """Every set of sequences that the hand can form with up to `wilds` wild cards, none at first.

    Of those that leave the same cards only one, and only what promises enough when further
    sequences are only possible in some suits, a set of `KIND_BIT`. In the suit `required` there
    is one.
    """
    by_suit: dict[int, list[Cards]] = {} if required is None else {required: []}
    for cards in sequences(hand, limits, wilds > 0):
        by_suit.setdefault(_suit(cards), []).append(cards)
    start = Layout((), bytearray(hand), 0, 0)
    if promises(start, sum([SUIT_BITS[suit] for suit in by_suit])):
        suits = list(by_suit.items())
        yield from _layouts(start, suits, wilds, points, limits, promises, required)


def _layouts(
    layout: Layout,
    by_suit: list[tuple[int, list[Cards]]],
    wilds: int,
    points: Sequence[int],
    limits: MeldLimits,
    promises: Callable[[Layout, int], bool],
    required: int | None = None,
) -> Iterator[Layout]:
    """The layout with every set of sequences of these suits."""
    if not by_suit:
        yield layout
        return
    (suit, found), *others = by_suit
    later = sum([SUIT_BITS[suit] for suit, _ in others])
    seen: set[tuple[bytes, int]] = set()
    stack = [(layout, 0)]
    while stack:
        begun, first = stack.pop()
        if (begun is not layout or suit != required) and promises(begun, later):
            yield from _layouts(begun, others, wilds, points, limits, promises)
        if begun is not layout and limits.rules.sequence.one_per_suit:
            continue
        for index in range(first, len(found)):
            longer = _with(begun, found[index], points)
            if longer is None or longer.wilds > wilds:
                continue
            key = (bytes(longer.left), longer.wilds)
            if key not in seen:
                seen.add(key)
                stack.append((longer, index))


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
    sequence = limits.rules.sequence
    running = runnable_kinds(hand, limits, wild)
    if not running:
        return
    least_with_wild = max(sequence.min_size, sequence.min_naturals + 1)
    wild = wild and sequence.max_wilds > 0
    for suit in limits.suits if suits is None else suits:
        if not running & SUIT_BITS[suit]:
            continue
        for low in range(FOUR, ACE + 2 - sequence.min_size):
            missing = -1
            for size in range(1, min(sequence.max_size, ACE + 1 - low) + 1):
                card = 4 * (low + size - 1) + suit
                if not hand[card]:
                    if not wild or missing >= 0:
                        break
                    missing = size - 1
                cards = tuple(range(4 * low + suit, card + 1, 4))
                if missing < 0 and size >= sequence.min_size:
                    yield cards
                if not wild or size < least_with_wild:
                    continue
                for place in range(size) if missing < 0 else (missing,):
                    yield (*cards[:place], ANY_WILD, *cards[place + 1 :])


def runnable_kinds(hand: Sequence[int], limits: MeldLimits, wild: bool) -> int:
    """The kinds that are in some sequence that the hand can form, a set of `KIND_BIT`."""
    sequence = limits.rules.sequence
    held = held_bits(bytes(hand)) & limits.runnable
    starts = sequence_starts(held, sequence.min_size)
    found = 0
    for step in range(sequence.min_size if starts else 0):
        found |= starts << 32 * step
    size = max(sequence.min_size, sequence.min_naturals + 1)
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
