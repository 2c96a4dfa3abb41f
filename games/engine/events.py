"""What happened: facts that can be replayed without checking the rules.

Events hold hidden cards; `view` decides who sees them. Cards are kinds, sides and seats are numbers
from 0. Players appear by id, never by name.
"""

from typing import Any, NamedTuple

from games.engine.actions import Cards
from games.engine.consent import Claim, Outcome
from games.engine.phase import GameEnd, HandEnd


class GameCreated(NamedTuple):
    """The first row of a log: the whole resolved ruleset, and the commitment to the first deal."""

    ruleset: dict[str, Any]
    overrides: dict[str, Any]
    seats: int
    practice: bool
    start_scores: tuple[int, ...]
    commitment: str
    """Of the first hand's shuffle, in hex; empty where the deal is given (practice)."""


class SeatTaken(NamedTuple):
    """A player sits down; `kind` is ``"human"`` or ``"bot"``."""

    seat: int
    player: str
    kind: str


class SeatLeft(NamedTuple):
    """A player leaves a seat; in a running game the seat waits."""

    seat: int


class SeatSubstituted(NamedTuple):
    """In a running game `player` replaces the seat's occupant; `kind` as in `SeatTaken`."""

    seat: int
    player: str
    kind: str


class GameStarted(NamedTuple):
    """All seats are taken; the first hand is dealt next."""


class EntropyAdded(NamedTuple):
    """A player's contribution to the next shuffle, in hex."""

    seat: int
    value: str


class HandPeeked(NamedTuple):
    """Staff looked into the hand of `seat` during play; `player` is the person who looked."""

    seat: int
    player: str


class PhraseSaid(NamedTuple):
    """A player at the table says something from the fixed list; `code` is one of `phrases`."""

    seat: int
    player: str
    code: str


class ScoreAdjusted(NamedTuple):
    """A director adds points to the total of `side`, or takes some; it counts at once.

    The initial minimum follows from the next deal on.
    """

    side: int
    points: int
    player: str
    """The director."""
    reason: str
    """For those at the table."""


class PresenceChanged(NamedTuple):
    """The player at `seat` is `online`, `away` or `gone`.

    `since`, in RFC 3339: of one who is online, when that began; else when they were last heard of.
    """

    seat: int
    presence: str
    since: str


class HandVoided(NamedTuple):
    """A director ends the running hand: it counts for nothing and is dealt again."""

    number: int
    player: str
    """The director."""
    reason: str
    """For those at the table."""


class LastHandCalled(NamedTuple):
    """The running hand `number` is the last one; everybody may read `reason`.

    None takes an earlier call back.
    """

    number: int | None
    reason: str


class ConsentAsked(NamedTuple):
    """A seat asks others to agree to something; see `consent`."""

    about: str
    asked_by: int
    seats: tuple[int, ...]
    until: str
    """When the question expires, RFC 3339."""
    claimed: int | None = None
    """The seat that a claim is about."""


class SeatClaimed(NamedTuple):
    """Somebody gets what they claim because of the player of `seat`, who stays away."""

    seat: int
    claim: Claim
    player: str
    """Who claims it, or the director who decides it."""
    reason: str = ""
    """A director's, for those at the table."""


class ConsentAnswered(NamedTuple):
    """A seat that was asked answers."""

    about: str
    seat: int
    answer: bool


class ConsentClosed(NamedTuple):
    """The question no longer waits for an answer."""

    about: str
    outcome: Outcome


class ClockSet(NamedTuple):
    """Whose time runs from now on, and until when: the whole state of the clock.

    Moments are RFC 3339; see `turns`.
    """

    turn_due_at: str | None
    """When the first of those whose time runs has none left; None if no time runs."""
    bank_s: tuple[int, ...]
    """By seat."""
    flags: tuple[int, ...]
    """By seat, how often its time has run out in this hand."""
    since: str
    """When the time of this turn began to run."""
    stand_ins: tuple[int, ...] = ()
    """Seats for which a bot plays this turn."""
    late: tuple[int, ...] = ()
    """Seats that must act, have no time left or nobody in them, and for which nobody plays."""
    waits_since: str | None = None
    """Since when the game waits for those of `late`."""
    claimable_at: str | None = None
    """When the others may put a bot in their seats."""
    paused_since: str | None = None
    """Since when no time runs by a decision of the table or of a director."""
    held: bool = False
    """True if a director paused: until one ends it, no player moves."""
    credited_s: int = 0
    """How much longer than its terms the time of this turn is, after outages and pauses."""
    credited_until: str = ""
    """Outages that had ended by then are credited."""


class ClockFlagged(NamedTuple):
    """The time of a seat has run out, for the `count`th time in this hand."""

    seat: int
    count: int  # type: ignore[assignment]  # hides tuple.count, which is not used


class ClockCredited(NamedTuple):
    """Those whose time runs get more of it, because the service was away."""

    seconds: int
    turn_due_at: str
    until: str
    """When the outage ended."""


class HandDealt(NamedTuple):
    """The whole pack in the order in which it leaves the dealer's hand (see `deal`)."""

    number: int
    dealer: int
    seats: int
    hand_size: int
    order: Cards
    commitment: str
    next_commitment: str
    foot_size: int = 0
    """Cards of the second hands."""
    rejected: int = 0
    """Upcards that went to the bottom of the stock."""


