"""Score sheets for tables that play with cards in hand, to be filled in by pen.

A sheet has a grid for each side: a row for each hand, a column for each field of the entry form.
Below the grids there may be strips to tear off, one for each side, with the code of that side.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, groupby, pairwise
from math import ceil
from typing import Final, NamedTuple

from reportlab.lib.units import mm

from tournaments.printing.page import (
    BLACK,
    GREY,
    MARGIN,
    Align,
    Area,
    Box,
    Page,
    Paper,
    Pen,
    area_of,
    printed,
)
from tournaments.printing.parts import (
    Occasion,
    SheetColumn,
    Side,
    draw_qr,
    head,
    joined,
    seat_label,
    seats_of,
)
from tournaments.printing.text import Face, captions, isolated

ROWS_BY_TIME: Final = 8
"""Rows of a sheet if the clock ends the round."""

_ENTER: Final = "for your side only: enter or confirm by phone"
_NAMES, _BETWEEN = 20.0, 12.0

_EXPLAINED, _SIGNED = 26.0, 150.0
"""Below the last side, for how the next minimum is found; where a side signs, beside its names."""

_CUT: Final = 12.0
"""Above and below the codes of the strips."""

_LOWEST, _HIGHEST = 12 * mm, 14 * mm
"""The height of a row to write in."""


class Start(NamedTuple):
    """What a side begins with."""

    score: int
    minimum: int | None


class TableSheet(NamedTuple):
    table: int
    sides: tuple[Side, ...]
    urls: tuple[str, ...] = ()
    """By side, the address with the code by which it enters the result; () for no strips."""
    start: tuple[Start, ...] = ()
    """By side; () for nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheets:
    occasion: Occasion
    round: int
    columns: tuple[SheetColumn, ...]
    """What the entry form asks of a side in a hand; the minimum and the totals are added."""
    sheets: tuple[TableSheet, ...]
    hands: int | None = None
    """None: rounds by time."""
    first_minimum: int | None = None
    """The minimum of the first hand."""
    minimums: str = ""
    """How the next minimum is found, in words."""

    @property
    def coded(self) -> bool:
        """True if there are codes on it."""
        return any(sheet.urls for sheet in self.sheets)


class _Positions(NamedTuple):
    """The positions on a sheet."""

    area: Area
    title: float
    """The baseline of the table's number."""
    size: float
    """Of the table's number."""
    top: float
    """Where the sides begin."""
    code: float
    """The side of a QR code."""

    def bottom(self, sheet: TableSheet) -> float:
        """Where the sides end: above the strips, if there are any."""
        strips = self.code + _CUT if sheet.urls else 0
        return self.area.height - self.area.foot - strips

    def high(self, sheet: TableSheet) -> float:
        """The height of the rows of one side."""
        room = self.bottom(sheet) - _EXPLAINED - self.top + _BETWEEN
        return room / max(1, len(sheet.sides)) - _NAMES - _TITLES - _BETWEEN


def sheets_pdf(sheets: Sheets, paper: Paper = Paper.A4, *, per_page: int = 1) -> bytes:
    """A sheet for each table, one or two of them on a page."""
    at = _positions_on(sheets, paper, per_page)
    pages = _all_pages(sheets, at) or [Page(partial(_none, sheets))]
    title = f"Score sheets of round {sheets.round} · {sheets.occasion.line}"
    return printed(title, at.area, pages, per_page=per_page)


def sheet_pages(sheets: Sheets, paper: Paper) -> list[Page]:
    """A page for each table."""
    at = _positions_on(sheets, paper, 1)
    return [page._replace(area=at.area) for page in _all_pages(sheets, at)]


def _all_pages(sheets: Sheets, at: _Positions) -> list[Page]:
    return [page for sheet in sheets.sheets for page in _pages(sheets, sheet, at)]


