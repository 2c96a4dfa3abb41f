"""`X-Request-Id`: the name of a call, in its answer and in every log line that it caused."""

import os
import re
from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

from samba_service.kit.log_context import of_call

HEADER = "X-Request-Id"
_GOOD = re.compile(r"[A-Za-z0-9._-]{1,64}")

GetResponse = Callable[[HttpRequest], HttpResponseBase]


def middleware(get_response: GetResponse) -> GetResponse:
    """Take the caller's id if it is plain and short, else make one; answer with it."""

    def named(request: HttpRequest) -> HttpResponseBase:
        sent = request.META.get("HTTP_X_REQUEST_ID", "")
        name = sent if sent and _GOOD.fullmatch(sent) else os.urandom(8).hex()
        with of_call(request, name):
            response = get_response(request)
        response.headers[HEADER] = name
        return response

    return named
