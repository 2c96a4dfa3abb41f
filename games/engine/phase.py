"""A seat's position in its turn: the one piece of state that bots may import."""

from enum import StrEnum
from typing import Final


class Phase(StrEnum):
    """What the seat to act has to do next."""

    DRAW = "draw"
    """Draw from the stock, take the pile or take its top card."""
    PLAY = "play"
    """Meld, lay off, merge, ask; a discard or a pass ends the turn."""
    ANSWER = "answer"
    """Partners answer "May I go out?"."""
    OVER = "over"
    """The hand has ended."""


DRAW: Final = Phase.DRAW
PLAY: Final = Phase.PLAY
ANSWER: Final = Phase.ANSWER
OVER: Final = Phase.OVER
"""The same, for code that every action runs: Python 3.11 takes long to find an enum's member."""


class HandEnd(StrEnum):
    """Why a hand ended."""

    WENT_OUT = "went_out"
    STOCK_EXHAUSTED = "stock_exhausted"
    CONCEDED = "conceded"
    ABANDONED = "abandoned"
    VOIDED = "voided"


class GameEnd(StrEnum):
    """Why a game ended."""

    TARGET = "target"
    HAND_LIMIT = "hand_limit"
    CONCEDED = "conceded"
    ABANDONED = "abandoned"
