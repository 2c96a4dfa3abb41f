"""What a reader finds in a printed PDF: its texts, where they are, and what a phone scans."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import pypdfium2
import zxingcpp
from PIL import Image


class Span(NamedTuple):
    """A letter on a page; points from the lower left corner."""

    left: float
    right: float
    bottom: float


@contextmanager
def opened(pdf: bytes) -> Iterator[pypdfium2.PdfDocument]:
    document = pypdfium2.PdfDocument(pdf)
    try:
        yield document
    finally:
        document.close()


def texts(pdf: bytes) -> list[str]:
    """The text of each page, lines apart."""
    with opened(pdf) as document:
        return [
            page.get_textpage().get_text_bounded().replace("\r\n", "\n").replace("\x02", "-")
            for page in document
        ]


def sizes(pdf: bytes) -> list[tuple[int, int]]:
    """Of each page, in whole points."""
    with opened(pdf) as document:
        return [(round(page.get_width()), round(page.get_height())) for page in document]


def spans(pdf: bytes, letter: str, page: int = 0) -> list[Span]:
    """The positions of `letter` on a page."""
    with opened(pdf) as document:
        text = document[page].get_textpage()
        places = [text.get_charbox(at) for at in range(text.count_chars())]
        letters = [text.get_text_range(at, 1) for at in range(text.count_chars())]
        return [
            Span(place[0], place[2], place[1])
            for place, found in zip(places, letters, strict=True)
            if found == letter
        ]


def scanned(pdf: bytes, page: int = 0) -> list[str]:
    """What a camera reads in the codes of a page."""
    with opened(pdf) as document:
        return codes_in(document[page].render(scale=2).to_pil().convert("L"))


def codes_in(picture: Image.Image) -> list[str]:
    """The QR codes in a picture. A reader of all kinds of codes finds some in lines of print."""
    qr = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
    found = zxingcpp.read_barcodes(picture, formats=qr)
    return [code.text for code in found]
