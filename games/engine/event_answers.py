"""Events of the log as a seat may read them, as types; `event_view` builds them.

What a reader may not see is `NotRequired`.
"""

from typing import Annotated, Literal, NotRequired, TypedDict

from games.engine.answers import (
    GAME_ENDS,
    HAND_ENDS,
    Card,
    Cards,
    ClockStateAnswer,
    MeldKind,
    Rank,
    SideScoreAnswer,
    Whole,
)
from games.engine.consent import CLAIMS, Outcome
from games.engine.phrases import PHRASES

PlayerId = Annotated[str, ("format", "uuid")]

PlayerKind = Annotated[str, ("enum", ("human", "bot"))]

HiddenCards = Annotated[Cards, "Only for the own seat."]

WildAs = Annotated[Rank, "The rank of a wild card in a sequence."]

Commitment = str


class Stamp(TypedDict):
    seq: Whole
    version: Whole
    hand: Annotated[Whole | None, "The hand's number; null outside of hands."]
    at: Annotated[str, ("format", "date-time")]


class SeatStamp(Stamp):
    seat: Whole


class CreatedRuleset(TypedDict):
    slug: str
    version: Whole


class GameCreatedEvent(Stamp):
    type: Literal["game_created"]
    ruleset: CreatedRuleset
    seats: Whole
    practice: bool
    start_scores: list[int]
    next_commitment: Commitment


class SeatTakenEvent(SeatStamp):
    type: Literal["seat_taken"]
    player: PlayerId
    kind: PlayerKind


class SeatLeftEvent(SeatStamp):
    type: Literal["seat_left"]


class SeatSubstitutedEvent(SeatStamp):
    type: Literal["seat_substituted"]
    player: PlayerId
    kind: PlayerKind


class GameStartedEvent(Stamp):
    type: Literal["game_started"]


class EntropyAddedEvent(SeatStamp):
    type: Literal["entropy_added"]
    value: str


class HandDealtEvent(Stamp):
    type: Literal["hand_dealt"]
    number: Whole
    dealer: Whole
    upcard: Card
    count: Annotated[Whole, "Cards of each hand."]
    foot_count: NotRequired[Annotated[Whole, "Of each second hand, where there are any."]]
    commitment: Commitment
    next_commitment: Commitment
    cards: NotRequired[HiddenCards]


class CardsDrawnEvent(SeatStamp):
    type: Literal["cards_drawn"]
    count: Whole
    red_threes: Cards
    replacing: NotRequired[
        Annotated[bool, "True where only dealt red threes are replaced: no draw yet."]
    ]
    cards: NotRequired[HiddenCards]


class PileTakenEvent(SeatStamp):
    type: Literal["pile_taken"]
    cards: Annotated[
        Cards,
        "Bottom to top. All go to the hand, from which melds then take the last one; "
        "where the ruleset lays cards aside, only that one does before `aside_taken`.",
    ]


class TopTakenEvent(SeatStamp):
    type: Literal["top_taken"]
    card: Card
    onto: Whole


class RedThreeLaidEvent(SeatStamp):
    type: Literal["red_three_laid"]
    cards: Cards


class AsideTakenEvent(SeatStamp):
    type: Literal["aside_taken"]
    count: Whole
    cards: NotRequired[HiddenCards]


class FootTakenEvent(SeatStamp):
    type: Literal["foot_taken"]
    count: Whole
    cards: NotRequired[HiddenCards]


class MeldedEvent(SeatStamp):
    type: Literal["melded"]
    id: Whole
    kind: MeldKind
    cards: Cards
    wild_as: NotRequired[WildAs]


class LaidOffEvent(SeatStamp):
    type: Literal["laid_off"]
    onto: Whole
    cards: Cards
    wild_as: NotRequired[WildAs]


MergedEvent = TypedDict(
    "MergedEvent",
    {
        "seq": Whole,
        "version": Whole,
        "hand": Annotated[Whole | None, "The hand's number; null outside of hands."],
        "at": Annotated[str, ("format", "date-time")],
        "type": Literal["merged"],
        "seat": Whole,
        "into": Whole,
        "from": Whole,
    },
)


class PermissionAskedEvent(SeatStamp):
    type: Literal["permission_asked"]


class PermissionAnsweredEvent(SeatStamp):
    type: Literal["permission_answered"]
    answer: bool


class CardDiscardedEvent(SeatStamp):
    type: Literal["card_discarded"]
    card: Card


class TurnPassedEvent(SeatStamp):
    type: Literal["turn_passed"]


class TakenBackEvent(SeatStamp):
    type: Literal["taken_back"]
    count: Annotated[Whole, "The number of actions undone, the last of the turn."]


class PenaltyGivenEvent(SeatStamp):
    type: Literal["penalty_given"]
    reason: str
    points: int


