"""Standings: a chain of metrics into ranks, recomputed completely from results.

Entries level in all metrics share a rank (1, 2, 2, 4). A metric is a function of the entry's line,
of the crosstable, and of those level with it so far; higher is better. Its value is exact: a whole
number, a fraction, or None if there is none, which ranks below all.

Those that look beyond an entry's own rounds:

| metric | reads | None |
|---|---|---|
| `head_to_head` | the tables of those level so far against each other | unless all of them met |
| `opponents` | the totals of those met, and the own total for a bye | |
| `opponents_less_partners` | the averages of those met and of those played with | |
| `lot` | the seed and the entry's number; the one metric of which less is better | |
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby, repeat
from typing import NamedTuple

from tournaments.engine import draws
from tournaments.engine.crosstable import Crosstable, Line, crosstable_of
from tournaments.engine.draws import Entries
from tournaments.engine.results import half_up
from tournaments.engine.terms import Format
from tournaments.engine.tournament import TournamentData

Value = int | Fraction | None
Metric = Callable[[Line, Crosstable, Entries], Value]


def score(line: Line, crosstable: Crosstable, level: Entries) -> Value:
    """All that counts: tables, byes, rounds missed by coming late, adjustments."""
    return crosstable.totals[line.entry]


def average(line: Line, crosstable: Crosstable, level: Entries) -> Value:
    """Score per table, with adjustments; None without a table."""
    return crosstable.averages[line.entry]


def average_but_worst(line: Line, crosstable: Crosstable, level: Entries) -> Value:
    """The average without the table of the lowest score, if there are two tables or more."""
    if len(line.meetings) < 2:
        return crosstable.averages[line.entry]
    by_table = [meeting.score for meeting in line.meetings]
    return Fraction(sum(by_table) - min(by_table) + line.adjustment, len(by_table) - 1)


def wins(line: Line, crosstable: Crosstable, level: Entries) -> Value:
    """Tables won; a bye does not count."""
    return sum(meeting.won for meeting in line.meetings)


def margin(line: Line, crosstable: Crosstable, level: Entries) -> Value:
    """Margins in card points against the best other side, each capped at ±B."""
    return sum(meeting.margin for meeting in line.meetings)


def points(line: Line, crosstable: Crosstable, level: Entries) -> Value:
    """Card points."""
    return sum(meeting.points for meeting in line.meetings)


def sambas(line: Line, crosstable: Crosstable, level: Entries) -> Value:
    return sum(meeting.sambas for meeting in line.meetings)


def played(line: Line, crosstable: Crosstable, level: Entries) -> Value:
    """Tables and byes; the sit-out of an individual is not played."""
    return len(line.meetings) + (0 if line.individual else line.byes)


def progress(line: Line, crosstable: Crosstable, level: Entries) -> Value:
    """In a knockout: two for a round won or passed by a bye, one for the place match."""
    won = [meeting for meeting in line.meetings if meeting.won]
    passed = 2 * line.byes - line.place_byes
    return passed + sum(1 if meeting.third_place_match else 2 for meeting in won)


def head_to_head(line: Line, crosstable: Crosstable, level: Entries) -> Value:
    """The score at tables against those level so far; None unless all of them met.

    Also None for an entry that is level with no other: there is nobody to compare it with.
    """
    group = frozenset(level)
    if len(group) < 2 or not all(_met_all(crosstable.lines[number], group) for number in level):
        return None
    return sum(
        meeting.score for meeting in line.meetings if not group.isdisjoint(meeting.opponents)
    )


def opponents(line: Line, crosstable: Crosstable, level: Entries) -> Value:
    """The totals of all opponents, the lowest left out if there are two or more.

    A bye counts as an opponent with the entry's own total; the sit-out of an individual as none.
    """
    totals = [crosstable.totals[other] for meeting in line.meetings for other in meeting.opponents]
    if not line.individual:
        totals += [crosstable.totals[line.entry]] * line.byes
    return sum(totals) - (min(totals) if len(totals) > 1 else 0)


def opponents_less_partners(line: Line, crosstable: Crosstable, level: Entries) -> Value:
    """The averages of all opponents minus those of all partners, table by table."""
    met = [other for meeting in line.meetings for other in meeting.opponents]
    beside = [other for meeting in line.meetings for other in meeting.partners]
    return _averages(crosstable, met) - _averages(crosstable, beside)


def lot(line: Line, crosstable: Crosstable, level: Entries) -> Value:
    """The entry's lot; lower is better."""
    return draws.lot(crosstable.lots, line.entry) if crosstable.lots else None


def _met_all(line: Line, group: frozenset[int]) -> bool:
    met = {other for meeting in line.meetings for other in meeting.opponents}
    return group <= met | {line.entry}


