"""A whole tournament as one value: everything that its bundle has.

Draws, standings, ratings and the bundle are made only from it. Entries are named by number.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import chain
from typing import NamedTuple, TypeVar

from tournaments.engine.draws import Basis, Bye, Entries, Lock, Reason, lots
from tournaments.engine.entries import AttendanceData, Ban, EntryData, Player, Stationary
from tournaments.engine.results import End, ResultData, Status
from tournaments.engine.terms import Terms, Venue, needed_to_rank

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


class SeatedTable(NamedTuple):
    """A table with every version of its result; `sides` and `players` run by side."""

    sides: tuple[Entries, ...]
    results: tuple[ResultData, ...] = ()
    third_place_match: bool = False
    """True if it is the match of the losing semi-finalists."""
    number: int = 0
    slot: int | None = None
    """In a knockout: the place in the round's bracket, from 0."""
    venue: Venue = Venue.TABLE
    game: str | None = None
    """The online game's id, once it is published."""
    dealer: int = 0
    """The seat that deals first."""
    start_scores: tuple[int, ...] = ()
    """Handicaps by side, which are included in the points of results; () for none."""
    players: tuple[tuple[str, ...], ...] = ()
    """Who sits there; () if it is not shown."""
    why: Reason = Reason()

    @property
    def entries(self) -> Entries:
        return tuple(chain.from_iterable(self.sides))

    @property
    def last(self) -> ResultData | None:
        """The latest version."""
        return max(self.results, key=lambda result: result.version, default=None)

    @property
    def counted(self) -> ResultData | None:
        """The result that counts: the last version, if it is confirmed and not void.

        A sheet or a dispute after a confirmation cancels it: until the director decides, the table
        counts for nobody.
        """
        last = self.last
        if last is None or last.status is not Status.CONFIRMED or last.end is End.VOID:
            return None
        return last

    @property
    def void(self) -> bool:
        """True if those here count as not met; a version that is not confirmed voids nothing."""
        last = self.last
        return last is not None and last.status is Status.CONFIRMED and last.end is End.VOID


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


class AdjustmentData(NamedTuple):
    """A director's addition to a score, or penalty."""

    version: int
    entry: int
    score: int
    reason: str | None = ""
    """None: not shown to the person for whom it was exported."""
    by: str | None = None
    """The director's id."""


Change = TypeVar("Change", AttendanceData, ResultData, AdjustmentData)


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

    def known(changes: Iterable[Change]) -> tuple[Change, ...]:
        return tuple(change for change in changes if change.version <= version)

    ended = tournament.state is TournamentState.FINISHED and version < tournament.version
    return replace(
        tournament,
        version=min(tournament.version, version),
        state=TournamentState.RUNNING if ended else tournament.state,
        minimum_rounds=tournament.rounds_to_rank,
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
            if round_.published_version is not None and round_.published_version <= version
        ),
        adjustments=known(tournament.adjustments),
    )
