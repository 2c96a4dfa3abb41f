"""One hand: its state, and how events change it. Nothing here judges; a logged event is true."""

from collections.abc import Callable, Iterable
from functools import reduce
from typing import Any, NamedTuple

from games.engine.cards import KINDS, THREE
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
    PermissionAnswered,
    PermissionAsked,
    PileTaken,
    RedThreeLaid,
    TopTaken,
    TurnPassed,
)
from games.engine.melds import Meld, grown, meld_of
from games.engine.phase import ANSWER, DRAW, OVER, PLAY, HandEnd
from games.engine.rulesets import Ruleset


class PermissionState(NamedTuple):
    """The question of this turn: who was asked, and what they said."""

    asked_by: int
    asked: tuple[int, ...]
    answers: tuple[tuple[int, bool], ...] = ()
    granted: bool | None = None


class HandState:
    """Everything about the running hand, hidden cards included. Only `absorb` changes it."""

    __slots__ = (
        "canastas",
        "dealer",
        "end",
        "hands",
        "melds",
        "minimums",
        "next_meld",
        "number",
        "out",
        "permission",
        "phase",
        "pile",
        "red_threes",
        "rules",
        "seats",
        "sides",
        "sizes",
        "stock",
        "turn",
    )

    def __init__(self, rules: Ruleset, seats: int, scores: Iterable[int]) -> None:
        self.rules = rules
        self.seats = seats
        self.sides = rules.sides(seats)
        self.number = 0
        self.dealer = 0
        self.turn = 0
        self.phase = OVER
        self.hands = [bytearray(KINDS) for _ in range(seats)]
        """By seat: how many cards of each kind."""
        self.sizes = [0] * seats
        self.stock: list[int] = []
        """Face-down cards; the next one drawn is the last."""
        self.pile: list[int] = []
        """Discards, bottom to top."""
        self.melds: dict[int, Meld] = {}
        self.next_meld = 1
        self.red_threes: list[tuple[int, ...]] = [()] * self.sides
        self.canastas = [0] * self.sides
        """By side: melds of canasta size, of any kind."""
        self.minimums: list[int | None] = [
            rules.initial_minimum.for_score(score) for score in scores
        ]
        """By side: what its first melds must be worth; None once it has melded."""
        self.permission: PermissionState | None = None
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
        new.pile = self.pile[:]
        new.melds = self.melds.copy()
        new.red_threes = self.red_threes[:]
        new.minimums = self.minimums[:]
        new.canastas = self.canastas[:]
        return new

    def partners(self, seat: int) -> tuple[int, ...]:
        """The other seats of the side, in turn order."""
        return tuple(
            (seat + step) % self.seats for step in range(self.sides, self.seats, self.sides)
        )

    def to_act(self) -> tuple[int, ...]:
        """The seats that must do something now."""
        phase = self.phase
        if phase is DRAW or phase is PLAY:
            return (self.turn,)
        if phase is OVER or self.permission is None:
            return ()
        answered = [seat for seat, _ in self.permission.answers]
        return tuple(seat for seat in self.permission.asked if seat not in answered)

    def qualified(self, side: int) -> bool:
        """Whether the side has the canastas that going out needs."""
        return self.canastas[side] >= self.rules.going_out.canastas

    def threes_laid(self, side: int) -> bool:
        """Whether the side has melded black threes, which it may on the going-out turn alone."""
        return THREE in [meld.rank for meld in self.melds.values() if meld.side == side]


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
    state.sizes = [sum(hand) for hand in hands]
    state.pile = [upcard]
    state.stock = stock
    state.turn = (event.dealer + 1) % state.seats
    state.phase = DRAW


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
    state.pile = []
    state.phase = PLAY


def _top_taken(state: HandState, event: TopTaken) -> None:
    state.pile.pop()
    _put(state, grown(state.melds[event.onto], (event.card,), state.rules))
    state.phase = PLAY


def _red_three_laid(state: HandState, event: RedThreeLaid) -> None:
    _leave_hand(state, event.seat, event.cards)
    state.red_threes[event.seat % state.sides] += event.cards


def _melded(state: HandState, event: Melded) -> None:
    _leave_hand(state, event.seat, event.cards)
    side = event.seat % state.sides
    _put(state, meld_of(event.id, side, event.kind, event.cards, state.rules))
    state.next_meld = event.id + 1
    state.minimums[side] = None


def _laid_off(state: HandState, event: LaidOff) -> None:
    _leave_hand(state, event.seat, event.cards)
    _put(state, grown(state.melds[event.onto], event.cards, state.rules))


def _merged(state: HandState, event: Merged) -> None:
    gone = state.melds.pop(event.from_)
    if len(gone.cards) >= state.rules.canasta.size:
        state.canastas[gone.side] -= 1
    _put(state, grown(state.melds[event.into], gone.cards, state.rules))


def _permission_asked(state: HandState, event: PermissionAsked) -> None:
    state.permission = PermissionState(event.seat, state.partners(event.seat))
    state.phase = ANSWER


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
    if granted is not None:
        state.phase = PLAY


def _card_discarded(state: HandState, event: CardDiscarded) -> None:
    state.hands[event.seat][event.card] -= 1
    state.sizes[event.seat] -= 1
    state.pile.append(event.card)
    _next_turn(state)


def _turn_passed(state: HandState, event: TurnPassed) -> None:
    _next_turn(state)


def _hand_ended(state: HandState, event: HandEnded) -> None:
    state.phase = OVER
    state.end, state.out = event.end, event.out
    state.permission = None


def _next_turn(state: HandState) -> None:
    state.turn = (state.turn + 1) % state.seats
    state.phase = DRAW
    state.permission = None


def _leave_hand(state: HandState, seat: int, cards: tuple[int, ...]) -> None:
    hand = state.hands[seat]
    for card in cards:
        hand[card] -= 1
    state.sizes[seat] -= len(cards)


def _put(state: HandState, meld: Meld) -> None:
    """Lay `meld` in the place of the one with its id, and keep the count of canastas."""
    size = state.rules.canasta.size
    old = state.melds.get(meld.id)
    if len(meld.cards) >= size and (old is None or len(old.cards) < size):
        state.canastas[meld.side] += 1
    state.melds[meld.id] = meld


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
    HandEnded: _hand_ended,
}
