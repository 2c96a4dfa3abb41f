"""Score sheets for tables that play with cards in hand, to be filled in by pen."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from math import ceil
from typing import Final, NamedTuple

from reportlab.lib.units import mm

from tournaments.printing.page import (
    GREY,
    MARGIN,
    Align,
    Area,
    Page,
    Paper,
    Pen,
    Turn,
    area_of,
    printed,
)
from tournaments.printing.qr import address_height, draw_address, draw_qr
from tournaments.printing.score_sheet_grid import TITLES, Column, draw_grid, fits
from tournaments.printing.text import Face, isolated
from tournaments.printing.values import Occasion, Side, head, seat_label, seats_of

HANDS_BY_TIME: Final = 8
"""Rows of a sheet if the clock ends the round."""

_ENTER: Final = "the result is entered here"

_NAMES, _BETWEEN = 20.0, 12.0

_EXPLAINED: Final = 26.0
"""Below the last side, for how the next minimum is found."""

_SIGNED: Final = 150.0
"""Where a side signs, at the end of the line with its names."""

_LOWEST, _HIGHEST = 12 * mm, 14 * mm
"""The height of a row to write in."""


class Start(NamedTuple):
    """What a side begins with."""

    score: int
    minimum: int | None


class TableSheet(NamedTuple):
    table: int
    sides: tuple[Side, ...]
    url: str | None = None
    """The page where its result is entered, if there is one."""
    start: tuple[Start, ...] = ()
    """By side; () for nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheets:
    occasion: Occasion
    round: int
    columns: tuple[Column, ...]
    """What the entry form asks of a side in a hand; the minimum and the totals are added."""
    sheets: tuple[TableSheet, ...]
    hands: int | None = None
    """None: rounds by time."""
    first_minimum: int | None = None
    """The minimum of the first hand."""
    minimums: str = ""
    """How the next minimum is found, in words."""


class _Form(NamedTuple):
    """The positions on a sheet."""

    area: Area
    title: float
    """The baseline of the table's number."""
    size: float
    """Of the table's number."""
    top: float
    """Where the sides begin, without a code."""
    code: float
    """The side of the QR code."""

    def begin(self, sheet: TableSheet) -> float:
        """Where the sides begin: below the address of the code, if there is one."""
        if sheet.url is None:
            return self.top
        return self.below_code + 14 + address_height(sheet.url, self.area.width - 2 * MARGIN)

    @property
    def below_code(self) -> float:
        return max(14, self.title - 40) + self.code

    def high(self, sheet: TableSheet) -> float:
        """The height of the rows of one side."""
        room = self.area.height - self.area.foot - _EXPLAINED - self.begin(sheet) + _BETWEEN
        return room / max(1, len(sheet.sides)) - _NAMES - TITLES - _BETWEEN


def sheets_pdf(sheets: Sheets, paper: Paper = Paper.A4, *, per_page: int = 1) -> bytes:
    """A sheet for each table, one or two of them on a page."""
    form = _form(sheets, paper, per_page)
    pages = _all_pages(sheets, form) or [Page(partial(_none, sheets))]
    title = f"Score sheets of round {sheets.round} · {sheets.occasion.line}"
    return printed(title, form.area, pages, per_page=per_page)


def sheet_pages(sheets: Sheets, paper: Paper) -> list[Page]:
    """A page for each table."""
    form = _form(sheets, paper, 1)
    return [page._replace(area=form.area) for page in _all_pages(sheets, form)]


def _all_pages(sheets: Sheets, form: _Form) -> list[Page]:
    return [page for sheet in sheets.sheets for page in _pages(sheets, sheet, form)]


def _full_page(paper: Paper, turn: Turn = Turn.PORTRAIT) -> _Form:
    return _Form(area_of(paper, turn), title=68, size=30, top=104, code=102)


def _form(sheets: Sheets, paper: Paper, per_page: int) -> _Form:
    if per_page == 1:
        upright = _full_page(paper)
        return upright if fits(sheets.columns, upright.area) else _full_page(paper, Turn.LANDSCAPE)
    width, height, _ = area_of(paper)
    half = Area(width, height / per_page, foot=8.0)
    return _Form(half, title=38, size=20, top=46, code=66)


