"""A seat's turn as a novice looks at it, and the ways to lay cards that are tried in order."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from games.bots.needs import Needs, spared
from games.engine.actions import Action, LayMelds, LayOff, NewMeld
from games.engine.cards import copies
from games.engine.legal import Option
from games.engine.legal.by_trial.cards import group_kinds
from games.engine.legal.holding import may_leave
from games.engine.melds import SEQUENCE, WILD, Meld
from games.engine.view import SeatView

_Kind = TypeVar("_Kind", bound=Option)
Actions = Iterator[Action]


class Turn(NamedTuple):
    """What the seat sees, may do, and plays for."""

    view: SeatView
    found: Sequence[Option]
    needs: Needs

    def of(self, kind: type[_Kind]) -> list[_Kind]:
        """The options of a kind."""
        return [option for option in self.found if isinstance(option, kind)]

    def naturals(self, rank: int) -> list[int]:
        """The natural cards of `rank` that a group may have."""
        held = copies(self.view.hand, group_kinds(self.view.rules, rank))
        return spared(held, self.needs.kept) if self.needs.kept else held


Step = Callable[[Turn], Actions]
"""What a novice would like to do, dearest first; the first that stands is done."""


def is_full(meld: Meld, view: SeatView) -> bool:
    """True if a meld is a canasta already."""
    return len(meld.cards) >= view.rules.canasta.size


def wild_room(view: SeatView, meld: Meld) -> int:
    """How many wild cards a group's naturals still allow, or a meld of wild cards alone."""
    if meld.kind == SEQUENCE:
        return 0
    limits, size = view.rules.groups[meld.rank], len(meld.cards)
    room = limits.max_wilds if meld.kind == WILD else limits.room[meld.naturals]
    return min(room - meld.wilds, limits.max_size - size if limits.max_size else room)


def lay_off(view: SeatView, meld: Meld, cards: Sequence[int]) -> Actions:
    """`cards` onto `meld`, fewer where they are too many."""
    if meld.kind != SEQUENCE and (most := view.rules.groups[meld.rank].max_size):
        cards = cards[: most - len(meld.cards)]
    full = view.rules.canasta.size
    makes = len(meld.cards) < full <= len(meld.cards) + len(cards)
    for some in affordable(view, cards, canastas_made=makes):
        yield LayOff(meld.id, some)


def lay_new(view: SeatView, cards: Sequence[int], least: int) -> Actions:
    """A new meld of `cards`, or of fewer, but of no less than `least`."""
    makes = len(cards) >= view.rules.canasta.size
    for some in affordable(view, cards, canastas_made=makes):
        if len(some) >= least:
            yield LayMelds((NewMeld(some),))


def affordable(
    view: SeatView, cards: Sequence[int], *, canastas_made: int = 0
) -> Iterator[tuple[int, ...]]:
    """`cards`, or all but the last where the seat must keep one.

    What it must keep is known of plain rulesets; elsewhere up to two fewer are tried.
    """
    if not view.rules.plain:
        least = max(1, len(cards) - 2)
        yield from (tuple(cards[:size]) for size in range(len(cards), least - 1, -1))
        return
    canastas = view.by_side[view.side].canastas + canastas_made
    keeps = view.size <= len(cards) and not may_leave(view, canastas)
    yield tuple(cards[:-1] if keeps else cards)
