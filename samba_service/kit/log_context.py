"""What a log line belongs to: a call, a task, due work; and the ids of what these are about."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from django.http import HttpRequest
from structlog.contextvars import bound_contextvars, get_contextvars

_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
NAMED = ("game", "tournament", "round", "table", "season", "club", "source", "list")
"""Whose ids a line may have: no person's."""

_NAME = "samba.request_id"
_call: ContextVar[HttpRequest | None] = ContextVar("call", default=None)


@contextmanager
def of_call(request: HttpRequest, request_id: str) -> Iterator[None]:
    """Inside the block, lines belong to this call."""
    request.META[_NAME] = request_id  # Django logs a failure after the block
    token = _call.set(request)
    try:
        with bound_contextvars(request=request_id):
            yield
    finally:
        _call.reset(token)


def request_id() -> str:
    """The id of the call that is being answered, or that caused this task; empty for neither."""
    found: str = get_contextvars().get("request", "")
    return found


def context(call: HttpRequest | None = None) -> dict[str, Any]:
    """What a line about `call` belongs to, by default about the current one."""
    request, found = call or _call.get(), get_contextvars()
    if request is not None and _NAME in request.META:
        found["request"] = request.META[_NAME]
    if request is not None and request.resolver_match is not None:
        found |= ids_of(request.resolver_match.kwargs)
    return dict(sorted(found.items()))  # context variables come in any order


def ids_of(named: Mapping[str, Any]) -> dict[str, str]:
    """Of values by their names, such as `game_id`, those that identify something in NAMED.

    Callers choose what is in a path: text that is no id is left out.
    """
    found = {name: str(named[f"{name}_id"]) for name in NAMED if f"{name}_id" in named}
    return {name: text for name, text in found.items() if _ID.fullmatch(text)}


def route_of(request: HttpRequest) -> str:
    """The pattern of the call's address, which has no values in it; `unknown` if there is none."""
    match = request.resolver_match
    return "unknown" if match is None else f"/{match.route}"
