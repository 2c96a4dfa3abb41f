"""The results of a table: every version that was entered, and the scores of the one that counts.

Everything that happens has the `version` of the tournament's log that added it, so that the
tournament can be seen as of any version.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from tournaments.engine.scoring import Scoring, table_scores

Sheet = Sequence[Mapping[str, object]]
"""A score sheet, hand by hand, in the form of the API; nothing here reads it."""


class Status(StrEnum):
    ENTERED = "entered"
    DISPUTED = "disputed"
    CONFIRMED = "confirmed"


class Kind(StrEnum):
    """The origin of a version of a result."""

    SHEET = "sheet"
    """Entered by one side."""
    DISPUTE = "dispute"
    CONFIRMATION = "confirmation"
    """By another side or a director."""
    GAME = "game"
    """Automatically from the online game."""
    CORRECTION = "correction"
    """By a director, with a reason."""
    AWARD = "award"
    """By a director, with a reason."""

    @property
    def status(self) -> Status:
        return _STATUS.get(self, Status.CONFIRMED)


_STATUS = {Kind.SHEET: Status.ENTERED, Kind.DISPUTE: Status.DISPUTED}


class End(StrEnum):
    PLAYED = "played"
    UNFINISHED = "unfinished"
    """The points at the time when play stopped."""
    FORFEIT = "forfeit"
    AWARDED = "awarded"
    VOID = "void"
    """Nobody scores, nobody has met."""


class Author(NamedTuple):
    """Who entered, confirmed or disputed a result."""

    player: str
    side: int | None = None
    """None for a person at another table, or at none."""
    director: bool = False


class ResultData(NamedTuple):
    """One version of a table's result; tuples by side."""

    version: int
    kind: Kind
    end: End
    points: tuple[int, ...] | None = None
    award: tuple[int, ...] | None = None
    """The scores of a forfeit or an award, in the unit of the scoring."""
    winner: int | None = None
    """A side; None for a tie or for none."""
    sambas: tuple[int, ...] | None = None
    at: datetime | None = None
    """With its time zone."""
    by: Author | None = None
    """None for an automatic version."""
    reason: str | None = None
    hands: Sheet | None = None

    @property
    def status(self) -> Status:
        return self.kind.status

    @property
    def by_play(self) -> bool:
        return self.end in (End.PLAYED, End.UNFINISHED)


def scores(scoring: Scoring, result: ResultData) -> tuple[int, ...]:
    """The score of each side. Raises ValueError if the points or the award are missing."""
    given = result.points if result.by_play else result.award
    if given is None:
        raise ValueError(f"a result that is {result.end} without what it scores by")
    return table_scores(scoring, given) if result.by_play else given
