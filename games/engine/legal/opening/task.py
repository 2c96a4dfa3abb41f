"""Required new melds: from which cards, within which limits, and what they must be worth."""

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from games.engine.cards import KINDS
from games.engine.legal.new_meld import Cards, MeldClass, canasta_kind, class_of, worth
from games.engine.legal.opening.limits import MeldLimits
from games.engine.rulesets import Rules
from games.engine.table.side import COUNTED_TOGETHER, SideState, by_kind, number_of

EVERY_KIND: Final = range(KINDS)


class Canastas(NamedTuple):
    """A number of canastas and sambas, in all and of each kind."""

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
        """The remaining number after one of a kind."""
        if kind is None:
            return self
        counted = ("total", kind, *(name for name, of in COUNTED_TOGETHER.items() if kind in of))
        return self._replace(**{name: max(0, getattr(self, name) - 1) for name in counted})


def missing(own: SideState, rules: Rules) -> Canastas:
    """The canastas that going out needs in addition to those that a side has, by kind (OUT-01)."""
    total = max(0, rules.going_out.canastas - own.canastas)
    if not rules.book:
        return Canastas(total)
    have = by_kind(own.melds, rules)
    left = {kind: max(0, need - number_of(kind, have)) for kind, need in rules.book}
    return Canastas(total, **left)


class Requirement(NamedTuple):
    """The requirement on a set of new melds."""

    points: int = 0
    meld_class: MeldClass | None = None
    """The melds must include one of this class."""
    upcard: int | None = None
    """The first meld must have this card, which is not in hand, and two naturals of its rank."""
    canastas: Canastas = Canastas()
    """The canastas that the melds must include."""
    keep: int = 0
    """The number of cards that must stay in the hand."""
    kept: Sequence[int] = EVERY_KIND
    """The kinds that those cards must have."""

    def after(self, meld: Cards, points: Sequence[int], rules: Rules) -> "Requirement":
        """The remaining requirement after this meld, by the points of each kind."""
        return self._replace(
            points=self.points - worth((meld,), points),
            meld_class=None if class_of(meld) == self.meld_class else self.meld_class,
            canastas=self.canastas.without(canasta_kind(meld, rules)),
        )


class MeldTask(NamedTuple):
    """A task: which new melds to find."""

    hand: Sequence[int]
    """The number of cards of each kind, without the required upcard."""
    limits: MeldLimits
    required: Requirement = Requirement()

    def asking(self, **changes: Any) -> "MeldTask":
        """The same task with other fields of the requirement."""
        return self._replace(required=self.required._replace(**changes))

    def without(self, cards: Iterable[int]) -> "MeldTask":
        """The same task without `cards` in the hand."""
        fewer = list(self.hand)
        for card in cards:
            fewer[card] -= 1
        return self._replace(hand=fewer)

    def with_upcard(self) -> "MeldTask":
        """The same task with the upcard in the hand, and no longer required."""
        if self.required.upcard is None:
            return self
        more = list(self.hand)
        more[self.required.upcard] += 1
        return self._replace(hand=more).asking(upcard=None)

    def after(self, meld: Cards, points: Sequence[int]) -> "MeldTask":
        """The remaining task after laying `meld`, by the points of each kind."""
        limits = self.limits
        required = self.required.after(meld, points, limits.rules)
        return MeldTask(self.without(meld).hand, limits.after(meld), required)
