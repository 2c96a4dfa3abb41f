"""Score sheets for tables that play with cards in hand: a page each, to be filled in by pen."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from math import ceil
from typing import Final, NamedTuple

from tournaments.papers.press import (
    BLACK,
    FOOT,
    GREY,
    MARGIN,
    Align,
    Area,
    Box,
    Page,
    Paper,
    Press,
    Turn,
    area_of,
    printed,
)
from tournaments.papers.qr import draw_address, draw_qr
from tournaments.papers.text import Face, captions
from tournaments.papers.values import Occasion, Side, head, seat_label, seats_of

HANDS_BY_TIME: Final = 8
"""Rows of a sheet where the clock ends the round."""
_ENDING: Final = ("total", "running total", "next minimum")
_ENTER: Final = "the result is entered here"
_QR: Final = 102.0
_TOP: Final = 170.0
_SIGNED: Final = 60.0
"""For the signatures and the line above them."""
_HAND: Final = 34.0
"""Width of the column that numbers the hands."""
_NARROWEST: Final = 36.0
"""A column to write in; where portrait leaves less, the sheet lies."""
_NAMES, _TITLES, _BETWEEN = 18.0, 26.0, 16.0
_LOWEST, _HIGHEST = 17.0, 30.0
"""A row to write in."""


class Start(NamedTuple):
    """What a side begins with."""

    score: int
    minimum: int | None


class TableSheet(NamedTuple):
    table: int
    sides: tuple[Side, ...]
    url: str
    """The page where its result is entered."""
    start: tuple[Start, ...] = ()
    """By side; () for nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheets:
    occasion: Occasion
    round: int
    columns: tuple[str, ...]
    """What the ruleset scores, in its order; totals and the next minimum follow by themselves."""
    sheets: tuple[TableSheet, ...]
    hands: int | None = None
    """None: rounds by time."""
    first_minimum: int | None = None
    """The minimum of the first hand."""
    minimums: str = ""
    """How the next minimum is found, in words."""


def sheets_pdf(sheets: Sheets, paper: Paper = Paper.A4) -> bytes:
    area = area_of(paper)
    columns = len(sheets.columns) + len(_ENDING)
    if (area.width - 2 * MARGIN - _HAND) / columns < _NARROWEST:
        area = area_of(paper, Turn.LANDSCAPE)
    pages = [page for sheet in sheets.sheets for page in _pages(sheets, sheet, area)]
    title = f"Score sheets of round {sheets.round} · {sheets.occasion.line}"
    return printed(title, area, pages or [Page(partial(_none, sheets))])


def _none(sheets: Sheets, press: Press) -> None:
    head(press, f"Round {sheets.round}", sheets.occasion.line)
    press.write(MARGIN, 138, "No table plays with cards in hand.", 14, ink=GREY)


def _pages(sheets: Sheets, sheet: TableSheet, area: Area) -> Iterator[Page]:
    """As many as the hands of `sheet` take; the first row of each is what was before."""
    hands = range(1, (sheets.hands or HANDS_BY_TIME) + 1)
    room = area.height - MARGIN - FOOT - _SIGNED - _TOP + _BETWEEN
    grid = room / max(1, len(sheet.sides)) - _NAMES - _TITLES - _BETWEEN
    fitting = max(1, int(grid / _LOWEST) - 1)
    most = ceil(len(hands) / ceil(len(hands) / fitting))
    parts = [hands[start : start + most] for start in range(0, len(hands), most)]
    for number, part in enumerate(parts, start=1):
        high = min(_HIGHEST, grid / (len(part) + 1))
        foot = f"table {sheet.table}, sheet {number} of {len(parts)}" if len(parts) > 1 else ""
        yield Page(partial(_draw, sheets, sheet, part, high), foot)


