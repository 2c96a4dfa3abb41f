"""What the views of streams share: where a stream begins, and its first item."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request

from samba_service.kit import strict
from samba_service.kit.framing import Item
from samba_service.kit.http import json_bytes
from samba_service.kit.problems import INVALID_HEADER, Problem

LAST_EVENT_ID = OpenApiParameter(
    "Last-Event-ID",
    {"type": "string", "pattern": "^[0-9]{1,9}$"},
    OpenApiParameter.HEADER,
    description="The last id that the caller has; goes before `after`.",
)


class StreamQuery(strict.Serializer):
    after = serializers.IntegerField(min_value=0, max_value=2**31 - 1, required=False)


def wait_field() -> serializers.IntegerField:
    """How many seconds a call may wait."""
    return serializers.IntegerField(min_value=0, max_value=30, default=0, required=False)


def begins_after(request: Request, query: Any) -> int | None:
    """The last `seq` that the caller has, by the header or by the query; None for none at all.

    Raises a 400.
    """
    text = request.headers.get("Last-Event-ID", "").strip()
    if not text:
        after: int | None = query.get("after")
        return after
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise Problem(INVALID_HEADER, "Last-Event-ID is the id of an item.")
    return int(text)


def snapshot(seq: int, **state: Any) -> Item:
    """The item with which a stream begins: the whole state as of `seq`."""
    return Item(seq, json_bytes({"type": "snapshot", "seq": seq, **state}), "snapshot")
