"""Where everybody sits, by name: for rounds with too many tables to look through."""

import re
import unicodedata
from collections.abc import Sequence
from functools import partial
from math import ceil
from typing import Final, NamedTuple

from tournaments.printing.page import FOOT, GREY, MARGIN, Align, Area, Page, Pen, largest
from tournaments.printing.text import Face, plain
from tournaments.printing.values import TOP, head

_SIZES: Final = (13, 14, 15, 16, 17, 18, 20, 22, 24)

_LINE: Final = 1.45
"""From name to name, in sizes."""

_GAP: Final = 28.0

_COLUMNS: Final = 2

_UNMARKED: Final = str.maketrans({"ł": "l", "đ": "d", "ð": "d", "ø": "o", "þ": "th",
                                  "æ": "ae", "œ": "oe"})  # fmt: skip
"""Letters for which Unicode has no plain form with a mark."""


class NamedSeat(NamedTuple):
    name: str
    table: int | None
    """None: without a table this round."""
    seat: str
    """N, E, S, W or a number; why there is no table."""


def by_name_pages(title: str, line: str, places: Sequence[NamedSeat], area: Area) -> list[Page]:
    """`places` in the order of their names, down one column and then the next."""
    room = area.height - MARGIN - FOOT - TOP
    ordered = sorted(places, key=lambda place: (_key(place.name), place.table or 0, place.seat))

    def rows(size: float) -> int:
        return int(room / (size * _LINE))

    size = largest(_SIZES, lambda size: ceil(len(places) / (_COLUMNS * rows(size))))
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
    width = (pen.right - MARGIN - _GAP) / _COLUMNS
    for number, place in enumerate(places):
        left = MARGIN + (number // rows) * (width + _GAP)
        base = TOP + (number % rows) * size * _LINE + size
        _draw_place(place, left, left + width, base, size, pen)
        pen.rule(left, base + size * 0.32, left + width, base + size * 0.32)


def _draw_place(
    place: NamedSeat, left: float, right: float, base: float, size: float, pen: Pen
) -> None:
    """The name, then the table's number in its own column, and the seat."""
    if place.table is None:
        taken = pen.write(right, base, place.seat, size * 0.7, ink=GREY, align=Align.RIGHT)
    else:
        pen.write(right, base, place.seat, size * 0.7, ink=GREY, align=Align.RIGHT)
        number = str(place.table)
        at = right - size
        taken = size + pen.write(at, base, number, size, face=Face.BOLD, align=Align.RIGHT)
    pen.fit(left, base, place.name, size, right - left - taken - 10)