class CardsDrawn(NamedTuple):
    """Cards from the stock, in the order drawn."""

    seat: int
    cards: Cards
    red_threes: Cards = ()
    """Which of `cards` were laid out at once, if the ruleset does so."""
    replacing: bool = False
    """True if they only replace dealt red threes, so that the turn has yet to begin."""


class PileTaken(NamedTuple):
    """The pile, or its top cards, goes to the hand; events of the melds it was taken for follow.

    The cards are in order from bottom to top. Where the ruleset puts them aside, only the last one,
    which is melded, goes to the hand.
    """

    seat: int
    cards: Cards


class TopTaken(NamedTuple):
    """The top card goes onto sequence `onto`."""

    seat: int
    card: int
    onto: int


class RedThreeLaid(NamedTuple):
    """Red threes go from the hand to the table."""

    seat: int
    cards: Cards


class AsideTaken(NamedTuple):
    """The cards put aside since the pile was taken go to the hand."""

    seat: int
    cards: Cards


class FootTaken(NamedTuple):
    """The second hand is picked up."""

    seat: int
    cards: Cards


class Melded(NamedTuple):
    """A new meld from the hand."""

    seat: int
    id: int
    kind: str
    cards: Cards
    """Of a sequence from low to high, with a wild card in its place."""
    wild_as: int | None = None
    """The rank that the wild card of a sequence represents."""
    along: bool = False
    """True if the action that laid it laid the meld before it too, or took the pile for it."""


class LaidOff(NamedTuple):
    """Cards from the hand onto meld `onto`."""

    seat: int
    onto: int
    cards: Cards
    wild_as: int | None = None
    """As in `Melded`, of a wild card among `cards`."""
    along: bool = False
    """True if the pile was taken for it."""


class Merged(NamedTuple):
    """Meld `from_` is now part of `into`."""

    seat: int
    into: int
    from_: int


class PermissionAsked(NamedTuple):
    """A seat asks its partners whether it may go out."""

    seat: int


class PermissionAnswered(NamedTuple):
    """A partner's binding answer."""

    seat: int
    answer: bool


class CardDiscarded(NamedTuple):
    """A card goes to the pile; the turn ends."""

    seat: int
    card: int


class TurnPassed(NamedTuple):
    """The turn ends without a discard."""

    seat: int


class TakenBack(NamedTuple):
    """The last events of the turn, those of `count` actions, are undone."""

    seat: int
    count: int  # type: ignore[assignment]  # hides tuple.count, which is not used


class PenaltyGiven(NamedTuple):
    """The side of `seat` loses points in this hand; `reason` is the broken key of the ruleset."""

    seat: int
    reason: str
    points: int
    """Negative, as on the score sheet."""


class HandEnded(NamedTuple):
    """The hand is over; `out` is the seat that went out."""

    end: HandEnd
    out: int | None


class ScoreLine(NamedTuple):
    """One item of a score sheet; `rule` is its paragraph in RULES.md."""

    code: str
    points: int
    count: int  # type: ignore[assignment]  # hides tuple.count, which is not used
    rule: str
    reason: str | None = None
    """Why, for a penalty or an adjustment."""
    melds: tuple[int, ...] = ()
    """Ids of the canastas that were dismantled for debt."""


class SideScore(NamedTuple):
    """The score of one side in one hand; the lines add up to the total."""

    side: int
    lines: tuple[ScoreLine, ...]
    total: int


class HandScored(NamedTuple):
    """The score sheet of hand `number`."""

    number: int
    score: tuple[SideScore, ...]


class GameFinished(NamedTuple):
    """The game is over; `winner` is None for a draw and for an abandoned game."""

    winner: int | None
    draw: bool
    scores: tuple[int, ...]
    end: GameEnd
    reason: str = ""
    """Why it was abandoned; only those at the table see it."""


HandEvent = (
    HandDealt
    | CardsDrawn
    | PileTaken
    | TopTaken
    | RedThreeLaid
    | AsideTaken
    | FootTaken
    | Melded
    | LaidOff
    | Merged
    | PermissionAsked
    | PermissionAnswered
    | CardDiscarded
    | TurnPassed
    | TakenBack
    | PenaltyGiven
    | HandEnded
)
"""An event of one hand, applied by `table.changes`."""
HandEvents = tuple[HandEvent, ...]

TableEvent = (
    GameCreated
    | SeatTaken
    | SeatLeft
    | SeatSubstituted
    | GameStarted
    | EntropyAdded
    | HandPeeked
    | LastHandCalled
    | ScoreAdjusted
    | SeatClaimed
    | HandVoided
    | ConsentAsked
    | ConsentAnswered
    | ConsentClosed
    | ClockSet
    | ClockFlagged
    | ClockCredited
    | HandScored
    | GameFinished
)
"""An event of the game around its hands, applied by `match`."""

BesideTheLog = PhraseSaid | PresenceChanged
"""An event that changes nothing in a game: the log does not have it."""

Event = HandEvent | TableEvent | BesideTheLog
