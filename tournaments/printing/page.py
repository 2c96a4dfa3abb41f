"""Pages being drawn, measured in points (1/72 inch) from their top left corner."""

from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from functools import partial
from io import BytesIO
from typing import Final, Literal, NamedTuple, TypedDict, Unpack

from reportlab.lib.pagesizes import A4, LETTER
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from tournaments.printing.text import (
    LEADING,
    SUBSTITUTE,
    Face,
    Fitted,
    fitted,
    is_printable,
    plain,
    runs,
    width_of,
)


class Paper(StrEnum):
    A4 = "a4"
    LETTER = "letter"


class Align(StrEnum):
    LEFT = "left"
    RIGHT = "right"
    CENTRE = "centre"


class Area(NamedTuple):
    """A page's size, or that of a part of it."""

    width: float
    height: float
    foot: float = 42.0
    """How far the foot is above the lower edge."""

    @property
    def turned(self) -> "Area":
        """In landscape."""
        return self._replace(width=self.height, height=self.width)


class Box(NamedTuple):
    x: float
    y: float
    """Of the upper left corner."""
    width: float
    height: float


MARGIN: Final = 42.0

FOOT: Final = 30.0
"""Kept free above the lower margin for the foot of the page."""

BLACK: Final = 0.08
GREY: Final = 0.45

HAIR: Final = 0.8
"""Inks, 0 to 1: black to white."""

SUBSTITUTE_NOTE: Final = (
    f"{SUBSTITUTE} replaces a letter that cannot be printed here; the number is the entry's."
)

_FILLED: Final = 0

_OUTLINED: Final = 2
"""Modes of PDF text: letters filled, and with their outline drawn too."""

_THICKER: Final = 0.03
"""The outline of letters whose font has no bold, in sizes."""


def area_of(paper: Paper) -> Area:
    return Area(*{Paper.A4: A4, Paper.LETTER: LETTER}[paper])


class Style(TypedDict, total=False):
    """How a text is written, where it is not black, regular and from `x` to the right."""

    face: Face
    ink: float
    align: Align


class Pen:
    """Draws on the page at hand; every text is made printable."""

    def __init__(self, canvas: Canvas, area: Area) -> None:
        self._canvas = canvas
        self.area = area
        self.substituted = False
        """True if this page has letters that the typefaces lack."""

    @property
    def right(self) -> float:
        return self.area.width - MARGIN

    def write(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        *,
        face: Face = Face.REGULAR,
        ink: float = BLACK,
        align: Align = Align.LEFT,
    ) -> float:
        """One line with its baseline at `y`; returns its width."""
        self.substituted |= not is_printable(text)
        width = width_of(text, size, face)
        start = x - {Align.LEFT: 0.0, Align.CENTRE: width / 2, Align.RIGHT: width}[align]
        self._canvas.setFillGray(ink)
        for run in runs(text, face):
            if run.thicken:
                self._canvas.setStrokeGray(ink)
                self._canvas.setLineWidth(size * _THICKER)
            self._canvas.setFont(run.font, size)
            mode: Literal[0, 2] = _OUTLINED if run.thicken else _FILLED
            self._canvas.drawString(start, self.area.height - y, run.text, mode=mode)
            start += stringWidth(run.text, run.font, size)
        return width

    def fit(
        self, x: float, y: float, text: str, size: float, width: float, **style: Unpack[Style]
    ) -> float:
        """`text` within `width`, as high as one line of `size` on baseline `y`; its width."""
        made = fitted(text, width, size, style.get("face", Face.REGULAR))
        return self.stack(x, y, made, **style)

    def stack(self, x: float, y: float, made: Fitted, **style: Unpack[Style]) -> float:
        """Lines above each other, the last on baseline `y`; returns the width of the widest."""
        widths = [
            self.write(x, y - number * made.size * LEADING, line, made.size, **style)
            for number, line in enumerate(reversed(made.lines))
        ]
        return max(widths, default=0.0)

    def rule(
        self, x: float, y: float, to_x: float, to_y: float, *, ink: float = HAIR, pen: float = 0.5
    ) -> None:
        self._canvas.setStrokeGray(ink)
        self._canvas.setLineWidth(pen)
        self._canvas.line(x, self.area.height - y, to_x, self.area.height - to_y)

    def fill(self, boxes: Iterable[Box], *, ink: float) -> None:
        self._canvas.setFillGray(ink)
        for x, y, width, height in boxes:
            self._canvas.rect(x, self.area.height - y - height, width, height, stroke=0, fill=1)


class Page(NamedTuple):
    draw: Callable[[Pen], None]
    foot: str = ""
    area: Area | None = None
    """If it differs from that of the other pages."""


class Block(NamedTuple):
    """Content that stays on one page: `draw` gets the height at which it begins."""

    height: float
    draw: Callable[[Pen, float], None]


def printed(title: str, area: Area, pages: Iterable[Page], *, per_page: int = 1) -> bytes:
    """The PDF of `pages`, `per_page` of them below each other on a sheet of paper.

    `area` is the size of one of them. The same pages give the same bytes.
    """
    out = BytesIO()
    canvas = Canvas(out, invariant=1, pageCompression=1, lang="en")
    canvas.setTitle(plain(title))
    canvas.setCreator("Samba Service")
    for start, page in enumerate(pages):
        place = start % per_page
        if start and not place:
            canvas.showPage()
        each = page.area or area
        canvas.setPageSize((each.width, each.height * per_page))
        canvas.saveState()
        canvas.translate(0, each.height * (per_page - 1 - place))
        pen = Pen(canvas, each)
        page.draw(pen)
        level = each.height - each.foot
        if pen.substituted:
            pen.write(MARGIN, level, SUBSTITUTE_NOTE, 8, ink=GREY)
        pen.write(pen.right, level, page.foot, 9, ink=GREY, align=Align.RIGHT)
        if place:
            pen.rule(0, 0, area.width, 0, ink=GREY)
        canvas.restoreState()
    canvas.showPage()
    canvas.save()
    return out.getvalue()


def largest(sizes: Sequence[float], pages: Callable[[float], int]) -> float:
    """The largest of `sizes`, in ascending order, that takes no more pages than the smallest."""
    fewest = pages(sizes[0])
    return next(size for size in reversed(sizes) if pages(size) <= fewest)


def broken(blocks: Sequence[Block], height: float) -> list[list[Block]]:
    """`blocks` in pages of at most `height`; there is always a page, if an empty one."""
    pages: list[list[Block]] = [[]]
    left = height
    for block in blocks:
        if block.height > left and pages[-1]:
            pages.append([])
            left = height
        pages[-1].append(block)
        left -= block.height
    return pages


def numbered(
    blocks: Sequence[Block], area: Area, top: float, head: Callable[[Pen], None]
) -> list[Page]:
    """`blocks` from `top` on under the same head, on as many numbered pages as they need."""
    cut = broken(blocks, area.height - MARGIN - FOOT - top)

    def draw(content: Sequence[Block], pen: Pen) -> None:
        head(pen)
        level = top
        for block in content:
            block.draw(pen, level)
            level += block.height

    return [
        Page(partial(draw, content), f"page {number} of {len(cut)}")
        for number, content in enumerate(cut, start=1)
    ]


def write_nothing(words: str, pen: Pen, top: float) -> None:
    """What a page without content says."""
    pen.write(MARGIN, top + 20, words, 14, ink=GREY)
