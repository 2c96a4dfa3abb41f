"""Legal actions of a seat, derived from its view alone: what it may do, and one example of each."""

from games.engine.actions import Action
from games.engine.legal.by_trial import options_by_trial, stands_trial
from games.engine.legal.choices import example, pick, sample
from games.engine.legal.describe import describe
from games.engine.legal.drawing import draw_options
from games.engine.legal.option import AnswerOption, Option
from games.engine.legal.playing import play_options
from games.engine.phase import ANSWER, DRAW
from games.engine.view import SeatView

__all__ = ["Option", "describe", "example", "options", "pick", "sample", "stands"]


def options(view: SeatView) -> list[Option]:
    """Everything that the viewing seat may do now; empty exactly when it need not act.

    An option is listed only if at least one action under it would be accepted.
    """
    if view.seat not in view.to_act:
        return []
    if not view.rules.plain:
        return options_by_trial(view)
    if view.phase is DRAW:
        return draw_options(view)
    if view.phase is ANSWER:
        return [AnswerOption()]
    return play_options(view)


def stands(view: SeatView, action: Action) -> bool:
    """True if the ruleset of `view` allows `action`, which was made as a plain ruleset allows."""
    return view.rules.plain or stands_trial(view, action)
