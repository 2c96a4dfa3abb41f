"""What happened: facts that replay without judging. Hidden cards are in them; see `view`.

Cards are kinds, sides and seats are numbers from 0. Players appear by id, never by name.
"""

from typing import Any, NamedTuple

from games.engine.actions import Cards
from games.engine.consent import Outcome
from games.engine.phase import GameEnd, HandEnd


class GameCreated(NamedTuple):
    """The first row of a log: the whole resolved ruleset, and the promise of the first deal."""

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
    """A player stands up; in a running game the seat waits."""

    seat: int


class SeatSubstituted(NamedTuple):
    """In a running game `player` plays on in the place of who sat there; `kind` as above."""

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
    """Staff looked into the hand of `seat` while it was being played; `player` is who looked."""

    seat: int
    player: str


class LastHandCalled(NamedTuple):
    """Hand `number`, which is being played, is the last one; `reason` is for everybody to read."""

    number: int
    reason: str


class ConsentAsked(NamedTuple):
    """A seat asks others to agree to something; see `consent`."""

    about: str
    asked_by: int
    seats: tuple[int, ...]
    until: str
    """When the question lapses, RFC 3339."""


class ConsentAnswered(NamedTuple):
    """A seat that was asked answers."""

    about: str
    seat: int
    answer: bool


class ConsentClosed(NamedTuple):
    """The question waits for nobody any more."""

    about: str
    outcome: Outcome


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
    """True if they only replace red threes that were dealt: the turn has yet to begin."""


class PileTaken(NamedTuple):
    """The pile, or so much of its top, goes to the hand; the melds it was taken for follow.

    The cards stand bottom to top. Where the ruleset lays them aside, only the last one, which is
    melded, goes to the hand.
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
    """The cards that lay aside since the pile was taken go to the hand."""

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
    """Of a sequence from low to high, a wild card in its place."""
    wild_as: int | None = None
    """The rank that the wild card of a sequence stands for."""
    along: bool = False
    """True if one action laid it together with the meld before it, or took the pile for it."""


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
    """The last events of the turn, of `count` actions, no longer hold."""

    seat: int
    count: int  # type: ignore[assignment]  # hides tuple.count, which is not used


class PenaltyGiven(NamedTuple):
    """The side of `seat` loses points in this hand; `reason` is the key of the ruleset broken."""

    seat: int
    reason: str
    points: int
    """Negative, as they will stand on the sheet."""


class HandEnded(NamedTuple):
    """Nothing more is played in this hand; `out` is the seat that went out."""

    end: HandEnd
    out: int | None


class ScoreLine(NamedTuple):
    """One item of a score sheet; `rule` is its paragraph in RULES.md."""

    code: str
    points: int
    count: int  # type: ignore[assignment]  # hides tuple.count, which is not used
    rule: str
    reason: str | None = None
    """Of a penalty or an adjustment."""
    melds: tuple[int, ...] = ()
    """Ids of the canastas that debt brought down."""


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
    """The game is over; `winner` is None for a draw, and where it was abandoned."""

    winner: int | None
    draw: bool
    scores: tuple[int, ...]
    end: GameEnd
    reason: str = ""
    """Why it was abandoned, for those at the table."""


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
"""An event of one hand; `table.changes` folds them."""
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
    | ConsentAsked
    | ConsentAnswered
    | ConsentClosed
    | HandScored
    | GameFinished
)
"""Events of the game around its hands, folded by `match`."""

Event = HandEvent | TableEvent
