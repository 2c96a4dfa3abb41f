"""Plays any legal action; the weakest opponent, and a good one for testing clients."""

from random import Random

from games.bots.policy import Log
from games.engine.actions import Action
from games.engine.legal import options, sample
from games.engine.view import SeatView


def random_action(view: SeatView, _log: Log, rng: Random, /) -> Action:
    """Uniform over the options, then any action under the chosen one."""
    return sample(view, options(view), rng)
