"""What new melds a side may lay: by the numbers of its ruleset, and the melds that it has."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

from games.engine.cards import (
    BLACK_THREES,
    FOUR,
    JOKER_RANK,
    NATURALS,
    RANK_BIT,
    RED_THREES,
    SUIT_BITS,
    THREE,
    TWO,
    WILDS,
)
from games.engine.legal.opening.requirement import MeldClass, class_of
from games.engine.legal.opening.tables import GroupTable, group_table, least_naturals, sure_size
from games.engine.meld_kinds import GROUP, MELD_SIZE, SEQUENCE, WILD
from games.engine.rulesets import Ruleset
from games.engine.rulesets.choices import MeldsOfAKind, Threes
from games.engine.rulesets.ruleset import RankRule

_RULESETS: Final = 1024
"""How many rulesets' limits are kept: every club may write its own, and a process lives long."""


@dataclass(frozen=True, eq=False)
class MeldLimits:
    """What new melds a side may lay in one action. Compared by identity."""

    rules: Ruleset
    closed: frozenset[MeldClass] = frozenset()
    """Of these it may lay no more."""
    going_out: bool = False
    """True if the action goes out, so that black threes may be among the melds."""

    @cached_property
    def groups(self) -> tuple[RankRule | None, ...]:
        """By rank what its groups may be, by that of the twos wild cards alone; None for none."""
        return tuple([self._group(rank) for rank in range(JOKER_RANK)])

    def _group(self, rank: int) -> RankRule | None:
        rule = self.rules.groups[rank]
        if not rule.kinds or MeldClass(WILD if rank == TWO else GROUP, rank) in self.closed:
            return None
        if rank == THREE and self.rules.threes.melding is Threes.GOING_OUT and not self.going_out:
            return None
        return rule

    @cached_property
    def tables(self) -> tuple[GroupTable | None, ...]:
        """By rank, what its groups can be; one table for all ranks that are alike."""
        return tuple([rule and group_table(rule._replace(kinds=0)) for rule in self.groups])

    @cached_property
    def naturals(self) -> tuple[tuple[int, ...], ...]:
        """By rank, the kinds that make its groups; none where there are no groups."""
        always = self.rules.threes.melding is Threes.ALWAYS
        threes = tuple(sorted(BLACK_THREES + RED_THREES)) if always else BLACK_THREES
        kinds = (WILDS, threes, *NATURALS[THREE + 1 :])
        return tuple([of if rule else () for of, rule in zip(kinds, self.groups, strict=True)])

    @cached_property
    def _by_table(self) -> tuple[tuple[GroupTable, int], ...]:
        """Each table of ranks from fours on, and bytes of ones for its ranks."""
        ranks: dict[int, int] = {}
        for rank in range(FOUR, JOKER_RANK):
            if (table := self.tables[rank]) is not None:
                ranks[id(table)] = ranks.get(id(table), 0) | 255 << 8 * rank
        tables = {id(table): table for table in self.tables if table is not None}
        return tuple([(tables[key], mask) for key, mask in ranks.items()])

    def most_grouped(self, naturals: bytes, *, helped: bool) -> bytes:
        """By rank from fours on the most naturals that groups take, `helped` by wild cards."""
        found = 0
        for table, mask in self._by_table:
            found |= int.from_bytes(naturals.translate(table.cover[helped]), "little") & mask
        return found.to_bytes(13, "little")

    def most_wilds(self, naturals: bytes) -> int:
        """The most wild cards that groups of `naturals`, by rank from fours on, take."""
        found = 0
        for table, mask in self._by_table:
            found |= int.from_bytes(naturals.translate(table.most_wilds), "little") & mask
        return sum(found.to_bytes(13, "little"))

    @cached_property
    def _least_naturals(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        found: list[tuple[tuple[int, int], ...]] = []
        for wilds in range(self.rules.wild_cards + 1):
            ranks: dict[int, int] = {}
            for rank, rule in enumerate(self.groups[FOUR:], FOUR):
                if rule is not None and (least := least_naturals(rule, wilds)):
                    ranks[least] = ranks.get(least, 0) | RANK_BIT[rank]
            found.append(tuple(ranks.items()))
        return tuple(found)

    def least_naturals(self, wilds: int) -> tuple[tuple[int, int], ...]:
        """How many naturals of a rank it takes to make a group beside `wilds` wild cards.

        Each number with the ranks from fours on of which it is true, a set of `RANK_BIT`.
        """
        return self._least_naturals[wilds]

    def sure_size(self, meld_class: MeldClass) -> int:
        """The most cards that the smallest meld of a class that a hand can form may have."""
        return self._sure_sizes[meld_class.kind == SEQUENCE, meld_class.number]

    @cached_property
    def _sure_sizes(self) -> dict[tuple[bool, int], int]:
        sequence = self.rules.sequences
        most = MELD_SIZE
        if sequence.max_wilds:
            most = max(most, sequence.min_naturals + 1)
        by_rank = {(False, rank): sure_size(rule) for rank, rule in enumerate(self.groups) if rule}
        return {**by_rank, **dict.fromkeys([(True, suit) for suit in range(4)], most)}

    @cached_property
    def suits(self) -> tuple[int, ...]:
        """The suits in which it may begin a sequence."""
        if self.rules.sequence is None:
            return ()
        return tuple([suit for suit in range(4) if MeldClass(SEQUENCE, suit) not in self.closed])

    @cached_property
    def runnable(self) -> int:
        """The kinds of its new sequences, a set of `KIND_BIT`."""
        return sum([SUIT_BITS[suit] for suit in self.suits])

    @cached_property
    def wilds(self) -> tuple[int, ...]:
        """The kinds of wild cards, the dearest first."""
        return tuple(sorted(WILDS, key=self.rules.card_points.__getitem__, reverse=True))

    def beside(self, melds: Iterable[Sequence[int]]) -> "MeldLimits":
        """The same for further melds of an action that lays these."""
        closed = {class_of(meld) for meld in melds if not self._may_repeat(meld)}
        return limits_of(self.rules, self.closed | closed, self.going_out) if closed else self

    def _may_repeat(self, meld: Sequence[int]) -> bool:
        kind, number = class_of(meld)
        if kind == SEQUENCE:
            return not self.rules.sequences.one_per_suit
        rule = self.rules.groups[number]
        if rule.per_rank is MeldsOfAKind.ONE_OPEN:
            return rule.is_canasta(len(meld))
        return rule.per_rank is MeldsOfAKind.SEVERAL


@lru_cache(maxsize=_RULESETS)
def limits_of(
    rules: Ruleset, closed: frozenset[MeldClass] = frozenset(), going_out: bool = False
) -> MeldLimits:
    """The one value for these."""
    return MeldLimits(rules, closed, going_out)
