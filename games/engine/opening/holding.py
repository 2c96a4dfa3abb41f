"""What a hand holds for melds."""

from collections.abc import Sequence
from itertools import compress
from typing import Final

from games.engine.cards import FOUR, KINDS, copies
from games.engine.opening.limits import MeldLimits

_BITS: Final = tuple(1 << kind if 4 * FOUR <= kind < 52 else 0 for kind in range(KINDS))
_SEQUENCE_BITS: Final = sum(_BITS)
SUIT_KINDS: Final = tuple(sum(_BITS[suit:52:4]) for suit in range(4))
"""By suit, the kinds of its sequences, as bits."""


def sequence_cards(counts: Sequence[int], limits: MeldLimits) -> int:
    """The kinds that stand in some sequence of cards at hand, as bits."""
    if not limits.sequence_max:
        return 0
    present = sum(compress(_BITS, counts))
    for suit in limits.closed_suits:
        present &= ~SUIT_KINDS[suit]
    window = present
    for step in range(1, limits.sequence_min):
        window &= present >> 4 * step
    found = window
    for step in range(1, limits.sequence_min):
        found |= window << 4 * step
    if limits.sequence_wilds and wilds_of(counts, limits):
        size = max(limits.sequence_min, limits.sequence_naturals + 1)
        for missing in range(size if size <= limits.sequence_max else 0):
            found |= _windows(present, size, missing)
    return found


def _windows(present: int, size: int, missing: int) -> int:
    """The kinds in sequences of `size` out of those present, where the place `missing` is wild."""
    window = _SEQUENCE_BITS
    for step in range(size):
        window &= (_SEQUENCE_BITS if step == missing else present) >> 4 * step
    found = 0
    for step in range(size):
        found |= window << 4 * step
    return found & present


def wilds_of(counts: Sequence[int], limits: MeldLimits) -> list[int]:
    """The wild cards of a hand, the dearest first."""
    return copies(counts, limits.wilds)
