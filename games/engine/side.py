"""What one side has on the table in a hand, and what follows from its melds."""

from typing import NamedTuple

from games.engine.cards import THREE
from games.engine.melds import GROUP, Meld, grown
from games.engine.rulesets import Ruleset


class SideState(NamedTuple):
    """A side's part of the table, unchangeable: a new one takes its place when it lays cards.

    The last two fields follow from `melds`; they are kept because every list of options asks.
    """

    minimum: int | None
    """Points that its first melds must be worth; None once it has melded."""
    red_threes: tuple[int, ...] = ()
    melds: tuple[Meld, ...] = ()
    """In the order of their ids."""
    canastas: int = 0
    """Melds of canasta size, of any kind."""
    twins: tuple[int, ...] = ()
    """Ranks of which it has several groups."""

    def meld(self, meld_id: int) -> Meld:
        """The meld with this id; raises KeyError when it is not the side's."""
        for meld in self.melds:
            if meld.id == meld_id:
                return meld
        raise KeyError(meld_id)

    def threes_laid(self) -> bool:
        """Whether it has melded black threes, which it may on the going-out turn alone."""
        return THREE in [meld.rank for meld in self.melds]


class Penalty(NamedTuple):
    """What a side loses in this hand beside its cards."""

    side: int
    reason: str
    points: int


def with_melds(side: SideState, melds: tuple[Meld, ...], rules: Ruleset) -> SideState:
    """`side` with `melds` in place of all that it had."""
    full, ranks = rules.canasta.size, [meld.rank for meld in melds if meld.kind == GROUP]
    canastas = sum([len(meld.cards) >= full for meld in melds])
    twins = {rank for rank in ranks if ranks.count(rank) > 1}
    return SideState(None, side.red_threes, melds, canastas, tuple(sorted(twins)))


def with_meld(side: SideState, meld: Meld, rules: Ruleset) -> SideState:
    """`side` with the new `meld`."""
    canastas, twins, rank = side.canastas, side.twins, meld.rank
    ranks = [old.rank for old in side.melds if old.kind == GROUP]
    if meld.kind == GROUP and rank in ranks and rank not in twins:
        twins = tuple(sorted((*twins, rank)))
    canastas += len(meld.cards) >= rules.canasta.size
    return SideState(None, side.red_threes, (*side.melds, meld), canastas, twins)


def with_cards(side: SideState, meld_id: int, cards: tuple[int, ...], rules: Ruleset) -> SideState:
    """`side` with `cards` added to one of its melds."""
    full, old = rules.canasta.size, side.meld(meld_id)
    melds = list(side.melds)
    melds[melds.index(old)] = grown(old, cards, rules)
    canastas = side.canastas + (len(old.cards) < full <= len(old.cards) + len(cards))
    return SideState(None, side.red_threes, tuple(melds), canastas, side.twins)
