"""How a text is set: typefaces, lines of mixed scripts, and what makes it fit."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from importlib.resources import files
from itertools import groupby
from math import inf
from typing import Final, NamedTuple

from arabic_reshaper import ArabicReshaper
from bidi import get_display
from reportlab.pdfbase.pdfmetrics import registerFont, stringWidth
from reportlab.pdfbase.ttfonts import TTFont

SUBSTITUTE: Final = "◊"


class Face(StrEnum):
    REGULAR = "regular"
    BOLD = "bold"


class Run(NamedTuple):
    """Letters of one font, from left to right."""

    font: str
    text: str
    thicken: bool
    """True if the font has no bold: the letters are outlined too."""


class _Font(NamedTuple):
    name: str
    known: frozenset[int]
    """Code points."""


def _registered(package: str, file: str) -> _Font:
    """A font registered in reportlab; at import, because reportlab keeps fonts globally."""
    name = re.sub(r"\W", "", file.removesuffix(".ttf"))
    font = TTFont(name, str(files(package) / "files" / file))
    registerFont(font)
    return _Font(name, frozenset(font.face.charToGlyph))


_HEBREW: Final = _registered("fontpkg_heebo", "Heebo[wght].ttf")

_FONTS: Final = {
    Face.REGULAR: (
        _registered("font_source_sans_pro", "SourceSansPro-Regular.ttf"),
        _HEBREW,
        _registered("fontpkg_ibm_plex_sans_arabic", "IBMPlexSansArabic-Regular.ttf"),
    ),
    Face.BOLD: (
        _registered("font_source_sans_pro", "SourceSansPro-Semibold.ttf"),
        _HEBREW,
        _registered("fontpkg_ibm_plex_sans_arabic", "IBMPlexSansArabic-SemiBold.ttf"),
    ),
}
"""In the order in which they are tried for a letter; both faces have the same letters."""

_KNOWN: Final = frozenset.union(*(font.known for font in _FONTS[Face.REGULAR]))
_JOIN: Final = ArabicReshaper({"delete_harakat": True, "ARABIC LIGATURE ALLAH": False}).reshape
_LEFTWARDS: Final = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")

_POINTS: Final = re.compile("[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]")
"""Vowel signs of Hebrew; joining removes those of Arabic. Names are read without them."""

_DIRECTIONS: Final = re.compile("[\u061c\u200e\u200f\u202a-\u202e]")
_ISOLATES: Final = re.compile("[\u2066-\u2069]")
_CROSSED: Final = re.compile(r"[)\]}»>][^()\[\]{}«»<>]*[(\[{«<]")
_MIRRORED: Final = str.maketrans("()[]{}«»<>", ")(][}{»«><")


def isolated(text: str) -> str:
    """`text` as a part of a line whose direction does not change with it."""
    return f"\u2068{_ISOLATES.sub('', text)}\u2069"


def plain(text: str) -> str:
    """`text` without what `isolated` put around its parts."""
    return _ISOLATES.sub("", text)


def printable(text: str) -> str:
    """The letters of `text` as they are printed, from left to right."""
    return "".join(map(_letter, _ordered(unicodedata.normalize("NFC", text))))


def is_printable(text: str) -> bool:
    """True if the typefaces have every letter of `text`."""
    return SUBSTITUTE not in printable(text)


def runs(text: str, face: Face) -> Iterator[Run]:
    """`text` font by font, from left to right."""

    def font_of(letter: str) -> _Font:
        return next(font for font in _FONTS[face] if ord(letter) in font.known)

    for font, letters in groupby(printable(text), font_of):
        yield Run(font.name, "".join(letters), face is Face.BOLD and font is _HEBREW)


def width_of(text: str, size: float, face: Face = Face.REGULAR) -> float:
    """In points, of the result of `printable`."""
    return sum(stringWidth(run.text, run.font, size) for run in runs(text, face))


def _ordered(text: str) -> str:
    """`text` from left to right, its Arabic joined."""
    if not _LEFTWARDS.search(text):
        return text
    joined = _JOIN(_POINTS.sub("", _DIRECTIONS.sub("", text)))
    # The library turns the line round, but no bracket in it.
    return _CROSSED.sub(lambda pair: pair[0].translate(_MIRRORED), str(get_display(joined)))


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


ELLIPSIS: Final = "…"

LEADING: Final = 1.02
"""From line to line where two lines replace one, in sizes."""

_SMALL: Final = 0.58
"""Of the full size: two such lines are as high as a full one, and no line is made smaller."""


class Fitted(NamedTuple):
    size: float
    lines: tuple[str, ...]


def fitted(text: str, width: float, size: float, face: Face = Face.REGULAR) -> Fitted:
    """`text` within `width`: smaller if needed, then in two lines, finally cut with an ellipsis.

    Never higher than one line of `size`.
    """
    full = width_of(text, size, face)
    if full * _SMALL <= width:
        return Fitted(size * min(1, width / full) if full else size, (text,))
    small = size * _SMALL
    return Fitted(small, _in_two_lines(text, width, small, face))


def size_for_most(texts: Iterable[str], width: float) -> float:
    """The largest size at which nine of ten `texts` are no wider than `width`."""
    fitting = sorted(width / taken for text in texts if (taken := width_of(text, 1)))
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
    return [
        Fitted(small, _in_two_lines(title, width, small, Face.REGULAR)) for title, width in columns
    ]


def _in_two_lines(text: str, width: float, size: float, face: Face) -> tuple[str, ...]:
    """`text`, broken between words where possible; an ellipsis replaces what is too long."""
    text = text.strip()
    head = _head(text, width, size, face)
    rest = text[len(head) :].lstrip()
    if not rest:
        return (head,) if head else ()
    if width_of(rest, size, face) > width:
        while rest and width_of(rest + ELLIPSIS, size, face) > width:
            rest = rest[:-1]
        rest = rest.rstrip() + ELLIPSIS
    return head.rstrip(), rest


def _head(text: str, width: float, size: float, face: Face) -> str:
    """The longest beginning of `text` that fits, up to a space if there is one; never empty."""
    end = len(text)
    while end > 1 and width_of(text[:end], size, face) > width:
        end -= 1
    space = text.rfind(" ", 1, end + 1)
    return text[:end] if end == len(text) or space < 1 else text[: space + 1]