class HandEndedEvent(Stamp):
    type: Literal["hand_ended"]
    end: Annotated[str, ("enum", HAND_ENDS)]
    out: Whole | None


class HandScoredEvent(Stamp):
    type: Literal["hand_scored"]
    number: Whole
    score: list[SideScoreAnswer]


class GameFinishedEvent(Stamp):
    type: Literal["game_finished"]
    winner: Whole | None
    draw: bool
    scores: list[int]
    end: Annotated[str, ("enum", GAME_ENDS)]
    reason: NotRequired[Annotated[str, "Why it was abandoned, for those at the table."]]


class LastHandCalledEvent(Stamp):
    type: Literal["last_hand_called"]
    number: Annotated[
        Whole | None, "The running hand: none is dealt after it. Null: the call is taken back."
    ]
    reason: str


class ConsentAskedEvent(Stamp):
    type: Literal["consent_asked"]
    about: Annotated[str, "The call: `abandon`, `claim`, `concede` or `pause`."]
    asked_by: Whole
    seats: list[int]
    until: Annotated[str, ("format", "date-time"), "It lapses then, or at the end of the hand."]
    claimed: NotRequired[Annotated[Whole, "The seat that a claim is about."]]


class SeatClaimedEvent(SeatStamp):
    type: Literal["seat_claimed"]
    claim: Annotated[str, ("enum", CLAIMS)]
    player: NotRequired[Annotated[PlayerId, "Who claims or decides it, for those at the table."]]
    reason: NotRequired[Annotated[str, "A director's, for those at the table."]]


class ConsentAnsweredEvent(SeatStamp):
    type: Literal["consent_answered"]
    about: str
    answer: bool


class ConsentClosedEvent(Stamp):
    type: Literal["consent_closed"]
    about: str
    outcome: Annotated[str, Outcome]


class ClockSetEvent(Stamp, ClockStateAnswer):
    type: Literal["clock_set"]


class ClockFlaggedEvent(SeatStamp):
    type: Literal["clock_flagged"]
    count: Annotated[Whole, "How often the time of the seat ran out in this hand."]


class ClockCreditedEvent(Stamp):
    type: Literal["clock_credited"]
    seconds: Annotated[Whole, "More time, because the service was away."]
    turn_due_at: Annotated[str, ("format", "date-time")]


class WithheldEvent(Stamp):
    type: Literal["withheld"]


class ScoreAdjustedEvent(Stamp):
    type: Literal["score_adjusted"]
    side: Whole
    points: int
    player: NotRequired[Annotated[PlayerId, "The director, for those at the table."]]
    reason: NotRequired[Annotated[str, "For those at the table."]]


class HandVoidedEvent(Stamp):
    type: Literal["hand_voided"]
    number: Whole
    player: NotRequired[Annotated[PlayerId, "The director, for those at the table."]]
    reason: NotRequired[Annotated[str, "For those at the table."]]


class PhraseSaidEvent(SeatStamp):
    type: Literal["phrase_said"]
    player: PlayerId
    code: NotRequired[Annotated[str, ("enum", PHRASES)]]
    """Absent for those who have blocked the player."""


class PresenceChangedEvent(SeatStamp):
    type: Literal["presence_changed"]
    presence: Annotated[str, ("enum", ("online", "away", "gone"))]
    since: Annotated[str, ("format", "date-time"), "Of who is not online: when last heard of."]


class HandPeekedEvent(SeatStamp):
    type: Literal["hand_peeked"]
    player: NotRequired[Annotated[PlayerId, "Who looked, for those at the table."]]


Event = Annotated[
    GameCreatedEvent
    | SeatTakenEvent
    | SeatLeftEvent
    | SeatSubstitutedEvent
    | GameStartedEvent
    | EntropyAddedEvent
    | HandDealtEvent
    | CardsDrawnEvent
    | PileTakenEvent
    | TopTakenEvent
    | RedThreeLaidEvent
    | AsideTakenEvent
    | FootTakenEvent
    | MeldedEvent
    | LaidOffEvent
    | MergedEvent
    | PermissionAskedEvent
    | PermissionAnsweredEvent
    | CardDiscardedEvent
    | TurnPassedEvent
    | TakenBackEvent
    | PenaltyGivenEvent
    | HandEndedEvent
    | HandScoredEvent
    | GameFinishedEvent
    | LastHandCalledEvent
    | SeatClaimedEvent
    | ConsentAskedEvent
    | ConsentAnsweredEvent
    | ConsentClosedEvent
    | ClockSetEvent
    | ClockFlaggedEvent
    | ClockCreditedEvent
    | WithheldEvent
    | HandPeekedEvent
    | PhraseSaidEvent
    | ScoreAdjustedEvent
    | PresenceChangedEvent
    | HandVoidedEvent,
    ("name", "Event"),
]
