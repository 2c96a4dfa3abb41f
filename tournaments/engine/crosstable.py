"""The crosstable: every entry's rounds side by side, everything that the metrics read.

The same deal at several tables is compared here too (`compare`). The datum of a hand is the mean
margin of all tables that played it, side 0's points minus side 1's, without the highest and the
lowest from `TRIMMED_FROM` tables on, to the nearest point, halves up. What side 0 has above the
datum its opponents have below it: the differences of a hand add up to zero at each table. Scores do
not follow from them.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, NamedTuple

from tournaments.engine.draws import Entries, SeatedTable
from tournaments.engine.results import ResultData, Scoring, mean_half_up, scores
from tournaments.engine.terms import Format
from tournaments.engine.tournament import EntryData, TournamentData


class Meeting(NamedTuple):
    """A counted table as one of its entries sees it."""

    score: int
    won: bool
    margin: int
    """Against the best other side, capped; 0 if nothing was played."""
    points: int
    sambas: int
    third_place_match: bool
    partners: Entries
    opponents: Entries


@dataclass(slots=True)
class Line:
    """One entry's tournament."""

    entry: int
    individual: bool
    meetings: list[Meeting] = field(default_factory=list[Meeting])
    byes: int = 0
    """Rounds drawn without a table; for an individual, sit-outs."""
    place_byes: int = 0
    """Of these, matches for third place in a knockout to which nobody came."""
    without_table: int = 0
    """The score for byes, for rounds missed by coming late, and from the director's adjustments."""
    adjustment: int = 0

    @property
    def rounds(self) -> int:
        """Rounds played, and rounds that the draw left it without a table."""
        return len(self.meetings) + self.byes

    @property
    def total(self) -> int:
        return sum(meeting.score for meeting in self.meetings) + self.without_table

    @property
    def average(self) -> Fraction | None:
        """Per table, with adjustments, without byes and missed rounds; None without a table."""
        if not self.meetings:
            return None
        played = sum(meeting.score for meeting in self.meetings)
        return Fraction(played + self.adjustment, len(self.meetings))


@dataclass(frozen=True, slots=True)
class Crosstable:
    lines: dict[int, Line]
    totals: dict[int, int]
    averages: dict[int, Fraction | None]
    lots: str = field(repr=False)
    """"" while lots may not be shown."""


def crosstable_of(tournament: TournamentData) -> Crosstable:
    """Raises KeyError for an entry that is not registered."""
    lines = {
        entry.number: Line(entry.number, tournament.format.individual)
        for entry in tournament.entries
    }
    knockout = tournament.format is Format.KNOCKOUT
    for round_ in tournament.published:
        for table in round_.tables:
            for number, meeting in _meetings(tournament.scoring, table):
                lines[number].meetings.append(meeting)
        for bye in round_.byes:
            lines[bye.entry].byes += 1
            lines[bye.entry].place_byes += knockout and bye.slot is None
    for adjustment in tournament.adjustments:
        lines[adjustment.entry].adjustment += adjustment.score
    for entry in tournament.entries:
        line = lines[entry.number]
        credit = 0 if line.individual else line.byes * tournament.scoring.bye
        line.without_table = credit + _missed(tournament, entry) + line.adjustment
    return Crosstable(
        lines=lines,
        totals={number: line.total for number, line in lines.items()},
        averages={number: line.average for number, line in lines.items()},
        lots=tournament.lots if tournament.lots_shown else "",
    )


def _missed(tournament: TournamentData, entry: EntryData) -> int:
    """What a late entry gets for rounds drawn before it came: the first half's, in a Swiss."""
    if tournament.format is not Format.SWISS or not entry.late or entry.came is None:
        return 0
    missed = sum(
        round_.drawn_version is not None
        and round_.drawn_version < entry.came
        and entry.number not in round_.placed
        for round_ in tournament.published
    )
    return min(missed, tournament.rounds_planned // 2) * tournament.scoring.missed


def _meetings(scoring: Scoring, table: SeatedTable) -> Iterator[tuple[int, Meeting]]:
    """The table as each of its entries sees it; none while it does not count."""
    result = table.counted
    if result is None:
        return
    by_side = scores(scoring, result)
    for at, side in enumerate(table.sides):
        opponents = tuple(
            number for other, entries in enumerate(table.sides) if other != at for number in entries
        )
        for number in side:
            meeting = Meeting(
                score=by_side[at],
                won=result.winner == at,
                margin=scoring.cap(_margin(result, at)),
                points=0 if result.points is None else result.points[at],
                sambas=0 if result.sambas is None else result.sambas[at],
                third_place_match=table.third_place_match,
                partners=tuple(other for other in side if other != number),
                opponents=opponents,
            )
            yield number, meeting


def _margin(result: ResultData, side: int) -> int:
    if not result.by_play or result.points is None:
        return 0
    return result.points[side] - max(
        points for other, points in enumerate(result.points) if other != side
    )


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
