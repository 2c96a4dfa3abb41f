"""Positions of a hand under any ruleset that ships or is to come."""

from typing import Any

from games.engine.table.hand import HandState
from tests.engine import positions
from tests.engine.sheets import PRESETS

OPENED = "AC AD AH"
"""On the table, as meld 1, where a test is not about the initial minimum."""


def table(slug: str, hand: str, *melds: str, **known: Any) -> HandState:
    """Seat 0's turn in a preset, with `melds` and some cards more in the hand than are named."""
    return positions.table(f"{hand} 5H 6D TH", melds=melds, **{"rules": PRESETS[slug]} | known)
