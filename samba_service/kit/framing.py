"""How the items of a stream are written: Server-Sent Events, or JSON lines."""

from dataclasses import dataclass
from typing import NamedTuple

EVENT_STREAM = "text/event-stream"
NDJSON = "application/x-ndjson"

RETRY_MS = 1000
"""How soon a browser connects again."""


class Item(NamedTuple):
    """One item, in JSON."""

    seq: int
    json: bytes
    kind: str = ""
    """The SSE event that it is; empty for a plain message."""


@dataclass(frozen=True, slots=True)
class Format:
    """One way to write a stream."""

    media_type: str
    opening: bytes
    ping: bytes
    """Shows that the stream is alive, and means nothing."""

    def written(self, item: Item) -> bytes:
        """The bytes of an item."""
        if self.media_type == NDJSON:
            return item.json + b"\n"
        kind = f"event: {item.kind}\n" if item.kind else ""
        return f"{kind}id: {item.seq}\ndata: ".encode() + item.json + b"\n\n"


FORMATS = {
    each.media_type: each
    for each in (
        Format(EVENT_STREAM, f"retry: {RETRY_MS}\n\n".encode(), b": ping\n\n"),
        Format(NDJSON, b"", b"\n"),
    )
}
