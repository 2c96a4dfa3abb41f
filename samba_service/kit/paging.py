"""Pages of lists that are made as a whole and not read row by row."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from rest_framework.request import Request
from rest_framework.utils.urls import replace_query_param

from samba_service.kit.answers import Links, Page
from samba_service.kit.problems import INVALID_CURSOR, Problem

T = TypeVar("T")
A = TypeVar("A")


def page(
    request: Request,
    rows: Sequence[T],
    show: Callable[[T], A],
    *,
    limit: int,
    cursor: str = "0",
    **pinned: object,
) -> Page[A]:
    """The page whose first row the cursor names; the cursor is the index of the first row, from 0.

    The `pinned` parameters are added to the links, so that later pages fit the first.
    """
    start = place_of(cursor)
    more = start + limit < len(rows)
    shown = [show(row) for row in rows[start : start + limit]]
    return {"results": shown, **links(request, start=start, limit=limit, more=more, **pinned)}


def page_from(
    request: Request, rows: Sequence[T], show: Callable[[T], A], *, start: int, limit: int
) -> Page[A]:
    """The page of rows that were read from `start` on; one beyond `limit` says that more follow."""
    shown = [show(row) for row in rows[:limit]]
    return {
        "results": shown,
        **links(request, start=start, limit=limit, more=len(rows) > limit),
    }


def place_of(cursor: str) -> int:
    """The row at which a cursor's page begins. Raises the 400 for a malformed cursor."""
    if not (cursor.isascii() and cursor.isdigit() and len(cursor) < 10):
        raise Problem(INVALID_CURSOR)
    return int(cursor)


def links(request: Request, *, start: int, limit: int, more: bool, **pinned: object) -> Links:
    """Links to the next page, if there is `more`, and to the one before `start`."""

    def link(place: int) -> str:
        url = request.build_absolute_uri()
        for name, value in {**pinned, "limit": limit, "cursor": place}.items():
            url = replace_query_param(url, name, str(value))
        return url

    return {
        "next": link(start + limit) if more else None,
        "previous": link(max(0, start - limit)) if start else None,
    }
