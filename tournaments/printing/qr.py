"""QR codes drawn as boxes, with the address in small type for those without a camera."""

from collections.abc import Iterator
from itertools import groupby
from typing import Final

import segno

from tournaments.printing.page import BLACK, GREY, Align, Box, Pen
from tournaments.printing.text import width_of

_QUIET: Final = 4
"""Modules left white around the code (ISO/IEC 18004)."""

_SMALL: Final = 6.5

_LEADING: Final = 7.8


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


def draw_address(pen: Pen, url: str, *, right: float, top: float, width: float) -> None:
    """The whole address in small type."""
    for number, line in enumerate(_lines(url, width)):
        level = top + number * _LEADING
        pen.write(right, level, line, _SMALL, ink=GREY, align=Align.RIGHT)


def address_height(url: str, width: float) -> float:
    """What `draw_address` needs."""
    return len(_lines(url, width)) * _LEADING


def _lines(url: str, width: float) -> list[str]:
    """`url` cut anywhere: it is typed, not read."""
    lines = [""]
    for letter in url:
        if width_of(lines[-1] + letter, _SMALL) > width:
            lines.append("")
        lines[-1] += letter
    return lines
