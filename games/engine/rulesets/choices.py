"""What a club can choose between in the sections of a ruleset."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final

from games.engine.cards import BLACK_THREES, JOKER, NATURALS, RED_THREES, SEVEN, WILDS


class CardClass(StrEnum):
    """Cards to which a rule applies."""

    WILD = "wild"
    JOKER = "joker"
    SEVEN = "seven"
    RED_THREE = "red_three"
    BLACK_THREE = "black_three"


_KINDS: Final[dict[CardClass, tuple[int, ...]]] = {
    CardClass.WILD: WILDS,
    CardClass.JOKER: (JOKER,),
    CardClass.SEVEN: NATURALS[SEVEN],
    CardClass.RED_THREE: RED_THREES,
    CardClass.BLACK_THREE: BLACK_THREES,
}


def kinds_of(classes: Iterable[CardClass]) -> frozenset[int]:
    """The kinds of card in any of `classes`."""
    return frozenset([kind for each in classes for kind in _KINDS[each]])


class Declaring(StrEnum):
    """How red threes come to the table."""

    CHOICE = "choice"
    """The player lays them at any time in a turn; they may be discarded."""
    TURN = "turn"
    """They are laid by themselves; those dealt, at the start of their holder's own turn."""
    DEAL = "deal"
    """They are laid by themselves; those dealt, right after the upcard is turned."""
    NEVER = "never"
    """They are cards like others."""


class Holding(StrEnum):
    """The unit in which a penalty for cards in hand is counted."""

    PLAYER = "player"
    CARD = "card"


class TopOntoSequence(StrEnum):
    """What the top card of the pile gives when only that card continues an own sequence."""

    NO = "no"
    CARD = "card"
    """Only that card."""
    PILE = "pile"
    """The pile, as with a natural pair."""


class NewSequence(StrEnum):
    """How the top card may begin a sequence with cards from the hand."""

    NO = "no"
    TWO_NATURALS = "two_naturals"
    """With exactly two that follow it, as a new sequence or onto the own one."""
    WITH_WILD = "with_wild"
    """With a natural in sequence, or more, and one wild card, as a new sequence."""


class MeldsOfAKind(StrEnum):
    """How many groups of a rank, or melds of wild cards, a side may have."""

    SEVERAL = "several"
    ONE_OPEN = "one_open"
    """The next one when the earlier ones are canastas."""
    ONE = "one"


class Threes(StrEnum):
    """When threes are melded."""

    NEVER = "never"
    GOING_OUT = "going_out"
    """The black ones, on the turn in which the player goes out."""
    ALWAYS = "always"
    """Red and black ones together, in groups of their own kind."""


class MinimumBasis(StrEnum):
    """What the initial minimum depends on."""

    SCORE = "score"
    HAND = "hand"


class Permission(StrEnum):
    """The rule for asking partners before going out."""

    NONE = "none"
    OPTIONAL = "optional"
    REQUIRED = "required"


class LastDiscard(StrEnum):
    """The rule for discarding a last card when going out."""

    OPTIONAL = "optional"
    REQUIRED = "required"


class Passing(StrEnum):
    """When a turn may end without a discard."""

    LAST_CARD = "last_card"
    """With one card left that may not be discarded, and as in `STUCK`."""
    STUCK = "stuck"
    """If the draw, or a refusal, left nothing else to do."""
