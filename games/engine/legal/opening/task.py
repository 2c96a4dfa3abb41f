"""New melds that are asked for: from which cards, by which limits, and what they must come to."""

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from games.engine.cards import KINDS
from games.engine.legal.new_meld import Cards, MeldClass, canasta_kind, class_of, worth
from games.engine.legal.opening.limits import MeldLimits
from games.engine.rulesets import Rules
from games.engine.table.side import COUNTED_TOGETHER, SideState, by_kind, number_of

EVERY_KIND: Final = range(KINDS)


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


class Requirement(NamedTuple):
    """What a set of new melds must come to."""

    points: int = 0
    meld_class: MeldClass | None = None
    """A meld of this class must be among them."""
    upcard: int | None = None
    """This card, which is not in the hand, and two naturals of its rank must be in the first."""
    canastas: Canastas = Canastas()
    """The canastas that must be among them."""
    keep: int = 0
    """The number of cards that must stay in the hand."""
    kept: Sequence[int] = EVERY_KIND
    """Of these kinds."""

    def after(self, meld: Cards, points: Sequence[int], rules: Rules) -> "Requirement":
        """What remains when this meld is there, by the points of each kind."""
        return self._replace(
            points=self.points - worth((meld,), points),
            meld_class=None if class_of(meld) == self.meld_class else self.meld_class,
            canastas=self.canastas.without(canasta_kind(meld, rules)),
        )


class MeldTask(NamedTuple):
    """New melds that are asked for."""

    hand: Sequence[int]
    """How many of each kind, without the upcard that is required."""
    limits: MeldLimits
    required: Requirement = Requirement()

    def asking(self, **changes: Any) -> "MeldTask":
        """The same with other fields of what is required."""
        return self._replace(required=self.required._replace(**changes))

    def without(self, cards: Iterable[int]) -> "MeldTask":
        """The same when `cards` are not in the hand."""
        fewer = list(self.hand)
        for card in cards:
            fewer[card] -= 1
        return self._replace(hand=fewer)

    def with_upcard(self) -> "MeldTask":
        """The same with the upcard in the hand, and no longer required."""
        if self.required.upcard is None:
            return self
        more = list(self.hand)
        more[self.required.upcard] += 1
        return self._replace(hand=more).asking(upcard=None)

    def after(self, meld: Cards, points: Sequence[int]) -> "MeldTask":
        """What is left to do when `meld` is laid, by the points of each kind."""
        limits = self.limits
        required = self.required.after(meld, points, limits.rules)
        return MeldTask(self.without(meld).hand, limits.beside(meld), required)
