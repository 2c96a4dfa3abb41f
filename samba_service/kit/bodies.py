"""JSON in and out by orjson, strict: UTF-8 only, no NaN, no lone surrogates, bounded depth."""

from collections.abc import Mapping
from typing import IO, Any

import orjson
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer

from samba_service.kit.framing import EVENT_STREAM, NDJSON
from samba_service.kit.problems import BODY_TOO_LARGE, MALFORMED_JSON, Problem

DEPTH_LIMIT = 32


def loads(raw: bytes) -> Any:
    """The value in `raw`; an empty body is an empty object. Raises Problem."""
    if not raw:
        return {}
    try:
        value = orjson.loads(raw)
    except orjson.JSONDecodeError as error:
        raise Problem(MALFORMED_JSON, f"Not JSON at character {error.pos}.") from None
    # Few brackets cannot nest deep: only the rare big body is walked.
    if raw.count(b"[") + raw.count(b"{") > DEPTH_LIMIT and _deeper_than(value, DEPTH_LIMIT):
        raise Problem(MALFORMED_JSON, f"Nested deeper than {DEPTH_LIMIT} levels.")
    return value


def _deeper_than(value: Any, limit: int) -> bool:
    level = [value]
    for _ in range(limit + 1):
        containers = [item for item in level if isinstance(item, dict | list)]
        if not containers:
            return False
        level = [
            inner
            for item in containers
            for inner in (item.values() if isinstance(item, dict) else item)
        ]
    return True


def too_large(limit: int) -> Problem:
    """The refusal of a body over `limit` bytes."""
    return Problem(BODY_TOO_LARGE, f"More than {limit} bytes.", facts={"limit": limit})


class StrictJSONParser(BaseParser):
    """Servers read no more than Content-Length, which ApiView has held to its limit."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        return loads(stream.read())


class JSONRenderer(BaseRenderer):
    """For views that return DRF's Response; ours return `http.json_response`."""

    media_type = "application/json"
    format = "json"
    charset = None

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        return b"" if data is None else orjson.dumps(data, default=str)


class NdjsonRenderer(JSONRenderer):
    """So that the media type can be asked for."""

    media_type = NDJSON
    format = "ndjson"


class EventStreamRenderer(JSONRenderer):
    """Likewise."""

    media_type = EVENT_STREAM
    format = "sse"
