"""Options of any ruleset, found by asking the judge: slower than what is known of plain ones."""

from games.engine.actions import Action
from games.engine.legal.by_trial.choices import example_by_trial, sample_by_trial
from games.engine.legal.by_trial.drawing import draw_options
from games.engine.legal.by_trial.playing import play_options
from games.engine.legal.by_trial.trial import Trial
from games.engine.legal.option import AnswerOption, Option
from games.engine.phase import ANSWER, DRAW
from games.engine.view import SeatView

__all__ = ["example_by_trial", "options_by_trial", "sample_by_trial", "stands_trial"]


def options_by_trial(view: SeatView) -> list[Option]:
    """Everything that the viewing seat may do now; it is in `to_act`."""
    if view.phase is ANSWER:
        return [AnswerOption()]
    trial = Trial(view)
    return draw_options(trial) if view.phase is DRAW else play_options(trial)


def stands_trial(view: SeatView, action: Action) -> bool:
    """True if the judge accepts `action` of the viewing seat."""
    return Trial(view).accepts(action)
