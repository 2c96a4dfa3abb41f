"""What a side must still make to go out, and which cards a novice keeps for it."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from games.engine.actions import Action, LayMelds, TakePile
from games.engine.cards import ACE, FOUR, IS_WILD
from games.engine.legal.opening.task import Canastas, missing
from games.engine.meld_kinds import SEQUENCE
from games.engine.table.meld import Meld
from games.engine.view import SeatView


class Goal(NamedTuple):
    """What the side on turn plays for: the canastas, by kind, that it still needs to go out."""

    canastas: Canastas = Canastas()
    kept: frozenset[int] = frozenset()
    """Kinds of which one card is kept for a sequence."""
    keeps_wilds: bool = False
    """True if wild cards are kept for a meld of their own."""
    keeps_pure: bool = False
    """True if natural canastas are lacking, so that a wild card would spoil one."""

    @property
    def sequence(self) -> bool:
        """True if a full sequence is lacking."""
        return self.canastas.samba > 0

    @property
    def mixed(self) -> bool:
        """True if a group filled up with wild cards helps the side to go out."""
        lacks = self.canastas
        particular = sum(lacks) - lacks.total
        return lacks.mixed + lacks.black > 0 or lacks.total > particular

    def spends_wilds(self, action: Action) -> bool:
        """True if new melds, or a take of the pile, cost wild cards that are better kept."""
        if not self.keeps_wilds or not isinstance(action, LayMelds | TakePile):
            return False
        melds = [meld.cards for meld in action.melds if not all(IS_WILD[c] for c in meld.cards)]
        if isinstance(action, TakePile):
            melds.append(action.with_)
        return any(IS_WILD[card] for cards in melds for card in cards)


NO_GOAL: Final = Goal()
_OPENING: Final = 4
"""Rounds before the end of the stock from which a side opens with what it has (measured)."""


def goal_of(view: SeatView) -> Goal:
    """What the viewing seat plays for; empty if any canastas will do, and in the last round."""
    rules = view.rules
    if not rules.book:
        return NO_GOAL
    rounds = view.stock_size / (view.seats * rules.draw.count)
    if rounds < 1:
        return NO_GOAL
    lacks = missing(view.by_side[view.side], rules)
    must_open = not view.by_side[view.side].has_melded and rounds <= _OPENING
    return Goal(
        lacks,
        frozenset(_for_sequences(view)) if lacks.samba else frozenset(),
        keeps_wilds=lacks.wild > 0 and not must_open,
        keeps_pure=lacks.natural + lacks.red > 0,
    )


def _for_sequences(view: SeatView) -> Iterator[int]:
    """The held kinds that continue an own sequence, or may become one."""
    full = view.rules.sequence_limits.max_size
    for meld in view.by_side[view.side].melds:
        if meld.kind == SEQUENCE and len(meld.cards) < full:
            yield from _around(view, meld, full)
    for suit in range(4):
        yield from _promising(view, suit, full)


def _around(view: SeatView, meld: Meld, full: int) -> Iterator[int]:
    top = meld.rank + len(meld.cards) - 1
    for rank in range(max(FOUR, top - full + 1), min(ACE, meld.rank + full - 1) + 1):
        kind = 4 * rank + meld.suit
        if view.hand[kind] and not meld.rank <= rank <= top:
            yield kind


def _promising(view: SeatView, suit: int, full: int) -> Iterator[int]:
    """The held kinds of the suit where they make a third of a sequence or more."""
    windows = [
        [4 * rank + suit for rank in range(low, low + full) if view.hand[4 * rank + suit]]
        for low in range(FOUR, ACE + 2 - full)
    ]
    best = max(windows, key=len)
    if 3 * len(best) >= full:
        yield from best


def without_kept(cards: Sequence[int], kept: frozenset[int]) -> list[int]:
    """`cards` without one of each kind that is kept."""
    left = list(cards)
    for kind in kept.intersection(cards):
        left.remove(kind)
    return left
