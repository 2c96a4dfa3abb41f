"""The end of a turn: discard, pass, the question before going out, and taking back."""

from typing import Final

from games.engine.actions import AnswerOut, AskOut, Discard, Pass, TakeBack
from games.engine.cards import FACES, expand
from games.engine.errors import IllegalAction, Rule
from games.engine.events import (
    AsideTaken,
    CardDiscarded,
    FootTaken,
    HandEnded,
    HandEvents,
    PenaltyGiven,
    PermissionAnswered,
    PermissionAsked,
    TakenBack,
    TurnPassed,
)
from games.engine.named_tuples import new_tuple
from games.engine.phase import HandEnd
from games.engine.rules.drawing import beginning
from games.engine.rules.going_out import (
    has_last_red_three,
    has_more_to_come,
    may_discard,
    may_go_out_at_once,
    may_keep_last,
    not_qualified,
    require_discard,
    require_last_discard,
    takes_second_hand,
)
from games.engine.rules.laying import came_along, require_held
from games.engine.rulesets import Permission
from games.engine.table.hand import HandState

MOST_TAKEN_BACK: Final = 20
"""The most actions that a seat may take back in one turn, so that a log cannot grow without end."""


def discard(state: HandState, seat: int, action: Discard) -> HandEvents:
    """One card to the pile; the last one goes out, unless more cards come."""
    require_held(state, seat, (action.card,))
    if action.card in state.rules.undiscardable:
        face = FACES[action.card]
        raise IllegalAction(Rule.NEVER_DISCARDED, "{card} is never discarded", card=face)
    discarded = new_tuple(CardDiscarded, (seat, action.card))
    if not state.rules.simple_turns:
        require_discard(state)
        if state.sizes[seat] > 1 or has_more_to_come(state, seat):
            return ending(state, seat, (discarded,))
    elif state.sizes[seat] > 1:
        return (discarded,)
    require_last_discard(state, seat)
    return (discarded, HandEnded(HandEnd.WENT_OUT, seat))


def pass_turn(state: HandState, seat: int, _action: Pass) -> HandEvents:
    """Keep the last card if it may not be discarded, or all cards if nothing else is left to do.

    See TURN-04 of RULES.md, and THREE-05 for the last red three.
    """
    passes = may_keep_last(state, seat) or has_last_red_three(state) or _stuck(state, seat)
    if not passes:
        raise IllegalAction(
            Rule.CANNOT_PASS,
            "a turn ends with a discard where one is possible",
            cards_held=state.sizes[seat],
        )
    passed = (TurnPassed(seat),)
    return passed if state.rules.simple_turns else ending(state, seat, passed)


def _stuck(state: HandState, seat: int) -> bool:
    """True if right after the draw, or after a "no", the seat can neither discard nor go out."""
    so_far = state.so_far
    if so_far is None or so_far.events:
        return False
    refused = state.permission is not None and state.permission.granted is False
    if so_far.laid and not refused:
        return False
    return not may_discard(state, seat) and not may_go_out_at_once(state, seat)


def ending(state: HandState, seat: int, ended: HandEvents) -> HandEvents:
    """`ended`, with which `seat` ends its turn, what follows, and the start of the next turn.

    Cards put aside and the second hand come to the hand; the turn of the last red three ends the
    hand.
    """
    events, came = [*ended, *_broken_promise(state, seat)], state.set_aside
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


def _broken_promise(state: HandState, seat: int) -> HandEvents:
    """The penalty for not going out after the partners said yes (SCORE-15)."""
    points, asked = state.rules.going_out.broken_promise_penalty, state.permission
    if not points or asked is None or not asked.granted:
        return ()
    return (PenaltyGiven(seat, "going_out.promise", points),)


def ask_out(state: HandState, seat: int, _action: AskOut) -> HandEvents:
    """The question "May I go out?", once a turn."""
    side, out = seat % state.sides, state.rules.going_out
    if out.permission is Permission.NONE:
        raise IllegalAction(Rule.NO_QUESTION, "nobody asks before going out in this ruleset")
    if state.seats == state.sides:
        raise IllegalAction(Rule.NO_PARTNER, "you have no partner to ask")
    if state.permission is not None:
        raise IllegalAction(Rule.ALREADY_ASKED, "the question is asked once a turn")
    if not out.unqualified_may_ask and not state.qualified(side):
        raise not_qualified(state, side)
    if state.by_side[side].threes_laid():
        raise IllegalAction(Rule.MUST_GO_OUT_NOW, "black threes are melded: go out")
    return (PermissionAsked(seat),)


def answer_out(state: HandState, seat: int, action: AnswerOut) -> HandEvents:
    """A partner's binding answer."""
    return (PermissionAnswered(seat, action.answer),)


def take_back(state: HandState, seat: int, action: TakeBack) -> HandEvents:
    """Undo what was laid in this turn, at most back to the draw or the answer."""
    so_far = state.so_far
    if not state.rules.turn.take_back:
        raise IllegalAction(Rule.NOTHING_TO_TAKE_BACK, "this ruleset takes nothing back")
    have = 0 if so_far is None else so_far.actions
    count = have if action.count is None else action.count
    if so_far is None or not 1 <= count <= have:
        raise IllegalAction(
            Rule.NOTHING_TO_TAKE_BACK,
            "{have} actions of this turn can be taken back",
            need=max(count, 1),
            have=have,
        )
    if so_far.taken_back + count > MOST_TAKEN_BACK:
        raise IllegalAction(
            Rule.TAKEN_BACK_TOO_OFTEN,
            "at most {allowed} actions are taken back in a turn",
            allowed=MOST_TAKEN_BACK,
            have=so_far.taken_back,
        )
    return (TakenBack(seat, count),)
