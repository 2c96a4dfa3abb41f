"""Handlers that take what was sent and return what is answered."""

from collections.abc import Callable, Mapping
from functools import partial, wraps
from inspect import signature
from typing import Any

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.serializers import Serializer

from samba_service.kit.http import empty_response, json_response
from samba_service.kit.idempotency import Answer, answer_once

Handler = Callable[..., Any]


def answers_itself(handler: Handler) -> bool:
    """True if the handler takes the request, reads it and makes the whole answer."""
    return "request" in signature(handler).parameters


def answering(
    handler: Handler, *, body: Any, query: Any, answers: Mapping[int, Any], once: bool
) -> Handler:
    """The handler of a request from `handler`, which takes the well-formed body and query.

    It may leave either out, but both are checked; a body without a serializer is taken as it is.
    What it returns is sent with the first status of `answers`: data, or a function that makes them
    after the commit. An `Answer` has a status of its own, an HttpResponse is sent as it is. With
    `once` it runs in a transaction, by `answer_once`.
    """
    if answers_itself(handler):
        return handler
    status, takes = next(iter(answers)), len(signature(handler).parameters) - 1
    is_serializer = isinstance(body, type) and issubclass(body, Serializer)

    def answer_of(result: Any) -> Answer:
        return result if isinstance(result, Answer) else Answer.of(result, status=status)

    @wraps(handler)
    def answer(view: Any, request: Request, **path: str) -> HttpResponse:
        given = [] if body is None else [view.body(body) if is_serializer else request.data]
        given += [view.query(query)] if query is not None else []
        effect = partial(handler, view, *given[:takes])
        if once:
            return answer_once(request, lambda: answer_of(effect()))
        result = effect()
        if isinstance(result, HttpResponse):
            return result
        if result is None and answers[status] is None:
            return empty_response()
        made = answer_of(result)
        return json_response(made.render(), status=made.status, headers=made.headers)

    return answer
