"""The typeface, what it can print of a name, and how a text is made to fit.

Source Sans Pro has all of Latin-1 and Latin Extended-A, Vietnamese, Greek and Cyrillic. Letters
beyond it (Arabic, Hebrew, Chinese, ...) are printed as `SUBSTITUTE`, with a note at the foot of
the page: nothing is set from right to left.
"""

import unicodedata
from collections.abc import Sequence
from enum import StrEnum
from importlib.resources import files
from typing import Final, NamedTuple

from reportlab.pdfbase.pdfmetrics import registerFont, stringWidth
from reportlab.pdfbase.ttfonts import TTFont


class Face(StrEnum):
    REGULAR = "SourceSansPro-Regular"
    BOLD = "SourceSansPro-Semibold"


def _registered(face: Face) -> frozenset[int]:
    """The code points of `face`, now known to reportlab; at import, for it keeps fonts globally."""
    font = TTFont(face, str(files("font_source_sans_pro") / "files" / f"{face}.ttf"))
    registerFont(font)
    return frozenset(font.face.charToGlyph)


_KNOWN: Final = frozenset.intersection(*map(_registered, Face))
SUBSTITUTE: Final = "◊"
SUBSTITUTE_NOTE: Final = f"{SUBSTITUTE} stands for a letter that this typeface lacks."
ELLIPSIS: Final = "…"
LEADING: Final = 1.02
"""From line to line where two stand for one, in sizes."""
_SMALL: Final = 0.58
"""Of the full size: two such lines are as high as a full one, and no line is made smaller."""


def printable(text: str) -> str:
    """`text` in letters of the typeface: without marks it cannot set, else `SUBSTITUTE`."""
    return "".join(map(_letter, unicodedata.normalize("NFC", text)))


def _letter(letter: str) -> str:
    if ord(letter) in _KNOWN:
        return letter
    category = unicodedata.category(letter)
    if category in ("Cc", "Zl", "Zp", "Zs"):
        return " "
    if category in ("Cf", "Mn", "Me"):
        return ""
    parts = unicodedata.normalize("NFKD", letter)
    return "".join(part for part in parts if ord(part) in _KNOWN) or SUBSTITUTE


def width_of(text: str, size: float, face: Face = Face.REGULAR) -> float:
    """In points, of what `printable` makes of it."""
    return stringWidth(printable(text), face, size)


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


def captions(titles: Sequence[str], width: float, size: float) -> list[Fitted]:
    """Titles of equal columns, all of one size, in two lines each at most."""
    words = [word for title in titles for word in title.split()]
    widest = max((width_of(word, size) for word in words), default=0)
    small = max(size * _SMALL, min(size, size * width / widest)) if widest else size
    return [Fitted(small, wrapped(title, width, small, lines=2)) for title in titles]


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
