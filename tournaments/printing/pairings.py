"""The pairings of a round, for the wall."""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from math import ceil
from typing import Final, NamedTuple

from tournaments.printing.page import (
    FOOT,
    GREY,
    MARGIN,
    Align,
    Area,
    Block,
    Page,
    Paper,
    Pen,
    area_of,
    largest,
    numbered,
    printed,
    write_nothing,
)
from tournaments.printing.parts import TOP, Occasion, Seated, Side, head, seat_label, seats_of
from tournaments.printing.text import Face, plain, size_for_most

BY_NAME_FROM: Final = 8
"""Tables from which on a list by name follows."""

_SIZES: Final = (18, 19, 20, 21, 22, 23, 24, 26, 28, 30, 32)
"""Of a name: the largest for which there is room."""

_LINE: Final = 1.28
"""From name to name, in sizes."""

_NUMBER: Final = 68.0
"""Width of the table's number."""

_GAP, _SEAT, _DEALING = 16.0, 18.0, 30.0
_CAPTION, _AIR, _BETWEEN = 14.0, 18.0, 8.0

_LEAST: Final = 1.5
"""Lines of a table, because its number is higher than one line."""

_DEALS: Final = "deals"
_BYE: Final = 26.0
_HEADING: Final = "Without a table this round"


class PairedTable(NamedTuple):
    number: int
    sides: tuple[Side, ...]
    dealer: int | None = None
    """The seat that deals first."""
    note: str = ""
    """A word below the number: online, for third place."""


class Bye(NamedTuple):
    name: str
    note: str = ""
    """bye, sits out."""