def _none(sheets: Sheets, pen: Pen) -> None:
    head(pen, f"Round {sheets.round}", sheets.occasion.line)
    pen.write(MARGIN, 138, "No table plays with cards in hand.", 14, ink=GREY)


def _pages(sheets: Sheets, sheet: TableSheet, form: _Form) -> Iterator[Page]:
    """As many as the hands of `sheet` need."""
    hands = range(1, (sheets.hands or HANDS_BY_TIME) + 1)
    fitting = max(1, int(form.high(sheet) / _LOWEST))
    most = ceil(len(hands) / ceil(len(hands) / fitting))
    parts = [hands[start : start + most] for start in range(0, len(hands), most)]
    for number, part in enumerate(parts, start=1):
        of = f", sheet {number} of {len(parts)}" if len(parts) > 1 else ""
        yield Page(partial(_draw, sheets, sheet, form, part, of))


def _draw(sheets: Sheets, sheet: TableSheet, form: _Form, hands: range, of: str, pen: Pen) -> None:
    _draw_head(sheets, sheet, form, of, pen)
    high = max(_LOWEST, min(_HIGHEST, form.high(sheet) / len(hands)))
    level = form.begin(sheet)
    nothing = (Start(0, sheets.first_minimum),) * len(sheet.sides)
    for side, start in zip(sheet.sides, sheet.start or nothing, strict=True):
        _draw_names(side, start, seats_of(sheet.sides), level + 14, pen)
        minimum = start.minimum if hands.start == 1 else None
        draw_grid(sheets.columns, hands, minimum, high, level + _NAMES, pen)
        level += _NAMES + TITLES + len(hands) * high + _BETWEEN
    below = pen.area.height - pen.area.foot - 14
    pen.fit(MARGIN, below, sheets.minimums, 9, pen.right - MARGIN, ink=GREY)


def _draw_head(sheets: Sheets, sheet: TableSheet, form: _Form, of: str, pen: Pen) -> None:
    width = pen.right - MARGIN - (form.code + 16 if sheet.url else 0)
    base = form.title
    taken = pen.write(MARGIN, base, f"Table {sheet.table}", form.size, face=Face.BOLD)
    taken += pen.write(MARGIN + taken, base, of, 12, ink=GREY) + 14
    line = f"Round {sheets.round} · {sheets.occasion.line}"
    if form.size > 20:
        pen.fit(MARGIN, base + 22, line, 12, width, ink=GREY)
    else:
        pen.fit(MARGIN + taken, base, line, 10, width - taken, ink=GREY)
    if sheet.url is not None:
        below = form.below_code
        draw_qr(pen, sheet.url, right=pen.right, top=below - form.code, size=form.code)
        pen.write(pen.right, below + 4, _ENTER, 9, ink=GREY, align=Align.RIGHT)
        everything = pen.right - MARGIN
        draw_address(pen, sheet.url, right=pen.right, top=below + 13, width=everything)


def _draw_names(side: Side, start: Start, seats: int, base: float, pen: Pen) -> None:
    """Who sits there, what they begin with, and where they sign."""
    line = pen.right - _SIGNED
    room = line - MARGIN - 50
    begins = f"begin with {start.score:,}" if start.score else ""
    words = " · ".join(isolated(part) for part in (side.name, begins) if part)
    share = room * (0.65 if words else 1)
    taken = pen.fit(MARGIN, base, _players(side, seats), 14, share, face=Face.BOLD) + 12
    pen.fit(MARGIN + taken, base, words, 10, room - taken, ink=GREY)
    pen.write(line - 6, base, "signed", 9, ink=GREY, align=Align.RIGHT)
    pen.rule(line, base + 2, pen.right, base + 2, ink=GREY)


def _players(side: Side, seats: int) -> str:
    labelled = (f"{seat_label(seat, seats)}  {isolated(name)}" for seat, name in side.players)
    return "    ".join(labelled)
