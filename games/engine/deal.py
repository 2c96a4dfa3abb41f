"""Dealing: what a shuffled pack becomes (SPEC part g)."""

from collections.abc import Sequence

from games.engine.cards import counts_of


def dealt(
    order: Sequence[int], hand_size: int, seats: int, dealer: int
) -> tuple[list[bytearray], int, list[int]]:
    """Hands as counts by seat, the upcard, and the stock with its next card last.

    `order` leaves the dealer's hand one card at a time, clockwise from the dealer's left, until
    the hands are full; the next card is turned up, the rest is the stock.
    """
    hands = [
        counts_of(order[(seat - dealer - 1) % seats : seats * hand_size : seats])
        for seat in range(seats)
    ]
    upcard = order[seats * hand_size]
    stock = list(order[: seats * hand_size : -1])
    return hands, upcard, stock