def _positions_on(sheets: Sheets, paper: Paper, per_page: int) -> _Positions:
    """A page in landscape if the columns for points would be too narrow to write in."""
    area = area_of(paper)
    if per_page == 1:
        narrow = _unit(_all(sheets.columns), area) < _NARROWEST
        return _Positions(area.turned if narrow else area, title=68, size=30, top=104, code=84)
    half = Area(area.width, area.height / per_page, foot=8.0)
    return _Positions(half, title=38, size=20, top=46, code=62)


def _none(sheets: Sheets, pen: Pen) -> None:
    head(pen, f"Round {sheets.round}", sheets.occasion.line)
    pen.write(MARGIN, 138, "No table plays with cards in hand.", 14, ink=GREY)


def _pages(sheets: Sheets, sheet: TableSheet, at: _Positions) -> Iterator[Page]:
    """As many as the hands of `sheet` need."""
    hands = range(1, (sheets.hands or ROWS_BY_TIME) + 1)
    fitting = max(1, int(at.high(sheet) / _LOWEST))
    most = ceil(len(hands) / ceil(len(hands) / fitting))
    parts = [hands[start : start + most] for start in range(0, len(hands), most)]
    for number, part in enumerate(parts, start=1):
        of = f", sheet {number} of {len(parts)}" if len(parts) > 1 else ""
        yield Page(partial(_draw, sheets, sheet, at, part, of))


def _draw(
    sheets: Sheets, sheet: TableSheet, at: _Positions, hands: range, of: str, pen: Pen
) -> None:
    _draw_head(sheets, sheet, at, of, pen)
    high = max(_LOWEST, min(_HIGHEST, at.high(sheet) / len(hands)))
    level = at.top
    nothing = (Start(0, sheets.first_minimum),) * len(sheet.sides)
    for side, start in zip(sheet.sides, sheet.start or nothing, strict=True):
        _draw_names(side, start, seats_of(sheet.sides), level + 14, pen)
        minimum = start.minimum if hands.start == 1 else None
        _draw_grid(sheets.columns, hands, minimum, high, level + _NAMES, pen)
        level += _NAMES + _TITLES + len(hands) * high + _BETWEEN
    below = at.bottom(sheet)
    pen.fit(MARGIN, below - 14, sheets.minimums, 9, pen.right - MARGIN, ink=GREY)
    if sheet.urls:
        _draw_strips(sheets, sheet, below, at.code, pen)


def _draw_strips(sheets: Sheets, sheet: TableSheet, top: float, size: float, pen: Pen) -> None:
    """For each side a strip to tear off, with the code that is only theirs."""
    width = (pen.right - MARGIN) / len(sheet.urls)
    pen.rule(0, top, pen.area.width, top, ink=GREY)
    for at, (side, url) in enumerate(zip(sheet.sides, sheet.urls, strict=True)):
        left, base = MARGIN + at * width, top + _CUT + 10
        if at:
            pen.rule(left - 6, top, left - 6, top + size, ink=GREY)  # ends above the notes
        draw_qr(pen, url, right=left + width - 12, top=top + _CUT / 2, size=size)
        room = width - size - 18
        title = f"Table {sheet.table}, round {sheets.round}"
        pen.fit(left, base, title, 13, room, face=Face.BOLD)
        names = [
            *([side.name] if side.name else []),
            *(isolated(each.name) for each in side.players),
        ]
        for row, name in enumerate(names[:3], start=1):
            pen.fit(left, base + 13 * row, name, 10, room)
        pen.fit(left, base + 13 * len(names[:3]) + 13, _ENTER, 8, room, ink=GREY)


def _draw_head(sheets: Sheets, sheet: TableSheet, at: _Positions, of: str, pen: Pen) -> None:
    width = pen.right - MARGIN
    base = at.title
    taken = pen.write(MARGIN, base, f"Table {sheet.table}", at.size, face=Face.BOLD)
    taken += pen.write(MARGIN + taken, base, of, 12, ink=GREY) + 14
    line = f"Round {sheets.round} · {sheets.occasion.line}"
    if at.size > 20:
        pen.fit(MARGIN, base + 22, line, 12, width, ink=GREY)
    else:
        pen.fit(MARGIN + taken, base, line, 10, width - taken, ink=GREY)


