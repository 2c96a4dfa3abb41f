"""The grid of a score sheet: a row for each hand, a column for each field of the entry form."""

from collections.abc import Sequence
from itertools import accumulate, groupby, pairwise
from typing import Final, NamedTuple

from tournaments.printing.page import BLACK, GREY, MARGIN, Align, Area, Box, Pen
from tournaments.printing.text import captions

TITLES: Final = 36.0

_GROUPS: Final = 12.0
"""The upper part of the titles, which several columns share."""

_HAND: Final = 26.0
"""Width of the column that numbers the hands."""

_NARROW: Final = 0.6
"""A column for a count, of one for points."""

_NARROWEST: Final = 36.0
"""A column for points; where portrait leaves less, the sheet is landscape."""


class Column(NamedTuple):
    title: str
    group: str = ""
    """What it shares with its neighbours."""
    is_count: bool = False
    """True for a small number, which needs less room than points."""


_FIRST: Final = Column("minimum")

_ENDING: Final = (Column("this hand", "total"), Column("so far", "total"))


def fits(columns: Sequence[Column], area: Area) -> bool:
    """True if the columns for points are wide enough to write in."""
    return _unit(_all(columns), area) >= _NARROWEST


def _all(columns: Sequence[Column]) -> tuple[Column, ...]:
    return (_FIRST, *columns, *_ENDING)


def _share(column: Column) -> float:
    return _NARROW if column.is_count else 1.0


def _unit(columns: Sequence[Column], area: Area) -> float:
    """The width of a column for points."""
    return (area.width - 2 * MARGIN - _HAND) / sum(map(_share, columns))


def _edges(columns: Sequence[Column], area: Area) -> list[float]:
    """Where columns begin and end."""
    unit = _unit(columns, area)
    return list(accumulate((unit * _share(each) for each in columns), initial=MARGIN + _HAND))


def draw_grid(
    given: Sequence[Column],
    hands: range,
    minimum: int | None,
    high: float,
    top: float,
    pen: Pen,
) -> None:
    """Rows for `hands` below `top`; the first minimum is filled in where it is known."""
    columns = _all(given)
    edges = _edges(columns, pen.area)
    rows = top + TITLES
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


def _draw_titles(columns: Sequence[Column], edges: Sequence[float], top: float, pen: Pen) -> None:
    level = top + TITLES - 4
    pen.write(MARGIN + _HAND / 2, level, "hand", 8, ink=GREY, align=Align.CENTRE)
    widths = [right - left - 3 for left, right in pairwise(edges)]
    made = captions([column.title for column in columns], widths, 9)
    for caption, (left, right) in zip(made, pairwise(edges), strict=True):
        pen.stack((left + right) / 2, level, caption, ink=GREY, align=Align.CENTRE)
    for group, numbers in groupby(range(len(columns)), lambda at: columns[at].group):
        placed = list(numbers)
        left, right = edges[placed[0]], edges[placed[-1] + 1]
        if group:
            _draw_group(group, left, right, top + _GROUPS - 2, pen)


def _draw_group(group: str, left: float, right: float, base: float, pen: Pen) -> None:
    pen.rule(left + 2, base + 3, right - 2, base + 3, ink=GREY)
    pen.fit((left + right) / 2, base, group, 8, right - left - 4, ink=GREY, align=Align.CENTRE)