def _draw(sheets: Sheets, sheet: TableSheet, hands: range, high: float, press: Press) -> None:
    line = f"Round {sheets.round} · {sheets.occasion.line}"
    head(press, f"Table {sheet.table}", line, press.right - MARGIN - _QR - 16)
    draw_qr(press, sheet.url, right=press.right, top=28, size=_QR)
    press.write(press.right, 136, _ENTER, 9, ink=GREY, align=Align.RIGHT)
    draw_address(press, sheet.url, right=press.right, top=146, width=press.right - MARGIN)
    level = _TOP
    nothing = (Start(0, sheets.first_minimum),) * len(sheet.sides)
    for side, start in zip(sheet.sides, sheet.start or nothing, strict=True):
        _draw_names(side, seats_of(sheet.sides), level, press)
        _draw_grid(sheets, start, hands, high, level + _NAMES, press)
        level += _NAMES + _TITLES + (len(hands) + 1) * high + _BETWEEN
    _draw_signatures(sheets.minimums, sheet, press)


def _players(side: Side, seats: int) -> str:
    return "    ".join(f"{seat_label(seat, seats)}  {name}" for seat, name in side.players)


def _draw_names(side: Side, seats: int, top: float, press: Press) -> None:
    width = press.right - MARGIN
    taken = 0.0
    if side.players:
        share = width * (0.7 if side.name else 1)
        taken = press.fit(MARGIN, top + 12, _players(side, seats), 14, share, face=Face.BOLD)
    room = width - taken - 14
    press.fit(press.right, top + 12, side.name, 11, room, ink=GREY, align=Align.RIGHT)


def _edges(columns: int, press: Press) -> list[float]:
    """Where columns begin and end, that of the hands' numbers first."""
    width = (press.right - MARGIN - _HAND) / columns
    return [MARGIN, *(MARGIN + _HAND + width * number for number in range(columns + 1))]


def _draw_grid(
    sheets: Sheets, start: Start, hands: range, high: float, top: float, press: Press
) -> None:
    titles = ("hand", *sheets.columns, *_ENDING)
    edges = _edges(len(titles) - 1, press)
    rows = top + _TITLES
    bottom = rows + (len(hands) + 1) * high
    ending = edges[-1 - len(_ENDING)]
    press.fill([Box(ending, rows, press.right - ending, bottom - rows)], ink=0.965)
    made = captions(titles, edges[-1] - edges[-2] - 4, 9)
    for caption, (left, right) in zip(made, pairwise(edges), strict=True):
        press.stack((left + right) / 2, rows - 5, caption, ink=GREY, align=Align.CENTRE)
    for number in range(len(hands) + 2):
        level = rows + number * high
        press.rule(MARGIN, level, press.right, level)
    for edge in edges[1:-1]:
        pen = 1.0 if edge == ending else 0.5
        press.rule(edge, rows, edge, bottom, pen=pen)
    _draw_hands(start, hands, high, rows, edges, press)


def _draw_hands(
    start: Start, hands: range, high: float, rows: float, edges: Sequence[float], press: Press
) -> None:
    """The numbers of the hands, below a row for what the side begins with."""
    middle = (edges[0] + edges[1]) / 2
    for number, words in enumerate(["before", *map(str, hands)]):
        size = 12 if number else 9
        base = rows + number * high + high / 2 + size / 3
        press.write(middle, base, words, size, ink=GREY, align=Align.CENTRE)
    if hands.start > 1:
        return
    base = rows + high / 2 + 4
    for left, value in zip(edges[-3:-1], start, strict=True):
        centre = left + (edges[-1] - edges[-2]) / 2
        shown = "" if value is None else f"{value:,}"
        press.write(centre, base, shown, 12, ink=BLACK, align=Align.CENTRE)


def _draw_signatures(minimums: str, sheet: TableSheet, press: Press) -> None:
    """A line for each side, and above them how the next minimum is found."""
    base = press.area.height - MARGIN - FOOT
    width = press.right - MARGIN
    press.fit(MARGIN, base - 38, minimums, 10, width, ink=GREY)
    share = (width + 24) / max(1, len(sheet.sides))
    seats = seats_of(sheet.sides)
    for number, side in enumerate(sheet.sides):
        left = MARGIN + number * share
        press.rule(left, base, left + share - 24, base, ink=GREY)
        labels = " ".join(seat_label(player.seat, seats) for player in side.players)
        press.fit(left, base + 12, f"signed for {labels}", 9, share - 24, ink=GREY)
