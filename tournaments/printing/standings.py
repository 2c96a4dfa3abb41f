"""Standings of a tournament and of a season, as values and on paper.

`wall_pdf` is for the wall: large enough to be read from the room.
"""

from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import Final, NamedTuple

from tournaments.printing.page import (
    BLACK,
    GREY,
    MARGIN,
    Align,
    Area,
    Block,
    Paper,
    Pen,
    area_of,
    largest,
    numbered,
    printed,
    write_nothing,
)
from tournaments.printing.parts import (
    TOP,
    Cell,
    Column,
    Occasion,
    PrintedTable,
    Row,
    head,
    joined,
    numbered_name,
    table_pdf,
)
from tournaments.printing.text import Face, isolated, size_for_most

NIGHTS_AT_MOST: Final = 14
"""More do not fit next to each other; the page then shows how many counted, not which."""


class Metric(NamedTuple):
    """What entries are ranked by, in the order in which it decides."""

    name: str
    """As the API has it: `score`, `head_to_head`."""
    places: int = 0
    """Decimals of its values: 2 where they are hundredths."""

    @property
    def shown(self) -> str:
        return self.name.replace("_", " ")


class StandingRow(NamedTuple):
    rank: int | None
    """None: too few rounds."""
    name: str
    values: tuple[int | None, ...]
    """One for each metric; None: it does not apply."""
    withdrawn: bool = False
    entry: int | None = None
    """Its number, for a name that cannot be printed."""
    rounds: int = 0
    """How many it has played."""

    @property
    def shown(self) -> str:
        """The name on paper."""
        name = self.name if self.entry is None else numbered_name(self.name, self.entry)
        return f"{isolated(name)} (withdrawn)" if self.withdrawn else name


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsPage:
    occasion: Occasion
    metrics: tuple[Metric, ...]
    rows: tuple[StandingRow, ...]
    after: str = ""
    """How many rounds they include: after round 3 of 5."""

    @property
    def line(self) -> str:
        """How many rounds they include, then where and when."""
        return f"{self.after} · {self.occasion.line}" if self.after else self.occasion.line


class PlayedNight(NamedTuple):
    tournament: str
    date: date


class SeasonScore(NamedTuple):
    value: int
    """Hundredths."""
    counted: bool


