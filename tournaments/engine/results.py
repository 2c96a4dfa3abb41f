"""What standings see of a tournament: who met whom, what came of it, and when each was known.

Everything that happens carries the version of the tournament's log that brought it
(BUNDLE `version`), so that the tournament can be seen as of any of them.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple, TypeVar

from tournaments.engine.draws import Entries
from tournaments.engine.scoring import Scoring, table_scores


class Format(StrEnum):
    SWISS = "swiss"
    ROUND_ROBIN = "round_robin"
    DOUBLE_ROUND_ROBIN = "double_round_robin"
    KNOCKOUT = "knockout"
    ROTATING = "rotating"
    SWISS_INDIVIDUAL = "swiss_individual"

    @property
    def individual(self) -> bool:
        """Whether entries are single players, who get a partner for each round."""
        return self in (Format.ROTATING, Format.SWISS_INDIVIDUAL)


class Status(StrEnum):
    ENTERED = "entered"
    DISPUTED = "disputed"
    CONFIRMED = "confirmed"


class End(StrEnum):
    PLAYED = "played"
    UNFINISHED = "unfinished"
    """The points as they stood."""
    FORFEIT = "forfeit"
    AWARDED = "awarded"
    VOID = "void"
    """Nobody scores, nobody has met."""


class Result(NamedTuple):
    """One version of a table's result; tuples by side."""

    version: int
    status: Status
    end: End
    points: tuple[int, ...] | None = None
    award: tuple[int, ...] | None = None
    """The scores of a forfeit or an award, in the unit of the scoring."""
    winner: int | None = None
    """A side; None for a tie or for none."""
    sambas: tuple[int, ...] | None = None

    @property
    def by_play(self) -> bool:
        return self.end in (End.PLAYED, End.UNFINISHED)


class SeatedTable(NamedTuple):
    """A published table with every version of its result."""

    sides: tuple[Entries, ...]
    results: tuple[Result, ...] = ()
    place: bool = False
    """Whether it is the match of the losing semi-finalists."""

    @property
    def counted(self) -> Result | None:
        """The result that counts: the last version, if it is confirmed and not void."""
        last = max(self.results, key=lambda result: result.version, default=None)
        if last is None or last.status is not Status.CONFIRMED or last.end is End.VOID:
            return None
        return last


class Round(NamedTuple):
    number: int
    drawn: int | None = None
    """The version that the draw was made from."""
    published: int | None = None
    """None: not yet, and nothing in it counts."""
    tables: tuple[SeatedTable, ...] = ()
    byes: Entries = ()
    """Without a table: a bye, or the sit-out of an individual."""


class Presence(NamedTuple):
    version: int
    present: bool


class Entry(NamedTuple):
    number: int
    late: bool = False
    """Came after round 1 was published."""
    presence: tuple[Presence, ...] = ()

    @property
    def came(self) -> int | None:
        """The version of the first check-in; None: not there so far."""
        return min((change.version for change in self.presence if change.present), default=None)


class Adjustment(NamedTuple):
    """A director's addition to a score, or penalty."""

    version: int
    entry: int
    score: int


Change = TypeVar("Change", Presence, Result, Adjustment)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tournament:
    format: Format
    planned: int
    """How many rounds the tournament is to have."""
    seed: str
    scoring: Scoring
    entries: tuple[Entry, ...]
    rounds: tuple[Round, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()


def as_of(tournament: Tournament, version: int) -> Tournament:
    """The tournament as it was known at `version` of its log; the entries all stay listed."""

    def known(changes: Iterable[Change]) -> tuple[Change, ...]:
        return tuple(change for change in changes if change.version <= version)

    return replace(
        tournament,
        entries=tuple(
            entry._replace(presence=known(entry.presence)) for entry in tournament.entries
        ),
        rounds=tuple(
            round_._replace(
                tables=tuple(
                    table._replace(results=known(table.results)) for table in round_.tables
                )
            )
            for round_ in tournament.rounds
            if round_.published is not None and round_.published <= version
        ),
        adjustments=known(tournament.adjustments),
    )


def scores(scoring: Scoring, result: Result) -> tuple[int, ...]:
    """What each side scores. Raises ValueError where the points or the award are missing."""
    given = result.points if result.by_play else result.award
    if given is None:
        raise ValueError(f"a result that is {result.end} without what it scores by")
    return table_scores(scoring, given) if result.by_play else given
