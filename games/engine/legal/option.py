"""Options: each stands for many actions, "a group of kings", "cards onto meld 3".

They are tuples, and tuples of different types may be equal: tell options apart by their type.
"""

from typing import NamedTuple

from games.engine.melds import Meld
from games.engine.opening import Melds


class DrawOption(NamedTuple):
    """Draw `count` cards; 0 when the stock is empty and the draw ends the hand."""

    count: int  # type: ignore[assignment]  # hides tuple.count, which is not used


class TakePileOption(NamedTuple):
    """Take the pile for a new group, or for the own group `onto`."""

    onto: Meld | None
    example: Melds | None = None
    """Melds to open with, the one that the upcard is in first."""


class TakeTopOption(NamedTuple):
    """Take the top card onto the own sequence `onto`."""

    onto: Meld


class GroupOption(NamedTuple):
    """A new group of `rank`."""

    rank: int
    example: Melds | None = None
    """Melds to lay together with it, where one alone would not do."""


class SequenceOption(NamedTuple):
    """A new sequence in `suit`."""

    suit: int
    example: Melds | None = None


class LayOffOption(NamedTuple):
    """Cards onto the own meld `onto`."""

    onto: Meld


class MergeOption(NamedTuple):
    """Join two own groups."""

    into: Meld
    from_: Meld


class RedThreeOption(NamedTuple):
    """Lay red threes."""


class DiscardOption(NamedTuple):
    """Discard any card of the hand."""


class AskOption(NamedTuple):
    """Ask the partners whether to go out."""


class AnswerOption(NamedTuple):
    """Answer the partner's question."""


class PassOption(NamedTuple):
    """Keep the last card."""


Option = (
    DrawOption
    | TakePileOption
    | TakeTopOption
    | GroupOption
    | SequenceOption
    | LayOffOption
    | MergeOption
    | RedThreeOption
    | DiscardOption
    | AskOption
    | AnswerOption
    | PassOption
)
