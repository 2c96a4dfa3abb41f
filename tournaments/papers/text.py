"""How a text is made to fit."""

from collections.abc import Iterable, Sequence
from math import inf
from typing import Final, NamedTuple

from tournaments.papers.typeface import Face, width_of

ELLIPSIS: Final = "…"
LEADING: Final = 1.02
"""From line to line where two stand for one, in sizes."""
_SMALL: Final = 0.58
"""Of the full size: two such lines are as high as a full one, and no line is made smaller."""


class Fitted(NamedTuple):
    size: float
    lines: tuple[str, ...]


def fitted(text: str, width: float, size: float, face: Face = Face.REGULAR) -> Fitted:
    """`text` within `width`: smaller if need be, then in two lines, cut with an ellipsis at last.

    Never higher than one line of `size`.
    """
    full = width_of(text, size, face)
    if full * _SMALL <= width:
        return Fitted(size * min(1, width / full) if full else size, (text,))
    small = size * _SMALL
    return Fitted(small, wrapped(text, width, small, face, lines=2))


def size_for_most(texts: Iterable[str], width: float, face: Face = Face.REGULAR) -> float:
    """The largest size at which nine of ten `texts` are no wider than `width`."""
    fitting = sorted(width / taken for text in texts if (taken := width_of(text, 1, face)))
    return fitting[len(fitting) // 10] if fitting else inf


def captions(titles: Sequence[str], widths: Sequence[float], size: float) -> list[Fitted]:
    """Titles of columns, all of one size, in two lines each at most."""
    columns = list(zip(titles, widths, strict=True))
    ratios = [
        width / taken
        for title, width in columns
        for word in title.split()
        if (taken := width_of(word, size)) > width
    ]
    small = size * max(_SMALL, min(ratios, default=1.0))
    return [Fitted(small, wrapped(title, width, small, lines=2)) for title, width in columns]


def wrapped(
    text: str, width: float, size: float, face: Face = Face.REGULAR, *, lines: int
) -> tuple[str, ...]:
    """`text` in at most so many `lines`, broken between words where one fits."""
    made: list[str] = []
    rest = text.strip()
    while rest and len(made) < lines - 1:
        head = _head(rest, width, size, face)
        made.append(head.rstrip())
        rest = rest[len(head) :].lstrip()
    return (*made, shortened(rest, width, size, face)) if rest else tuple(made)


def shortened(text: str, width: float, size: float, face: Face) -> str:
    """`text`, its end cut for an ellipsis where it is too long."""
    if width_of(text, size, face) <= width:
        return text
    while text and width_of(text + ELLIPSIS, size, face) > width:
        text = text[:-1]
    return text.rstrip() + ELLIPSIS


def _head(text: str, width: float, size: float, face: Face) -> str:
    """The longest beginning of `text` that fits, up to a space if there is one; never empty."""
    end = len(text)
    while end > 1 and width_of(text[:end], size, face) > width:
        end -= 1
    space = text.rfind(" ", 1, end + 1)
    return text[:end] if end == len(text) or space < 1 else text[: space + 1]
