"""Standings for the wall: large enough to be read from the room."""

from functools import partial
from typing import Final

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
)
from tournaments.printing.standings import Metric, Standing, Standings, decimal
from tournaments.printing.text import Face, size_for_most
from tournaments.printing.values import TOP, head

_SIZES: Final = (16, 17, 18, 19, 20, 22, 24, 26, 28, 30, 32)

_SMALL: Final = 9.0

_LINE: Final = 1.4

_AIR: Final = 10.0

_TITLES: Final = 8.0

_RANK, _ROUNDS, _SCORE = 2.2, 3.4, 4.6
"""Widths of columns, in sizes; the name takes the rest."""


def wall_pdf(standings: Standings, paper: Paper = Paper.A4) -> bytes:
    """Rank, name, score and rounds; the metrics that break ties in small type."""
    area = area_of(paper)
    size = _size(standings, area)
    blocks = [
        Block(_high(size), partial(_draw_row, row, standings.metrics, size))
        for row in standings.rows
    ] or [Block(_high(size), _draw_nothing)]

    def top(pen: Pen) -> None:
        head(pen, "Standings", standings.line)
        if standings.rows:
            _draw_titles(standings.metrics, size, pen)

    pages = numbered(blocks, area, TOP + _TITLES, top)
    return printed(f"Standings · {standings.line}", area, pages)


def _high(size: float) -> float:
    return size * _LINE + _SMALL + _AIR


def _room(size: float, area: Area) -> float:
    """The width for a name."""
    return area.width - 2 * MARGIN - (_RANK + _ROUNDS + _SCORE) * size


def _size(standings: Standings, area: Area) -> float:
    def pages(size: float) -> int:
        blocks = [Block(_high(size), _draw_nothing) for _ in standings.rows]
        return len(numbered(blocks, area, TOP + _TITLES, lambda pen: None))

    names = [row.shown for row in standings.rows]
    fitting = [size for size in _SIZES if size <= size_for_most(names, _room(size, area))]
    return largest(fitting or _SIZES[:1], pages)


def _draw_nothing(pen: Pen, top: float) -> None:
    pen.write(MARGIN, top + 20, "No entries yet.", 14, ink=GREY)


def _draw_titles(metrics: tuple[Metric, ...], size: float, pen: Pen) -> None:
    score, rounds = _edges(size, pen)
    for at, title in ((score, metrics[0].shown), (rounds, "rounds")):
        pen.write(at, TOP - 2, title, 10, ink=GREY, align=Align.RIGHT)
    pen.rule(MARGIN, TOP + _TITLES, pen.right, TOP + _TITLES, ink=GREY)


def _edges(size: float, pen: Pen) -> tuple[float, float]:
    """Where the score and the rounds end."""
    return pen.right - _ROUNDS * size, pen.right


def _draw_row(
    row: Standing, metrics: tuple[Metric, ...], size: float, pen: Pen, top: float
) -> None:
    ink = GREY if row.withdrawn else BLACK
    base = top + _AIR / 2 + size
    score, rounds = _edges(size, pen)
    left = MARGIN + _RANK * size
    pen.write(left - size * 0.6, base, row.place, size, ink=GREY, align=Align.RIGHT)
    pen.fit(left, base, row.shown, size, _room(size, pen.area), ink=ink)
    values = list(zip(row.values, metrics, strict=True))
    shown = [decimal(value, metric.places) for value, metric in values]
    pen.write(score, base, shown[0], size, ink=ink, face=Face.BOLD, align=Align.RIGHT)
    pen.write(rounds, base, str(row.rounds), size, ink=GREY, align=Align.RIGHT)
    rest = zip(shown[1:], metrics[1:], strict=True)
    small = " · ".join(f"{metric.shown} {value}" for value, metric in rest if value)
    pen.fit(left, base + size * 0.3 + _SMALL, small, _SMALL, pen.right - left, ink=GREY)
    pen.rule(MARGIN, top + _high(size), pen.right, top + _high(size))
