"""The shape of a record: what is written, what is read and what the schema shows."""

from typing import Annotated, Any, Final, Literal, NotRequired, TypedDict

from games.engine.action_answers import Action
from games.engine.answers import (
    GAME_ENDS,
    HAND_ENDS,
    Cards,
    CardText,
    Natural,
    SideScoreAnswer,
    Whole,
)
from games.engine.documents import Unread
from games.engine.shuffle import ShuffleAnswer

FORMAT: Final = "samba-record/1"

WAYS: Final = ("api", "page", "bot")
"""How a move can be sent."""


class RecordMove(TypedDict):
    """A move; `drawn` is every card that left the stock in it, in order.

    Services that note it say who made it, when, and how it was sent.
    """

    seat: Whole
    action: Annotated[Action, Unread()]
    drawn: Cards
    by: NotRequired[Annotated[str, "The name of the player who acted."]]
    at: NotRequired[Annotated[str, ("format", "date-time")]]
    via: NotRequired[
        Annotated[
            Annotated[str, ("enum", WAYS)] | None,
            "How it was sent; null for actions logged before this was noted.",
        ]
    ]


class RecordHand(TypedDict):
    """A finished hand; `order` is the whole pack as it left the dealer's hand."""

    number: Natural
    dealer: Whole
    order: Annotated[list[CardText], ("maxItems", 1000)]
    shuffle: ShuffleAnswer | None
    moves: Annotated[list[RecordMove], ("maxItems", 10_000)]
    end: Annotated[str, ("enum", HAND_ENDS)]
    out: Whole | None
    score: list[SideScoreAnswer]


class RecordSeat(TypedDict):
    seat: Whole
    side: Whole
    name: str


class RecordAdjustment(TypedDict):
    """Points that a director gave or took while `hand` was being played."""

    hand: Natural
    side: Whole
    points: int


class GameRecord(TypedDict):
    """A game as a file that anyone can replay from its deals."""

    format: Literal["samba-record/1"]
    game: str
    practice: bool
    start_scores: NotRequired[Annotated[list[int], "Of practice games, and of a handicap."]]
    ruleset: Annotated[dict[str, Any], "The resolved document, and its overrides.", Unread()]
    seats: Annotated[list[RecordSeat], ("maxItems", 8)]
    hands: Annotated[list[RecordHand], ("maxItems", 1000)]
    adjustments: Annotated[list[RecordAdjustment], ("maxItems", 1000)]
    totals: list[int]
    final_hand: NotRequired[
        Annotated[Natural, "The hand that was called the last one, where one was."]
    ]
    winner: Whole | None
    end: Annotated[str, ("enum", GAME_ENDS)] | None
