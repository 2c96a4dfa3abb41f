"""What belongs to one turn: the question of whether to go out, and what was played so far."""

from typing import TYPE_CHECKING, NamedTuple

from games.engine.events import LaidOff, Melded

if TYPE_CHECKING:
    from games.engine.events import HandEvent
    from games.engine.state import HandState


class PermissionState(NamedTuple):
    """The question of this turn: who was asked, and what they said."""

    asked_by: int
    asked: tuple[int, ...]
    answers: tuple[tuple[int, bool], ...] = ()
    granted: bool | None = None


class Played(NamedTuple):
    """What the seat on turn has done since it drew, or since its question was answered."""

    start: "HandState | None" = None
    """The hand as it was then, where play can be taken back; it remembers nothing itself."""
    laid: bool = False
    """True if the seat had melded a card of the turn by then."""
    events: "tuple[HandEvent, ...]" = ()
    """What was done at the table since."""
    taken_back: int = 0
    """How many actions of the turn were taken back."""
    last_red_three: bool = False
    """True if its draw took the last card of the stock, a red three, where this ends the hand."""

    @property
    def has_laid(self) -> bool:
        """True if the seat has melded a card in this turn."""
        return self.laid or any(type(event) in (Melded, LaidOff) for event in self.events)

    @property
    def actions(self) -> int:
        """Of how many actions the events are."""
        return len(self._firsts())

    def without(self, actions: int) -> "Played":
        """The same turn with the last `actions` actions taken back."""
        kept = self.events[: self._firsts()[-actions]]
        return self._replace(events=kept, taken_back=self.taken_back + actions)

    def _firsts(self) -> list[int]:
        """Where among the events each action begins."""
        return [
            place
            for place, event in enumerate(self.events)
            if not (isinstance(event, Melded | LaidOff) and event.along)
        ]
