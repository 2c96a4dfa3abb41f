"""What the viewing seat holds, and whether it may go out: the questions every option asks."""

from typing import Final

from games.engine.cards import JOKER
from games.engine.rulesets import Permission
from games.engine.view import SeatView

_REQUIRED: Final = Permission.REQUIRED


def wilds_held(hand: bytes) -> int:
    """Number of wild cards in a hand."""
    return hand[0] + hand[1] + hand[2] + hand[3] + hand[JOKER]


def may_leave(view: SeatView, canastas: int) -> bool:
    """True if the seat may go out when its side has `canastas` canastas (OUT-01..03)."""
    going_out = view.rules.going_out
    if canastas < going_out.canastas:
        return False
    if view.permission is None:
        return going_out.permission is not _REQUIRED or view.seats == view.sides
    return view.permission.granted is True


def refused(view: SeatView) -> bool:
    """True if a partner said no this turn."""
    return view.permission is not None and view.permission.granted is False


def threes_laid(view: SeatView) -> bool:
    """True if the own side has melded black threes: then this turn must end the hand.

    They leave one card at most, so with more in the hand there are none.
    """
    if view.size > 1:
        return False
    return view.by_side[view.side].threes_laid()
