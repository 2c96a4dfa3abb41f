"""Legal actions of a seat, derived only from its view: what it may do, and one example of each."""

from games.engine.actions import Action
from games.engine.legal.actions import example, sample
from games.engine.legal.corner import Corner
from games.engine.legal.describe import describe
from games.engine.legal.option import Option
from games.engine.legal.options import options
from games.engine.view import SeatView

__all__ = ["Option", "describe", "example", "is_legal", "options", "sample"]


def is_legal(view: SeatView, action: Action) -> bool:
    """True if `action` of the viewing seat would be accepted."""
    return Corner(view).accepts(action)
