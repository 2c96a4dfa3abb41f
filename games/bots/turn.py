"""A seat's turn from a novice's point of view, and the ways to lay cards that are tried in
order.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from games.bots.goal import Goal, without_kept
from games.engine.actions import Action, LayMelds, LayOff, NewMeld
from games.engine.cards import copies
from games.engine.legal import Option
from games.engine.legal.option import NewMeldOption
from games.engine.meld_kinds import SEQUENCE, WILD
from games.engine.table.meld import Meld
from games.engine.view import SeatView

_Kind = TypeVar("_Kind", bound=Option)
Actions = Iterator[Action]


class Turn(NamedTuple):
    """What the seat sees, may do, and plays for."""

    view: SeatView
    found: Sequence[Option]
    goal: Goal

    def of(self, kind: type[_Kind]) -> list[_Kind]:
        """The options of a kind."""
        return [option for option in self.found if isinstance(option, kind)]

    def new(self, kind: str) -> list[NewMeldOption]:
        """The options of new melds of a kind."""
        return [option for option in self.of(NewMeldOption) if option.meld.kind == kind]

    def naturals(self, rank: int) -> list[int]:
        """The natural cards of `rank` that a group may have."""
        held = copies(self.view.hand, self.view.rules.rank_rules[rank].natural_kinds)
        return without_kept(held, self.goal.kept) if self.goal.kept else held


Step = Callable[[Turn], Actions]
"""What a novice would like to do, the best first; the first legal one is done."""


def is_full(meld: Meld, view: SeatView) -> bool:
    """True if a meld is a canasta already."""
    return len(meld.cards) >= view.rules.canasta.size


def wild_places(view: SeatView, meld: Meld) -> int:
    """How many wild cards a group's naturals still allow, or a meld of only wild cards."""
    if meld.kind == SEQUENCE:
        return 0
    limits, size = view.rules.rank_rules[meld.rank], len(meld.cards)
    places = limits.max_wilds if meld.kind == WILD else limits.most_wilds[meld.naturals]
    return min(places - meld.wilds, limits.max_size - size)


def lay_off(view: SeatView, meld: Meld, cards: Sequence[int]) -> Actions:
    """`cards` onto `meld`, fewer if they are too many."""
    if meld.kind != SEQUENCE:
        cards = cards[: view.rules.rank_rules[meld.rank].max_size - len(meld.cards)]
    for some in or_fewer(cards):
        yield LayOff(meld.id, some)


def lay_new(cards: Sequence[int], least: int) -> Actions:
    """A new meld of `cards`, or of fewer, but at least `least`."""
    for some in or_fewer(cards):
        if len(some) >= least:
            yield LayMelds((NewMeld(some),))


def or_fewer(cards: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """`cards`, and without the last one or two, which the seat may have to keep."""
    least = max(1, len(cards) - 2)
    yield from (tuple(cards[:size]) for size in range(len(cards), least - 1, -1))
