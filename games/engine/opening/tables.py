"""Which numbers of cards make groups, and the tables that the opening search reads from that.

Everything here is worked out once for each set of limits and then looked up; the tables kept are
bounded in number, since clubs make their own rules.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

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
        """True if `naturals` natural cards and `wilds` wild cards can be one group."""
        need = self.naturals_per_wild * wilds + self.naturals_beyond if wilds else 0
        size = naturals + wilds
        return (
            size >= self.min_size
            and not 0 < self.max_size < size
            and wilds <= self.max_wilds
            and naturals >= max(need, self.min_naturals)
        )


NO_GROUPS: Final = GroupLimits(min_size=MOST_NATURALS + MOST_WILDS + 1)
"""Of a rank that is closed: nothing is a group."""


class WildMeldLimits(NamedTuple):
    """Which numbers of wild cards make a meld by themselves."""

    min_size: int = 3
    max_size: int = 0
    """Cards at which it closes; 0 where it stays open."""
    several: bool = True

    @property
    def as_groups(self) -> GroupLimits:
        """The same, where the wild cards count as the naturals of a group without wilds."""
        return GroupLimits(self.min_size, self.max_size, 0, 0, 0, 0, self.several)


class Claim(NamedTuple):
    """A group that the hand must meld, with at least `naturals` naturals and `cards` cards."""

    naturals: int = 0
    cards: int = 0
    min_wilds: int = 0
    max_wilds: int = MOST_WILDS

    def admits(self, naturals: int, wilds: int) -> bool:
        """True if a group of `naturals` natural cards and `wilds` wild cards meets the claim."""
        return (
            naturals >= self.naturals
            and naturals + wilds >= self.cards
            and self.min_wilds <= wilds <= self.max_wilds
        )

    def and_also(self, other: "Claim") -> "Claim":
        """What one group is to be that meets both."""
        return Claim(
            max(self.naturals, other.naturals),
            max(self.cards, other.cards),
            max(self.min_wilds, other.min_wilds),
            min(self.max_wilds, other.max_wilds),
        )


Claims = tuple[Claim, ...]


class Option(NamedTuple):
    """A way to group a rank: `naturals` naturals with any number of wild cards in the range."""

    naturals: int
    min_wilds: int
    max_wilds: int


_NO_WILD_MELD: Final = Option(0, 0, 0)


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
    most = [max([o.max_wilds for o in held], default=0) for held in by_held]
    room = _by_naturals(min(wilds, MOST_WILDS) for wilds in most)  # more are in no pack
    return GroupTable(tuple(by_held), (dry, wet), room)


def _by_naturals(values: Iterable[int]) -> bytes:
    """A table for `bytes.translate`, which looks all ranks of a hand up at once."""
    return bytes(values).ljust(256, b"\0")


@lru_cache(maxsize=1 << 14)
def wilds_with(limits: GroupLimits, naturals: int) -> tuple[int, ...]:
    """The numbers of wild cards with which `naturals` naturals can be one group, ascending."""
    most = min(limits.max_wilds, MOST_WILDS)
    return tuple(wilds for wilds in range(most + 1) if limits.allow(naturals, wilds))


@lru_cache(maxsize=1024)
def wild_options(limits: WildMeldLimits | None, claims: Claims, held: int) -> tuple[Option, ...]:
    """How many of the wild cards held melds of wild cards alone can take that meet `claims`."""
    if limits is None:
        return () if claims else (_NO_WILD_MELD,)
    masks = _wild_masks(limits.as_groups, claims)[: held + 1]
    totals = sum(1 << number for number, mask in enumerate(masks) if mask)
    return tuple(Option(0, low, high) for low, high in _ranges(totals))


@lru_cache(maxsize=1024)
def _shapes(limits: GroupLimits, claim: Claim) -> tuple[tuple[int, int], ...]:
    """Every (naturals, wilds) of one group that meets `claim`, the largest first."""
    return tuple(
        (naturals, wilds)
        for naturals in range(MOST_NATURALS, 0, -1)
        for wilds in range(min(limits.max_wilds, MOST_WILDS), -1, -1)
        if limits.allow(naturals, wilds) and claim.admits(naturals, wilds)
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
