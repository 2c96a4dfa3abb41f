"""Draws: from the stock, and for the red threes that are laid by themselves.

About hidden cards these events show only what the rules make public. No action is refused because
of one.
"""

from collections.abc import Sequence

from games.engine.actions import Draw
from games.engine.cards import copies
from games.engine.events import CardsDrawn, HandEnded, HandEvents, RedThreeLaid
from games.engine.named_tuples import new_tuple
from games.engine.phase import HandEnd
from games.engine.rules.laying import self_laying
from games.engine.rules.pile import require_no_take
from games.engine.rulesets import Declaring, Rules
from games.engine.table.hand import HandState


def draw(state: HandState, seat: int, _action: Draw) -> HandEvents:
    """Cards from the stock, fewer when it runs out; on an empty stock the hand ends."""
    if state.stock:
        if not state.rules.simple_turns:
            return (drawn(state, seat),)
        cards = tuple(state.stock[: -state.rules.draw.count - 1 : -1])
        return (new_tuple(CardsDrawn, (seat, cards, (), False)),)
    if state.rules.draw.must_take:
        require_no_take(state, seat)
    return (HandEnded(HandEnd.STOCK_EXHAUSTED, None),)


def drawn(state: HandState, seat: int) -> CardsDrawn:
    """A draw. Red threes are laid and replaced at once, and so are their replacements."""
    rules = state.rules
    cards = _off(state.stock, rules.draw.count, rules)
    return CardsDrawn(seat, cards, self_laying(cards, rules))


def after_deal(state: HandState) -> HandEvents:
    """What the deal causes before anybody moves: dealt red threes, in turn order."""
    declaring, stock = state.rules.red_threes.declaring, state.stock
    if declaring is not Declaring.DEAL:
        return beginning(state, state.turn)
    events: HandEvents = ()
    for step in range(state.seats):
        laid = _dealt_laid(state, (state.turn + step) % state.seats, stock)
        gone = sum([len(event.cards) for event in laid if isinstance(event, CardsDrawn)])
        stock = stock[: len(stock) - gone]
        events += laid
    return events


def beginning(state: HandState, seat: int) -> HandEvents:
    """The events before `seat` draws: it declares the red threes that it was dealt."""
    if state.rules.red_threes.declaring is not Declaring.TURN:
        return ()
    return _dealt_laid(state, seat, state.stock)


def _dealt_laid(state: HandState, seat: int, stock: Sequence[int]) -> HandEvents:
    """The red threes that `seat` holds, and the cards of `stock` that replace them."""
    rules = state.rules
    red = tuple(copies(state.hands[seat], rules.self_laying))
    if not red:
        return ()
    laid = RedThreeLaid(seat, red)
    cards = _off(stock, len(red), rules) if rules.red_threes.replaced else ()
    return (laid, CardsDrawn(seat, cards, self_laying(cards, rules), True)) if cards else (laid,)


def _off(stock: Sequence[int], count: int, rules: Rules) -> tuple[int, ...]:
    """The next cards of `stock` until `count` of them may be kept; all when it runs out."""
    unreplaced = not rules.red_threes.replaced
    cards: list[int] = []
    for card in reversed(stock):
        cards.append(card)
        count -= unreplaced or card not in rules.self_laying
        if not count:
            break
    return tuple(cards)
