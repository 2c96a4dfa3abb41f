"""An application that does no work: what the server of the web process costs by itself."""

from collections.abc import Callable, Iterable


def application(
    _environ: dict[str, object], start_response: Callable[..., object]
) -> Iterable[bytes]:
    """An empty JSON object."""
    start_response("200 OK", [("Content-Type", "application/json"), ("Content-Length", "2")])
    return [b"{}"]
