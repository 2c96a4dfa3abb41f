"""What one side has on the table in a hand, and what follows from its melds."""

from collections import Counter
from collections.abc import Mapping
from typing import Final, NamedTuple

from games.engine.cards import THREE
from games.engine.meld_kinds import GROUP
from games.engine.named_tuples import new_tuple
from games.engine.rulesets import Rules
from games.engine.table.meld import Meld, canasta, grown


class SideState(NamedTuple):
    """A side's part of the table. It is immutable: a new one replaces it when the side lays cards.

    The last two fields follow from `melds`; they are kept because every list of options needs them.
    """

    minimum: int | None
    """Points that its first melds must be worth; None once it has melded."""
    red_threes: tuple[int, ...] = ()
    melds: tuple[Meld, ...] = ()
    """In the order of their ids."""
    canastas: int = 0
    """Melds of canasta size, of any kind."""
    repeated_ranks: tuple[int, ...] = ()
    """Ranks in which it has several groups."""

    @property
    def has_melded(self) -> bool:
        """True if it has laid its first melds of the hand."""
        return self.minimum is None

    def meld(self, meld_id: int) -> Meld:
        """The meld with this id; raises KeyError when it is not the side's."""
        for meld in self.melds:
            if meld.id == meld_id:
                return meld
        raise KeyError(meld_id)

    def threes_laid(self) -> bool:
        """True if it has melded black threes, allowed only in the turn in which it goes out."""
        return THREE in [meld.rank for meld in self.melds if meld.kind == GROUP]


class Penalty(NamedTuple):
    """What a side loses in this hand in addition to its cards."""

    side: int
    reason: str
    points: int


def with_melds(side: SideState, melds: tuple[Meld, ...], rules: Rules) -> SideState:
    """`side` with `melds` instead of all that it had."""
    full, ranks = rules.canasta.size, [meld.rank for meld in melds if meld.suit < 0 < meld.rank]
    canastas = sum([len(meld.cards) >= full for meld in melds])
    repeated = {rank for rank in ranks if ranks.count(rank) > 1}
    return new_tuple(SideState, (None, side.red_threes, melds, canastas, tuple(sorted(repeated))))


def with_meld(side: SideState, meld: Meld, rules: Rules) -> SideState:
    """`side` with the new `meld`."""
    canastas, repeated, rank = side.canastas, side.repeated_ranks, meld.rank
    ranks = [old.rank for old in side.melds if old.suit < 0]
    # Melds of wild cards have the rank of the twos, 0, and are no groups.
    if meld.suit < 0 < rank and rank in ranks and rank not in repeated:
        repeated = tuple(sorted((*repeated, rank)))
    canastas += len(meld.cards) >= rules.canasta.size
    return new_tuple(SideState, (None, side.red_threes, (*side.melds, meld), canastas, repeated))


def with_cards(
    side: SideState,
    meld_id: int,
    cards: tuple[int, ...],
    rules: Rules,
    wild_as: int | None = None,
) -> SideState:
    """`side` with `cards` added to one of its melds (`meld.grown`)."""
    full, old = rules.canasta.size, side.meld(meld_id)
    melds = list(side.melds)
    melds[melds.index(old)] = grown(old, cards, rules, wild_as)
    canastas = side.canastas + (len(old.cards) < full <= len(old.cards) + len(cards))
    return new_tuple(
        SideState, (None, side.red_threes, tuple(melds), canastas, side.repeated_ranks)
    )


def qualified(own: SideState, rules: Rules) -> bool:
    """True if a side has the canastas that going out needs, the book included (OUT-01)."""
    if own.canastas < rules.going_out.canastas:
        return False
    return not rules.book or has_book(by_kind(own.melds, rules), rules)


def by_kind(melds: tuple[Meld, ...], rules: Rules) -> Mapping[str, int]:
    """The number of canastas by kind, as `meld.canasta` names them."""
    full = rules.canasta.size
    kinds = [canasta(meld, rules) for meld in melds if len(meld.cards) >= full]
    return Counter([kind for kind in kinds if kind is not None])


COUNTED_TOGETHER: Final = {"red": ("natural", "samba"), "black": ("mixed", "black_samba")}
"""The kinds that count together for a book, where it asks for more than canastas of one kind."""


def number_of(kind: str, canastas: Mapping[str, int]) -> int:
    """The number of canastas, given by kind, that count as `kind`, as `Book` names them."""
    return sum([canastas.get(each, 0) for each in COUNTED_TOGETHER.get(kind, (kind,))])


def has_book(canastas: Mapping[str, int], rules: Rules) -> bool:
    """True if the canastas, given by kind, contain the book that going out needs."""
    return all(number_of(kind, canastas) >= need for kind, need in rules.book)
