"""Words of a line that are written and read."""

from typing import Final

from games.engine.phase import Phase

Cards = tuple[int, ...]
Held = Cards | int
"""Cards, or the number of them that are face down."""
DOES: Final = {Phase.DRAW: "draws", Phase.PLAY: "plays", Phase.ANSWER: "asks"}
HOUSE: Final = "+house"
