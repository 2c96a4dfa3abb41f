"""Who takes part: players, the entries for which they play, and when these were there."""

from collections.abc import Iterable
from enum import StrEnum
from math import inf
from typing import NamedTuple

from tournaments.engine.draws import Pair


class PlayerKind(StrEnum):
    HUMAN = "human"
    BOT = "bot"


class Player(NamedTuple):
    id: str
    name: str = ""
    kind: PlayerKind = PlayerKind.HUMAN


class StintData(NamedTuple):
    """A player who sits for an entry from round `first` to round `last` (None: to the end)."""

    player: str
    replaces: str | None = None
    """The player whom a substitute replaces."""
    first: int = 1
    last: int | None = None
    first_hand: int | None = None
    """Of round `first`; None: the first."""
    last_hand: int | None = None
    """Of round `last`; None: the last."""

    def meets(self, other: "StintData") -> bool:
        """True if both have a hand of the same round."""
        return self._begin <= other._end and other._begin <= self._end

    @property
    def _begin(self) -> tuple[float, float]:
        return self.first, self.first_hand or 1

    @property
    def _end(self) -> tuple[float, float]:
        return self.last or inf, self.last_hand or inf

    def covers(self, number: int) -> bool:
        """True if the player sits there at the end of round `number`."""
        if self.last is None:
            return self.first <= number
        return self.first <= number <= self.last - (self.last_hand is not None)

    def changes_in(self, number: int) -> bool:
        """True if the player came or went between two hands of round `number`."""
        came = self.first == number and self.first_hand is not None
        return came or (self.last == number and self.last_hand is not None)


class AttendanceData(NamedTuple):
    """A change of attendance: checked in and not withdrawn."""

    version: int
    present: bool


class EntryData(NamedTuple):
    number: int
    """Order of registration from 1, never reused; the engine identifies entries by it."""
    late: bool = False
    """Came after round 1 was published."""
    presence: tuple[AttendanceData, ...] = ()
    id: str = ""
    name: str = ""
    seed: int | None = None
    """The seed that the director gave it, 1 the best."""
    stints: tuple[StintData, ...] = ()
    withdrawn: bool = False
    """True if it left, as far as is known; an entry that never came may have left too."""

    @property
    def came(self) -> int | None:
        """The version of the first check-in; None: not there so far."""
        return min((change.version for change in self.presence if change.present), default=None)

    @property
    def present(self) -> bool:
        """True if it is there, as far as is known."""
        return _last(self.presence)

    def present_at(self, version: int) -> bool:
        """True if it was there at that version of the log."""
        return _last(change for change in self.presence if change.version <= version)

    def players(self, number: int) -> tuple[str, ...]:
        """Who sits for it at the end of round `number`, in the order of their stints."""
        return tuple(stint.player for stint in self.stints if stint.covers(number))


def _last(changes: Iterable[AttendanceData]) -> bool:
    last = max(changes, key=lambda change: change.version, default=None)
    return last is not None and last.present


class Apart(StrEnum):
    """What two entries must not be to each other."""

    OPPONENTS = "opponents"
    PARTNERS = "partners"
    BOTH = "both"


class Ban(NamedTuple):
    """Two entries that the director keeps apart."""

    entries: Pair
    apart: Apart = Apart.OPPONENTS


class Stationary(NamedTuple):
    """An entry that cannot move from its table."""

    entry: int
    table: int