class SeasonRow(NamedTuple):
    rank: int | None
    """None: too few nights."""
    name: str
    total: int
    """Hundredths."""
    nights: tuple[SeasonScore | None, ...]
    """One for each night of the season; None: was not there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonPage:
    name: str
    club: str
    counted_nights: int
    """How many nights count at most."""
    required_nights: int
    """How many nights a player needs to be ranked."""
    nights: tuple[PlayedNight, ...]
    rows: tuple[SeasonRow, ...]


def _place(rank: int | None) -> str:
    return "-" if rank is None else str(rank)


def decimal(value: int | None, places: int) -> str:
    """A whole number of the smallest unit as people write it: 6120 with two places is 61.20."""
    if value is None:
        return ""
    sign = "-" if value < 0 else ""
    whole, part = divmod(abs(value), 10**places)
    return f"{sign}{whole}.{part:0{places}}" if places else f"{sign}{whole}"


def standings_pdf(standings: StandingsPage, paper: Paper = Paper.A4) -> bytes:
    return table_pdf(standings_table(standings), paper)


def standings_table(standings: StandingsPage) -> PrintedTable:
    """Every metric of the chain in a column of its own, the deciding one first."""
    columns = (
        Column("", 30),
        Column("", None, Align.LEFT),
        *(Column(metric.shown, 62) for metric in standings.metrics),
    )
    return PrintedTable(
        "Standings",
        standings.line,
        columns,
        tuple(_standing(row, standings.metrics) for row in standings.rows),
        "No entries yet.",
        tuple(_MEANINGS[each.name] for each in standings.metrics if each.name in _MEANINGS),
    )


_MEANINGS: Final = {
    "opponents": "opponents: what all opponents scored; it counts where scores are level.",
    "opponents_less_partners": (
        "opponents less partners: the averages of all opponents, less those of all partners."
    ),
    "lot": "lot: drawn before the first round, for those still level; less is better.",
}
"""What names of metrics leave open; docs/standings.md has them all."""


def _standing(row: StandingRow, metrics: tuple[Metric, ...]) -> Row:
    ink = GREY if row.withdrawn else BLACK
    values = (
        Cell(decimal(value, metric.places), ink, Face.REGULAR if number else Face.BOLD)
        for number, (value, metric) in enumerate(zip(row.values, metrics, strict=True))
    )
    return (Cell(_place(row.rank), GREY), Cell(row.shown, ink), *values)


def season_pdf(season: SeasonPage, paper: Paper = Paper.A4) -> bytes:
    """Totals, and night by night what counted in black and what did not in grey."""
    shown = season.nights if len(season.nights) <= NIGHTS_AT_MOST else ()
    columns = (
        Column("", 30),
        Column("", None, Align.LEFT),
        Column("total", 62),
        Column("nights", 46),
        *(Column(f"{night.date.day} {night.date:%b}", 44) for night in shown),
    )
    rows = tuple(_season_row(row, len(shown)) for row in season.rows)
    line = joined(season.name, season.club)
    notes = ("A night is worth up to 100.00: percent of what there was to win.", _rule(season))
    return table_pdf(PrintedTable("Season", line, columns, rows, "No nights yet.", notes), paper)


def _rule(season: SeasonPage) -> str:
    counts = f"The best {season.counted_nights} nights count, the others are in grey"
    if season.required_nights <= 1:
        return f"{counts}."
    return f"{counts}; it takes {season.required_nights} nights to be ranked."


def _season_row(row: SeasonRow, shown: int) -> Row:
    ink = GREY if row.rank is None else BLACK
    played = sum(score is not None for score in row.nights)
    return (
        Cell(_place(row.rank), GREY),
        Cell(row.name, ink),
        Cell(decimal(row.total, 2), ink, Face.BOLD),
        Cell(str(played), GREY),
        *(_night(score) for score in row.nights[:shown]),
    )


def _night(score: SeasonScore | None) -> Cell:
    if score is None:
        return Cell("")
    return Cell(decimal(score.value, 2), BLACK if score.counted else GREY)


_SIZES: Final = (16, 17, 18, 19, 20, 22, 24, 26, 28, 30, 32)
_SMALL, _LINE, _AIR, _BELOW_TITLES = 9.0, 1.4, 10.0, 8.0

_RANK, _ROUNDS, _SCORE = 2.2, 3.4, 4.6
"""Widths of columns, in sizes; the name takes the rest."""


def wall_pdf(standings: StandingsPage, paper: Paper = Paper.A4) -> bytes:
    """Rank, name, score and rounds; the metrics that break ties in small type."""
    area = area_of(paper)
    size = _size(standings, area)
    blocks = [
        Block(_high(size), partial(_draw_row, row, standings.metrics, size))
        for row in standings.rows
    ] or [Block(_high(size), partial(write_nothing, "No entries yet."))]

    def top(pen: Pen) -> None:
        head(pen, "Standings", standings.line)
        if standings.rows:
            _draw_titles(standings.metrics, size, pen)

    pages = numbered(blocks, area, TOP + _BELOW_TITLES, top)
    return printed(f"Standings · {standings.line}", area, pages)


def _high(size: float) -> float:
    return size * _LINE + _SMALL + _AIR


def _room(size: float, area: Area) -> float:
    """The width for a name."""
    return area.width - 2 * MARGIN - (_RANK + _ROUNDS + _SCORE) * size


def _size(standings: StandingsPage, area: Area) -> float:
    def pages(size: float) -> int:
        blocks = [Block(_high(size), lambda pen, top: None)] * len(standings.rows)
        return len(numbered(blocks, area, TOP + _BELOW_TITLES, lambda pen: None))

    names = [row.shown for row in standings.rows]
    fitting = [size for size in _SIZES if size <= size_for_most(names, _room(size, area))]
    return largest(fitting or _SIZES[:1], pages)


def _draw_titles(metrics: tuple[Metric, ...], size: float, pen: Pen) -> None:
    score, rounds = _edges(size, pen)
    for at, title in ((score, metrics[0].shown), (rounds, "rounds")):
        pen.write(at, TOP - 2, title, 10, ink=GREY, align=Align.RIGHT)
    pen.rule(MARGIN, TOP + _BELOW_TITLES, pen.right, TOP + _BELOW_TITLES, ink=GREY)


def _edges(size: float, pen: Pen) -> tuple[float, float]:
    """Where the score and the rounds end."""
    return pen.right - _ROUNDS * size, pen.right


def _draw_row(
    row: StandingRow, metrics: tuple[Metric, ...], size: float, pen: Pen, top: float
) -> None:
    ink = GREY if row.withdrawn else BLACK
    base = top + _AIR / 2 + size
    score, rounds = _edges(size, pen)
    left = MARGIN + _RANK * size
    pen.write(left - size * 0.6, base, _place(row.rank), size, ink=GREY, align=Align.RIGHT)
    pen.fit(left, base, row.shown, size, _room(size, pen.area), ink=ink)
    values = list(zip(row.values, metrics, strict=True))
    shown = [decimal(value, metric.places) for value, metric in values]
    pen.write(score, base, shown[0], size, ink=ink, face=Face.BOLD, align=Align.RIGHT)
    pen.write(rounds, base, str(row.rounds), size, ink=GREY, align=Align.RIGHT)
    rest = zip(shown[1:], metrics[1:], strict=True)
    small = " · ".join(f"{metric.shown} {value}" for value, metric in rest if value)
    pen.fit(left, base + size * 0.3 + _SMALL, small, _SMALL, pen.right - left, ink=GREY)
    pen.rule(MARGIN, top + _high(size), pen.right, top + _high(size))
