"""New melds that a hand can form, one by one and whatever they are worth."""

from typing import Final

from games.engine.cards import ACE, FOUR, RANK_BIT, SUIT_BITS, ranks_with, sequence_starts
from games.engine.legal.holding import wilds_held
from games.engine.legal.option import GroupOption, SequenceOption
from games.engine.rulesets import Ruleset

_GROUPS: Final = tuple((RANK_BIT[rank], GroupOption(rank)) for rank in range(FOUR, ACE + 1))
_SEQUENCES: Final = tuple((SUIT_BITS[suit], SequenceOption(suit)) for suit in range(4))


def new_meld_options(rules: Ruleset, hand: bytes, held: int) -> list[GroupOption | SequenceOption]:
    """New groups by rank and new sequences by suit that the hand can form."""
    found: list[GroupOption | SequenceOption] = []
    groups = ranks_with(hand, rules.least_naturals[wilds_held(hand)])
    if groups:
        found += [group for rank, group in _GROUPS if groups & rank]
    starts = sequence_starts(held, rules.sequence.min_size)
    if starts:
        found += [sequence for suit, sequence in _SEQUENCES if starts & suit]
    return found
