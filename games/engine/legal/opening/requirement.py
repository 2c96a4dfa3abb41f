"""What new melds must come to, beside being melds."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from games.engine.cards import IS_WILD, JOKER_RANK, KINDS, RANK_OF, SUIT_OF, THREE
from games.engine.meld_kinds import GROUP, SEQUENCE, WILD
from games.engine.rulesets import Rules
from games.engine.table.meld import canasta_kind as canasta_kind_of
from games.engine.table.meld import wilds_in
from games.engine.table.side import COUNTED_TOGETHER, SideState, by_kind, number_of

Cards = tuple[int, ...]
"""The kinds of a new meld's cards, sorted; of a sequence from low to high, a wild in its place."""
Melds = tuple[Cards, ...]
EVERY_KIND: Final = range(KINDS)


class MeldClass(NamedTuple):
    """Groups of a rank, sequences in a suit, or melds of wild cards alone."""

    kind: str
    rank_or_suit: int = 0
    """The rank of a group, the suit of a sequence."""


WILD_MELDS: Final = MeldClass(WILD)
OF_RANK: Final = (WILD_MELDS, *[MeldClass(GROUP, rank) for rank in range(THREE, JOKER_RANK)])
"""By rank its groups; by that of the twos melds of wild cards alone."""
OF_SUIT: Final = tuple([MeldClass(SEQUENCE, suit) for suit in range(4)])


def class_of(meld: Sequence[int]) -> MeldClass:
    """What a new meld is."""
    naturals = [card for card in meld if not IS_WILD[card]]
    if not naturals:
        return WILD_MELDS
    low, high = naturals[0], naturals[-1]
    return OF_RANK[RANK_OF[low]] if RANK_OF[low] == RANK_OF[high] else OF_SUIT[SUIT_OF[low]]


def wild_as(meld: Sequence[int]) -> int | None:
    """The rank that the wild card of a sequence, from low to high, stands for."""
    places = [place for place, card in enumerate(meld) if IS_WILD[card]]
    if not places or class_of(meld).kind != SEQUENCE:
        return None
    return RANK_OF[meld[1]] - 1 if places[0] == 0 else RANK_OF[meld[places[0] - 1]] + 1


class Canastas(NamedTuple):
    """How many canastas and sambas, in all and of each kind."""

    total: int = 0
    natural: int = 0
    mixed: int = 0
    samba: int = 0
    black_samba: int = 0
    wild: int = 0
    sevens: int = 0
    threes: int = 0
    red: int = 0
    """Natural canastas and sambas together."""
    black: int = 0
    """Mixed canastas and sambas with a wild card together."""

    def without(self, kind: str | None) -> "Canastas":
        """What remains of the number when one of a kind is there."""
        if kind is None:
            return self
        counted = ("total", kind, *(name for name, of in COUNTED_TOGETHER.items() if kind in of))
        return self._replace(**{name: max(0, getattr(self, name) - 1) for name in counted})


def missing(own: SideState, rules: Rules) -> Canastas:
    """The canastas that going out needs beyond those that a side has, by kind (OUT-01)."""
    total = max(0, rules.going_out.canastas - own.canastas)
    if not rules.book:
        return Canastas(total)
    have = by_kind(own.melds, rules)
    left = {kind: max(0, need - number_of(kind, have)) for kind, need in rules.book}
    return Canastas(total, **left)


def worth(melds: Iterable[Cards], points: Sequence[int]) -> int:
    """What melds come to, by the points of each kind."""
    return sum([points[card] for meld in melds for card in meld])


def canasta_kind(meld: Sequence[int], rules: Rules) -> str | None:
    """Which kind of canasta or samba a new meld is, if it is one."""
    (kind, number), wilds = class_of(meld), wilds_in(meld)
    if kind == GROUP:
        kind = rules.rank_rules[number].meld_kind  # threes may be of a kind of their own
    return canasta_kind_of(kind, number, len(meld), wilds, rules)


class Requirement(NamedTuple):
    """What a set of new melds must come to."""

    points: int = 0
    meld_class: MeldClass | None = None
    """A meld of this class must be among them."""
    upcard: int | None = None
    """This card, which is not in the hand, and two naturals of its rank must be in the first."""
    canastas: Canastas = Canastas()
    """So many canastas must be among them."""
    keep: int = 0
    """So many cards must stay in the hand."""
    kept: Sequence[int] = EVERY_KIND
    """Of these kinds."""

    def after(self, meld: Cards, points: Sequence[int], rules: Rules) -> "Requirement":
        """What remains when this meld is there, by the points of each kind."""
        return self._replace(
            points=self.points - worth((meld,), points),
            meld_class=None if class_of(meld) == self.meld_class else self.meld_class,
            canastas=self.canastas.without(canasta_kind(meld, rules)),
        )
