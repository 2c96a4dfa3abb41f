"""Which numbers of cards make the new groups of one rank, worked out once for each rule.

The tables kept are bounded in number, since clubs make their own rules.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from games.engine.rulesets.derived import RankRule

MOST_WILDS: Final = 64
"""Wild cards of the largest pack: eight decks, four jokers each."""
MOST_NATURALS: Final = 33
"""Naturals of one rank in the largest pack, and an upcard."""


class Choice(NamedTuple):
    """A way to group a rank: `naturals` naturals with any number of wild cards in the range."""

    naturals: int
    min_wilds: int
    max_wilds: int


class GroupTable(NamedTuple):
    """By number of naturals at hand, what new groups of one rank can be.

    Of melds of wild cards there are no naturals, and the number at hand is that of wild cards.
    """

    choices: tuple[tuple[Choice, ...], ...]
    """No choice is contained in another; the one with the most naturals comes first."""
    alone: bytes
    """The most naturals that can be melded without wild cards."""
    helped: bytes
    """The most that can be melded with wild cards."""
    most_wilds: bytes
    """The most wild cards that can be melded."""
    beside: tuple[int, ...]
    """The most wild cards that can be melded, beside all naturals that need none; else -1."""


@lru_cache(maxsize=1024)
def group_table(rule: RankRule) -> GroupTable:
    """The table of the groups of a rank, or of the melds of wild cards."""
    masks = _wild_masks(rule)
    if rule.is_wild:
        counts = sum(1 << number for number, mask in enumerate(masks) if mask)
        ranges = [[*_ranges(counts & (2 << n) - 1)] for n in range(len(masks))]
        held = [tuple([Choice(0, *each) for each in reversed(some)]) for some in ranges]
    else:
        held = [tuple(_largest(masks[: n + 1])) for n in range(len(masks))]
    most = _most(held, lambda choice: choice.max_wilds)
    beside = [most[n] if Choice(n, 0, most[n]) in each else -1 for n, each in enumerate(held)]
    return GroupTable(
        tuple(held),
        alone=_most(held, lambda choice: 0 if choice.min_wilds else choice.naturals),
        helped=_most(held, lambda choice: choice.naturals),
        most_wilds=most,
        beside=tuple(beside),
    )


def _most(held: Iterable[Iterable[Choice]], of: Callable[[Choice], int]) -> bytes:
    """The most of any choice by number, for `bytes.translate`, which looks all ranks up at once."""
    most = [max(map(of, choices), default=0) for choices in held]
    return bytes([min(number, MOST_WILDS) for number in most]).ljust(256, b"\0")


@lru_cache(maxsize=1024)
def sure_size(rule: RankRule) -> int:
    """The most cards that the smallest group that a hand can form may have."""
    most, fewest = 0, MOST_WILDS + 1
    for naturals, wilds in sorted(shapes(rule)):
        if wilds < fewest:  # no group of fewer naturals takes as few wild cards
            most, fewest = max(most, naturals + wilds), wilds
    return most


@lru_cache(maxsize=1 << 14)
def sizes(rule: RankRule, naturals: int, wilds: int) -> tuple[tuple[int, int], ...]:
    """Groups (naturals, wilds) that make up the totals, canastas first, the largest first."""
    if not naturals:
        return ()
    rest = _wild_masks(rule)
    for n, w in shapes(rule):
        if n > naturals or w > wilds:
            continue
        if rule.next_from and (n, w) == (naturals, wilds):
            return ((n, w),)
        if n + w >= rule.next_from and rest[naturals - n] >> (wilds - w) & 1:
            return ((n, w), *sizes(rule, naturals - n, wilds - w))
    raise ValueError(f"{naturals} naturals and {wilds} wild cards are no groups")


@lru_cache(maxsize=1024)
def shapes(rule: RankRule) -> tuple[tuple[int, int], ...]:
    """Every (naturals, wilds) of one group, the largest first; (wilds, 0) of wild cards alone."""
    if rule.is_wild:
        return tuple((n, 0) for n in range(MOST_WILDS, 0, -1) if rule.allows(0, n))
    return tuple(
        (naturals, wilds)
        for naturals in range(MOST_NATURALS, 0, -1)
        for wilds in range(min(rule.max_wilds, MOST_WILDS), -1, -1)
        if rule.allows(naturals, wilds)
    )


@lru_cache(maxsize=1024)
def _wild_masks(rule: RankRule) -> tuple[int, ...]:
    """By naturals melded, the numbers of wilds that go with them, as bits.

    The groups are as many as the rank may have: of those after which another may be begun any
    number, and one more.
    """
    most, single = MOST_WILDS if rule.is_wild else MOST_NATURALS, shapes(rule)
    masks = [1] + [0] * most
    parts = [(n, w) for n, w in single if n + w >= rule.next_from]
    for total in range(1, most + 1):
        for naturals, wilds in parts:
            if naturals <= total:
                masks[total] |= masks[total - naturals] << wilds
    if rule.next_from:
        rest = list(masks)
        for naturals, wilds in single:
            for total in range(naturals, most + 1):
                masks[total] |= rest[total - naturals] << wilds
    return tuple(masks)


def _largest(masks: tuple[int, ...]) -> Iterator[Choice]:
    found: list[Choice] = []
    for naturals in range(len(masks) - 1, -1, -1):
        for low, high in _ranges(masks[naturals]):
            if not any(c.min_wilds <= low and high <= c.max_wilds for c in found):
                found.append(Choice(naturals, low, high))
                yield found[-1]


def _ranges(mask: int) -> Iterator[tuple[int, int]]:
    """The runs of ones in `mask`: ``0b110011`` has (0, 1) and (4, 5)."""
    low = 0
    while mask >> low:
        if mask >> low & 1:
            high = low
            while mask >> (high + 1) & 1:
                high += 1
            yield low, high
            low = high
        low += 1
