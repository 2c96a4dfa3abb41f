"""Answers that are files: PDF to print, CSV for spreadsheets."""

import re
import unicodedata
from collections.abc import Callable
from hashlib import sha256
from typing import Any

from django.http import HttpResponse
from rest_framework.request import Request

from samba_service.kit.bodies import JSONRenderer
from samba_service.kit.kept import Made, once
from samba_service.kit.views import Negotiation

PDF = "application/pdf"


CSV = "text/csv"


KEPT_S = 600


DRAWING = 20
"""The price of a paper that has to be drawn, in calls."""


class OneFile(Negotiation):
    """The path names the kind of file: `Accept` changes nothing, and is not judged."""

    def select_renderer(
        self, request: Request, renderers: Any, format_suffix: str | None = None
    ) -> Any:
        return renderers[0], renderers[0].media_type


class PdfRenderer(JSONRenderer):
    """Names the media type."""

    media_type = PDF
    format = "pdf"


class CsvRenderer(JSONRenderer):
    """Names the media type."""

    media_type = CSV
    format = "csv"


def file_response(content: bytes, media_type: str, *names: str) -> HttpResponse:
    """A file to be looked at or kept, called after `names`."""
    kind = "; charset=utf-8" if media_type == CSV else ""
    name = f"{'-'.join(filter(None, map(_plain, names)))}.{media_type.rpartition('/')[2]}"
    return HttpResponse(
        content,
        content_type=f"{media_type}{kind}",
        headers={"Content-Disposition": f'inline; filename="{name}"'},
    )


def drawn(draw: Callable[..., bytes], *values: Any, **layout: Any) -> bytes:
    """`draw(*values, **layout)`; what is drawn of the same values is kept for a while.

    The values are all that the reader may see, so that nobody gets what was drawn for another.
    """
    seen = f"{draw.__module__}.{draw.__qualname__} {values!r} {layout!r}"
    key = f"drawn:{sha256(seen.encode()).hexdigest()}"
    found: bytes = once(key, lambda: Made(draw(*values, **layout)), for_s=KEPT_S)
    return found


def _plain(text: str) -> str:
    """Text in letters that any file system keeps."""
    ascii_ = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^A-Za-z0-9]+", "-", ascii_).strip("-").lower()
