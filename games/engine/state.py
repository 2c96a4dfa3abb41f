"""One hand: its state, and how events change it. Nothing here judges; a logged event is true."""

from collections.abc import Callable, Iterable
from functools import reduce
from typing import Any, NamedTuple

from games.engine.cards import KINDS
from games.engine.deal import dealt
from games.engine.events import (
    CardDiscarded,
    CardsDrawn,
    HandDealt,
    HandEnded,
    HandEvent,
    LaidOff,
    Melded,
    Merged,
    PenaltyGiven,
    PermissionAnswered,
    PermissionAsked,
    PileTaken,
    RedThreeLaid,
    TopTaken,
    TurnPassed,
)
from games.engine.melds import Meld, meld_of
from games.engine.phase import ANSWER, DRAW, OVER, PLAY, HandEnd, Phase
from games.engine.rulesets import Ruleset
from games.engine.side import SideState, with_cards, with_meld, with_melds


class PermissionState(NamedTuple):
    """The question of this turn: who was asked, and what they said."""

    asked_by: int
    asked: tuple[int, ...]
    answers: tuple[tuple[int, bool], ...] = ()
    granted: bool | None = None


class Penalty(NamedTuple):
    """What a side loses in this hand beside its cards."""

    side: int
    reason: str
    points: int


class HandState:
    """Everything about the running hand, hidden cards included. Only `absorb` changes it."""

    __slots__ = (
        "by_side",
        "dealer",
        "end",
        "hands",
        "next_meld",
        "number",
        "out",
        "penalties",
        "permission",
        "phase",
        "pile",
        "rules",
        "seats",
        "sides",
        "sizes",
        "stock",
        "to_act",
        "turn",
    )

    def __init__(self, rules: Ruleset, seats: int, scores: Iterable[int], number: int = 1) -> None:
        self.rules = rules
        self.seats = seats
        self.sides = rules.sides(seats)
        self.number = number
        self.dealer = 0
        self.turn = 0
        self.phase = OVER
        self.to_act: tuple[int, ...] = ()
        """The seats that must do something now."""
        self.hands = [bytearray(KINDS) for _ in range(seats)]
        """By seat: how many cards of each kind."""
        self.sizes = [0] * seats
        self.stock: list[int] = []
        """Face-down cards; the next one drawn is the last."""
        self.pile: tuple[int, ...] = ()
        """Discards, bottom to top."""
        self.by_side = [SideState(rules.initial_minimum.need(score, number)) for score in scores]
        self.next_meld = 1
        self.permission: PermissionState | None = None
        self.penalties: tuple[Penalty, ...] = ()
        self.end: HandEnd | None = None
        self.out: int | None = None

    def __repr__(self) -> str:
        return f"<HandState {self.number}: seat {self.turn}, {self.phase}>"

    def copy(self) -> "HandState":
        """An independent state with the same content."""
        new = HandState.__new__(HandState)
        for name in self.__slots__:
            setattr(new, name, getattr(self, name))
        new.hands = [hand[:] for hand in self.hands]
        new.sizes = self.sizes[:]
        new.stock = self.stock[:]
        new.by_side = self.by_side[:]
        return new

    def partners(self, seat: int) -> tuple[int, ...]:
        """The other seats of the side, in turn order."""
        steps = range(self.sides, self.seats, self.sides)
        return tuple([(seat + step) % self.seats for step in steps])

    def enter(self, phase: Phase) -> None:
        """Begin `phase`, or go on with it; the turn and the question are as they are to be."""
        self.phase = phase
        if phase is DRAW or phase is PLAY:
            self.to_act = (self.turn,)
        elif phase is ANSWER and self.permission is not None:
            answered = [seat for seat, _ in self.permission.answers]
            asked = self.permission.asked
            self.to_act = tuple([seat for seat in asked if seat not in answered])
        else:
            self.to_act = ()

    def qualified(self, side: int) -> bool:
        """Whether the side has the canastas that going out needs."""
        return self.by_side[side].canastas >= self.rules.going_out.canastas

    def all_melds(self) -> list[Meld]:
        """The melds of all sides, in the order of their ids."""
        return sorted([meld for side in self.by_side for meld in side.melds])


def absorb(state: HandState, event: HandEvent) -> None:
    """Change `state` by `event`."""
    _ABSORB[type(event)](state, event)


def evolve(state: HandState, event: HandEvent) -> HandState:
    """The state after `event`; `state` stays as it is."""
    new = state.copy()
    absorb(new, event)
    return new


def replay(start: HandState, events: Iterable[HandEvent]) -> HandState:
    """The state after all `events`; `start` stays as it is."""

    def step(state: HandState, event: HandEvent) -> HandState:
        absorb(state, event)
        return state

    return reduce(step, events, start.copy())


