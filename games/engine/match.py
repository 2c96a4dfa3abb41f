"""A game: hand after hand, until a side reaches the target. `replay_match` applies a whole log."""

from collections.abc import Callable, Iterable, Sequence
from itertools import islice, takewhile
from typing import Any, NamedTuple

from games.engine.actions import Action, Cards
from games.engine.consent import Consent, Outcome
from games.engine.errors import Rule, WrongMoment
from games.engine.events import (
    ClockCredited,
    ClockFlagged,
    ClockSet,
    ConsentAnswered,
    ConsentAsked,
    ConsentClosed,
    EntropyAdded,
    Event,
    GameCreated,
    GameFinished,
    GameStarted,
    HandDealt,
    HandEnded,
    HandPeeked,
    HandScored,
    HandVoided,
    LastHandCalled,
    ScoreAdjusted,
    SeatClaimed,
    SeatLeft,
    SeatSubstituted,
    SeatTaken,
    SideScore,
)
from games.engine.phase import GameEnd, HandEnd, Phase
from games.engine.rules.decide import decide
from games.engine.rules.drawing import after_deal
from games.engine.rulesets import Rules
from games.engine.scoring.sheet import score
from games.engine.table.changes import absorb
from games.engine.table.hand import HandState


class Occupant(NamedTuple):
    """The player in a seat: the player's id, and ``"human"`` or ``"bot"``."""

    player: str
    kind: str


class LastHand(NamedTuple):
    """How the hand before the running one ended."""

    number: int
    dealer: int
    end: HandEnd
    out: int | None
    score: tuple[SideScore, ...]
    log_head: str = ""
    """SHA-256, in hex, of the log row that ended it; empty where no log is kept."""


class Match:
    """The state of a game, hidden cards included; only events change it."""

    def __init__(self, created: GameCreated, rules: Rules) -> None:
        self.rules = rules
        self.seats = created.seats
        self.sides = rules.sides(created.seats)
        self.practice = created.practice
        self.started = False
        self.occupants: list[Occupant | None] = [None] * created.seats
        self.scores = list(created.start_scores)
        """By side, without the running hand."""
        self.hand: HandState | None = None
        """The running hand; None in the lobby and after the game."""
        self.commitment = ""
        """Of the running hand's shuffle."""
        self.next_commitment = created.commitment
        self.last_hand: LastHand | None = None
        self.voided = 0
        """How many hands were voided: they have numbers, and count for nothing."""
        self.final_hand: int | None = None
        """The hand that was called the last one, if any; none is dealt after it."""
        self.consent: Consent | None = None
        """The question that the table has to answer, if any."""
        self.clock: ClockSet | None = None
        """The state of the clock; None where there is none, and before the first deal."""
        self.result: GameFinished | None = None

    def __repr__(self) -> str:
        return f"<Match of {self.seats}, {self.scores}>"

    def copy(self) -> "Match":
        """An independent match with the same content."""
        new = Match.__new__(Match)
        new.__dict__.update(self.__dict__)
        new.occupants = self.occupants[:]
        new.scores = self.scores[:]
        new.hand = None if self.hand is None else self.hand.copy()
        return new

    @property
    def hands_played(self) -> int:
        """How many hands have ended, voided ones too."""
        return 0 if self.last_hand is None else self.last_hand.number

    @property
    def awaits_deal(self) -> bool:
        """True if the next event must be a deal."""
        return self.started and self.hand is None and self.result is None

    @property
    def next_dealer(self) -> int | None:
        """The next dealer; None for the first hand, where the shuffle or the creator decides.

        A voided hand is dealt again by the same one.
        """
        last = self.last_hand
        if last is None:
            return None
        return last.dealer if last.end is HandEnd.VOIDED else (last.dealer + 1) % self.seats


def play(match: Match, seat: int, action: Action) -> list[Event]:
    """Apply `action` to `match` and return its events, with the score when a hand ends.

    Raises WrongMoment or IllegalAction; then `match` is unchanged.
    """
    if match.hand is None:
        raise WrongMoment(Rule.GAME_NOT_ACTIVE, "no hand is being played in this game")
    events: list[Event] = list(decide(match.hand, seat, action))
    for event in events:
        absorb_event(match, event)
    if match.hand.phase is Phase.OVER:
        events += close_hand(match)
    return events


def close_hand(match: Match) -> list[Event]:
    """Score the ended hand, then apply and return the events. The last one may finish the game."""
    assert match.hand is not None
    scored = HandScored(match.hand.number, score(match.hand))
    lapsed = consent_close(match, Outcome.LAPSED)
    absorb_event(match, scored)
    finished = _finish(match)
    if finished is None:
        return [*lapsed, scored]
    absorb_event(match, finished)
    return [*lapsed, scored, finished]


