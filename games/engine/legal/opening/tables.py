"""Which numbers of cards make the new groups of one rank, worked out once for each rule.

The tables kept are bounded in number, since clubs make their own rules.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from games.engine.rulesets.choices import MeldsOfAKind
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
    cover: tuple[bytes, bytes]
    """The most naturals that can be melded, without and with wild cards."""
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
        held = [tuple(_wild_choices(counts & (2 << n) - 1)) for n in range(len(masks))]
    else:
        held = [tuple(_largest(masks[: n + 1])) for n in range(len(masks))]
    alone = _by_number(
        max([c.naturals for c in each if not c.min_wilds], default=0) for each in held
    )
    helped = _by_number(max([c.naturals for c in each], default=0) for each in held)
    most_wilds = _by_number(max([c.max_wilds for c in each], default=0) for each in held)
    beside = tuple([_beside(number, each, most_wilds[number]) for number, each in enumerate(held)])
    return GroupTable(tuple(held), (alone, helped), most_wilds, beside)


def least_naturals(rule: RankRule, wilds: int) -> int:
    """How many naturals it takes to make a group with up to `wilds` wild cards; 0 if none do."""
    return min([n for n, w in _shapes(rule) if w <= wilds], default=0)


@lru_cache(maxsize=1024)
def sure_size(rule: RankRule) -> int:
    """The most cards that the smallest group that a hand can form may have."""
    most, fewest = 0, MOST_WILDS + 1
    for naturals, wilds in sorted(_shapes(rule)):
        if wilds < fewest:  # no group of fewer naturals takes as few wild cards
            most, fewest = max(most, naturals + wilds), wilds
    return most


def _beside(naturals: int, choices: Sequence[Choice], most: int) -> int:
    return most if Choice(naturals, 0, most) in choices else -1


def _by_number(values: Iterable[int]) -> bytes:
    """A table for `bytes.translate`, which looks all ranks of a hand up at once."""
    return bytes([min(value, MOST_WILDS) for value in values]).ljust(256, b"\0")


@lru_cache(maxsize=1 << 14)
def sizes(rule: RankRule, naturals: int, wilds: int) -> tuple[tuple[int, int], ...]:
    """Groups (naturals, wilds) that make up the totals, canastas first, the largest first."""
    if not naturals:
        return ()
    rest = _wild_masks(rule)
    last = rule.per_rank is not MeldsOfAKind.SEVERAL
    for n, w in _shapes(rule):
        if n > naturals or w > wilds:
            continue
        if last and (n, w) == (naturals, wilds):
            return ((n, w),)
        if last and not rule.is_canasta(n + w):
            continue
        if rule.per_rank is not MeldsOfAKind.ONE and rest[naturals - n] >> (wilds - w) & 1:
            return ((n, w), *sizes(rule, naturals - n, wilds - w))
    raise ValueError(f"{naturals} naturals and {wilds} wild cards are no groups")


@lru_cache(maxsize=1024)
def _shapes(rule: RankRule) -> tuple[tuple[int, int], ...]:
    """Every (naturals, wilds) of one group, the largest first."""
    if rule.is_wild:
        return tuple((n, 0) for n in range(MOST_NATURALS, 0, -1) if rule.allows(0, n))
    return tuple(
        (naturals, wilds)
        for naturals in range(MOST_NATURALS, 0, -1)
        for wilds in range(min(rule.max_wilds, MOST_WILDS), -1, -1)
        if rule.allows(naturals, wilds)
    )


@lru_cache(maxsize=1024)
def _wild_masks(rule: RankRule) -> tuple[int, ...]:
    """By naturals melded, the numbers of wilds that go with them, as bits.

    The groups are as many as the rank may have: any number, one, or canastas and one more.
    """
    masks = [1] + [0] * MOST_NATURALS
    shapes = _shapes(rule)
    if rule.per_rank is not MeldsOfAKind.ONE:
        several = rule.per_rank is MeldsOfAKind.SEVERAL
        parts = [(n, w) for n, w in shapes if several or rule.is_canasta(n + w)]
        for total in range(1, MOST_NATURALS + 1):
            for naturals, wilds in parts:
                if naturals <= total:
                    masks[total] |= masks[total - naturals] << wilds
    if rule.per_rank is not MeldsOfAKind.SEVERAL:
        rest = list(masks)
        for naturals, wilds in shapes:
            for total in range(naturals, MOST_NATURALS + 1):
                masks[total] |= rest[total - naturals] << wilds
    return tuple(masks)


def _largest(masks: tuple[int, ...]) -> Iterator[Choice]:
    found: list[Choice] = []
    for naturals in range(len(masks) - 1, -1, -1):
        for low, high in _ranges(masks[naturals]):
            if not any(c.min_wilds <= low and high <= c.max_wilds for c in found):
                found.append(Choice(naturals, low, high))
                yield found[-1]


def _wild_choices(counts: int) -> Iterator[Choice]:
    for low, high in reversed(list(_ranges(counts))):
        yield Choice(0, low, high)


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
