"""Every call is counted; one that changes something, fails, or takes long is a line in the log."""

import logging
from collections.abc import Callable
from time import monotonic

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from samba_service.kit.log_context import route_of
from samba_service.kit.metrics import REQUEST_SECONDS, REQUESTS

log = logging.getLogger(__name__)

LONG_S = 1.0
READS = ("GET", "HEAD", "OPTIONS")
METHODS = (*READS, "POST", "PUT", "PATCH", "DELETE")

GetResponse = Callable[[HttpRequest], HttpResponseBase]


def middleware(get_response: GetResponse) -> GetResponse:
    """Measure each call, up to the answer or to a stream's beginning."""

    def measured(request: HttpRequest) -> HttpResponseBase:
        began = monotonic()
        response = get_response(request)
        _note(request, response.status_code, monotonic() - began)
        return response

    return measured


def _note(request: HttpRequest, status: int, seconds: float) -> None:
    route, method = route_of(request), method_of(request)
    REQUESTS.labels(route, method, status).inc()
    REQUEST_SECONDS.labels(route, method).observe(seconds)
    if request.method in READS and status < 500 and seconds < LONG_S:
        return
    call = {"method": method, "route": route, "status": status, "ms": round(seconds * 1000)}
    log.info("call", extra=call)


def method_of(request: HttpRequest) -> str:
    """The method; `other` for one that HTTP does not have."""
    return request.method if request.method in METHODS else "other"
