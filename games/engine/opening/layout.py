"""From decisions back to cards: the melds that the search has only counted."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from games.engine.cards import (
    ACE,
    FOUR,
    KINDS,
    RANK_SHIFT,
    held_bits,
    rank_counts,
    sequence_starts,
)
from games.engine.opening.tables import Claims, GroupLimits, split_group

Meld = tuple[int, ...]
"""The kinds of a new meld's cards, sorted; a sequence from low to high, a wild in its place."""
Melds = tuple[Meld, ...]
Open = tuple[int, ...]
"""A suit's open sequences: 1 if one must still begin, then how many there are of each length."""
Move = tuple[int, Open]
"""What a suit does at one rank: the cards used, and what is open afterwards."""


class Step(NamedTuple):
    """What a suit does at one rank, where wild cards may be among its sequences."""

    move: Move
    """What is open is of the form (1 if one must still begin, 1 if one may, lines...)."""
    wilds: int
    """Wild cards that it takes."""
    room: int
    """Wild cards that it may take."""
    lines: tuple[tuple[bool, int], ...]
    """Of each line open before, then of each begun: whether a natural comes to it, and its end."""


RUN_RANKS: Final = range(ACE, FOUR - 1, -1)
"""Ranks of sequences, from high to low: the order of the search."""

_NO_RANKS: Final = bytes(13)


def cuts_freely(shortest: int, longest: int) -> bool:
    """True if any number of cards from `shortest` on can be cut into legal sequences."""
    return longest >= 2 * shortest - 1


def lay_sequences(suit: int, moves: Sequence[Move], shortest: int, longest: int) -> Iterator[Meld]:
    """The sequences of a suit, given its moves from aces down to fours."""
    running: list[list[int]] = []
    for rank, (used, after) in zip(RUN_RANKS, moves, strict=True):
        going, done = _split(running, used, after, endless=cuts_freely(shortest, longest))
        for run in done:
            yield from cut(run, shortest, longest)
        running = [*going, *([] for _ in range(after[1]))]
        for run in running:
            run.append(4 * rank + suit)
    for run in running:
        yield from cut(run, shortest, longest)


def _split(
    running: list[list[int]], used: int, after: Open, *, endless: bool
) -> tuple[list[list[int]], list[list[int]]]:
    """Which sequences go on and which end; the shortest must go on, so they come first."""
    if endless:
        running.sort(key=len)
        going = used - after[1]
        return running[:going], running[going:]
    left = [*after, 0]
    lasting: list[list[int]] = []
    done: list[list[int]] = []
    for run in running:
        longer = len(run) + 1
        (lasting if left[longer] > 0 else done).append(run)
        left[longer] -= 1
    return lasting, done


def cut(run: list[int], shortest: int, longest: int) -> Iterator[Meld]:
    """Legal sequences out of one from high to low that may be too long."""
    cards = run[::-1]
    while len(cards) > longest:
        size = min(longest, len(cards) - shortest)
        yield tuple(cards[:size])
        cards = cards[size:]
    yield tuple(cards)


def in_sequences(hand: bytes, shortest: int) -> bytes:
    """By rank, how many cards are of kinds that stand in a sequence of `shortest` at hand."""
    starts = sequence_starts(held_bits(hand), shortest)
    if not starts:
        return _NO_RANKS
    found = starts
    for step in range(1, shortest):
        found |= starts << RANK_SHIFT * step
    # A byte of ones for every kind found, and so the counts of those kinds alone.
    kinds = int.from_bytes(hand, "little") & found * 255
    return rank_counts(kinds.to_bytes(KINDS, "little"))


def runs(counts: Sequence[int], suit: int, least: int) -> list[list[int]]:
    """Unbroken sequences of the suit at hand, of `least` cards or more, each from low to high."""
    found: list[list[int]] = [[]]
    for kind in range(4 * FOUR + suit, 52, 4):
        if counts[kind]:
            found[-1].append(kind)
        elif found[-1]:
            found.append([])
    return [run for run in found if len(run) >= least]


def lay_groups(
    cards: Sequence[int],
    wilds: Iterator[int],
    sizes: tuple[int, int],
    limits: GroupLimits,
    claims: Claims,
) -> Iterator[Meld]:
    """Groups of one rank out of `cards`, the claimed first; `sizes`: naturals and wilds in all."""
    hand = iter(cards)
    for naturals, wild in split_group(limits, claims, *sizes):
        yield tuple(sorted((*islice(hand, naturals), *islice(wilds, wild))))
