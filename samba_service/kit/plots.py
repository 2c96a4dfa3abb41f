"""Lines over whole numbers, drawn as an SVG image, and the same values as rows of a table.

As points over the hands of a game, or ratings over dates. A page shows it by `<img>`: the image has
its own style, in the light and in the dark, and the page's policy needs no exception.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement, tostring

from django.utils.translation import gettext as _

WIDTH, HEIGHT = 420, 260
"""Of the image without its legend, in the units of its text: 16 are its size."""
LEFT, RIGHT, TOP, BOTTOM = 60, 12, 14, 34
"""The room around the lines, for the numbers at the axes."""
LEGEND_ROW = 24
STEPS = 5
"""The most intervals of the upright axis."""
GLYPH = 9
"""The width of a character, about."""
COLOURS = (
    ("#14608f", "#7cc0ee"),
    ("#a8201a", "#ff938b"),
    ("#1d6b3a", "#7ccf95"),
    ("#8a4b00", "#f0b35a"),
    ("#6a3d9a", "#cbb2f0"),
    ("#3d4650", "#cdd3da"),
)
"""Of each line, on a light and on a dark ground."""
DASHES = ("none", "8 4", "2 3", "10 3 2 3", "14 5", "5 5")
"""Of each line, for those who see no colours."""


def _colours(place: int) -> str:
    return "".join(
        f".l{number}{{stroke:{pair[place]}}}.l{number} circle{{fill:{pair[place]}}}"
        for number, pair in enumerate(COLOURS)
    )


STYLE = (
    "text{font:16px system-ui,sans-serif;fill:#1d2126}.grid{stroke:#d3d2cb}.zero{stroke:#85877f}"
    ".line{fill:none;stroke-width:2.5}circle{stroke:none}"
    + "".join(f".l{number} .line{{stroke-dasharray:{dash}}}" for number, dash in enumerate(DASHES))
    + _colours(0)
    + "@media(prefers-color-scheme:dark){text{fill:#eceef0}.grid{stroke:#3a424b}"
    + f".zero{{stroke:#7d8791}}{_colours(1)}}}"
)


class Line(NamedTuple):
    """A name, and what it had where: pairs (x, y), from left to right."""

    name: str
    points: Sequence[tuple[int, int]]


class Plot(NamedTuple):
    """Lines with one pair of axes; the upright one has 0."""

    title: str
    x_name: str
    """What x counts: the heading of a table's first column."""
    lines: Sequence[Line]
    x_text: Callable[[int], str] = str

    @property
    def described(self) -> str:
        """The plot in one sentence, for those who do not see it."""
        ends = [
            _("%(name)s: %(value)s") % {"name": line.name, "value": line.points[-1][1]}
            for line in self.lines
            if line.points
        ]
        return _("%(title)s. At the end %(values)s.") % {
            "title": self.title,
            "values": ", ".join(ends) or _("nothing yet"),
        }

    @property
    def xs(self) -> list[int]:
        """Every x that a line has, in order."""
        return sorted({x for line in self.lines for x, _y in line.points})

    @property
    def rows(self) -> Iterator[tuple[str, list[int | None]]]:
        """The table: x as text, and the value of each line there, or None."""
        values = [dict(line.points) for line in self.lines]
        for x in self.xs:
            yield self.x_text(x), [each.get(x) for each in values]

    def svg(self) -> bytes:
        """The image."""
        return tostring(_drawn(self), encoding="unicode").encode()


class _Scale(NamedTuple):
    """Where numbers from `low` to `high` are, in the image."""

    low: int
    high: int
    start: float
    end: float

    def __call__(self, value: int) -> str:
        span = self.high - self.low
        share = (value - self.low) / span if span else 0.5
        return f"{self.start + share * (self.end - self.start):.1f}"


def ticks(low: int, high: int) -> range:
    """Round numbers that include `low` and `high`, in at most about five steps."""
    span = max(1, high - low)
    size = 1
    while all(span > STEPS * size * factor for factor in (1, 2, 5)):
        size *= 10
    step = next(size * factor for factor in (1, 2, 5) if span <= STEPS * size * factor)
    return range(low // step * step, -(-high // step) * step + 1, step)


def _drawn(plot: Plot) -> Element:
    height = HEIGHT + LEGEND_ROW * len(plot.lines)
    root = Element(
        "svg",
        {"xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {WIDTH} {height}", "role": "img"},
    )
    SubElement(root, "title").text = plot.title
    SubElement(root, "desc").text = plot.described
    SubElement(root, "style").text = STYLE
    ys = [0, *chain.from_iterable((y for _x, y in line.points) for line in plot.lines)]
    marks = ticks(min(ys), max(ys))
    xs = plot.xs or [0]
    across = _Scale(xs[0], xs[-1], LEFT + 10, WIDTH - RIGHT - 10)
    up = _Scale(marks[0], marks[-1], HEIGHT - BOTTOM, TOP)
    _draw_axes(root, plot, marks, across, up)
    for number, line in enumerate(plot.lines):
        _draw_line(root, number, line, across, up)
    return root


def _draw_axes(root: Element, plot: Plot, marks: range, across: _Scale, up: _Scale) -> None:
    for mark in marks:
        kind, at = "grid" if mark else "zero", up(mark)
        ends = {"x1": str(LEFT), "x2": str(WIDTH - RIGHT), "y1": at, "y2": at}
        SubElement(root, "line", {"class": kind, **ends})
        place = {"x": str(LEFT - 8), "y": at, "dy": ".35em", "text-anchor": "end"}
        SubElement(root, "text", place).text = str(mark)
    for middle, text in _labels(plot, across):
        place = {"x": f"{middle:.1f}", "y": str(HEIGHT - BOTTOM + 22), "text-anchor": "middle"}
        SubElement(root, "text", place).text = text


def _labels(plot: Plot, across: _Scale) -> Iterator[tuple[float, str]]:
    """The middles and texts of the labels that have room, from left to right."""
    free = 0.0
    for x in plot.xs:
        text = plot.x_text(x)
        half = GLYPH * len(text) / 2
        at = min(max(float(across(x)), half), WIDTH - half)
        if at - half >= free:
            yield at, text
            free = at + half + GLYPH


def _draw_line(root: Element, number: int, line: Line, across: _Scale, up: _Scale) -> None:
    group = SubElement(root, "g", {"class": f"l{number % len(COLOURS)}"})
    places = [(across(x), up(y)) for x, y in line.points]
    if places:
        height = places[0][1]
        level = [(LEFT, height), (WIDTH - RIGHT, height)]  # of a single point
        path = " ".join(f"{x},{y}" for x, y in (places if len(places) > 1 else level))
        SubElement(group, "polyline", {"class": "line", "points": path})
    for x, y in places:
        SubElement(group, "circle", {"cx": x, "cy": y, "r": "3.5"})
    row = str(HEIGHT + LEGEND_ROW * number + 4)
    sample = {"x1": str(LEFT), "x2": str(LEFT + 44), "y1": row, "y2": row}
    SubElement(group, "line", {"class": "line", **sample})
    place = {"x": str(LEFT + 54), "y": row, "dy": ".35em"}
    SubElement(root, "text", place).text = line.name
