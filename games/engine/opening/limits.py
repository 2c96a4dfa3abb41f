"""What a ruleset, and the melds that a side has, allow in new melds."""

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Final

from games.engine.cards import (
    BLACK_THREES,
    FOUR,
    JOKER_RANK,
    KINDS,
    NATURALS,
    RED_THREES,
    SEVEN,
    THREE,
    WILDS,
)
from games.engine.opening.tables import (
    NO_GROUPS,
    GroupLimits,
    GroupTable,
    WildMeldLimits,
    group_table,
)

_CLASSIC_GROUPS: Final = GroupLimits()


@dataclass(frozen=True, kw_only=True)
class MeldLimits:
    """What new melds may be; hashable, so that tables can be kept for it."""

    points: tuple[int, ...]
    """Card points by kind, the same for every suit of a rank."""
    group: GroupLimits = _CLASSIC_GROUPS
    sevens: GroupLimits | None = None
    """How sevens are melded where not as the other ranks are."""
    black_threes: GroupLimits | None = None
    """How black threes are melded in an action that goes out; None while they are not."""
    threes: GroupLimits | None = None
    """How threes, red and black together, are melded in any action; None where they are not."""
    wild_melds: WildMeldLimits | None = None
    """Melds of wild cards alone; None where there are none, or a side may have no more."""
    sequence_min: int = 3
    sequence_max: int = 7
    """Cards of the longest sequence; 0 where there are no sequences."""
    sequence_wilds: int = 0
    """Wild cards that a sequence may hold, in any place: none or one."""
    sequence_naturals: int = 2
    """Naturals that a sequence with a wild card has at least."""
    several_per_suit: bool = True
    """True if there may be more than one sequence of a suit."""
    canasta: int = 7
    """Cards from which a group is a canasta; a sequence is one at `sequence_max`."""
    sevens_apart: bool = False
    """True if canastas of sevens are a kind of their own, neither natural nor mixed."""
    closed_ranks: frozenset[int] = frozenset()
    """Ranks in which the side may have no new group."""
    closed_suits: frozenset[int] = frozenset()
    """Suits in which the side may have no new sequence."""

    def __post_init__(self) -> None:
        if len(self.points) != KINDS or any(
            len(set(self.points[first : first + 4])) > 1 for first in range(0, KINDS, 4)
        ):
            raise ValueError("card points are given by kind and do not differ by suit")
        if min(self.points) < 0:
            raise ValueError("card points are not negative")
        if not 0 <= self.sequence_wilds <= 1 or self.sequence_naturals < 2:
            raise ValueError("a sequence holds one wild card at most, and two naturals at least")
        if self.sequence_min < 3:
            raise ValueError("a sequence has three cards at least")

    @cached_property
    def rank_points(self) -> tuple[int, ...]:
        """Card points by rank from fours to aces."""
        return self.points[4 * FOUR : 4 * JOKER_RANK : 4]

    @cached_property
    def wilds(self) -> tuple[int, ...]:
        """The kinds of wild cards, the dearest first."""
        return tuple(sorted(WILDS, key=self.points.__getitem__, reverse=True))

    @cached_property
    def groups(self) -> tuple[GroupLimits, ...]:
        """By rank, what its groups may be."""
        found = [self.group] * JOKER_RANK
        found[SEVEN] = self.sevens or self.group
        found[THREE] = self.threes or self.black_threes or NO_GROUPS
        for rank in self.closed_ranks:
            found[rank] = NO_GROUPS
        return tuple(found)

    @cached_property
    def naturals(self) -> tuple[tuple[int, ...], ...]:
        """By rank, the kinds that make its groups; of threes none where there are no groups."""
        red: tuple[int, ...] = RED_THREES if self.threes else ()
        closed = self.groups[THREE] is NO_GROUPS
        threes = () if closed else tuple(sorted(BLACK_THREES + red))
        return (*NATURALS[:THREE], threes, *NATURALS[FOUR:])

    @cached_property
    def table(self) -> GroupTable:
        """What the groups of one rank can be, where `alike`."""
        return group_table(self.group)

    @cached_property
    def tables(self) -> tuple[GroupTable, ...]:
        """By rank, what its groups can be."""
        return tuple(map(group_table, self.groups))

    @cached_property
    def alike(self) -> bool:
        """True if groups of all ranks from fours to aces are the same."""
        return set(self.groups[FOUR:]) == {self.group}

    @cached_property
    def sequences_plain(self) -> bool:
        """True if sequences hold no wild cards and are possible in every suit."""
        return not self.sequence_wilds and not self.closed_suits

    @cached_property
    def several(self) -> bool:
        """True if one meld never keeps another like it from being made."""
        each = all(group.several_per_rank for group in self.groups[THREE:])
        wild = not self.wild_melds or self.wild_melds.several
        return self.several_per_suit and each and wild

    def covered(self, naturals: bytes, *, helped: bool) -> bytes:
        """By rank from fours on, the most of `naturals` that groups take, `helped` by wilds."""
        if self.alike:
            return naturals.translate(self.table.cover[helped])
        tables = self.tables[FOUR:]
        return bytes([t.cover[helped][n] for t, n in zip(tables, naturals, strict=True)])

    def room(self, naturals: bytes) -> int:
        """The most wild cards that groups of `naturals`, by rank from fours on, take."""
        if self.alike:
            return sum(naturals.translate(self.table.room))
        return sum([t.room[n] for t, n in zip(self.tables[FOUR:], naturals, strict=True)])

    @cached_property
    def by_number(self) -> "MeldLimits":
        """The same limits, where melds are worth the number of their cards."""
        return replace(self, points=(1,) * KINDS)


@lru_cache(maxsize=1024)
def closing(
    limits: MeldLimits,
    ranks: frozenset[int] = frozenset(),
    suits: frozenset[int] = frozenset(),
    *,
    wild_melds: bool = False,
) -> MeldLimits:
    """The same limits, with those `ranks`, `suits` and perhaps melds of wild cards closed too.

    So is asked for a side whose melds on the table leave no room for another of the kind.
    """
    return replace(
        limits,
        closed_ranks=limits.closed_ranks | ranks,
        closed_suits=limits.closed_suits | suits,
        wild_melds=None if wild_melds else limits.wild_melds,
    )


@lru_cache(maxsize=1024)
def several_per_rank(limits: MeldLimits) -> MeldLimits:
    """The same limits, where a rank may have any number of new groups."""
    each = (limits.group, limits.sevens, limits.black_threes, limits.threes)
    group, *others = [one and one._replace(several_per_rank=True) for one in each]
    assert group is not None
    sevens, black_threes, threes = others
    return replace(limits, group=group, sevens=sevens, black_threes=black_threes, threes=threes)
