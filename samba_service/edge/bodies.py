"""No body is read beyond its limit, on any path: a layer around the ASGI and the WSGI application.

A body whose announced length is too large is refused before any of it is read. One without a length
is counted while it is read. Django would read all of either first, and keep it on the disk.
"""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from http import HTTPStatus
from io import BytesIO
from typing import Any

from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, resolve

from samba_service.kit.bodies import too_large
from samba_service.kit.limits import BODY_LIMIT
from samba_service.kit.problems import Problem, problem_response, unavailable

BIG_BODIES = 32
"""The number of bodies over BODY_LIMIT in memory at a time, in one process."""
DRAIN_S = 1.0
"""How long a refused caller may continue to send, and reads the answer meanwhile."""

WsgiCall = dict[str, Any]


def body_limit(path: str) -> int:
    """The bytes that a body may have at `path`, as its view declares."""
    try:
        view = resolve(path).func
    except Resolver404:
        return BODY_LIMIT
    return int(getattr(getattr(view, "cls", None), "body_limit", BODY_LIMIT))


def check_length(length: int, path: str) -> None:
    """Raise the 413 for a body whose announced length is more than `path` takes."""
    if length > BODY_LIMIT and length > (limit := body_limit(path)):
        raise too_large(limit)


class BoundedAsgi:
    """The ASGI application `app`, in which no caller can have a big body read."""

    def __init__(self, app: Any) -> None:
        self._app = app
        self._big = 0

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        length = dict(scope["headers"]).get(b"content-length", b"")
        announced = int(length) if length.isdigit() else 0
        try:
            check_length(announced, scope["path"])
            if announced > BODY_LIMIT:
                await self._one_of_few(scope, receive, send)
            else:
                await self._app(scope, _counted(receive), send)
        except Problem as refusal:
            await _refuse(refusal, scope, receive, send)

    async def _one_of_few(self, scope: Any, receive: Any, send: Any) -> None:
        if self._big >= BIG_BODIES:
            raise unavailable()
        self._big += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._big -= 1


class BoundedWsgi:
    """The WSGI application `app`, in which no caller can have a big body read.

    Django reads no body without a length under WSGI: nothing is left to count.
    """

    def __init__(self, app: Any) -> None:
        self._app = app

    def __call__(self, call: WsgiCall, start_response: Callable[..., Any]) -> Iterable[bytes]:
        length = call.get("CONTENT_LENGTH") or ""
        try:
            check_length(int(length) if length.isdecimal() else 0, call.get("PATH_INFO", "/"))
        except Problem as refusal:
            answer = _answer(WSGIRequest(call), refusal)
            status = f"{answer.status_code} {HTTPStatus(answer.status_code).phrase}"
            start_response(status, list(answer.items()))
            return [answer.content]
        answered: Iterable[bytes] = self._app(call, start_response)
        return answered


def _counted(receive: Any) -> Any:
    """`receive`, which raises the 413 when a body gets longer than BODY_LIMIT."""
    size = 0

    async def counted() -> Any:
        nonlocal size
        message = await receive()
        size += len(message.get("body", b""))
        if size > BODY_LIMIT:
            raise too_large(BODY_LIMIT)
        return message

    return counted


def _answer(request: HttpRequest, refusal: Problem) -> HttpResponse:
    answer = problem_response(request, refusal)
    answer["Content-Length"] = str(len(answer.content))
    answer["Access-Control-Allow-Origin"] = "*"  # a page of another origin may read it too
    answer["Connection"] = "close"  # the rest of the connection is the rest of the body
    return answer


async def _refuse(refusal: Problem, scope: Any, receive: Any, send: Any) -> None:
    """Answer at once, and close a moment later: a reset would discard the answer."""
    answer = _answer(ASGIRequest(scope, BytesIO()), refusal)
    headers = [(name.encode(), value.encode("latin1")) for name, value in answer.items()]
    start = {"type": "http.response.start", "status": answer.status_code, "headers": headers}
    body = {"type": "http.response.body", "body": answer.content, "more_body": True}
    await send(start)
    await send(body)
    with suppress(TimeoutError):
        async with asyncio.timeout(DRAIN_S):
            while (await receive()).get("more_body", False):
                pass
    await send({"type": "http.response.body", "body": b"", "more_body": False})