def _averages(crosstable: Crosstable, numbers: Sequence[int]) -> Fraction:
    """The sum, of entries that have a table, as every opponent and partner has."""
    return sum((crosstable.averages[number] or Fraction() for number in numbers), Fraction())


METRICS: dict[str, Metric] = {
    metric.__name__: metric
    for metric in (
        score, average, average_but_worst, head_to_head, wins, opponents, opponents_less_partners,
        margin, points, sambas, played, progress, lot,
    )
}  # fmt: skip
LOWER_IS_BETTER = frozenset({"lot"})
IN_HUNDREDTHS = frozenset({"average", "average_but_worst", "opponents_less_partners"})
PAIRS = ("score", "head_to_head", "wins", "opponents", "margin", "sambas", "played", "lot")
INDIVIDUALS = ("average", "average_but_worst", "wins", "opponents_less_partners", "margin", "lot")
KNOCKOUT = ("progress",)


class Standing(NamedTuple):
    rank: int | None
    """None: fewer rounds than it takes to be ranked."""
    entry: int
    metrics: tuple[tuple[str, int | None], ...]
    """In the order of the chain; averages in whole hundredths, halves up."""


def default_tiebreaks(format: Format) -> tuple[str, ...]:
    """The chain of a tournament whose director chose none."""
    if format is Format.KNOCKOUT:
        return KNOCKOUT
    return INDIVIDUALS if format.individual else PAIRS


def chain_of(tournament: TournamentData) -> tuple[str, ...]:
    """The metrics that rank it, in order."""
    return tournament.tiebreaks or default_tiebreaks(tournament.format)


def standings(
    tournament: TournamentData, chain: Sequence[str] | None = None
) -> tuple[Standing, ...]:
    """All entries that ever checked in, best first, those of one rank by number.

    Entries with fewer rounds than `rounds_to_rank` come after all others, without a rank. The chain
    is the tournament's own if none is given. Raises KeyError for an unknown metric.

    The order in which entries, rounds, tables and results are given makes no difference.
    """
    chain = chain_of(tournament) if chain is None else chain
    crosstable = crosstable_of(tournament)
    level, values = _levels(tournament, crosstable, chain)
    required = tournament.rounds_to_rank
    ranked: list[tuple[int | None, int]] = []
    unranked: list[tuple[int | None, int]] = []
    for group in level:
        enough = [number for number in group if crosstable.lines[number].rounds >= required]
        ranked += zip(repeat(len(ranked) + 1), enough)
        unranked += ((None, number) for number in group if number not in enough)
    return tuple(
        Standing(rank, number, _shown(chain, values[number], tournament))
        for rank, number in ranked + unranked
    )


def places(
    tournament: TournamentData,
    chain: Sequence[str] | None = None,
    crosstable: Crosstable | None = None,
) -> Entries:
    """The entries from first to last without ties: those level in the chain by lot.

    The order of a draw: how many rounds an entry has played makes no difference to it. `crosstable`
    is the tournament's, if the caller has it.
    """
    chain = chain_of(tournament) if chain is None else chain
    drawn = chain if "lot" in chain else (*chain, "lot")
    level, _ = _levels(tournament, crosstable or crosstable_of(tournament), drawn)
    return tuple(number for group in level for number in group)


def _levels(
    tournament: TournamentData, crosstable: Crosstable, chain: Sequence[str]
) -> tuple[list[Entries], dict[int, list[Value]]]:
    """The entries that ever checked in, in groups that are level in `chain`; and their values."""
    came = sorted(entry.number for entry in tournament.entries if entry.came is not None)
    values: dict[int, list[Value]] = {number: [] for number in came}
    level = [tuple(came)]
    for name in chain:
        level = [part for group in level for part in _split(name, crosstable, group, values)]
    return level, values


def _split(
    name: str, crosstable: Crosstable, group: Entries, values: dict[int, list[Value]]
) -> Iterator[Entries]:
    """The parts of `group` that the metric separates, best first; records everyone's value."""
    metric = METRICS[name]
    for number in group:
        values[number].append(metric(crosstable.lines[number], crosstable, group))
    if len(group) == 1:
        yield group
        return

    def key(number: int) -> tuple[bool, int | Fraction]:
        value = values[number][-1]
        if value is None:
            return (True, 0)
        return (False, value if name in LOWER_IS_BETTER else -value)

    for _, part in groupby(sorted(group, key=key), key=key):
        yield tuple(part)


def _shown(
    chain: Sequence[str], values: Sequence[Value], tournament: TournamentData
) -> tuple[tuple[str, int | None], ...]:
    unit = tournament.scoring.hundredths
    shown = (
        (name, value * unit if name in IN_HUNDREDTHS and value is not None else value)
        for name, value in zip(chain, values, strict=True)
    )
    return tuple(
        (name, half_up(value) if isinstance(value, Fraction) else value) for name, value in shown
    )
