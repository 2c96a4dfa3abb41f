"""decide(): which events an action causes, or which rule forbids it."""

from collections.abc import Callable
from typing import Any, Final

from games.engine.actions import (
    Action,
    AnswerOut,
    AskOut,
    Discard,
    Draw,
    LayMelds,
    LayOff,
    LayRedThree,
    Merge,
    Pass,
    TakeBack,
    TakePile,
    TakeTop,
)
from games.engine.errors import Rule, WrongMoment
from games.engine.events import HandEvents
from games.engine.phase import ANSWER, Phase
from games.engine.rules import drawing, laying, pile, turn_end
from games.engine.rules.going_out import conclude
from games.engine.table.hand import HandState

_JUDGES: dict[type, tuple[Phase, Callable[[HandState, int, Any], HandEvents]]] = {
    Draw: (Phase.DRAW, drawing.draw),
    TakePile: (Phase.DRAW, pile.take_pile),
    TakeTop: (Phase.DRAW, pile.take_top),
    LayRedThree: (Phase.PLAY, laying.lay_red_three),
    LayMelds: (Phase.PLAY, laying.lay_melds),
    LayOff: (Phase.PLAY, laying.lay_off),
    Merge: (Phase.PLAY, laying.merge),
    AskOut: (Phase.PLAY, turn_end.ask_out),
    AnswerOut: (Phase.ANSWER, turn_end.answer_out),
    Discard: (Phase.PLAY, turn_end.discard),
    Pass: (Phase.PLAY, turn_end.pass_turn),
    TakeBack: (Phase.PLAY, turn_end.take_back),
}
_AT_THE_TABLE: Final = frozenset((TakePile, TakeTop, LayRedThree, LayMelds, LayOff, Merge))
"""Actions after which the turn continues, so there must be a way to end it."""


def decide(state: HandState, seat: int, action: Action) -> HandEvents:
    """The events that `action` by `seat` causes. Changes nothing.

    Raises WrongMoment when this seat may not do this now, IllegalAction when the rules forbid the
    action. Both name the rule.
    """
    kind = type(action)
    phase, judge = _JUDGES[kind]
    if state.phase is not phase or (seat != state.turn and phase is not ANSWER):
        raise _wrong_moment(state, seat)
    if phase is ANSWER and seat not in state.to_act:
        raise _wrong_moment(state, seat)
    events = judge(state, seat, action)
    return conclude(state, seat, events) if kind in _AT_THE_TABLE else events


def _wrong_moment(state: HandState, seat: int) -> WrongMoment:
    to_act = list(state.to_act)
    if state.phase is ANSWER and seat in (state.turn, *to_act):
        return WrongMoment(
            Rule.WAITING_FOR_ANSWER, "the question whether to go out is open", to_act=to_act
        )
    if seat not in to_act:
        return WrongMoment(Rule.NOT_YOUR_TURN, "it is not your turn", to_act=to_act)
    return WrongMoment(
        Rule.WRONG_PHASE, "the turn is in its {phase} phase", phase=state.phase.value
    )
