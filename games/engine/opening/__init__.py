"""Opening a side: new melds from a hand that are worth a number of points, found exactly."""

from games.engine.opening.bounds import bound, worth
from games.engine.opening.canastas import Lacking, canasta_of
from games.engine.opening.clearing import clear_out
from games.engine.opening.demands import (
    EVERY_KIND,
    GroupOf,
    Including,
    Part,
    SequenceIn,
    Upcard,
    WildMeld,
    beside,
    part_of,
    wild_as,
)
from games.engine.opening.finder import Tally, best_opening, find_opening, search_opening
from games.engine.opening.layout import Meld, Melds
from games.engine.opening.limits import MeldLimits, closing, several_per_rank
from games.engine.opening.quick import adapt_opening, greedy
from games.engine.opening.tables import GroupLimits, WildMeldLimits

__all__ = [
    "EVERY_KIND",
    "GroupLimits",
    "GroupOf",
    "Including",
    "Lacking",
    "Meld",
    "MeldLimits",
    "Melds",
    "Part",
    "SequenceIn",
    "Tally",
    "Upcard",
    "WildMeld",
    "WildMeldLimits",
    "adapt_opening",
    "beside",
    "best_opening",
    "bound",
    "canasta_of",
    "clear_out",
    "closing",
    "find_opening",
    "greedy",
    "part_of",
    "search_opening",
    "several_per_rank",
    "wild_as",
    "worth",
]
