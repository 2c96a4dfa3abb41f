"""The parts of a game's answer as types: `view` and `codec` build them, the API shows them.

`Annotated` has a member's description, or a keyword of JSON Schema with its value.
"""

from typing import Annotated, NotRequired, TypedDict

from games.engine.cards import NOT_A_CARD, RANKS
from games.engine.documents import Said
from games.engine.phase import GameEnd, HandEnd, Phase

Whole = Annotated[int, ("minimum", 0)]

Natural = Annotated[int, ("minimum", 1)]

Digest = Annotated[str, ("pattern", "^[0-9a-f]{64}$"), Said("32 bytes in lower-case hex")]
"""32 bytes in hex."""

CardText = Annotated[str, ("pattern", r"^([2-9TJQKA][CDHS]|JK)$"), Said(NOT_A_CARD)]

Card = Annotated[CardText, "Rank then suit, `KH`, `TD`, or `JK`."]

Cards = list[CardText]

Rank = Annotated[str, ("enum", tuple(RANKS))]

MELD_KINDS = ("group", "sequence", "wild", "threes")

MeldKind = Annotated[str, ("enum", MELD_KINDS)]

CANASTAS = ("natural", "mixed", "samba", "black_samba", "wild", "sevens", "threes")

HAND_ENDS = tuple(end.value for end in HandEnd)

GAME_ENDS = tuple(end.value for end in GameEnd)

SCORE_CODES = (
    "melded_cards", "hand_cards", "natural_canastas", "mixed_canastas", "sambas", "black_sambas",
    "wild_canastas", "sevens_canastas", "threes_canastas", "many_canastas", "red_threes",
    "red_threes_in_hand", "black_threes_in_hand", "went_out", "penalty", "debt_dismantled",
    "adjustment",
)  # fmt: skip


class SideAnswer(TypedDict):
    """Those who score together; `score` is without the running hand."""

    side: Whole
    seats: list[Whole]
    score: Annotated[int | None, "Null: not for spectators."]


class ScoreLineAnswer(TypedDict):
    """One item of a score sheet; `rule` is its paragraph."""

    code: Annotated[str, ("enum", SCORE_CODES)]
    points: int
    count: Whole
    rule: str
    reason: NotRequired[Annotated[str, "Of a penalty or an adjustment."]]
    melds: NotRequired[Annotated[list[Whole], "Ids of the canastas dismantled for debt."]]


class SideScoreAnswer(TypedDict):
    """The lines of one side; they add up to the total."""

    side: Whole
    lines: list[ScoreLineAnswer]
    total: int


class HandResultAnswer(TypedDict):
    """The score sheet of a finished hand."""

    number: Whole
    dealer: Whole
    end: Annotated[str, ("enum", HAND_ENDS)]
    out: Annotated[Whole | None, "The seat that went out."]
    score: list[SideScoreAnswer]
    log_head: Annotated[
        str,
        "SHA-256, in hex, of the row of the log that ended the hand: "
        "the same for everybody who follows the same log.",
    ]


class PileAnswer(TypedDict):
    """The discard pile, bottom to top."""

    count: Whole
    top: Card | None
    cards: Cards
    frozen: Annotated[bool, "Only a natural pair for a new group takes it."]
    blocked: Annotated[bool, "Nobody can take it while this card is on top."]


class MeldAnswer(TypedDict):
    """A meld on the table: a sequence from low to high, with a wild card in its place."""

    id: Whole
    side: Whole
    kind: MeldKind
    cards: Cards
    wild_as: Annotated[Rank | None, "The rank of the wild card of a sequence; null without one."]
    points: int
    canasta: Annotated[str, ("enum", CANASTAS)] | None
    closed: Annotated[bool, "No card at all may be added."]


class PermissionAnswer(TypedDict):
    """The question of this turn whether to go out."""

    asked_by: Whole
    asked: list[Whole]
    answers: Annotated[dict[str, bool], "By seat."]
    granted: bool | None


class Stock(TypedDict):
    count: Whole


class HeldCards(TypedDict):
    seat: Whole
    count: Whole
    cards: NotRequired[Cards]


class Foot(TypedDict):
    seat: Whole
    count: Whole


class Aside(TypedDict):
    seat: Whole
    count: Whole


class HandAnswer(TypedDict):
    """The running hand. `hands[].cards` is there only for the caller's own seat."""

    number: Whole
    dealer: Whole
    turn: Whole
    to_act: list[Whole]
    phase: Annotated[str, Phase]
    stock: Stock
    pile: PileAnswer
    hands: list[HeldCards]
    feet: Annotated[
        list[Foot], "Second hands; one that is picked up counts 0. Empty where none are dealt."
    ]
    aside: Annotated[Aside | None, "Cards of the pile that the seat gets when its turn ends."]
    melds: list[MeldAnswer]
    red_threes: Annotated[list[Cards], "By side."]
    initial_minimum: Annotated[
        list[int | None], "By side: the points still required; null once it has melded."
    ]
    permission: PermissionAnswer | None
    commitment: str


class ConsentAnswer(TypedDict):
    """A question to the table. Agree by the call named `about`, refuse by DELETE of its path."""

    about: Annotated[str, "The call: `abandon`, `claim`, `concede` or `pause`."]
    asked_by: Whole
    seats: Annotated[list[Whole], "Those who are asked."]
    agreed: Annotated[list[Whole], "Those of them who have agreed."]
    until: Annotated[str, ("format", "date-time"), "It expires then, or at the end of the hand."]
    claimed: NotRequired[Annotated[Whole, "The seat that a claim is about."]]


class ClockStateAnswer(TypedDict):
    """Whose time runs, and what is left. To a bank belongs a seat, in order."""

    turn_due_at: Annotated[
        str | None, ("format", "date-time"), "When the time of a seat runs out; null: none runs."
    ]
    bank_s: Annotated[list[Whole], "By seat, what a turn may take longer."]
    flags: Annotated[list[Whole], "By seat, how often its time ran out in this hand."]
    stand_ins: Annotated[list[Whole], "Seats for which a bot plays this turn."]
    late: Annotated[list[Whole], "Seats that the game waits for, with no time left."]
    paused_since: Annotated[
        str | None, ("format", "date-time"), "Since when the table pauses; null: it does not."
    ]
    held: Annotated[bool, "A director paused: until one ends it, no player moves."]
    waits_since: Annotated[str | None, ("format", "date-time"), "Null: it waits for none of these."]
    claimable_at: Annotated[
        str | None,
        ("format", "date-time"),
        "From when on the others may claim a bot for these; later by outages since.",
    ]


class ResultAnswer(TypedDict):
    """How the game ended; `winner` is null for a draw."""

    winner: Whole | None
    draw: bool
    scores: list[int]
    end: Annotated[str, ("enum", GAME_ENDS)]
    reason: NotRequired[Annotated[str, "Why it was abandoned, for those at the table."]]


class MatchAnswer(TypedDict):
    """The part of a game's answer that the engine knows."""

    practice: bool
    sides: list[SideAnswer]
    hand: HandAnswer | None
    next_commitment: str
    consent: ConsentAnswer | None
    clock: ClockStateAnswer | None
    last_hand: HandResultAnswer | None
    result: ResultAnswer | None
