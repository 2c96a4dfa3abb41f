"""One table printer for all standings: a head on every page, quiet lines, names that fit."""

from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from tournaments.printing.page import (
    BLACK,
    GREY,
    MARGIN,
    Align,
    Area,
    Block,
    Page,
    Paper,
    Pen,
    Turn,
    area_of,
    numbered,
    printed,
)
from tournaments.printing.text import Face, captions
from tournaments.printing.values import TOP, head

_ROW: Final = 22.0

_TITLES: Final = 30.0

_PAD: Final = 8.0

_NAME: Final = 150.0
"""The least width of the column that takes the rest; below it the page is in landscape."""


class Column(NamedTuple):
    title: str
    width: float | None
    """Points; None: the rest."""
    align: Align = Align.RIGHT


class Cell(NamedTuple):
    text: str
    ink: float = BLACK
    face: Face = Face.REGULAR


Row = tuple[Cell, ...]


class PrintedTable(NamedTuple):
    title: str
    line: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    none: str
    """The text if there are no rows."""
    notes: tuple[str, ...] = ()


def table_pdf(table: PrintedTable, paper: Paper) -> bytes:
    return printed(f"{table.title} · {table.line}", area_of(paper), table_pages(table, paper))


def table_pages(table: PrintedTable, paper: Paper) -> list[Page]:
    area = _area(table.columns, paper)
    widths = _widths(table.columns, area)
    blocks = [Block(_ROW, partial(_draw_row, table.columns, widths, row)) for row in table.rows]
    words = ("", *table.notes) if table.rows else (table.none, *table.notes)
    blocks += [Block(_ROW, partial(_draw_note, note)) for note in words if note or table.notes]

    def top(pen: Pen) -> None:
        head(pen, table.title, table.line)
        if table.rows:
            _draw_titles(table.columns, widths, pen)

    pages = numbered(blocks, area, TOP + _TITLES, top)
    return [page._replace(area=area) for page in pages]


def _given(columns: Sequence[Column]) -> float:
    return sum(column.width or 0 for column in columns)


def _area(columns: Sequence[Column], paper: Paper) -> Area:
    upright = area_of(paper)
    if upright.width - 2 * MARGIN - _given(columns) >= _NAME:
        return upright
    return area_of(paper, Turn.LANDSCAPE)


def _widths(columns: Sequence[Column], area: Area) -> list[float]:
    """All narrower by one factor if even a landscape page is too small for them."""
    room = area.width - 2 * MARGIN
    given = _given(columns)
    narrow = min(1.0, (room - _NAME) / given) if given else 1.0
    rest = room - given * narrow
    return [rest if column.width is None else column.width * narrow for column in columns]


def _draw_titles(columns: Sequence[Column], widths: Sequence[float], pen: Pen) -> None:
    left = MARGIN
    level = TOP + _TITLES
    titles = [column.title for column in columns]
    room = min(widths[2:], default=_NAME) - _PAD
    made = captions(titles, [room] * len(titles), 10)
    for column, caption, width in zip(columns, made, widths, strict=True):
        start = left if column.align is Align.LEFT else left + width
        pen.stack(start, level - 8, caption, ink=GREY, align=column.align)
        left += width
    pen.rule(MARGIN, level, pen.right, level, ink=GREY)


def _draw_row(
    columns: Sequence[Column], widths: Sequence[float], row: Row, pen: Pen, top: float
) -> None:
    left = MARGIN
    for column, cell, width in zip(columns, row, widths, strict=True):
        _draw_cell(column, cell, left, width, top + 15, pen)
        left += width
    pen.rule(MARGIN, top + _ROW, pen.right, top + _ROW)


def _draw_cell(
    column: Column, cell: Cell, left: float, width: float, base: float, pen: Pen
) -> None:
    start = left + _PAD if column.align is Align.LEFT else left + width
    room = width - (2 * _PAD if column.align is Align.LEFT else _PAD)
    pen.fit(start, base, cell.text, 12, room, face=cell.face, ink=cell.ink, align=column.align)


def _draw_note(note: str, pen: Pen, top: float) -> None:
    pen.fit(MARGIN, top + 15, note, 10, pen.right - MARGIN, ink=GREY)
