"""A whole tournament as one value: who takes part, and everything else that its bundle has.

Draws, standings, ratings and the bundle are made only from it. Entries are named by number.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import chain
from math import inf
from typing import NamedTuple

from tournaments.engine.draws import Ban, Basis, Bye, Entries, Lock, SeatedTable, Stationary, lots
from tournaments.engine.terms import Terms, needed_to_rank

ALGORITHM = "samba-draw/1"
"""Names the draws of this code: the same value drawn under the same name is the same draw."""


class TournamentState(StrEnum):
    DRAFT = "draft"
    OPEN = "open"
    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"


BEFORE = (TournamentState.DRAFT, TournamentState.OPEN)
"""The states before the start."""

GOING_ON = (*BEFORE, TournamentState.RUNNING)
OVER = (TournamentState.FINISHED, TournamentState.CANCELLED)
"""The states in which nothing more is played; `/reopen` leaves them."""


class RoundState(StrEnum):
    DRAWING = "drawing"
    DRAFT = "draft"
    PUBLISHED = "published"
    CLOSED = "closed"


class RoundData(NamedTuple):
    number: int
    drawn_version: int | None = None
    """The version from which the draw, or its last change by the director, was made."""
    published_version: int | None = None
    """None: not yet, and nothing in it counts."""
    tables: tuple[SeatedTable, ...] = ()
    byes: tuple[Bye, ...] = ()
    """Without a table: a bye, or the sit-out of an individual."""
    state: RoundState = RoundState.PUBLISHED
    method: str = "manual"
    basis: tuple[Basis, ...] = ()
    locks: tuple[Lock, ...] = ()

    @property
    def without_table(self) -> Entries:
        return tuple(bye.entry for bye in self.byes)

    @property
    def placed(self) -> frozenset[int]:
        """Everybody who has a table or a bye."""
        return frozenset(chain(*(table.entries for table in self.tables), self.without_table))

    def as_of(self, version: int) -> "RoundData":
        """The round with the results that it had at a version of the tournament's log."""
        tables = (
            table._replace(results=tuple(each for each in table.results if each.version <= version))
            for table in self.tables
        )
        return self._replace(tables=tuple(tables))


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


class AdjustmentData(NamedTuple):
    """A director's addition to a score, or penalty."""

    version: int
    entry: int
    score: int
    reason: str | None = ""
    """None: not shown to the person for whom it was exported."""
    by: str | None = None
    """The director's id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentData(Terms):
    """The terms of a tournament, who is in it, and what has happened."""

    seed: str = field(repr=False)
    """Of all lots, the server's secret until `seed_shown`; "" before the start."""
    entries: tuple[EntryData, ...]
    rounds: tuple[RoundData, ...] = ()
    adjustments: tuple[AdjustmentData, ...] = ()
    players: tuple[Player, ...] = ()
    version: int = 0
    """Of its log."""
    id: str = ""
    state: TournamentState = TournamentState.RUNNING
    algorithm: str = ALGORITHM
    forbidden: tuple[Ban, ...] = ()
    stationary: tuple[Stationary, ...] = ()
    seed_shown: bool = True
    phrase: str | None = None
    """What a director added to the seed after its hash was shown."""

    @property
    def lots(self) -> str:
        """The text from which every lot is drawn."""
        return lots(self.seed, self.phrase)

    @property
    def lots_shown(self) -> bool:
        """True once lots may be shown: a draw was asked for, or the seed is public."""
        return bool(self.rounds) or self.seed_shown

    @property
    def rounds_to_rank(self) -> int:
        """For individuals half of the planned rounds, rounded up; for pairs none; or as chosen.

        Never more than there are, nor than were published once the tournament is finished.
        """
        played = len(self.published) if self.state is TournamentState.FINISHED else None
        return needed_to_rank(self.format, self.minimum_rounds, self.rounds_planned, played)

    @property
    def published(self) -> tuple[RoundData, ...]:
        """The rounds that count, in order."""
        given = (round_ for round_ in self.rounds if round_.published_version is not None)
        return tuple(sorted(given, key=lambda round_: round_.number))

    def round(self, number: int) -> RoundData | None:
        return next((each for each in self.rounds if each.number == number), None)

    def before(self, number: int) -> tuple[RoundData, ...]:
        """The published rounds before round `number`, on which its draw is based."""
        return tuple(each for each in self.published if each.number < number)

    @property
    def present(self) -> frozenset[int]:
        """The entries that are there."""
        return frozenset(entry.number for entry in self.entries if entry.present)

    @property
    def seeds(self) -> dict[int, int | None]:
        """The director's seed of each entry, 1 the best; None for those without one."""
        return {entry.number: entry.seed for entry in self.entries}

    def missed(self, round_: RoundData) -> frozenset[int]:
        """The entries that were there when a round was published, and came too late to be drawn.

        For the fairness of later draws they sat out.
        """
        at = round_.published_version
        if at is None:
            return frozenset()
        here = {entry.number for entry in self.entries if entry.present_at(at)}
        return frozenset(here - round_.placed)


def as_of(tournament: TournamentData, version: int) -> TournamentData:
    """The tournament as it was known at `version` of its log; the entries all stay listed.

    They need as many rounds to be ranked as they do at the end.
    """

    ended = tournament.state is TournamentState.FINISHED and version < tournament.version
    return replace(
        tournament,
        version=min(tournament.version, version),
        state=TournamentState.RUNNING if ended else tournament.state,
        minimum_rounds=tournament.rounds_to_rank,
        entries=tuple(
            entry._replace(presence=tuple(at for at in entry.presence if at.version <= version))
            for entry in tournament.entries
        ),
        rounds=tuple(
            round_.as_of(version)
            for round_ in tournament.rounds
            if round_.published_version is not None and round_.published_version <= version
        ),
        adjustments=tuple(each for each in tournament.adjustments if each.version <= version),
    )
