"""Which new melds a side may lay, by the numbers of its ruleset and the melds that it has."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from games.engine.cards import FOUR, JOKER_RANK, RANK_BIT, SUIT_BITS, THREE, WILDS
from games.engine.legal.new_meld import OF_RANK, OF_SUIT, MeldClass, class_of
from games.engine.legal.opening.tables import GroupTable, group_table
from games.engine.meld_kinds import MELD_SIZE
from games.engine.rulesets import Rules
from games.engine.rulesets.choices import Threes
from games.engine.rulesets.derived import RankRule
from games.engine.table.side import SideState


@dataclass(frozen=True, eq=False)
class MeldLimits:
    """Which new melds a side may lay in one action. Compared by identity."""

    rules: Rules
    closed: frozenset[MeldClass] = frozenset()
    """Classes of which the side may lay no more melds."""
    going_out: bool = False
    """True if the action goes out, so that the melds may include black threes."""

    @cached_property
    def groups(self) -> tuple[RankRule | None, ...]:
        """By rank, what its groups may be (at the twos' rank, melds of wild cards), or None."""
        return tuple([self._group(rank) for rank in range(JOKER_RANK)])

    def _group(self, rank: int) -> RankRule | None:
        rule = self.rules.rank_rules[rank]
        if not rule.own_kinds or OF_RANK[rank] in self.closed:
            return None
        if rank == THREE and self.rules.threes.melding is Threes.GOING_OUT and not self.going_out:
            return None
        return rule

    @cached_property
    def tables(self) -> tuple[GroupTable | None, ...]:
        """By rank, what its groups can be; equal ranks share one table."""
        alike = [rule and rule._replace(own_kinds=0, natural_kinds=()) for rule in self.groups]
        return tuple([rule and group_table(rule) for rule in alike])

    @cached_property
    def _by_table(self) -> tuple[tuple[GroupTable, int], ...]:
        """Each table of ranks from threes on, and bytes of ones for its ranks."""
        ranks: dict[GroupTable, int] = {}
        for rank in range(THREE, JOKER_RANK):
            if (table := self.tables[rank]) is not None:
                ranks[table] = ranks.get(table, 0) | 255 << 8 * rank
        return tuple(ranks.items())

    def most(self, what: str, naturals: bytes) -> bytes:
        """Look up `what`, a field of `GroupTable`, for each rank by its number of naturals."""
        found = 0
        for table, mask in self._by_table:
            found |= int.from_bytes(naturals.translate(getattr(table, what)), "little") & mask
        return found.to_bytes(JOKER_RANK, "little")

    @cached_property
    def least_naturals(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """By available wild cards, how many naturals of a rank it takes to make a group.

        Each number is paired with the ranks from fours on that need it, a set of `RANK_BIT`.
        """
        found: list[tuple[tuple[int, int], ...]] = []
        for wilds in range(self.rules.wild_cards + 1):
            ranks: dict[int, int] = {}
            for rank, table in enumerate(self.tables[FOUR:], FOUR):
                shapes = table.shapes if table is not None else ()
                if least := min([n for n, w in shapes if w <= wilds], default=0):
                    ranks[least] = ranks.get(least, 0) | RANK_BIT[rank]
            found.append(tuple(ranks.items()))
        return tuple(found)

    @cached_property
    def sure_size(self) -> dict[MeldClass, int]:
        """If a hand can form a meld of a class, it can form one of at most this size."""
        sequence = self.rules.sequence_limits
        most = MELD_SIZE
        if sequence.max_wilds:
            most = max(most, sequence.min_naturals + 1)
        tables = zip(OF_RANK, self.tables, strict=True)
        return dict.fromkeys(OF_SUIT, most) | {of: each.sure_size for of, each in tables if each}

    @cached_property
    def suits(self) -> tuple[int, ...]:
        """The suits in which it may begin a sequence."""
        if self.rules.sequence is None:
            return ()
        return tuple([suit for suit in range(4) if OF_SUIT[suit] not in self.closed])

    @cached_property
    def runnable(self) -> int:
        """The kinds of its new sequences, a set of `KIND_BIT`."""
        return sum([SUIT_BITS[suit] for suit in self.suits])

    @cached_property
    def wilds(self) -> tuple[int, ...]:
        """The kinds of wild cards, those worth most first."""
        return tuple(sorted(WILDS, key=self.rules.card_points.__getitem__, reverse=True))

    def after(self, meld: Sequence[int]) -> "MeldLimits":
        """The limits for further melds of an action that lays this one."""
        if not self.rules.one_of_a_kind:
            return self
        meld_class = class_of(meld)
        if len(meld) >= self.rules.size_before_next(meld_class.kind, meld_class.rank_or_suit):
            return self
        return limits_of(self.rules, self.closed | {meld_class}, self.going_out)


@lru_cache(maxsize=1024)  # every club may write rulesets, and a process lives long
def limits_of(
    rules: Rules, closed: frozenset[MeldClass] = frozenset(), going_out: bool = False
) -> MeldLimits:
    """The limits for these arguments; the same value each time."""
    return MeldLimits(rules, closed, going_out)


def closed_classes(own: SideState, rules: Rules) -> frozenset[MeldClass]:
    """Classes of which the side may begin no further meld, given those that it has (MELD-12)."""
    if not rules.one_of_a_kind or not own.melds:
        return frozenset()
    unfinished = [m for m in own.melds if len(m.cards) < rules.size_before_next(m.kind, m.rank)]
    return frozenset([OF_RANK[m.rank] if m.suit < 0 else OF_SUIT[m.suit] for m in unfinished])


def limits_after(own: SideState, rules: Rules) -> MeldLimits:
    """The limits of a side with the melds that it has."""
    return limits_of(rules, closed_classes(own, rules))
