"""New melds that a hand can form, one by one and whatever they are worth."""

from itertools import compress
from typing import Final

from games.engine.cards import ACE, FOUR, SUIT_BITS, sequence_starts
from games.engine.legal.holding import wilds_held
from games.engine.legal.option import GroupOption, SequenceOption
from games.engine.rulesets import Ruleset

NATURAL_RANKS: Final = range(FOUR, ACE + 1)
_GROUPS: Final = tuple(GroupOption(rank) for rank in NATURAL_RANKS)
_SEQUENCES: Final = tuple(SequenceOption(suit) for suit in range(4))


def new_meld_options(
    rules: Ruleset, hand: bytes, held: int, ranks: bytes
) -> list[GroupOption | SequenceOption]:
    """New groups by rank and new sequences by suit that the hand can form.

    `held` is its set of kinds (`cards.held_bits`), `ranks` are its `cards.rank_counts`.
    """
    groupable = ranks.translate(rules.groupable[wilds_held(hand)])
    found: list[GroupOption | SequenceOption] = list(compress(_GROUPS, groupable[FOUR:]))
    starts = sequence_starts(held, rules.sequence.min_size)
    if starts:
        found += [_SEQUENCES[suit] for suit in range(4) if starts & SUIT_BITS[suit]]
    return found
