"""Where one turn meets the next: red threes that lay themselves, second hands, the last card.

Only for rulesets whose turns are not plain (`Ruleset.plain_turns`). Of hidden cards these events
tell as much as the rules make public; no action is refused for one.
"""

from collections.abc import Sequence

from games.engine.cards import copies, expand
from games.engine.errors import IllegalAction, Rule
from games.engine.events import (
    AsideTaken,
    CardsDrawn,
    FootTaken,
    HandEnded,
    HandEvent,
    PenaltyGiven,
    RedThreeLaid,
)
from games.engine.phase import HandEnd
from games.engine.rulesets import Declaring, Ruleset
from games.engine.table.hand import HandState

Events = tuple[HandEvent, ...]


def after_deal(state: HandState) -> Events:
    """What the deal causes before anybody moves: dealt red threes, in turn order."""
    declaring, stock = state.rules.red_threes.declaring, state.stock
    if declaring is not Declaring.DEAL:
        return beginning(state, state.turn)
    events: Events = ()
    for step in range(state.seats):
        laid = _dealt_laid(state, (state.turn + step) % state.seats, stock)
        gone = sum([len(event.cards) for event in laid if isinstance(event, CardsDrawn)])
        stock = stock[: len(stock) - gone]
        events += laid
    return events


def beginning(state: HandState, seat: int) -> Events:
    """The events before `seat` draws: it declares the red threes that it was dealt."""
    if state.rules.red_threes.declaring is not Declaring.TURN:
        return ()
    return _dealt_laid(state, seat, state.stock)


def drawn(state: HandState, seat: int) -> CardsDrawn:
    """A draw: red threes are laid and replaced at once, and so are their replacements."""
    rules = state.rules
    cards = _off(state.stock, rules.draw.count, rules)
    return CardsDrawn(seat, cards, _red(cards, rules))


def came_along(seat: int, cards: Sequence[int], rules: Ruleset) -> tuple[RedThreeLaid, ...]:
    """Laying the red threes among `cards` of the pile or a second hand: not replaced.

    It follows all other events of the take, and leaves the hand so many cards smaller.
    """
    red = _red(cards, rules)
    return (RedThreeLaid(seat, red),) if red else ()


def ending(state: HandState, seat: int, ended: Events) -> Events:
    """`ended`, by which `seat` ends its turn, what follows, and what begins the next turn.

    Cards aside and the second hand come to the hand; the turn of the last red three ends the hand.
    """
    events, came = [*ended, *_broken_promise(state, seat)], state.aside
    if came:
        events.append(AsideTaken(seat, came))
    if takes_second_hand(state, seat):
        foot = expand(state.feet[seat])
        events.append(FootTaken(seat, foot))
        came += foot
    events += came_along(seat, came, state.rules)
    if has_last_red_three(state):
        return (*events, HandEnded(HandEnd.STOCK_EXHAUSTED, None))
    return (*events, *beginning(state, (seat + 1) % state.seats))


def _broken_promise(state: HandState, seat: int) -> Events:
    """The penalty for not going out after the partners said yes (SCORE-15)."""
    points, asked = state.rules.going_out.promise, state.permission
    if not points or asked is None or not asked.granted:
        return ()
    return (PenaltyGiven(seat, "going_out.promise", points),)


def takes_second_hand(state: HandState, seat: int) -> bool:
    """True if the seat picks its second hand up at the end of this turn."""
    if not state.feet or not any(state.feet[seat]):
        return False
    return state.played is not None and state.played.has_laid


def has_more_to_come(state: HandState, seat: int) -> bool:
    """True if the end of this turn brings cards: an empty hand is then no going out."""
    return bool(state.aside) or takes_second_hand(state, seat)


def has_last_red_three(state: HandState) -> bool:
    """True if the seat on turn drew the last card, and it was a red three that ends the hand."""
    return state.played is not None and state.played.last_red_three


def require_discard(state: HandState) -> None:
    """Raise IllegalAction in the turn that ends without a discard (THREE-05)."""
    if has_last_red_three(state):
        raise IllegalAction(
            Rule.NO_DISCARD_AFTER_LAST_RED_THREE,
            "the last card of the stock was a red three: meld, then pass",
        )


def _dealt_laid(state: HandState, seat: int, stock: Sequence[int]) -> Events:
    """The red threes that `seat` holds, and the cards of `stock` that replace them."""
    rules = state.rules
    red = tuple(copies(state.hands[seat], rules.self_laying))
    if not red:
        return ()
    laid = RedThreeLaid(seat, red)
    cards = _off(stock, len(red), rules) if rules.red_threes.replaced else ()
    return (laid, CardsDrawn(seat, cards, _red(cards, rules), True)) if cards else (laid,)


def _off(stock: Sequence[int], count: int, rules: Ruleset) -> tuple[int, ...]:
    """The next cards of `stock` until `count` of them stand; all when it runs out."""
    unreplaced = not rules.red_threes.replaced
    cards: list[int] = []
    for card in reversed(stock):
        cards.append(card)
        count -= unreplaced or card not in rules.self_laying
        if not count:
            break
    return tuple(cards)


def _red(cards: Sequence[int], rules: Ruleset) -> tuple[int, ...]:
    return tuple([card for card in cards if card in rules.self_laying])
