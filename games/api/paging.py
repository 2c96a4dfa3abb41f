"""Cursors of lists whose entries keep their place: by time, the newest first."""

import base64
import binascii
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.utils.urls import replace_query_param

from games.selectors.places import ListPosition
from samba_service.kit.http import json_response
from samba_service.kit.problems import INVALID_CURSOR, Problem
from samba_service.kit.serializers import QuerySerializer


class PageQuery(QuerySerializer):
    """Of a list by places: `cursor` may be left out, `limit` has a default."""

    cursor = serializers.CharField(
        required=False, default=None, max_length=200, help_text="From `next`."
    )


def page_answer(
    request: Request,
    read: Callable[[ListPosition | None, int], Sequence[tuple[ListPosition, Any]]],
    *,
    limit: int,
    cursor: str | None,
) -> HttpResponse:
    """The page that the request asks for. `read` takes where to go on and how many it may find."""
    found = read(None if cursor is None else _place(cursor), limit + 1)
    more = len(found) > limit
    return json_response(
        {
            "results": [shown for _, shown in found[:limit]],
            "next": _next(request, found[limit - 1][0]) if more else None,
            "previous": None,
        }
    )


def _next(request: Request, place: ListPosition) -> str:
    text = f"{place.at.isoformat()} {place.id}"
    cursor = base64.urlsafe_b64encode(text.encode()).decode()
    return replace_query_param(request.build_absolute_uri(), "cursor", cursor)


def _place(cursor: str) -> ListPosition:
    try:
        at, _, key = base64.urlsafe_b64decode(cursor.encode()).decode().partition(" ")
        place = ListPosition(datetime.fromisoformat(at), UUID(key))
    except (ValueError, binascii.Error):
        raise Problem(INVALID_CURSOR) from None
    if place.at.tzinfo is None:
        raise Problem(INVALID_CURSOR)
    return place
