"""The judge asked by somebody who knows no hidden card."""

from collections.abc import Iterable
from typing import Final, TypeVar

from games.engine.actions import Action
from games.engine.cards import FOUR, KINDS, NATURALS
from games.engine.errors import Refusal
from games.engine.rules import decide
from games.engine.state import HandState
from games.engine.view import SeatView

A = TypeVar("A", bound=Action)
PLACEHOLDER: Final = 4 * FOUR
"""Stands where a card is hidden: one that no rule singles out."""


def imagined(view: SeatView) -> HandState:
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
    state.permission, state.played = view.permission, view.played
    state.aside, state.feet = view.aside, tuple(map(_face_down, view.foot_sizes))
    return state


def _face_down(size: int) -> bytes:
    """So many cards that no rule singles out, as counts; of one kind no more than a byte holds."""
    counts = bytearray(KINDS)
    for kind in NATURALS[FOUR]:
        counts[kind] = min(size, 255)
        size -= counts[kind]
    return bytes(counts)


class Trial:
    """What the viewing seat may do, found out by trying it with `decide`.

    Its refusals depend only on own and public cards, so that it answers as for the real hand.
    """

    def __init__(self, view: SeatView) -> None:
        assert view.seat is not None
        self.view = view
        self.seat = view.seat
        self._state = imagined(view)

    def accepts(self, action: Action) -> bool:
        """True if the judge does."""
        try:
            decide(self._state, self.seat, action)
        except Refusal:
            return False
        return True

    def first(self, actions: Iterable[A]) -> A | None:
        """The first of `actions` that is accepted."""
        return next(filter(self.accepts, actions), None)
