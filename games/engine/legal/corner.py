"""Near the end of a hand: which actions would leave the seat without a way to end its turn.

With enough cards left there is nothing to check: one of them can be discarded. With fewer, and
where black threes are laid, `decide` is asked about each action, in a position without hidden
cards.
"""

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Final, TypeVar

from games.engine.actions import Action, LayMelds, LayOff, LayRedThree, TakePile
from games.engine.cards import BLACK_THREES
from games.engine.errors import Refusal
from games.engine.legal.option import LayOffOption, NewMeldOption, RedThreeOption, TakePileOption
from games.engine.rules.decide import decide
from games.engine.rules.going_out import cards_to_keep
from games.engine.rulesets.ranges import MOST_CARDS
from games.engine.table.hand import HandState
from games.engine.view import SeatView, hand_as_seen

A = TypeVar("A", bound=Action)
WithExample = TypeVar("WithExample", NewMeldOption, LayOffOption, RedThreeOption, TakePileOption)
MOST_ASKED: Final = 1000
"""The most actions that are tried under an option, so that no house rule makes this take
forever.
"""
_BLACK_THREES: Final = frozenset(BLACK_THREES)


class Corner:
    """Which actions of the viewing seat `decide` accepts.

    Its refusals depend only on own and public cards, so its answers hold for the real hand.
    """

    __slots__ = ("_seat", "_spare", "_state", "view")

    def __init__(self, view: SeatView, gained: tuple[int, ...] = ()) -> None:
        """`gained` are cards that come to the hand with the action, without those that it lays."""
        assert view.seat is not None
        self._seat = view.seat
        self.view = view
        keep = cards_to_keep(view.rules, view.hand, view.so_far, gained)
        if view.size < 2 and view.by_side[view.side].threes_laid():
            keep = MOST_CARDS  # the hand must end in this turn
        self._spare = view.size + len(gained) - keep
        self._state: HandState | None = None

    def is_far(self, used: int) -> bool:
        """True if the turn can always end after an action that lays `used` cards."""
        return used <= self._spare

    def allows(self, action: Action) -> bool:
        """True if `action`, whose cards are held and fit, is legal."""
        laid = _laid(action)
        # Black threes oblige the seat to go out, however many cards it has left.
        far = len(laid) <= self._spare and _BLACK_THREES.isdisjoint(laid)
        return far or self.accepts(action)

    def accepts(self, action: Action) -> bool:
        """True if `decide` accepts `action`."""
        if self._state is None:
            self._state = hand_as_seen(self.view)
        try:
            decide(self._state, self._seat, action)
        except Refusal:
            return False
        return True

    def first(self, actions: Iterable[A]) -> A | None:
        """The first of `actions`, whose cards are held and fit, that is legal."""
        return next(filter(self.allows, islice(actions, MOST_ASKED)), None)

    def found(self, option: WithExample, actions: Iterable[Action]) -> list[WithExample]:
        """`option` with the first legal one of its `actions` as example; empty if none is legal."""
        action = self.first(actions)
        return [] if action is None else [option._replace(example=action)]


def _laid(action: Action) -> Sequence[int]:
    """The cards of the hand that an action at the table lays."""
    if isinstance(action, LayMelds):
        return [card for meld in action.melds for card in meld.cards]
    if isinstance(action, TakePile):
        return [*action.with_, *[card for meld in action.melds for card in meld.cards]]
    return action.cards if isinstance(action, (LayOff, LayRedThree)) else ()
