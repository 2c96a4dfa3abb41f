"""A chain of metrics into ranks; entries level in all of them share one (1, 2, 2, 4)."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from math import floor
from typing import NamedTuple

from tournaments.engine.draws import Entries
from tournaments.engine.standings import metrics
from tournaments.engine.standings.field import Field, Line, field_of
from tournaments.engine.standings.metrics import Value
from tournaments.engine.terms import Format
from tournaments.engine.tournament import TournamentData

Metric = Callable[[Line, Field, Entries], Value]

METRICS: dict[str, Metric] = {
    metric.__name__: metric
    for metric in (
        metrics.score,
        metrics.average,
        metrics.average_but_worst,
        metrics.head_to_head,
        metrics.wins,
        metrics.opponents,
        metrics.opponents_less_partners,
        metrics.margin,
        metrics.points,
        metrics.sambas,
        metrics.played,
        metrics.progress,
        metrics.lot,
    )
}
LOWER_IS_BETTER = frozenset({"lot"})
IN_HUNDREDTHS = frozenset({"average", "average_but_worst", "opponents_less_partners"})

PAIRS = ("score", "head_to_head", "wins", "opponents", "margin", "sambas", "played", "lot")
INDIVIDUALS = (
    "average",
    "average_but_worst",
    "wins",
    "opponents_less_partners",
    "margin",
    "lot",
)
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
    field = field_of(tournament)
    level, values = _levels(tournament, field, chain)
    enough = {n for n, line in field.lines.items() if line.rounds >= tournament.rounds_to_rank}
    ranked = [tuple(number for number in group if number in enough) for group in level]
    unranked = [number for group in level for number in group if number not in enough]
    order = [
        *((rank, n) for rank, group in zip(_ranks(ranked), ranked, strict=True) for n in group),
        *((None, number) for number in unranked),
    ]
    return tuple(
        Standing(rank, number, _shown(chain, values[number], tournament)) for rank, number in order
    )


def places(
    tournament: TournamentData, chain: Sequence[str] | None = None, field: Field | None = None
) -> Entries:
    """The entries from first to last without ties: those level in the chain by lot.

    The order of a draw: how many rounds an entry has played makes no difference to it. `field` is
    the tournament's, if the caller has it.
    """
    chain = chain_of(tournament) if chain is None else chain
    drawn = chain if "lot" in chain else (*chain, "lot")
    level, _ = _levels(tournament, field or field_of(tournament), drawn)
    return tuple(number for group in level for number in group)


def _levels(
    tournament: TournamentData, field: Field, chain: Sequence[str]
) -> tuple[list[Entries], dict[int, list[Value]]]:
    """The entries that ever checked in, in groups that are level in `chain`; and their values."""
    came = sorted(entry.number for entry in tournament.entries if entry.came is not None)
    values: dict[int, list[Value]] = {number: [] for number in came}
    level = [tuple(came)]
    for name in chain:
        level = [part for group in level for part in _split(name, field, group, values)]
    return level, values


def _split(
    name: str, field: Field, group: Entries, values: dict[int, list[Value]]
) -> Iterator[Entries]:
    """The parts of `group` that the metric separates, best first; records everyone's value."""
    metric = METRICS[name]
    for number in group:
        values[number].append(metric(field.lines[number], field, group))
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


def _ranks(level: Sequence[Entries]) -> Iterator[int]:
    rank = 1
    for group in level:
        yield rank
        rank += len(group)


def _shown(
    chain: Sequence[str], values: Sequence[Value], tournament: TournamentData
) -> tuple[tuple[str, int | None], ...]:
    unit = tournament.scoring.hundredths
    return tuple(
        (name, _whole(value * unit if name in IN_HUNDREDTHS and value is not None else value))
        for name, value in zip(chain, values, strict=True)
    )


def _whole(value: Value) -> int | None:
    return floor(value + Fraction(1, 2)) if isinstance(value, Fraction) else value
