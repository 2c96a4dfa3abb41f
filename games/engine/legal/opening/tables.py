"""Which numbers of cards make the new groups of one rank, computed once for each rule.

The number of tables kept is bounded, since clubs make their own rules.
"""

from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from typing import Final, NamedTuple

from games.engine.rulesets.derived import RankRule

MOST_WILDS: Final = 64
"""Wild cards of the largest pack: eight decks, four jokers each."""
MOST_NATURALS: Final = 32
"""Naturals of one rank in the largest pack."""


class Choice(NamedTuple):
    """A way to group a rank: `naturals` naturals with any number of wild cards in the range."""

    naturals: int
    min_wilds: int
    max_wilds: int


@lru_cache(maxsize=1024)
def group_table(rule: RankRule) -> "GroupTable":
    """The one table of all ranks whose groups are alike, or of the melds of wild cards."""
    return GroupTable(rule)


class GroupTable:
    """What new groups of one rank can be, by the number of available naturals.

    For melds of wild cards there are no naturals, and the number is that of wild cards.
    """

    def __init__(self, rule: RankRule) -> None:
        self._rule, self._most_at_hand = rule, MOST_WILDS if rule.is_wild else MOST_NATURALS
        self.shapes = tuple(self._shapes())
        """Every (naturals, wilds) of one group, the largest first; (wilds, 0) of wild cards."""
        self._masks = self._wild_masks()
        self.choices = tuple(self._choices())
        """No choice is contained in another. The one with the most naturals comes first."""
        self.without_wilds = self._most(lambda choice: 0 if choice.min_wilds else choice.naturals)
        """The most naturals that can be melded without wild cards."""
        self.with_wilds = self._most(lambda choice: choice.naturals)
        """The most naturals that can be melded with wild cards."""
        self.most_wilds = self._most(lambda choice: choice.max_wilds)
        """The most wild cards that can be melded."""
        numbered = enumerate(zip(self.choices, self.most_wilds, strict=False))
        self.needing_none = [n if Choice(at, 0, n) in each else -1 for at, (each, n) in numbered]
        """The same if all available naturals are melded and need no wild card; else -1."""
        self.sizes = cache(self._sizes)

    @property
    def sure_size(self) -> int:
        """If a hand can form a meld of this class, it can form one of at most this size."""
        most, fewest = 0, MOST_WILDS + 1
        for naturals, wilds in reversed(self.shapes):
            if wilds < fewest:  # no group of fewer naturals takes as few wild cards
                most, fewest = max(most, naturals + wilds), wilds
        return most

    def _sizes(self, naturals: int, wilds: int) -> tuple[tuple[int, int], ...]:
        """Groups (naturals, wilds) that add up to the totals, canastas first, the largest first."""
        if not naturals:
            return ()
        least = self._rule.size_before_next
        for n, w in self.shapes:
            if n > naturals or w > wilds:
                continue
            if least and (n, w) == (naturals, wilds):
                return ((n, w),)
            if n + w >= least and self._masks[naturals - n] >> (wilds - w) & 1:
                return ((n, w), *self._sizes(naturals - n, wilds - w))
        raise ValueError(f"{naturals} naturals and {wilds} wild cards are no groups")

    def _shapes(self) -> Iterator[tuple[int, int]]:
        most_wilds = min(self._rule.max_wilds, MOST_WILDS)
        for number in range(self._most_at_hand, 0, -1):
            if self._rule.is_wild:
                yield from [(number, 0)] if self._rule.allows(0, number) else ()
                continue
            for wilds in range(most_wilds, -1, -1):
                if self._rule.allows(number, wilds):
                    yield number, wilds

    def _wild_masks(self) -> list[int]:
        """By naturals melded, the numbers of wilds that can be melded with them, as bits.

        As many groups as the rank may have: any number of those after which another may be begun,
        and one more.
        """
        most, least = self._most_at_hand, self._rule.size_before_next
        masks = [1] + [0] * most
        parts = [(n, w) for n, w in self.shapes if n + w >= least]
        for total in range(1, most + 1):
            for naturals, wilds in parts:
                if naturals <= total:
                    masks[total] |= masks[total - naturals] << wilds
        before = list(masks)
        for naturals, wilds in self.shapes if least else ():
            for total in range(naturals, most + 1):
                masks[total] |= before[total - naturals] << wilds
        return masks

    def _choices(self) -> Iterator[tuple[Choice, ...]]:
        if not self._rule.is_wild:
            for number in range(len(self._masks)):
                yield tuple(_largest(self._masks[: number + 1]))
            return
        counts = sum(1 << number for number, mask in enumerate(self._masks) if mask)
        for number in range(len(self._masks)):
            ranges = [*_ranges(counts & (2 << number) - 1)]
            yield tuple([Choice(0, *each) for each in reversed(ranges)])

    def _most(self, of: Callable[[Choice], int]) -> bytes:
        """The most of any choice, for `bytes.translate`, which looks up all ranks at once."""
        most = [max(map(of, choices), default=0) for choices in self.choices]
        return bytes([min(number, MOST_WILDS) for number in most]).ljust(256, b"\0")


def _largest(masks: list[int]) -> Iterator[Choice]:
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
