"""Opening a side: new melds from a hand that are worth a number of points, found exactly."""

from games.engine.opening.clearing import clear_out
from games.engine.opening.demands import GroupOf, Including, SequenceIn, Upcard
from games.engine.opening.finder import (
    Tally,
    adapt_opening,
    best_opening,
    bound,
    find_opening,
    greedy,
    search_opening,
    worth,
)
from games.engine.opening.layout import Meld, Melds
from games.engine.opening.limits import GroupLimits, MeldLimits

__all__ = [
    "GroupLimits",
    "GroupOf",
    "Including",
    "Meld",
    "MeldLimits",
    "Melds",
    "SequenceIn",
    "Tally",
    "Upcard",
    "adapt_opening",
    "best_opening",
    "bound",
    "clear_out",
    "find_opening",
    "greedy",
    "search_opening",
    "worth",
]
