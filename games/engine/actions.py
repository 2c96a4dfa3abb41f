"""What a seat asks for. One action is one complete legal step, applied whole or not at all.

Cards are kinds (see `cards`); meld ids are the integers that the table shows. A trailing underscore
avoids a Python keyword; the JSON member has none.
"""

from typing import NamedTuple

Cards = tuple[int, ...]


class NewMeld(NamedTuple):
    """Cards for one new meld. `as_` names the rank that a wild card represents in a sequence."""

    cards: Cards
    as_: int | None = None


class Draw(NamedTuple):
    """Draw the number of cards that the ruleset says. On an empty stock this ends the hand."""


class TakePile(NamedTuple):
    """Take the pile. Its top card is melded at once with `with_`: as a new meld or onto `onto`."""

    with_: Cards
    onto: int | None = None
    as_: int | None = None
    melds: tuple[NewMeld, ...] = ()
    """Further new melds from the hand, to reach the initial minimum in the same action."""


class TakeTop(NamedTuple):
    """Take only the top card, onto the own sequence `onto`, instead of drawing."""

    onto: int


class LayRedThree(NamedTuple):
    """Lay red threes on the table, where that is the player's choice."""

    cards: Cards


class LayMelds(NamedTuple):
    """Lay one or more new melds at once (`meld` in the API)."""

    melds: tuple[NewMeld, ...]


class LayOff(NamedTuple):
    """Add cards to meld `onto` of the own side."""

    onto: int
    cards: Cards
    as_: int | None = None


class Merge(NamedTuple):
    """Join two own groups of a rank; `into` keeps its id."""

    into: int
    from_: int


class AskOut(NamedTuple):
    """ "May I go out?"."""


class AnswerOut(NamedTuple):
    """A partner's binding answer."""

    answer: bool


class Discard(NamedTuple):
    """Put a card on the pile; this ends the turn."""

    card: int


class Pass(NamedTuple):
    """End the turn without a discard, keeping the last card."""


class TakeBack(NamedTuple):
    """Take back the last `count` table actions of this turn; all of them when None."""

    count: int | None = None  # type: ignore[assignment]  # hides tuple.count, which is not used


Action = (
    Draw
    | TakePile
    | TakeTop
    | LayRedThree
    | LayMelds
    | LayOff
    | Merge
    | AskOut
    | AnswerOut
    | Discard
    | Pass
    | TakeBack
)
