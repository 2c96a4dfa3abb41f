"""The kinds of melds, as rulesets, events and views name them."""

from typing import Final

GROUP: Final = "group"
SEQUENCE: Final = "sequence"
WILD: Final = "wild"
"""Of wild cards alone."""
THREES: Final = "threes"
"""Of threes, red and black, where the ruleset lets them be melded at any time."""
