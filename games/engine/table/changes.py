"""How each event changes a hand. Nothing here checks the rules, because a logged event is true."""

from collections.abc import Callable, Iterable
from functools import reduce
from typing import Any, Final

from games.engine.cards import KINDS
from games.engine.deal import dealt
from games.engine.events import (
    AsideTaken,
    CardDiscarded,
    CardsDrawn,
    FootTaken,
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
    TakenBack,
    TopTaken,
    TurnPassed,
)
from games.engine.phase import ANSWER, DRAW, OVER, PLAY
from games.engine.rulesets import Declaring
from games.engine.table.hand import HandState, PermissionState, TurnSoFar
from games.engine.table.meld import meld_of
from games.engine.table.side import Penalty, with_cards, with_meld, with_melds


def absorb(state: HandState, event: HandEvent) -> None:
    """Change `state` by `event`."""
    _CHANGES[type(event)](state, event)
    if state.so_far is not None:
        state.so_far = _so_far_after(state, state.so_far, event)


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


NO_CARDS: Final = bytes(KINDS)


def _hand_dealt(state: HandState, event: HandDealt) -> None:
    hands, feet, upcard, stock = dealt(
        event.order, event.hand_size, event.seats, event.dealer, event.foot_size, event.rejected
    )
    state.number, state.dealer = event.number, event.dealer
    state.hands, state.feet = hands, feet
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
    if event.red_threes:
        _lay_red_threes(state, event.seat, event.red_threes)
    if not event.replacing:
        state.phase = PLAY


def _pile_taken(state: HandState, event: PileTaken) -> None:
    cards = event.cards
    state.pile = state.pile[: -len(cards)]
    if state.rules.pile.rest_face_down:
        state.set_aside, cards = cards[:-1], cards[-1:]
    _join_hand(state, event.seat, cards)
    state.phase = PLAY


def _top_taken(state: HandState, event: TopTaken) -> None:
    state.pile = state.pile[:-1]
    _add(state, event.seat, event.onto, (event.card,))
    state.phase = PLAY


def _red_three_laid(state: HandState, event: RedThreeLaid) -> None:
    _lay_red_threes(state, event.seat, event.cards)


def _aside_taken(state: HandState, event: AsideTaken) -> None:
    state.set_aside = ()
    _join_hand(state, event.seat, event.cards)


def _foot_taken(state: HandState, event: FootTaken) -> None:
    feet = state.feet
    state.feet = (*feet[: event.seat], NO_CARDS, *feet[event.seat + 1 :])
    _join_hand(state, event.seat, event.cards)


def _melded(state: HandState, event: Melded) -> None:
    _leave_hand(state, event.seat, event.cards)
    side = event.seat % state.sides
    meld = meld_of(event.id, side, event.kind, event.cards, state.rules, event.wild_as)
    state.by_side[side] = with_meld(state.by_side[side], meld, state.rules)
    state.next_meld = event.id + 1


def _laid_off(state: HandState, event: LaidOff) -> None:
    _leave_hand(state, event.seat, event.cards)
    _add(state, event.seat, event.onto, event.cards, event.wild_as)


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


def _taken_back(state: HandState, event: TakenBack) -> None:
    """Undo the last actions of the turn: replay what came before them from its start."""
    so_far, next_meld = state.so_far, state.next_meld
    assert so_far is not None
    assert so_far.start is not None
    state.copy_from(so_far.start)
    kept = so_far.without(event.count)
    for earlier in kept.events:
        _CHANGES[type(earlier)](state, earlier)
    state.so_far = kept
    if not state.rules.reuses_meld_ids:
        state.next_meld = next_meld


def _hand_ended(state: HandState, event: HandEnded) -> None:
    state.end, state.out = event.end, event.out
    state.permission = None
    state.enter(OVER)


def _next_turn(state: HandState) -> None:
    state.turn = (state.turn + 1) % state.seats
    state.permission = None
    state.enter(DRAW)


def _join_hand(state: HandState, seat: int, cards: tuple[int, ...]) -> None:
    hand = state.hands[seat]
    for card in cards:
        hand[card] += 1
    state.sizes[seat] += len(cards)


def _lay_red_threes(state: HandState, seat: int, cards: tuple[int, ...]) -> None:
    _leave_hand(state, seat, cards)
    side = seat % state.sides
    old = state.by_side[side]
    state.by_side[side] = old._replace(red_threes=old.red_threes + cards)


def _leave_hand(state: HandState, seat: int, cards: tuple[int, ...]) -> None:
    hand = state.hands[seat]
    for card in cards:
        hand[card] -= 1
    state.sizes[seat] -= len(cards)


def _add(
    state: HandState,
    seat: int,
    meld_id: int,
    cards: tuple[int, ...],
    wild_as: int | None = None,
) -> None:
    """Add `cards` to a meld of the seat's side."""
    side = seat % state.sides
    state.by_side[side] = with_cards(state.by_side[side], meld_id, cards, state.rules, wild_as)


def _so_far_after(state: HandState, so_far: TurnSoFar, event: HandEvent) -> TurnSoFar:
    """What the seat on turn has done, `event` included, which has changed `state` already."""
    kind = type(event)
    if kind is CardDiscarded or kind is TurnPassed or kind is PileTaken:
        return _NOTHING_YET
    if getattr(event, "replacing", False):
        return so_far
    if kind in _DRAWS or (getattr(event, "along", False) and not so_far.events):
        last = kind is CardsDrawn and _is_last_red_three(state, event)
        return TurnSoFar(
            _start(state),
            laid=kind is not CardsDrawn,
            taken_back=so_far.taken_back,
            last_red_three=last,
        )
    if kind is PermissionAnswered:
        return so_far._replace(start=_start(state), laid=so_far.has_laid, events=())
    if kind is RedThreeLaid and state.rules.red_threes.declaring is not Declaring.CHOICE:
        return so_far._replace(start=_start(state)) if state.phase is PLAY else so_far
    if kind in _ON_THE_TABLE:
        return so_far._replace(events=(*so_far.events, event))
    return so_far


def _is_last_red_three(state: HandState, drawn: Any) -> bool:
    """True if the draw that led to `state` took the last card, a red three that ends the hand."""
    last = state.rules.draw.last_red_three_ends and not state.stock
    return last and drawn.cards[-1] in drawn.red_threes


def _start(state: HandState) -> HandState | None:
    """The hand as it is now, if it may be taken back to this."""
    if not state.rules.turn.take_back:
        return None
    start = state.copy()
    start.so_far = None
    return start


_NOTHING_YET: Final = TurnSoFar()
_DRAWS: Final = (CardsDrawn, TopTaken)
_ON_THE_TABLE: Final = (Melded, LaidOff, Merged, RedThreeLaid)
_CHANGES: Final[dict[type, Callable[[HandState, Any], None]]] = {
    HandDealt: _hand_dealt,
    CardsDrawn: _cards_drawn,
    PileTaken: _pile_taken,
    AsideTaken: _aside_taken,
    FootTaken: _foot_taken,
    TopTaken: _top_taken,
    RedThreeLaid: _red_three_laid,
    Melded: _melded,
    LaidOff: _laid_off,
    Merged: _merged,
    PermissionAsked: _permission_asked,
    PermissionAnswered: _permission_answered,
    CardDiscarded: _card_discarded,
    TurnPassed: _turn_passed,
    TakenBack: _taken_back,
    PenaltyGiven: _penalty_given,
    HandEnded: _hand_ended,
}
