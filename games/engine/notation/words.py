"""Words of a line that are both written and read."""

from typing import Final

from games.engine.phase import Phase

Cards = tuple[int, ...]
Held = Cards | int
"""Cards, or the number of face-down cards."""
DOES: Final = {Phase.DRAW: "draws", Phase.PLAY: "plays", Phase.ANSWER: "asks"}
HOUSE: Final = "+house"