def void_hand(match: Match, player: str, reason: str) -> list[Event]:
    """Void the running hand by the director `player`, then apply and return the events."""
    assert match.hand is not None
    lapsed = consent_close(match, Outcome.LAPSED)
    voided = HandVoided(match.hand.number, player, reason)
    absorb_event(match, voided)
    return [*lapsed, voided]


def consent_close(match: Match, outcome: Outcome) -> list[Event]:
    """Close the question that the table has to answer, if any; apply and return the event.

    A question expires at the end of the hand, and when anybody takes or leaves a seat.
    """
    if match.consent is None:
        return []
    closed = ConsentClosed(match.consent.about, outcome)
    absorb_event(match, closed)
    return [closed]


def deal(match: Match, order: Cards, *, dealer: int, next_commitment: str) -> list[Event]:
    """Deal the next hand, then apply and return the events; the commitment is the one published."""
    seats, seating = match.seats, match.rules.seating
    hand_size, foot_size = seating.hand_size[seats], seating.foot_size[seats]
    turned = islice(order, seats * (hand_size + foot_size), None)
    dealt = HandDealt(
        number=match.hands_played + 1,
        dealer=dealer,
        seats=seats,
        hand_size=hand_size,
        order=order,
        commitment=match.next_commitment,
        next_commitment=next_commitment,
        foot_size=foot_size,
        rejected=sum(1 for _ in takewhile(match.rules.rejected.__contains__, turned)),
    )
    absorb_event(match, dealt)
    if match.rules.simple_turns:
        return [dealt]
    assert match.hand is not None
    caused = after_deal(match.hand)
    for event in caused:
        absorb(match.hand, event)
    return [dealt, *caused]


def abandon(match: Match, reason: str) -> list[Event]:
    """Abandon the game, then apply and return the events; the running hand counts for nothing."""
    finished = GameFinished(
        winner=None,
        draw=False,
        scores=tuple(match.scores),
        end=GameEnd.ABANDONED,
        reason=reason,
    )
    lapsed = consent_close(match, Outcome.LAPSED)
    absorb_event(match, finished)
    return [*lapsed, finished]


def concede(match: Match, side: int) -> list[Event]:
    """Give the game up for `side`, then apply and return the events.

    The running hand ends and nobody scores in it. Of the other sides the one with the highest total
    wins; of several with the same none does.
    """
    assert match.hand is not None
    others = [total for other, total in enumerate(match.scores) if other != side]
    best = max(others)
    leaders = [at for at, total in enumerate(match.scores) if at != side and total == best]
    winner = leaders[0] if len(leaders) == 1 else None
    lapsed = consent_close(match, Outcome.LAPSED)
    events = (
        *hand_conceded(match),
        GameFinished(winner, winner is None, tuple(match.scores), GameEnd.CONCEDED),
    )
    absorb_event(match, events[-1])
    return [*lapsed, *events]


def hand_conceded(match: Match) -> tuple[Event, Event]:
    """End the running hand because a side gives up; apply and return the events."""
    assert match.hand is not None
    nothing = tuple(SideScore(side, (), 0) for side in range(match.sides))
    events = (HandEnded(HandEnd.CONCEDED, None), HandScored(match.hand.number, nothing))
    for event in events:
        absorb_event(match, event)
    return events


def _finish(match: Match) -> GameFinished | None:
    """The end of the game, if this was its last hand."""
    end = end_of(match.rules, match.scores, match.hands_played - match.voided)
    if end is None and match.final_hand == match.hands_played:
        end = GameEnd.HAND_LIMIT
    if end is None:
        return None
    winner = winner_of(match.scores)
    return GameFinished(winner, winner is None, tuple(match.scores), end)


def end_of(rules: Rules, totals: Sequence[int], hands_played: int) -> GameEnd | None:
    """Why a game at these totals is over; None while it goes on."""
    target, hand_limit = rules.game.target, rules.game.hand_limit
    if target is not None and max(totals) >= target:
        return GameEnd.TARGET
    if hand_limit is not None and hands_played >= hand_limit:
        return GameEnd.HAND_LIMIT
    return None


def winner_of(totals: Sequence[int]) -> int | None:
    """The side with the highest total; None for a draw, when several sides share it."""
    best = max(totals)
    leaders = [side for side, total in enumerate(totals) if total == best]
    return leaders[0] if len(leaders) == 1 else None


