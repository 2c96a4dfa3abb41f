"""What one side has on the table in a hand, and what follows from its melds."""

from typing import NamedTuple

from games.engine.cards import THREE
from games.engine.melds import GROUP, Meld
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


def with_melds(side: SideState, melds: tuple[Meld, ...], rules: Ruleset) -> SideState:
    """`side` with `melds` in place of those it had."""
    full = rules.canasta.size
    canastas = sum([len(meld.cards) >= full for meld in melds])
    ranks = [meld.rank for meld in melds if meld.kind == GROUP]
    several = () if len(set(ranks)) == len(ranks) else [r for r in ranks if ranks.count(r) > 1]
    return SideState(None, side.red_threes, melds, canastas, tuple(sorted(set(several))))


def with_meld(side: SideState, meld: Meld, rules: Ruleset) -> SideState:
    """`side` with `meld` in place of the one with its id, which it is with cards added."""
    full, old = rules.canasta.size, side.meld(meld.id)
    melds = tuple([meld if each is old else each for each in side.melds])
    canastas = side.canastas + (len(old.cards) < full <= len(meld.cards))
    return SideState(None, side.red_threes, melds, canastas, side.twins)
