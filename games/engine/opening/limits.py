"""What a ruleset allows in new melds, and the tables that the opening search reads from it.

Everything here is worked out once for each set of limits and then looked up; the tables kept are
bounded in number, since clubs make their own rules.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from games.engine.cards import FOUR, JOKER_RANK, KINDS, WILDS

MOST_WILDS: Final = 64
"""Wild cards of the largest pack: eight decks, four jokers each."""
MOST_NATURALS: Final = 33
"""Naturals of one rank in the largest pack, and an upcard."""


class GroupLimits(NamedTuple):
    """Which numbers of naturals and wild cards make a group; the defaults are `classic`."""

    min_size: int = 3
    max_size: int = 0
    """Cards at which a group closes; 0 where it stays open."""
    max_wilds: int = 2
    min_naturals: int = 2
    naturals_per_wild: int = 2
    naturals_beyond: int = 0
    """Naturals that a group with wilds needs beyond `naturals_per_wild`: 1 for "more than"."""
    several_per_rank: bool = True

    def allow(self, naturals: int, wilds: int) -> bool:
        """Whether so many naturals and wilds make one group."""
        need = self.naturals_per_wild * wilds + self.naturals_beyond if wilds else 0
        size = naturals + wilds
        return (
            size >= self.min_size
            and not 0 < self.max_size < size
            and wilds <= self.max_wilds
            and naturals >= max(need, self.min_naturals)
        )


_CLASSIC_GROUPS: Final = GroupLimits()


@dataclass(frozen=True, kw_only=True)
class MeldLimits:
    """What new melds may be; hashable, so that tables can be kept for it."""

    points: tuple[int, ...]
    """Card points by kind, the same for every suit of a rank."""
    group: GroupLimits = _CLASSIC_GROUPS
    black_threes: GroupLimits | None = None
    """How black threes are melded in an action that goes out; None while they are not."""
    sequence_min: int = 3
    sequence_max: int = 7
    """Cards of the longest sequence; 0 where there are no sequences."""
    canasta: int = 7
    """Cards from which a group is a canasta; a sequence is one at `sequence_max`."""

    def __post_init__(self) -> None:
        if len(self.points) != KINDS or any(
            len(set(self.points[first : first + 4])) > 1 for first in range(0, KINDS, 4)
        ):
            raise ValueError("card points are given by kind and do not differ by suit")
        if min(self.points) < 0:
            raise ValueError("card points are not negative")

    @cached_property
    def rank_points(self) -> tuple[int, ...]:
        """Card points by rank from fours to aces."""
        return self.points[4 * FOUR : 4 * JOKER_RANK : 4]

    @cached_property
    def wilds(self) -> tuple[int, ...]:
        """The kinds of wild cards, the dearest first."""
        return tuple(sorted(WILDS, key=self.points.__getitem__, reverse=True))

    @cached_property
    def table(self) -> "GroupTable":
        """What the groups of one rank can be."""
        return group_table(self.group)

    @cached_property
    def by_number(self) -> "MeldLimits":
        """The same limits, where melds are worth the number of their cards."""
        return replace(self, points=(1,) * KINDS)


class Claim(NamedTuple):
    """A group that has to be there, with at least so many naturals and so many cards in all."""

    naturals: int = 0
    cards: int = 0


Claims = tuple[Claim, ...]


class Option(NamedTuple):
    """A way to group a rank: so many naturals with any number of wilds in the range."""

    naturals: int
    min_wilds: int
    max_wilds: int


class GroupTable(NamedTuple):
    """By number of naturals at hand, what the groups of one rank can be."""

    options: tuple[tuple[Option, ...], ...]
    """No option is contained in another; the one with the most naturals comes first."""
    cover: tuple[bytes, bytes]
    """The most naturals that can be melded, without and with wild cards."""
    room: bytes
    """The most wild cards that can be melded."""


@lru_cache(maxsize=1024)
def group_table(limits: GroupLimits, claims: Claims = ()) -> GroupTable:
    """The table for groups of one rank under `limits` that meet `claims`."""
    masks = _wild_masks(limits, claims)
    by_held = [tuple(_pareto(masks[: held + 1])) for held in range(MOST_NATURALS + 1)]
    dry = _by_naturals(max([o.naturals for o in h if not o.min_wilds], default=0) for h in by_held)
    wet = _by_naturals(max([o.naturals for o in held], default=0) for held in by_held)
    room = _by_naturals(max([o.max_wilds for o in held], default=0) for held in by_held)
    return GroupTable(tuple(by_held), (dry, wet), room)


def _by_naturals(values: Iterable[int]) -> bytes:
    """A table for `bytes.translate`, which looks all ranks of a hand up at once."""
    return bytes(values).ljust(256, b"\0")


@lru_cache(maxsize=1 << 14)
def wilds_with(limits: GroupLimits, naturals: int) -> tuple[int, ...]:
    """With how many wild cards so many naturals make one group, ascending."""
    most = min(limits.max_wilds, MOST_WILDS)
    return tuple(wilds for wilds in range(most + 1) if limits.allow(naturals, wilds))


@lru_cache(maxsize=1024)
def _shapes(limits: GroupLimits, claim: Claim) -> tuple[tuple[int, int], ...]:
    """Every (naturals, wilds) of one group that meets `claim`, the largest first."""
    return tuple(
        (naturals, wilds)
        for naturals in range(MOST_NATURALS, 0, -1)
        for wilds in range(min(limits.max_wilds, MOST_WILDS), -1, -1)
        if limits.allow(naturals, wilds)
        and naturals >= claim.naturals
        and naturals + wilds >= claim.cards
    )


@lru_cache(maxsize=1024)
def _wild_masks(limits: GroupLimits, claims: Claims) -> tuple[int, ...]:
    """By naturals melded, the numbers of wilds that go with them, as bits.

    The groups are one for each claim and, where a rank may have several, any number of others.
    """
    if len(claims) > 1 and not limits.several_per_rank:
        return (0,) * (MOST_NATURALS + 1)
    masks = [1] + [0] * MOST_NATURALS
    if limits.several_per_rank:
        for total in range(1, MOST_NATURALS + 1):
            for naturals, wilds in _shapes(limits, Claim()):
                if naturals <= total:
                    masks[total] |= masks[total - naturals] << wilds
    elif not claims:
        for naturals, wilds in _shapes(limits, Claim()):
            masks[naturals] |= 1 << wilds
    for claim in claims:
        rest, masks = masks, [0] * (MOST_NATURALS + 1)
        for naturals, wilds in _shapes(limits, claim):
            for total in range(naturals, MOST_NATURALS + 1):
                masks[total] |= rest[total - naturals] << wilds
    return tuple(masks)


def _pareto(masks: tuple[int, ...]) -> Iterator[Option]:
    found: list[Option] = []
    for naturals in range(len(masks) - 1, -1, -1):
        for low, high in _ranges(masks[naturals]):
            if not any(o.min_wilds <= low and high <= o.max_wilds for o in found):
                found.append(Option(naturals, low, high))
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


@lru_cache(maxsize=1 << 14)
def split_group(
    limits: GroupLimits, claims: Claims, naturals: int, wilds: int
) -> tuple[tuple[int, int], ...]:
    """Groups (naturals, wilds) that make up the totals, those claimed first, the largest first."""
    if not naturals:
        return ()
    claim, others = (claims[0], claims[1:]) if claims else (Claim(), ())
    rest = _wild_masks(limits, others)
    n, w = next(
        (n, w)
        for n, w in _shapes(limits, claim)
        if n <= naturals and w <= wilds and rest[naturals - n] >> (wilds - w) & 1
    )
    return ((n, w), *split_group(limits, others, naturals - n, wilds - w))
