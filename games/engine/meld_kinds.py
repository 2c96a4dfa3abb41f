"""The kinds of melds, as rulesets, events and views name them, and the size at which all begin."""

from typing import Final

MELD_SIZE: Final = 3
"""Cards with which a meld begins (MELD-01)."""
GROUP: Final = "group"
SEQUENCE: Final = "sequence"
WILD: Final = "wild"
"""A meld of only wild cards."""
THREES: Final = "threes"
"""Of threes, red and black, where the ruleset lets them be melded at any time."""
