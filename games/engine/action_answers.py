"""Actions, and the options to choose from, as types: `codec` and `legal.describe` build them."""

from typing import Annotated, Literal, NotRequired, TypedDict

from games.engine.answers import Card, Cards, MeldKind, Rank, Whole

MeldCards = TypedDict("MeldCards", {"cards": Cards, "as": NotRequired[Rank]})
MeldCards.__doc__ = (
    "Cards for one new meld; `as` names the rank that a wild represents in a sequence."
)


class DrawAction(TypedDict):
    type: Literal["draw"]


TakePileAction = TypedDict(
    "TakePileAction",
    {
        "type": Literal["take_pile"],
        "with": Annotated[Cards, "Cards from the hand that the top card is melded with."],
        "onto": NotRequired[Annotated[Whole | None, "A meld id, or null: a new meld."]],
        "as": NotRequired[Rank],
        "melds": NotRequired[
            Annotated[list[MeldCards], "Further new melds, for the initial minimum."]
        ],
    },
)


class TakeTopAction(TypedDict):
    type: Literal["take_top"]
    onto: Annotated[Whole, "The id of an own sequence."]


class LayRedThreeAction(TypedDict):
    type: Literal["lay_red_three"]
    cards: Cards


class MeldAction(TypedDict):
    type: Literal["meld"]
    melds: list[MeldCards]


LayOffAction = TypedDict(
    "LayOffAction",
    {"type": Literal["lay_off"], "onto": Whole, "cards": Cards, "as": NotRequired[Rank]},
)

MergeAction = TypedDict("MergeAction", {"type": Literal["merge"], "into": Whole, "from": Whole})


class AskOutAction(TypedDict):
    type: Literal["ask_out"]


class AnswerOutAction(TypedDict):
    type: Literal["answer_out"]
    answer: bool


class DiscardAction(TypedDict):
    type: Literal["discard"]
    card: Card


class PassAction(TypedDict):
    type: Literal["pass"]


class TakeBackAction(TypedDict):
    type: Literal["take_back"]
    count: NotRequired[Annotated[Whole | None, "Left out: all of this turn."]]


Action = Annotated[
    DrawAction
    | TakePileAction
    | TakeTopAction
    | LayRedThreeAction
    | MeldAction
    | LayOffAction
    | MergeAction
    | AskOutAction
    | AnswerOutAction
    | DiscardAction
    | PassAction
    | TakeBackAction,
    ("name", "Action"),
]


class DrawOption(TypedDict):
    type: Literal["draw"]
    example: Action
    count: Whole


class MeldAlong(TypedDict):
    type: Literal["meld"]
    kind: MeldKind
    rank: NotRequired[Annotated[Rank, "Of a group."]]
    suit: NotRequired[Annotated[str, ("enum", ("C", "D", "H", "S")), "Of a sequence."]]
    cards: Annotated[Cards, "What the caller holds that may go into it."]
    min: Whole
    max: Whole
    max_wilds: Whole
    points: NotRequired[
        Annotated[Whole, "Before the first melds: the most points it can be worth."]
    ]
    needs: NotRequired[Annotated[Whole, "Before the first melds: points then missing."]]


class MeldOption(MeldAlong):
    example: Action


TakePileOption = TypedDict(
    "TakePileOption",
    {
        "type": Literal["take_pile"],
        "example": Action,
        "card": Card,
        "onto": Whole | None,
        "with": Annotated[list[Cards], "Minimal choices, one is enough; empty: none."],
        "extra": Annotated[Cards, "Cards that may be added."],
        "max_wilds": Whole,
        "needs": Annotated[Whole, "Points still required from melds."],
        "melds": list[MeldAlong],
    },
)


class TakeTopOption(TypedDict):
    type: Literal["take_top"]
    example: Action
    card: Card
    onto: Whole


class LayOffOption(TypedDict):
    type: Literal["lay_off"]
    example: Action
    onto: Whole
    cards: Cards
    max: Whole
    max_wilds: Whole


MergeOption = TypedDict(
    "MergeOption",
    {"type": Literal["merge"], "example": Action, "into": Whole, "from": Whole},
)


class LayRedThreeOption(TypedDict):
    type: Literal["lay_red_three"]
    example: Action
    cards: Cards


class DiscardOption(TypedDict):
    type: Literal["discard"]
    example: Action
    cards: Annotated[Cards, "Each may be discarded."]


class AskOutOption(TypedDict):
    type: Literal["ask_out"]
    example: Action


class AnswerOutOption(TypedDict):
    type: Literal["answer_out"]
    example: Action
    answers: list[bool]


class PassOption(TypedDict):
    type: Literal["pass"]
    example: Action


class TakeBackOption(TypedDict):
    type: Literal["take_back"]
    example: Action
    max: Annotated[Whole, "Actions of this turn."]


Option = Annotated[
    DrawOption
    | TakePileOption
    | TakeTopOption
    | MeldOption
    | LayOffOption
    | MergeOption
    | LayRedThreeOption
    | DiscardOption
    | AskOutOption
    | AnswerOutOption
    | PassOption
    | TakeBackOption,
    ("name", "Option"),
]
