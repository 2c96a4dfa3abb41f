"""Near the end of a hand: which actions would leave the seat without a way to end its turn.

Far from it nothing needs to be asked: as long as cards enough are left, one of them can be
discarded. Near it `decide` is asked about each action, in a position without hidden cards.
"""

from collections.abc import Iterable
from typing import Final, TypeVar

from games.engine.actions import Action, LayMelds, LayOff, LayRedThree, TakePile
from games.engine.cards import FOUR, KINDS, NATURALS
from games.engine.errors import Refusal
from games.engine.rules.decide import decide
from games.engine.rules.going_out import cards_to_keep
from games.engine.rulesets.ranges import MOST_CARDS
from games.engine.table.hand import HandState
from games.engine.view import SeatView

A = TypeVar("A", bound=Action)
PLACEHOLDER: Final = 4 * FOUR
"""Stands where a card is hidden: one that no rule singles out."""


class Corner:
    """What `decide` says of actions of the viewing seat.

    Its refusals depend only on own and public cards, so that it answers as for the real hand.
    """

    __slots__ = ("_seat", "_size", "_spare", "_state", "view")

    def __init__(self, view: SeatView, gained: tuple[int, ...] = ()) -> None:
        """`gained` are cards that come to the hand with the action, beside those that it lays."""
        assert view.seat is not None
        self._seat = view.seat
        self.view = view
        keep = cards_to_keep(view.rules, view.hand, view.so_far, gained)
        if view.size < 2 and view.by_side[view.side].threes_laid():
            keep = MOST_CARDS  # the hand must end in this turn
        self._size = view.size + len(gained)
        self._spare = self._size - keep
        self._state: HandState | None = None

    def is_far(self, used: int) -> bool:
        """True if the turn can always end after an action that lays `used` cards."""
        return used <= self._spare

    def allows(self, action: Action) -> bool:
        """True if `action`, whose cards are held and fit, is legal."""
        used = _laid(action)
        # With one card left it matters whether black threes are among those laid.
        return (used <= self._spare and used < self._size - 1) or self.accepts(action)

    def accepts(self, action: Action) -> bool:
        """True if `decide` does."""
        if self._state is None:
            self._state = without_hidden_cards(self.view)
        try:
            decide(self._state, self._seat, action)
        except Refusal:
            return False
        return True

    def first(self, actions: Iterable[A]) -> A | None:
        """The first of `actions`, whose cards are held and fit, that is legal."""
        return next(filter(self.allows, actions), None)


def _laid(action: Action) -> int:
    """How many cards of the hand an action at the table lays."""
    if isinstance(action, LayMelds):
        return sum([len(meld.cards) for meld in action.melds])
    if isinstance(action, TakePile):
        return len(action.with_) + sum([len(meld.cards) for meld in action.melds])
    if isinstance(action, (LayOff, LayRedThree)):
        return len(action.cards)
    return 0


def without_hidden_cards(view: SeatView) -> HandState:
    """A hand that is for the viewing seat what the real one is, with placeholders for the rest."""
    state = HandState(view.rules, view.seats, (), view.number)
    state.dealer, state.turn = view.dealer, view.turn
    state.phase, state.to_act = view.phase, view.to_act
    for seat, size in enumerate(view.sizes):
        state.hands[seat] = bytearray(_face_down(size))
    if view.seat is not None:
        state.hands[view.seat] = bytearray(view.hand)
    state.sizes = list(view.sizes)
    state.stock = [PLACEHOLDER] * view.stock_size
    state.pile = view.pile
    state.by_side = list(view.by_side)
    state.next_meld = 1 + max((m.id for own in view.by_side for m in own.melds), default=0)
    state.permission, state.so_far = view.permission, view.so_far
    state.set_aside, state.feet = view.set_aside, tuple(map(_face_down, view.foot_sizes))
    return state


def _face_down(size: int) -> bytes:
    """So many cards that no rule singles out, as counts; of one kind no more than a byte holds."""
    counts = bytearray(KINDS)
    for kind in NATURALS[FOUR]:
        counts[kind] = min(size, 255)
        size -= counts[kind]
    return bytes(counts)