def absorb_event(match: Match, event: Event) -> None:
    """Change `match` by `event`."""
    change = _ABSORB.get(type(event))
    if change is not None:
        change(match, event)
    else:
        assert match.hand is not None
        absorb(match.hand, event)  # type: ignore[arg-type]  # what is left is a hand's


def replay_match(created: GameCreated, rules: Rules, events: Iterable[Event]) -> Match:
    """The match that a whole log gives."""
    match = Match(created, rules)
    for event in events:
        absorb_event(match, event)
    return match


def _seat_taken(match: Match, event: SeatTaken | SeatSubstituted) -> None:
    match.occupants[event.seat] = Occupant(event.player, event.kind)


def _seat_left(match: Match, event: SeatLeft) -> None:
    match.occupants[event.seat] = None


def _game_started(match: Match, _event: GameStarted) -> None:
    match.started = True


def _entropy_added(_match: Match, _event: EntropyAdded) -> None:
    """Nothing changes: the service reads entropy from the log when it shuffles."""


def _hand_peeked(_match: Match, _event: HandPeeked) -> None:
    """Nothing at the table changes: the event is for the players to read."""


def _last_hand_called(match: Match, event: LastHandCalled) -> None:
    match.final_hand = event.number


def _score_adjusted(match: Match, event: ScoreAdjusted) -> None:
    match.scores[event.side] += event.points


def _seat_claimed(_match: Match, _event: SeatClaimed) -> None:
    """Nothing changes by itself: the events of what is claimed follow."""


def _consent_asked(match: Match, event: ConsentAsked) -> None:
    match.consent = Consent(*event[:4], claimed=event.claimed)


def _consent_answered(match: Match, event: ConsentAnswered) -> None:
    assert match.consent is not None
    if event.answer:
        match.consent = match.consent._replace(agreed=(*match.consent.agreed, event.seat))


def _consent_closed(match: Match, _event: ConsentClosed) -> None:
    match.consent = None


def _clock_set(match: Match, event: ClockSet) -> None:
    match.clock = event


def _clock_flagged(match: Match, event: ClockFlagged) -> None:
    assert match.clock is not None
    flags = list(match.clock.flags)
    flags[event.seat] = event.count
    match.clock = match.clock._replace(flags=tuple(flags))


def _clock_credited(match: Match, event: ClockCredited) -> None:
    assert match.clock is not None
    match.clock = match.clock._replace(
        turn_due_at=event.turn_due_at,
        credited_s=match.clock.credited_s + event.seconds,
        credited_until=event.until,
    )


def _hand_dealt(match: Match, event: HandDealt) -> None:
    counted = event.number - match.voided
    match.hand = HandState(match.rules, match.seats, match.scores, event.number, counted)
    match.commitment, match.next_commitment = event.commitment, event.next_commitment
    absorb(match.hand, event)


def _hand_scored(match: Match, event: HandScored) -> None:
    hand = match.hand
    assert hand is not None
    assert hand.end is not None
    match.last_hand = LastHand(event.number, hand.dealer, hand.end, hand.out, event.score)
    for side_score in event.score:
        match.scores[side_score.side] += side_score.total
    match.hand = None


def _hand_voided(match: Match, event: HandVoided) -> None:
    hand = match.hand
    assert hand is not None
    nothing = tuple(SideScore(side, (), 0) for side in range(match.sides))
    match.last_hand = LastHand(event.number, hand.dealer, HandEnd.VOIDED, None, nothing)
    match.voided += 1
    if match.final_hand == event.number:
        match.final_hand = event.number + 1
    match.hand = None


def _game_finished(match: Match, event: GameFinished) -> None:
    match.result = event
    match.hand = None
    if match.clock is not None:
        match.clock = match.clock._replace(
            turn_due_at=None,
            stand_ins=(),
            late=(),
            waits_since=None,
            claimable_at=None,
            paused_since=None,
            held=False,
        )


_ABSORB: dict[type, Callable[[Match, Any], None]] = {
    SeatTaken: _seat_taken,
    SeatLeft: _seat_left,
    SeatSubstituted: _seat_taken,
    GameStarted: _game_started,
    EntropyAdded: _entropy_added,
    HandPeeked: _hand_peeked,
    LastHandCalled: _last_hand_called,
    ScoreAdjusted: _score_adjusted,
    SeatClaimed: _seat_claimed,
    ConsentAsked: _consent_asked,
    ConsentAnswered: _consent_answered,
    ConsentClosed: _consent_closed,
    ClockSet: _clock_set,
    ClockFlagged: _clock_flagged,
    ClockCredited: _clock_credited,
    HandDealt: _hand_dealt,
    HandScored: _hand_scored,
    HandVoided: _hand_voided,
    GameFinished: _game_finished,
}
