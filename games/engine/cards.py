"""Cards are values without identity, numbered by kind.

A card is the number of its kind, rank-major: ``4 * rank + suit`` for the 52 faces (ranks in the
order ``23456789TJQKA``, suits in the order ``CDHS``) and 52 for the joker. Two copies of a card are
the same number. Sorting kinds sorts a hand by rank, jokers last.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Final

RANKS: Final = "23456789TJQKA"
SUITS: Final = "CDHS"
JOKER: Final = 52
KINDS: Final = 53
"""Number of card kinds, and the length of every counts vector."""

TWO, THREE, FOUR, SEVEN, ACE = 0, 1, 2, 5, 12
"""Rank numbers that rules refer to."""
JOKER_RANK: Final = 13

FACES: Final = (*(rank + suit for rank in RANKS for suit in SUITS), "JK")
"""The text of every kind: ``"TH"``, ``"JK"``."""
NOT_A_CARD: Final = "a card: rank (23456789TJQKA) and suit (CDHS), like KH or TD, or the joker JK"
"""The error message for a text that names no card."""
_KIND: Final = {face: kind for kind, face in enumerate(FACES)}

RANK_OF: Final = (*(kind // 4 for kind in range(52)), JOKER_RANK)
SUIT_OF: Final = (*(kind % 4 for kind in range(52)), -1)
IS_WILD: Final = tuple(rank in (TWO, JOKER_RANK) for rank in RANK_OF)
RED_THREES: Final = (4 * THREE + 1, 4 * THREE + 2)
BLACK_THREES: Final = (4 * THREE, 4 * THREE + 3)
WILDS: Final = (0, 1, 2, 3, JOKER)
NATURALS: Final = tuple(tuple(range(4 * rank, 4 * rank + 4)) for rank in range(13))
"""By rank, its four kinds."""


def parse(text: str) -> int:
    """The kind that `text` names; raises ValueError for anything but ``"TH"`` or ``"JK"``."""
    try:
        return _KIND[text]
    except (KeyError, TypeError):
        raise ValueError(f"not a card: {text!r}") from None


def faces(cards: Iterable[int]) -> list[str]:
    """The texts of `cards`, in the same order."""
    return [FACES[card] for card in cards]


def cards_of(text: str) -> tuple[int, ...]:
    """Read a line of cards as people write it: ``"KH KD 2C JK"``."""
    return tuple(parse(word) for word in text.split())


def counts_of(cards: Iterable[int]) -> bytearray:
    """The number of cards of each kind among `cards`: a vector of length `KINDS`."""
    counts = bytearray(KINDS)
    for card in cards:
        counts[card] += 1
    return counts


def expand(counts: Sequence[int]) -> tuple[int, ...]:
    """The cards of a counts vector, sorted."""
    return tuple([kind for kind, count in enumerate(counts) if count for _ in range(count)])


def copies(counts: Sequence[int], kinds: Iterable[int]) -> list[int]:
    """All cards in the hand of the given `kinds`, in the order of `kinds`."""
    found: list[int] = []
    for kind in kinds:
        if counts[kind]:
            found += [kind] * counts[kind]
    return found


def subsets(cards: Sequence[int], size: int) -> Iterator[tuple[int, ...]]:
    """Every choice of `size` of the sorted `cards`. Equal cards count as the same choice."""
    if not size:
        yield ()
        return
    for place, card in enumerate(cards[: len(cards) - size + 1]):
        if not place or cards[place - 1] != card:
            for others in subsets(cards[place + 1 :], size - 1):
                yield (card, *others)


def wilds_held(hand: Sequence[int]) -> int:
    """Number of wild cards in a hand."""
    return hand[0] + hand[1] + hand[2] + hand[3] + hand[JOKER]


def rank_counts(counts: bytes) -> bytes:
    """The number of cards of each of the 13 ranks."""
    return _rank_sums(counts).to_bytes(52, "little")[::4]


def ranks_with(counts: bytes, least: Iterable[tuple[int, int]]) -> int:
    """The ranks that have enough cards, as a set of `RANK_BIT`.

    `least` pairs each number with the ranks, from fours on, for which that number is enough.
    """
    sums = _rank_sums(counts)
    found = 0
    for number, ranks in least:
        found |= sums + _UP_TO_128[number] >> 7 & ranks
    return found


def _rank_sums(counts: bytes) -> int:
    """A number whose byte at each rank's first suit holds the number of cards of that rank.

    As one number, `counts` has a byte per kind. Shifted by one and by two suits and added, the
    first suit of each rank has the sum of all four (at most 32, so nothing carries).
    """
    number = int.from_bytes(counts, "little")
    number += number >> 8
    number += number >> 16
    return number & _FIRST_SUITS


def held_bits(counts: bytes) -> int:
    """The kinds held, as a set in one number: bit ``8 * kind`` (see `KIND_BIT`)."""
    return int.from_bytes(counts.translate(_PRESENT), "little")


def bits(cards: Iterable[int]) -> int:
    """The set of `cards` in the form of `held_bits`."""
    result = 0
    for card in cards:
        result |= KIND_BIT[card]
    return result


@cache
def kinds_in(held: int) -> tuple[int, ...]:
    """The kinds of a set, sorted."""
    return tuple([kind for kind in range(KINDS) if held & KIND_BIT[kind]])


def sequence_starts(held: int, length: int) -> int:
    """The lowest cards of sequences of `length` among the kinds `held`. Both are sets."""
    starts = naturals = held & SEQUENCE_BITS
    for step in range(1, length):
        starts &= naturals >> RANK_SHIFT * step
    return starts


_FIRST_SUITS: Final = int.from_bytes(bytes([255, 0, 0, 0] * 13), "little")
_MELDED_RANKS: Final = sum(1 << 32 * rank for rank in range(FOUR, ACE + 1))
_UP_TO_128: Final = tuple((128 - least) * _MELDED_RANKS for least in range(128))
_PRESENT: Final = bytes([0] + [1] * 255)
KIND_BIT: Final = tuple(1 << (8 * kind) for kind in range(KINDS))
RANK_SHIFT: Final = 32
"""Shifting a set of kinds by this moves every card to the next rank of its suit."""
RANK_BIT: Final = tuple(1 << RANK_SHIFT * rank for rank in range(13))
"""One bit for each rank: that of its first suit, as `ranks_with` returns them."""
RANK_BITS: Final = tuple(bits(range(4 * rank, 4 * rank + 4)) for rank in range(13))
SUIT_BITS: Final = tuple(bits(range(4 * FOUR + suit, 52, 4)) for suit in range(4))
"""By suit, the ranks that sequences consist of: 4 to ace."""
SEQUENCE_BITS: Final = bits(range(4 * FOUR, 52))
WILD_BITS: Final = bits(WILDS)
BLACK_THREE_BITS: Final = bits(BLACK_THREES)
RED_THREE_BITS: Final = bits(RED_THREES)
