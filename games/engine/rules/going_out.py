"""The end of a turn: discard, pass, and the question before going out."""

from games.engine.actions import AnswerOut, AskOut, Discard, Pass, TakeBack
from games.engine.errors import IllegalAction, Rule
from games.engine.events import (
    CardDiscarded,
    HandEnded,
    HandEvent,
    PermissionAnswered,
    PermissionAsked,
    TurnPassed,
)
from games.engine.phase import HandEnd
from games.engine.rules.holding import require_held, require_leave
from games.engine.rules.turning import (
    ending,
    has_last_red_three,
    require_discard,
    takes_second_hand,
)
from games.engine.state import HandState


def discard(state: HandState, seat: int, action: Discard) -> tuple[HandEvent, ...]:
    """One card to the pile; the last card ends the hand (V32, V36, V39)."""
    require_held(state, seat, (action.card,))
    discarded = CardDiscarded(seat, action.card)
    if not state.rules.plain_turns:
        require_discard(state)
        if state.sizes[seat] > 1 or takes_second_hand(state, seat):
            return ending(state, seat, (discarded,))
    elif state.sizes[seat] > 1:
        return (discarded,)
    require_leave(state, seat, state.by_side[seat % state.sides].canastas)
    return (discarded, HandEnded(HandEnd.WENT_OUT, seat))


def pass_turn(state: HandState, seat: int, _action: Pass) -> tuple[HandEvent, ...]:
    """Keep the last card when it may not be discarded (V36, V37, B24)."""
    if has_last_red_three(state):
        return ending(state, seat, (TurnPassed(seat),))
    refused = state.permission is not None and state.permission.granted is False
    if state.sizes[seat] != 1 or (state.qualified(seat % state.sides) and not refused):
        raise IllegalAction(
            Rule.CANNOT_PASS,
            "only a last card that may not be discarded is kept by a pass",
            cards_held=state.sizes[seat],
        )
    passed = (TurnPassed(seat),)
    return passed if state.rules.plain_turns else ending(state, seat, passed)


def ask_out(state: HandState, seat: int, _action: AskOut) -> tuple[HandEvent, ...]:
    """ "May I go out?", once a turn (B31)."""
    side, need = seat % state.sides, state.rules.going_out.canastas
    if state.seats == state.sides:
        raise IllegalAction(Rule.NO_PARTNER, "you play alone: there is nobody to ask")
    if state.permission is not None:
        raise IllegalAction(Rule.ALREADY_ASKED, "the question is asked once a turn")
    if not state.qualified(side):
        raise IllegalAction(
            Rule.NOT_QUALIFIED,
            f"going out needs {need} canastas or sambas",
            need=need,
            have=state.by_side[side].canastas,
        )
    if state.by_side[side].threes_laid():
        raise IllegalAction(Rule.MUST_GO_OUT_NOW, "black threes are melded: go out")
    return (PermissionAsked(seat),)


def answer_out(state: HandState, seat: int, action: AnswerOut) -> tuple[HandEvent, ...]:
    """A partner's binding answer (V40)."""
    return (PermissionAnswered(seat, action.answer),)


def take_back(_state: HandState, _seat: int, _action: TakeBack) -> tuple[HandEvent, ...]:
    """What is played is played, in every ruleset so far (SPEC a7, "Undo")."""
    raise IllegalAction(Rule.NOTHING_TO_TAKE_BACK, "this ruleset takes nothing back")