def _draw_names(side: Side, start: Start, seats: int, base: float, pen: Pen) -> None:
    """Who sits there, what they begin with, and where they sign."""
    line = pen.right - _SIGNED
    room = line - MARGIN - 50
    begins = f"begin with {start.score:,}" if start.score else ""
    words = joined(side.name, begins)
    share = room * (0.65 if words else 1)
    players = (f"{seat_label(seat, seats)}  {isolated(name)}" for seat, name in side.players)
    taken = pen.fit(MARGIN, base, "    ".join(players), 14, share, face=Face.BOLD) + 12
    pen.fit(MARGIN + taken, base, words, 10, room - taken, ink=GREY)
    pen.write(line - 6, base, "signed", 9, ink=GREY, align=Align.RIGHT)
    pen.rule(line, base + 2, pen.right, base + 2, ink=GREY)


_TITLES, _GROUPS = 36.0, 12.0
"""Heights of the titles, and of their upper part, which several columns share."""

_HAND: Final = 26.0
"""Width of the column that numbers the hands."""

_NARROWEST = 36.0
"""Of a column for points, where less needs landscape."""

_FIRST: Final = SheetColumn("minimum")
_ENDING: Final = (SheetColumn("this hand", "total"), SheetColumn("so far", "total"))


def _all(columns: Sequence[SheetColumn]) -> tuple[SheetColumn, ...]:
    return (_FIRST, *columns, *_ENDING)


def _unit(columns: Sequence[SheetColumn], area: Area) -> float:
    """The width of a column for points."""
    return (area.width - 2 * MARGIN - _HAND) / sum(each.share for each in columns)


def _draw_grid(
    given: Sequence[SheetColumn],
    hands: range,
    minimum: int | None,
    high: float,
    top: float,
    pen: Pen,
) -> None:
    """Rows for `hands` below `top`; the first minimum is filled in where it is known."""
    columns = _all(given)
    unit = _unit(columns, pen.area)
    edges = list(accumulate((unit * each.share for each in columns), initial=MARGIN + _HAND))
    rows = top + _TITLES
    bottom = rows + len(hands) * high
    ending = edges[-1 - len(_ENDING)]
    pen.fill([Box(ending, rows, pen.right - ending, bottom - rows)], ink=0.965)
    _draw_titles(columns, edges, top, pen)
    for number in range(len(hands) + 1):
        pen.rule(MARGIN, rows + number * high, pen.right, rows + number * high)
    for edge in edges[:-1]:
        pen.rule(edge, rows, edge, bottom, pen=1.0 if edge == ending else 0.5)
    for number, hand in enumerate(hands):
        base = rows + number * high + high / 2 + 4
        pen.write(MARGIN + _HAND / 2, base, str(hand), 12, ink=GREY, align=Align.CENTRE)
    if minimum is not None:
        centre = (edges[0] + edges[1]) / 2
        base = rows + high / 2 + 4
        pen.write(centre, base, f"{minimum:,}", 12, ink=BLACK, align=Align.CENTRE)


def _draw_titles(
    columns: Sequence[SheetColumn], edges: Sequence[float], top: float, pen: Pen
) -> None:
    level = top + _TITLES - 4
    pen.write(MARGIN + _HAND / 2, level, "hand", 8, ink=GREY, align=Align.CENTRE)
    widths = [right - left - 3 for left, right in pairwise(edges)]
    made = captions([column.title for column in columns], widths, 9)
    for caption, (left, right) in zip(made, pairwise(edges), strict=True):
        pen.stack((left + right) / 2, level, caption, ink=GREY, align=Align.CENTRE)
    for group, numbers in groupby(range(len(columns)), lambda at: columns[at].group):
        placed = list(numbers)
        left, right = edges[placed[0]], edges[placed[-1] + 1]
        centre, base = (left + right) / 2, top + _GROUPS - 2
        if group:
            pen.rule(left + 2, base + 3, right - 2, base + 3, ink=GREY)
            pen.fit(centre, base, group, 8, right - left - 4, ink=GREY, align=Align.CENTRE)
