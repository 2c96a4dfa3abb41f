"""The parts of papers: the head of a page, seats, tables of text, columns of sheets, a QR code."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from itertools import groupby
from typing import Final, NamedTuple

import segno

from games.engine.pad import sheet_fields
from games.engine.rulesets import Rules
from games.engine.scoring.sheet import CANASTA_CODES
from tournaments.printing.page import (
    BLACK,
    GREY,
    MARGIN,
    Align,
    Area,
    Block,
    Box,
    Page,
    Paper,
    Pen,
    area_of,
    numbered,
    printed,
)
from tournaments.printing.text import Face, captions, is_printable, isolated

_COMPASS: Final = "NESW"

TOP: Final = 118.0
"""Where a page's content begins, below its head."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Occasion:
    """Where and when: the head of every paper."""

    tournament: str
    club: str
    date: date
    time: str = ""
    """When it begins, with its zone; empty: not announced."""

    @property
    def line(self) -> str:
        day = f"{self.date.day} {self.date:%B %Y}"
        return joined(self.tournament, self.club, f"{day}, {self.time}" if self.time else day)


def joined(*parts: str) -> str:
    """The non-empty parts in one line, each in its own direction."""
    return " · ".join(isolated(part) for part in parts if part)


def numbered_name(name: str, entry: int) -> str:
    """`name`, with the number of its entry next to it if it cannot be printed."""
    return name if is_printable(name) else f"{isolated(name)} (no. {entry})"


class Seated(NamedTuple):
    seat: int
    """From 0, in the order of play."""
    name: str


class Side(NamedTuple):
    players: tuple[Seated, ...]
    name: str = ""
    """The pair's own name, if it has one in addition to those of its players."""


def seat_label(seat: int, seats: int) -> str:
    """N, E, S, W at a table of four, else the seats' numbers from 1."""
    return _COMPASS[seat] if seats == len(_COMPASS) else str(seat + 1)


def seats_of(sides: tuple[Side, ...]) -> int:
    return sum(len(side.players) for side in sides)


def head(pen: Pen, title: str, line: str) -> None:
    """The head of a page: `title` large, `line` below it."""
    room = pen.right - MARGIN
    pen.fit(MARGIN, 68, title, 30, room, face=Face.BOLD)
    pen.fit(MARGIN, 90, line, 12, room, ink=GREY)


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
    area, widths = _layout(table.columns, paper)
    blocks = [Block(_ROW, partial(_draw_row, table.columns, widths, row)) for row in table.rows]
    words = ("", *table.notes) if table.rows else (table.none, *table.notes)
    blocks += [Block(_ROW, partial(_draw_note, note)) for note in words if note or table.notes]

    def top(pen: Pen) -> None:
        head(pen, table.title, table.line)
        if table.rows:
            _draw_titles(table.columns, widths, pen)

    pages = numbered(blocks, area, TOP + _TITLES, top)
    return [page._replace(area=area) for page in pages]


def _layout(columns: Sequence[Column], paper: Paper) -> tuple[Area, list[float]]:
    """The page, and the widths of `columns`.

    All are narrower by one factor if even a landscape page is too small for them.
    """
    given, area = sum(column.width or 0 for column in columns), area_of(paper)
    if area.width - 2 * MARGIN - given < _NAME:
        area = area.turned
    room = area.width - 2 * MARGIN
    narrow = min(1.0, (room - _NAME) / given) if given else 1.0
    rest = room - given * narrow
    return area, [rest if column.width is None else column.width * narrow for column in columns]


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
    for column, (text, ink, face), width in zip(columns, row, widths, strict=True):
        start, pads = (left + _PAD, 2) if column.align is Align.LEFT else (left + width, 1)
        room = width - pads * _PAD
        pen.fit(start, top + 15, text, 12, room, face=face, ink=ink, align=column.align)
        left += width
    pen.rule(MARGIN, top + _ROW, pen.right, top + _ROW)


def _draw_note(note: str, pen: Pen, top: float) -> None:
    pen.fit(MARGIN, top + 15, note, 10, pen.right - MARGIN, ink=GREY)


_QUIET: Final = 4
"""Modules left white around the code (ISO/IEC 18004)."""


def draw_qr(pen: Pen, url: str, *, right: float, top: float, size: float) -> None:
    """The code of `url`, dark up to `right`, in a square of `size` including the white border."""
    rows = segno.make(url, error="m", micro=False, boost_error=False).matrix
    module = size / (len(rows) + 2 * _QUIET)
    left = right - len(rows) * module
    level = top + _QUIET * module
    boxes = (
        Box(left + start * module, level + number * module, length * module, module)
        for number, row in enumerate(rows)
        for start, length in _dark_runs(row)
    )
    pen.fill(boxes, ink=BLACK)


def _dark_runs(row: bytearray) -> Iterator[tuple[int, int]]:
    """Where dark modules begin, and how many there are."""
    start = 0
    for dark, run in groupby(row):
        length = len(list(run))
        if dark:
            yield start, length
        start += length


class SheetColumn(NamedTuple):
    title: str
    group: str = ""
    """What it shares with its neighbours."""
    is_count: bool = False
    """True for a small number, which needs less room than points."""

    @property
    def share(self) -> float:
        """Its width, in that of a column for points."""
        return 0.6 if self.is_count else 1.0


KINDS = {"samba": "sambas", "black_samba": "black sambas"}
"""Kinds of canastas whose column has another name."""
_WENT_OUT: Final = SheetColumn("went out", is_count=True)
_DEBT: Final = SheetColumn("debt took", "canastas", is_count=True)
_COLUMNS: Final = {
    **{
        f"counts.{code}": SheetColumn(KINDS.get(kind, kind), "canastas", is_count=True)
        for kind, code in CANASTA_CODES.items()
    },
    **{f"debt_dismantled.{code}": _DEBT for code in CANASTA_CODES.values()},
    "counts.red_threes": SheetColumn("red threes", "on the table", is_count=True),
    "melded_cards": SheetColumn("cards", "on the table"),
    "red_threes_in_hand": SheetColumn("red threes", "in hand", is_count=True),
    "black_threes_in_hand": SheetColumn("black threes", "in hand", is_count=True),
    "hand_cards": SheetColumn("cards", "in hand"),
}
"""By the path of a field."""


def sheet_columns(rules: Rules, seats: int) -> Iterator[SheetColumn]:
    """What the entry form asks of a side, in the order of the game's own score sheets."""
    columns = dict.fromkeys([_COLUMNS[field.path] for field in sheet_fields(rules, seats)])
    canastas = [column for column in columns if column.group == "canastas"]
    others = [column for column in columns if column.group != "canastas"]
    yield from (*canastas, _WENT_OUT, *others)
    yield from (SheetColumn("penalties"), SheetColumn("other"))
