"""New melds that are asked for."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from games.engine.legal.opening.limits import MeldLimits
from games.engine.legal.opening.requirement import Cards, Requirement


class MeldTask(NamedTuple):
    """From which cards, by which limits, and what the melds must come to."""

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
