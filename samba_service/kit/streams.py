"""What the views of streams share: where a stream begins, and its first item."""

from collections.abc import Callable
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request

from samba_service.kit import strict
from samba_service.kit.access import Access
from samba_service.kit.bodies import EventStreamRenderer, NdjsonRenderer
from samba_service.kit.framing import EVENT_STREAM, NDJSON, Item
from samba_service.kit.http import json_bytes
from samba_service.kit.problems import INVALID_HEADER, Problem
from samba_service.kit.schema import H, operation

LAST_EVENT_ID = OpenApiParameter(
    "Last-Event-ID",
    {"type": "string", "pattern": "^[0-9]{1,9}$"},
    OpenApiParameter.HEADER,
    description="The last id that the caller has; goes before `after`.",
)


class StreamQuery(strict.Serializer):
    after = serializers.IntegerField(min_value=0, max_value=2**31 - 1, required=False)


RENDERERS = (EventStreamRenderer, NdjsonRenderer)
"""Of a view that answers with a stream."""


def stream_operation(operation_id: str, access: Access) -> Callable[[H], H]:
    """Declare the handler of a stream, as `operation` does for other calls."""
    return operation(
        operation_id,
        access,
        {200: OpenApiTypes.STR, 204: None},
        query=StreamQuery,
        parameters=[LAST_EVENT_ID],
        refusals=(409,),
        media_types=(EVENT_STREAM, NDJSON),
    )


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
