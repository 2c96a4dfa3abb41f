"""What new melds a side may lay: by the numbers of its ruleset, and the melds that it has."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

from games.engine.cards import FOUR, JOKER_RANK, RANK_BIT, SUIT_BITS, THREE, TWO, WILDS, kinds_in
from games.engine.legal.opening.requirement import OF_RANK, OF_SUIT, MeldClass, class_of
from games.engine.legal.opening.tables import GroupTable, group_table, least_naturals, sure_size
from games.engine.meld_kinds import GROUP, MELD_SIZE, SEQUENCE, WILD
from games.engine.rulesets import Rules
from games.engine.rulesets.choices import MeldsOfAKind, Threes
from games.engine.rulesets.derived import RankRule
from games.engine.rulesets.ranges import MOST_CARDS
from games.engine.table.side import SideState

_RULESETS: Final = 1024
"""How many rulesets' limits are kept: every club may write its own, and a process lives long."""


@dataclass(frozen=True, eq=False)
class MeldLimits:
    """What new melds a side may lay in one action. Compared by identity."""

    rules: Rules
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
        return tuple([kinds_in(rule.kinds) if rule else () for rule in self.groups])

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
    def least_naturals(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """By wild cards at hand, how many naturals of a rank it takes to make a group.

        Each number with the ranks from fours on of which it is true, a set of `RANK_BIT`.
        """
        found: list[tuple[tuple[int, int], ...]] = []
        for wilds in range(self.rules.wild_cards + 1):
            ranks: dict[int, int] = {}
            for rank, rule in enumerate(self.groups[FOUR:], FOUR):
                if rule is not None and (least := least_naturals(rule, wilds)):
                    ranks[least] = ranks.get(least, 0) | RANK_BIT[rank]
            found.append(tuple(ranks.items()))
        return tuple(found)

    @cached_property
    def sure_size(self) -> dict[MeldClass, int]:
        """The most cards that the smallest meld of a class that a hand can form may have."""
        sequence = self.rules.sequences
        most = MELD_SIZE
        if sequence.max_wilds:
            most = max(most, sequence.min_naturals + 1)
        of_rank = zip(OF_RANK, self.groups, strict=True)
        return dict.fromkeys(OF_SUIT, most) | {of: sure_size(rule) for of, rule in of_rank if rule}

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

    @cached_property
    def closing(self) -> dict[MeldClass, int]:
        """A side with a meld of fewer cards than this may begin no other of its class (MELD-12)."""
        always = MOST_CARDS + 1
        sizes = {MeldsOfAKind.SEVERAL: 0, MeldsOfAKind.ONE: always}
        by_rank = {
            of: sizes.get(rule.per_rank, rule.canasta)
            for of, rule in zip(OF_RANK, self.rules.groups, strict=True)
        }
        return by_rank | dict.fromkeys(OF_SUIT, always if self.rules.sequences.one_per_suit else 0)

    def beside(self, melds: Iterable[Sequence[int]]) -> "MeldLimits":
        """The same for further melds of an action that lays these."""
        if not self.rules.one_of_a_kind:
            return self
        classes = [(class_of(meld), len(meld)) for meld in melds]
        closed = {of for of, size in classes if size < self.closing[of]}
        return limits_of(self.rules, self.closed | closed, self.going_out) if closed else self


@lru_cache(maxsize=_RULESETS)
def limits_of(
    rules: Rules, closed: frozenset[MeldClass] = frozenset(), going_out: bool = False
) -> MeldLimits:
    """The one value for these."""
    return MeldLimits(rules, closed, going_out)


def closed_classes(own: SideState, rules: Rules) -> frozenset[MeldClass]:
    """Of what the side may begin no further meld, because of those that it has (MELD-12)."""
    if not rules.one_of_a_kind or not own.melds:
        return _NOTHING
    closing = limits_of(rules).closing
    classes = [
        (OF_RANK[meld.rank] if meld.suit < 0 else OF_SUIT[meld.suit], len(meld.cards))
        for meld in own.melds
    ]
    return frozenset([of for of, size in classes if size < closing[of]])


_NOTHING: Final = frozenset[MeldClass]()


def limits_beside(own: SideState, rules: Rules) -> MeldLimits:
    """The limits of a side with the melds that it has."""
    return limits_of(rules, closed_classes(own, rules))
