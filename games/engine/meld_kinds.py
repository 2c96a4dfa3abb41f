"""The kinds of melds, as rulesets, events and views name them, and the size that all begin with."""

from typing import Final

MELD_SIZE: Final = 3
"""Cards with which a meld begins (MELD-01)."""
GROUP: Final = "group"
SEQUENCE: Final = "sequence"
WILD: Final = "wild"
"""Of wild cards alone."""
THREES: Final = "threes"
"""Of threes, red and black, where the ruleset lets them be melded at any time."""
