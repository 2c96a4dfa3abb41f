"""Everything that a seat may do now, in any ruleset.

An action that the ruleset's numbers allow is legal as long as enough cards are left to end the
turn. Only with fewer is `decide` asked (`corner`).
"""

from games.engine.legal.drawing import draw_options
from games.engine.legal.option import AnswerOption, Option
from games.engine.legal.playing import play_options
from games.engine.phase import ANSWER, DRAW
from games.engine.view import SeatView


def options(view: SeatView) -> list[Option]:
    """Everything that the viewing seat may do now; empty exactly when it need not act.

    An option is listed only if at least one action under it would be accepted.
    """
    if view.seat not in view.to_act:
        return []
    if view.phase is ANSWER:
        return [AnswerOption()]
    return draw_options(view) if view.phase is DRAW else play_options(view)
