"""What every resource needs for HTTP: ids, JSON answers, entity tags, pages."""

import re
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Any, cast
from uuid import UUID

import orjson
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import DataError, models
from django.http import HttpRequest, HttpResponse
from django.utils.http import parse_etags
from rest_framework.exceptions import NotFound
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request

from samba_service.kit.listed import Listed
from samba_service.kit.problems import (
    INVALID_CURSOR,
    INVALID_FIELDS,
    INVALID_HEADER,
    Problem,
    not_found,
)

_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")

_VERSION_TAG = re.compile(r'(?:W/)?"?(\d{1,18})(?:-\d{1,18})?"?')


def public_id(text: str) -> UUID:
    """The id in a path. An invalid id is treated like an id that nobody has."""
    if not _UUID.fullmatch(text):
        raise not_found()
    return UUID(text)


def path_number(text: str, *, most: int) -> int:
    """The number in a path, up to `most`. Any other text is treated like an unknown id."""
    if not (text.isascii() and text.isdigit() and int(text[:9]) <= most):
        raise not_found()
    return int(text[:9])


def public_url(request: HttpRequest, path: str) -> str:
    """The address of `path` at the public base address, else at that of the request."""
    base = settings.SAMBA_PUBLIC_URL.rstrip("/")
    return f"{base}{path}" if base else request.build_absolute_uri(path)


def json_bytes(data: Any) -> bytes:
    """`data` in JSON: UUIDs and times are written by orjson."""
    return orjson.dumps(data, option=orjson.OPT_UTC_Z)


def json_response(
    data: Any, *, status: int = 200, headers: Mapping[str, str] | None = None
) -> HttpResponse:
    """`data` as JSON. Bytes are sent as they are."""
    body = data if isinstance(data, bytes) else json_bytes(data)
    return HttpResponse(body, status=status, content_type="application/json", headers=headers)


def empty_response() -> HttpResponse:
    """204: done, without a body."""
    response = HttpResponse(status=204)
    del response.headers["Content-Type"]
    return response


def version_tag(version: int, n: int = 0) -> str:
    """The entity tag of a resource at `version`; `n` counts what changes without a version."""
    return f'"{version}-{n}"'


def content_tag(version: int, content: bytes) -> str:
    """The entity tag of what one reader sees of a resource at `version`.

    It is made from the content, so it depends on everything that the content depends on, names too.
    """
    return version_tag(version, int.from_bytes(sha256(content).digest()[:6]))


def not_modified(request: Request, tag: str) -> HttpResponse | None:
    """The 304 if the caller holds `tag` already."""
    header = request.META.get("HTTP_IF_NONE_MATCH")
    if header is None:
        return None
    if not (_bare_version(header, tag) or _holds(header, tag)):
        return None
    response = HttpResponse(status=304, headers={"ETag": tag})
    del response.headers["Content-Type"]
    return response


def _bare_version(header: str, tag: str) -> bool:
    """True if the header is only the version, or the tag without its quotes."""
    bare = tag.strip('"')
    return header.strip('"') in (bare.partition("-")[0], bare)


def _holds(header: str, tag: str) -> bool:
    held = parse_etags(header)
    return "*" in held or tag.removeprefix("W/") in {each.removeprefix("W/") for each in held}


def expected_version(request: Request) -> int | None:
    """The version in If-Match, as `"41-7"`, `"41"` or bare; None without one or with `*`."""
    header = request.META.get("HTTP_IF_MATCH", "").strip()
    if header in ("", "*"):
        return None
    match = _VERSION_TAG.fullmatch(header)
    if match is None:
        raise Problem(INVALID_HEADER, 'If-Match takes one tag, such as "41-7" or "41".')
    return int(match[1])


def versioned_response(request: Request, tag: str, make: Callable[[], Any]) -> HttpResponse:
    """What `make` returns, with `tag`; a caller who holds `tag` is answered before it is made."""
    return not_modified(request, tag) or json_response(make(), headers={"ETag": tag})


def cacheable_response(
    request: Request, data: Any, *, cache: str = "public, max-age=3600"
) -> HttpResponse:
    """`data` with the tag of its content; by default what only a new program changes."""
    answer = json_response(data)
    tag = f'"{sha256(answer.content).hexdigest()[:32]}"'
    answer = not_modified(request, tag) or answer
    answer["ETag"], answer["Cache-Control"] = tag, cache
    return answer


def tagged_response(request: Request, version: int, data: Any) -> HttpResponse:
    """`data` at `version` with the tag of its content; the 304 if the caller holds that already."""
    answer = json_response(data)
    tag = answer["ETag"] = content_tag(version, answer.content)
    return not_modified(request, tag) or answer


class CursorPages(CursorPagination):
    """`{results, next, previous}`, stable while rows are added. `limit` is strict."""

    page_size = 50
    max_page_size = 200
    page_size_query_param = "limit"

    def __init__(self, ordering: str = "-created_at") -> None:
        self.ordering = (ordering, "pk")  # ties in one order on all pages

    def get_page_size(self, request: Request) -> int:
        text = request.query_params.get("limit", str(self.page_size))
        if not (text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= self.max_page_size):
            detail = f"A whole number from 1 to {self.max_page_size}."
            raise Problem(INVALID_FIELDS, errors=[{"path": "limit", "detail": detail}])
        return int(text)


def paged(
    request: Request,
    rows: models.QuerySet[Any] | Listed[Any],
    show: Callable[[Any], Mapping[str, Any]],
    *,
    ordering: str = "-created_at",
) -> HttpResponse:
    """The page of `rows` that the request asks for, each row converted by `show`."""
    return paged_together(
        request, rows, lambda found: [show(row) for row in found], ordering=ordering
    )


def paged_together(
    request: Request,
    rows: models.QuerySet[Any] | Listed[Any],
    show_all: Callable[[Sequence[Any]], Sequence[Mapping[str, Any]]],
    *,
    ordering: str = "-created_at",
) -> HttpResponse:
    """The page of `rows` that the request asks for, converted together by `show_all`."""
    pages = CursorPages(ordering)
    try:
        found = pages.paginate_queryset(cast(models.QuerySet[Any], rows), request) or []
    except (NotFound, ValueError, ValidationError, DataError):
        # DRF checks only the cursor's encoding: a forged position reaches the database.
        raise Problem(INVALID_CURSOR) from None
    return json_response(
        {
            "results": show_all(found),
            "next": pages.get_next_link(),
            "previous": pages.get_previous_link(),
        }
    )
