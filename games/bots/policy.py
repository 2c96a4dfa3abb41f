"""What a bot is."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Protocol

from games.engine.actions import Action
from games.engine.view import SeatView

Log = Sequence[Mapping[str, Any]]
"""A seat's events of the running hand, as `event_view` shows them to it."""


class Policy(Protocol):
    """A way to play: a pure function of what the seat may know, and of `rng`.

    It is called only when its seat must act, and returns a legal action.
    """

    def __call__(self, view: SeatView, log: Log, rng: Random, /) -> Action:
        """The next action of `view.seat`."""
        ...