def _hand_dealt(state: HandState, event: HandDealt) -> None:
    hands, upcard, stock = dealt(event.order, event.hand_size, event.seats, event.dealer)
    state.number, state.dealer = event.number, event.dealer
    state.hands = hands
    state.sizes = [event.hand_size] * event.seats
    state.pile = (upcard,)
    state.stock = stock
    state.turn = (event.dealer + 1) % state.seats
    state.enter(DRAW)


def _cards_drawn(state: HandState, event: CardsDrawn) -> None:
    hand = state.hands[event.seat]
    for card in event.cards:
        hand[card] += 1
    count = len(event.cards)
    state.sizes[event.seat] += count
    del state.stock[-count:]
    state.phase = PLAY


def _pile_taken(state: HandState, event: PileTaken) -> None:
    hand = state.hands[event.seat]
    for card in event.cards:
        hand[card] += 1
    state.sizes[event.seat] += len(event.cards)
    state.pile = ()
    state.phase = PLAY


def _top_taken(state: HandState, event: TopTaken) -> None:
    state.pile = state.pile[:-1]
    _add(state, event.seat, event.onto, (event.card,))
    state.phase = PLAY


def _red_three_laid(state: HandState, event: RedThreeLaid) -> None:
    _leave_hand(state, event.seat, event.cards)
    side = event.seat % state.sides
    old = state.by_side[side]
    state.by_side[side] = old._replace(red_threes=old.red_threes + event.cards)


def _melded(state: HandState, event: Melded) -> None:
    _leave_hand(state, event.seat, event.cards)
    side = event.seat % state.sides
    meld = meld_of(event.id, side, event.kind, event.cards, state.rules)
    state.by_side[side] = with_meld(state.by_side[side], meld, state.rules)
    state.next_meld = event.id + 1


def _laid_off(state: HandState, event: LaidOff) -> None:
    _leave_hand(state, event.seat, event.cards)
    _add(state, event.seat, event.onto, event.cards)


def _merged(state: HandState, event: Merged) -> None:
    side = event.seat % state.sides
    own = state.by_side[side]
    gone = own.meld(event.from_)
    left = tuple([meld for meld in own.melds if meld is not gone])
    own = with_melds(own, left, state.rules)
    state.by_side[side] = with_cards(own, event.into, gone.cards, state.rules)


def _permission_asked(state: HandState, event: PermissionAsked) -> None:
    state.permission = PermissionState(event.seat, state.partners(event.seat))
    state.enter(ANSWER)


def _permission_answered(state: HandState, event: PermissionAnswered) -> None:
    question = state.permission
    assert question is not None
    answers = (*question.answers, (event.seat, event.answer))
    granted = None
    if not event.answer:
        granted = False
    elif len(answers) == len(question.asked):
        granted = True
    state.permission = question._replace(answers=answers, granted=granted)
    state.enter(ANSWER if granted is None else PLAY)


def _card_discarded(state: HandState, event: CardDiscarded) -> None:
    state.hands[event.seat][event.card] -= 1
    state.sizes[event.seat] -= 1
    state.pile += (event.card,)
    _next_turn(state)


def _turn_passed(state: HandState, event: TurnPassed) -> None:
    _next_turn(state)


def _penalty_given(state: HandState, event: PenaltyGiven) -> None:
    penalty = Penalty(event.seat % state.sides, event.reason, event.points)
    state.penalties += (penalty,)


def _hand_ended(state: HandState, event: HandEnded) -> None:
    state.end, state.out = event.end, event.out
    state.permission = None
    state.enter(OVER)


def _next_turn(state: HandState) -> None:
    state.turn = (state.turn + 1) % state.seats
    state.permission = None
    state.enter(DRAW)


def _leave_hand(state: HandState, seat: int, cards: tuple[int, ...]) -> None:
    hand = state.hands[seat]
    for card in cards:
        hand[card] -= 1
    state.sizes[seat] -= len(cards)


def _add(state: HandState, seat: int, meld_id: int, cards: tuple[int, ...]) -> None:
    """Add `cards` to a meld of the seat's side."""
    side = seat % state.sides
    state.by_side[side] = with_cards(state.by_side[side], meld_id, cards, state.rules)


_ABSORB: dict[type, Callable[[HandState, Any], None]] = {
    HandDealt: _hand_dealt,
    CardsDrawn: _cards_drawn,
    PileTaken: _pile_taken,
    TopTaken: _top_taken,
    RedThreeLaid: _red_three_laid,
    Melded: _melded,
    LaidOff: _laid_off,
    Merged: _merged,
    PermissionAsked: _permission_asked,
    PermissionAnswered: _permission_answered,
    CardDiscarded: _card_discarded,
    TurnPassed: _turn_passed,
    PenaltyGiven: _penalty_given,
    HandEnded: _hand_ended,
}
