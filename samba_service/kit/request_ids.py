"""`X-Request-Id`: the name of a call, in its answer and in every log line that it caused."""

import os
import re
from collections.abc import Callable
from contextvars import ContextVar

from django.http import HttpRequest, HttpResponseBase

HEADER = "X-Request-Id"
_GOOD = re.compile(r"[A-Za-z0-9._-]{1,64}")
_current: ContextVar[str] = ContextVar("request_id", default="")

GetResponse = Callable[[HttpRequest], HttpResponseBase]


def current() -> str:
    """The id of the call that is being answered; empty outside of calls."""
    return _current.get()


def middleware(get_response: GetResponse) -> GetResponse:
    """Take the caller's id if it is plain and short, else make one; answer with it."""

    def named(request: HttpRequest) -> HttpResponseBase:
        sent = request.META.get("HTTP_X_REQUEST_ID", "")
        name = sent if sent and _GOOD.fullmatch(sent) else os.urandom(8).hex()
        token = _current.set(name)
        try:
            response = get_response(request)
        finally:
            _current.reset(token)
        response.headers[HEADER] = name
        return response

    return named