class NamedSeat(NamedTuple):
    name: str
    table: int | None
    """None: without a table this round."""
    seat: str
    """N, E, S, W or a number; why there is no table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairings:
    occasion: Occasion
    round: int
    tables: tuple[PairedTable, ...]
    byes: tuple[Bye, ...] = ()


class _Layout(NamedTuple):
    """The layout of a table."""

    size: float
    """Of a name."""
    stacked: bool = False
    """True if its sides are below each other: that leaves room for larger names."""

    @property
    def line(self) -> float:
        return self.size * _LINE

    def side(self, table: PairedTable, area: Area) -> float:
        """The width of a side, with the gap after it."""
        room = area.width - 2 * MARGIN - _NUMBER + _GAP
        return room if self.stacked else room / max(1, len(table.sides))

    def high(self, side: Side) -> float:
        """The height of a side that has another below it."""
        return self.caption(side) + len(side.players) * self.line + _BETWEEN

    def caption(self, side: Side) -> float:
        return _CAPTION if side.name else 0.0

    def captions(self, table: PairedTable) -> float:
        """Of sides next to each other."""
        return max(map(self.caption, table.sides), default=0.0)


def pairings_pdf(pairings: Pairings, paper: Paper = Paper.A4) -> bytes:
    """The round table by table, entries without one at the end; from 8 tables on by name too."""
    title = f"Round {pairings.round} · {pairings.occasion.line}"
    return printed(title, area_of(paper), pairings_pages(pairings, area_of(paper)))


def pairings_pages(pairings: Pairings, area: Area) -> list[Page]:
    title = f"Round {pairings.round}"
    line = pairings.occasion.line

    def pages(layout: _Layout) -> list[Page]:
        blocks = [_table(table, layout) for table in pairings.tables] + _byes(pairings.byes)
        shown = blocks or [Block(_BYE, partial(write_nothing, "No tables in this round."))]
        return numbered(shown, area, TOP, lambda pen: head(pen, title, line))

    made = pages(_layout_of(pairings, area, lambda layout: len(pages(layout))))
    if len(pairings.tables) < BY_NAME_FROM:
        return made
    return made + by_name_pages(f"{title} by name", line, list(_places(pairings)), area)


def _layout_of(pairings: Pairings, area: Area, pages: Callable[[_Layout], int]) -> _Layout:
    """The largest type in which most names fit, on no more pages than in the smallest."""
    fewest = pages(_Layout(_SIZES[0]))
    sides = [(table, side) for table in pairings.tables for side in table.sides]
    names = [player.name for _, side in sides for player in side.players]
    best = _Layout(_SIZES[0])
    for size, stacked in product(_SIZES[1:], (True, False)):
        layout = _Layout(size, stacked)
        width = min((layout.side(table, area) for table, _ in sides), default=area.width)
        fits = size <= size_for_most(names, width - _GAP - _SEAT - _DEALING)
        best = layout if fits and pages(layout) <= fewest else best
    return best


def _places(pairings: Pairings) -> Iterator[NamedSeat]:
    for table in pairings.tables:
        seats = seats_of(table.sides)
        for player in (player for side in table.sides for player in side.players):
            yield NamedSeat(player.name, table.number, seat_label(player.seat, seats))
    for bye in pairings.byes:
        yield NamedSeat(bye.name, None, bye.note)


def _table(table: PairedTable, layout: _Layout) -> Block:
    lines = [len(side.players) * layout.line for side in table.sides]
    high = sum(map(layout.high, table.sides)) if layout.stacked else max(lines, default=0)
    high += 0 if layout.stacked else layout.captions(table)
    return Block(max(high, _LEAST * layout.line) + _AIR, partial(_draw_table, table, layout))


def _draw_table(table: PairedTable, layout: _Layout, pen: Pen, top: float) -> None:
    pen.rule(MARGIN, top, pen.right, top)
    base = top + _AIR / 2 + layout.size * 0.95
    under = base + layout.size * 0.45 + layout.captions(table)
    pen.fit(MARGIN, under, str(table.number), layout.size * 1.9, _NUMBER - 8, face=Face.BOLD)
    pen.fit(MARGIN, under + 13, table.note, 9, _NUMBER - 8, ink=GREY)
    width = layout.side(table, pen.area)
    left = MARGIN + _NUMBER
    for side in table.sides:
        level = base + (layout.caption(side) if layout.stacked else layout.captions(table))
        pen.fit(left, level - layout.size - 2, side.name, 10, width - _GAP, ink=GREY)
        for line, player in enumerate(side.players):
            _draw_player(table, player, left, level + line * layout.line, width - _GAP, layout, pen)
        if layout.stacked:
            base += layout.high(side)
        else:
            left += width


def _draw_player(
    table: PairedTable,
    player: Seated,
    left: float,
    base: float,
    width: float,
    layout: _Layout,
    pen: Pen,
) -> None:
    label = seat_label(player.seat, seats_of(table.sides))
    pen.write(left + 6, base, label, 11, ink=GREY, align=Align.CENTRE)
    deals = player.seat == table.dealer
    room = width - _SEAT - (_DEALING if deals else 0)
    taken = pen.fit(left + _SEAT, base, player.name, layout.size, room)
    if deals:
        pen.write(left + _SEAT + taken + 6, base, _DEALS, 9, ink=GREY)


def _byes(byes: tuple[Bye, ...]) -> list[Block]:
    """Two in a row; the heading stays with the first of them."""
    rows = [byes[start : start + 2] for start in range(0, len(byes), 2)]
    return [
        Block(_BYE * (1 if number else 3), partial(_draw_byes, row, _HEADING if not number else ""))
        for number, row in enumerate(rows)
    ]


def _draw_byes(row: tuple[Bye, ...], heading: str, pen: Pen, top: float) -> None:
    if heading:
        pen.rule(MARGIN, top, pen.right, top)
        pen.write(MARGIN, top + 36, heading, 14, face=Face.BOLD)
        top += 2 * _BYE
    width = (pen.right - MARGIN) / 2
    for number, bye in enumerate(row):
        left = MARGIN + number * width
        taken = pen.fit(left, top + 18, bye.name, 16, width - 80)
        pen.fit(left + taken + 8, top + 18, bye.note, 10, 60, ink=GREY)


_BY_NAME_SIZES: Final = (13, 14, 15, 16, 17, 18, 20, 22, 24)

_BY_NAME_LINE: Final = 1.45
"""From name to name, in sizes."""

_BY_NAME_GAP: Final = 28.0
_COLUMNS: Final = 2

_UNMARKED: Final = str.maketrans({"ł": "l", "đ": "d", "ð": "d", "ø": "o", "þ": "th",
                                  "æ": "ae", "œ": "oe"})  # fmt: skip
"""Letters for which Unicode has no plain form with a mark."""


def by_name_pages(title: str, line: str, places: Sequence[NamedSeat], area: Area) -> list[Page]:
    """`places` in the order of their names, down one column and then the next."""
    room = area.height - MARGIN - FOOT - TOP
    ordered = sorted(places, key=lambda place: (_key(place.name), place.table or 0, place.seat))

    def rows(size: float) -> int:
        return int(room / (size * _BY_NAME_LINE))

    size = largest(_BY_NAME_SIZES, lambda size: ceil(len(places) / (_COLUMNS * rows(size))))
    most = _COLUMNS * rows(size)
    cut = [ordered[start : start + most] for start in range(0, len(ordered), most)]
    return [
        Page(
            partial(_draw, title, line, part, rows(size), size),
            f"by name, page {number} of {len(cut)}",
        )
        for number, part in enumerate(cut, start=1)
    ]


def _key(name: str) -> list[str | int]:
    """Case and marks do not count; numbers are in the order of their values."""
    parts = unicodedata.normalize("NFKD", plain(name).casefold().translate(_UNMARKED))
    letters = "".join(part for part in parts if not unicodedata.combining(part))
    return [int(part) if part.isdecimal() else part for part in re.split(r"(\d+)", letters)]


def _draw(
    title: str, line: str, places: Sequence[NamedSeat], rows: int, size: float, pen: Pen
) -> None:
    head(pen, title, line)
    width = (pen.right - MARGIN - _BY_NAME_GAP) / _COLUMNS
    for number, place in enumerate(places):
        left = MARGIN + (number // rows) * (width + _BY_NAME_GAP)
        base = TOP + (number % rows) * size * _BY_NAME_LINE + size
        _draw_place(place, left, left + width, base, size, pen)
        pen.rule(left, base + size * 0.32, left + width, base + size * 0.32)


def _draw_place(
    place: NamedSeat, left: float, right: float, base: float, size: float, pen: Pen
) -> None:
    """The name, then the table's number in its own column, and the seat."""
    taken = pen.write(right, base, place.seat, size * 0.7, ink=GREY, align=Align.RIGHT)
    if place.table is not None:
        at, number = right - size, str(place.table)
        taken = size + pen.write(at, base, number, size, face=Face.BOLD, align=Align.RIGHT)
    pen.fit(left, base, place.name, size, right - left - taken - 10)
