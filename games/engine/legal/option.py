"""Options: each covers many actions, "a group of kings", "cards onto meld 3".

They are tuples, and tuples of different types may be equal: distinguish options by their type.
`example` is set only where the plainest action may be refused; `legal.example` gives one for all.
"""

from enum import StrEnum
from typing import NamedTuple

from games.engine.actions import Action
from games.engine.legal.new_meld import MeldClass
from games.engine.table.meld import Meld


class TakenWith(StrEnum):
    """What the pile is taken with."""

    PAIR = "pair"
    """Two naturals of the upcard's rank, and perhaps more cards, for a group."""
    ONLY_UPCARD = "alone"
    """Nothing: only the upcard joins a meld."""
    SEQUENCE = "sequence"
    """Cards in sequence with the upcard."""


class DrawOption(NamedTuple):
    """Draw `count` cards; 0 when the stock is empty and the draw ends the hand."""

    count: int  # type: ignore[assignment]  # hides tuple.count, which is not used


class TakePileOption(NamedTuple):
    """Take the pile for a new meld, or for the own meld `onto`."""

    onto: Meld | None
    way: TakenWith = TakenWith.PAIR
    example: Action | None = None


class TakeTopOption(NamedTuple):
    """Take the top card onto the own sequence `onto`."""

    onto: Meld


class NewMeldOption(NamedTuple):
    """A new meld."""

    meld: MeldClass
    example: Action | None = None


class LayOffOption(NamedTuple):
    """Cards onto the own meld `onto`."""

    onto: Meld
    example: Action | None = None


class MergeOption(NamedTuple):
    """Join two own groups."""

    into: Meld
    from_: Meld


class RedThreeOption(NamedTuple):
    """Lay red threes."""

    example: Action | None = None


class DiscardOption(NamedTuple):
    """Discard a card."""


class AskOption(NamedTuple):
    """Ask the partners whether to go out."""


class AnswerOption(NamedTuple):
    """Answer the partner's question."""


class PassOption(NamedTuple):
    """End the turn without a discard."""


class TakeBackOption(NamedTuple):
    """Take back actions of this turn."""

    most: int


Option = (
    DrawOption
    | TakePileOption
    | TakeTopOption
    | NewMeldOption
    | LayOffOption
    | MergeOption
    | RedThreeOption
    | DiscardOption
    | AskOption
    | AnswerOption
    | PassOption
    | TakeBackOption
)
