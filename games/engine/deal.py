"""Dealing: what a shuffled pack becomes."""

from collections.abc import Sequence
from typing import NamedTuple

from games.engine.cards import counts_of


class Dealt(NamedTuple):
    """A pack after the deal."""

    hands: list[bytearray]
    """By seat, the number of cards of each kind."""
    feet: tuple[bytes, ...]
    """The second hands, in the same form; empty where there are none."""
    upcard: int
    stock: list[int]
    """Face-down cards; the last one is drawn next."""


def dealt(
    order: Sequence[int],
    hand_size: int,
    seats: int,
    dealer: int,
    foot_size: int = 0,
    rejected: int = 0,
) -> Dealt:
    """Deal `order`, rejecting its first `rejected` upcards.

    `order` leaves the dealer's hand one card at a time, clockwise from the dealer's left, until the
    hands are full, then the second hands. The next card is turned up, the rest is the stock. A
    rejected upcard goes to the bottom of the stock, and the next card is turned up.
    """
    firsts = [(seat - dealer - 1) % seats for seat in range(seats)]
    full = seats * hand_size
    top = full + seats * foot_size
    hands = [counts_of(order[first:full:seats]) for first in firsts]
    feet = [bytes(counts_of(order[full + first : top : seats])) for first in firsts if foot_size]
    upcard = top + rejected
    stock = [*reversed(order[top:upcard]), *reversed(order[upcard + 1 :])]
    return Dealt(hands, tuple(feet), order[upcard], stock)
