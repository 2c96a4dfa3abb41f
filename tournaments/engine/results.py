"""The results of a table: every version that was entered, and the scores of the one that counts.

Everything that happens has the `version` of the tournament's log that added it, so that the
tournament can be seen as of any version.

The same deal at several tables is compared here too (`compare`). The datum of a hand is the mean
margin of all tables that played it, side 0's points minus side 1's, without the highest and the
lowest from `TRIMMED_FROM` tables on, to the nearest point, halves up. What side 0 has above the
datum its opponents have below it: the differences of a hand add up to zero at each table. Scores do
not follow from them.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Final, NamedTuple

from tournaments.engine.scoring import Scoring, mean_half_up, table_scores

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


TRIMMED_FROM: Final = 4
"""Tables; among fewer an extreme is no exception."""

Points = tuple[int, int]
"""Of a hand, by side."""


class HandRow(NamedTuple):
    """The result of one table on a deal."""

    table: int
    points: Points
    difference: Points
    """From the datum, by side."""


class HandCompared(NamedTuple):
    number: int
    """From 1."""
    datum: int
    rows: tuple[HandRow, ...]
    """By table."""


def datum(margins: Sequence[int]) -> int:
    """The value of a deal to side 0. Raises ValueError if nobody has played it."""
    if not margins:
        raise ValueError("nobody has played this deal")
    counted = sorted(margins)
    if len(counted) >= TRIMMED_FROM:
        counted = counted[1:-1]
    return mean_half_up(counted)


def compare(tables: Mapping[int, Sequence[Points]]) -> tuple[HandCompared, ...]:
    """Every hand that any of the tables has played; `tables` are points hand by hand, by number."""
    longest = max(map(len, tables.values()), default=0)
    return tuple(_hand(tables, at) for at in range(longest))


def _hand(tables: Mapping[int, Sequence[Points]], at: int) -> HandCompared:
    played = {number: hands[at] for number, hands in sorted(tables.items()) if at < len(hands)}
    worth = datum([own - other for own, other in played.values()])
    rows = [
        HandRow(number, (own, other), (own - other - worth, worth - own + other))
        for number, (own, other) in played.items()
    ]
    return HandCompared(at + 1, worth, tuple(rows))
