"""The base of every view of the API: the order in which a call is checked."""

import re
from collections.abc import Sequence
from functools import cache, cached_property, partial
from importlib import import_module
from types import ModuleType
from typing import Any, ClassVar

import orjson
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import URLPattern, path
from rest_framework.exceptions import MethodNotAllowed
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from samba_service.kit import throttles
from samba_service.kit.access import (
    Access,
    Caller,
    Credentials,
    HasScope,
    Narrow,
    known_caller,
    require_caller,
)
from samba_service.kit.bodies import JSONRenderer, StrictJSONParser, too_large
from samba_service.kit.languages import answering
from samba_service.kit.limits import BODY_LIMIT
from samba_service.kit.problems import (
    INVALID_FIELDS,
    LENGTH_REQUIRED,
    UNSUPPORTED_MEDIA_TYPE,
    Problem,
    not_found,
)
from samba_service.kit.schema import MADE, Operation

_BRACES = re.compile(r"\{(\w+)\}")

ONCE = "This parameter is there more than once."

REFUSED = (401, 403, 404)

BYTES_PER_CALL = 512 * 1024
"""The number of bytes of a body for which a call pays once more."""


class Negotiation(DefaultContentNegotiation):
    """DRF's negotiation, without parsing a header that names only our media type."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        if request.content_type == parsers[0].media_type:
            return parsers[0]
        return super().select_parser(request, parsers)

    def select_renderer(
        self, request: Request, renderers: Any, format_suffix: str | None = None
    ) -> Any:
        if request.META.get("HTTP_ACCEPT") == renderers[0].media_type:
            return renderers[0], renderers[0].media_type
        return super().select_renderer(request, renderers, format_suffix)


NEGOTIATION = Negotiation()


@cache
def _instances(classes: Sequence[type]) -> Sequence[Any]:
    """One of each: these classes keep nothing of a call."""
    return tuple(each() for each in classes)


class ApiView(APIView):
    """Handlers are decorated with `schema.operation`; they return data, or raise a refusal."""

    authentication_classes = tuple(APIView.authentication_classes)
    permission_classes = (HasScope,)
    parser_classes: tuple[type[BaseParser], ...] = (StrictJSONParser,)
    content_negotiation_class = Negotiation
    renderer_classes: tuple[type[BaseRenderer], ...] = (JSONRenderer,)
    http_method_names = ("get", "head", "post", "put", "patch", "delete")
    format_kwarg = None  # no formats by suffix
    body_limit = BODY_LIMIT

    versioned: ClassVar[bool] = False
    """True if a version in an answer is its entity tag, and a change obeys `If-Match`."""
    finds: ClassVar[bool] = False
    """True if the path names something, which may not be there."""

    at: ClassVar[str] = ""
    """The address below /api/v1/, with what `find` looks up in braces; empty for base classes."""

    def __init_subclass__(cls, *, at: str = "", **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.at = at
        cls.finds = cls.find is not ApiView.find
        for handler in vars(cls).values():
            if hasattr(handler, "document"):
                handler.document(cls)

    def find(self, request: Request, **kwargs: Any) -> None:
        """Fetch what the path names, or raise `not_found` if the caller may not see it."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        with answering(request):
            return super().dispatch(request, *args, **kwargs)

    def initialize_request(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Request:
        made = Request(
            request,
            parsers=_instances(self.parser_classes),
            authenticators=self.get_authenticators(),
            negotiator=self.get_content_negotiator(),
            parser_context={},
        )
        # Else DRF looks for them in `made` first, each time, and finds that they are missing.
        made.META, made.method = request.META, request.method
        return made

    def get_content_negotiator(self) -> Any:
        return _instances((self.content_negotiation_class,))[0]

    def get_renderers(self) -> Sequence[BaseRenderer]:  # type: ignore[override]  # of a list
        return _instances(self.renderer_classes)

    def get_permissions(self) -> Sequence[Any]:
        return _instances(self.permission_classes)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Check the call in the order that the API promises.

        Rates come as late as possible: after cheap checks, before expensive ones. Well-formedness,
        Idempotency-Key and everything after them are the handler's, in this order.
        """
        self._authenticate(request)  # 429 for an address that was refused too often
        self._read_as_anybody(request)
        if self._needs_caller():
            require_caller(request)  # 401
        if "\0" in "".join(kwargs.values()):
            raise not_found()  # PostgreSQL has no text with it
        self.find(request, **kwargs)  # 404
        if self.operation is None:
            self.http_method_not_allowed(request)  # 405
        self.check_permissions(request)  # 403
        negotiated = self.perform_content_negotiation(request)  # 406
        request.accepted_renderer, request.accepted_media_type = negotiated
        self._check_body(request)  # 411, 413, 415
        self.check_throttles(request)  # 429

    @cached_property
    def operation(self) -> Operation | None:
        """What the handler of the request's method declares; None if there is no handler."""
        return _operation(self, self.request.method or "")

    @property
    def access(self) -> Access | None:
        """For HasScope."""
        return self.operation.access if self.operation else None

    def get_authenticators(self) -> Sequence[Any]:  # type: ignore[override]  # of a list
        """None if the body authenticates: an old token must not keep a caller from a new one."""
        if getattr(self, "request", None) is not None and self.access and self.access.by_password:
            return ()
        return _instances(self.authentication_classes)

    def check_throttles(self, request: Request) -> None:
        assert self.operation is not None
        self.pay(self.operation.price + _length(request) // BYTES_PER_CALL)
        if self.operation.making:
            throttles.set_payer(partial(self.pay, self.operation.making))

    def pay(self, price: int) -> None:
        """Count `price` calls against the rate of this call. Raises the 429."""
        assert self.operation is not None
        rate, account = self.operation.rate, _account(self.request)
        self.headers |= throttles.take(self.request._request, rate, account, price)

    def _authenticate(self, request: Request) -> None:
        if any(each.has_worked(request) for each in self._credentials()):
            self.perform_authentication(request)
        else:
            near_lock_out = self._near_lock_out(request)
            self.perform_authentication(request)
            if near_lock_out and (account := _account(request)) is not None:
                throttles.lift(request._request, account)

    def _credentials(self) -> list[Credentials]:
        kinds = _instances(self.authentication_classes)
        return [each for each in kinds if isinstance(each, Credentials)]

    def _near_lock_out(self, request: Request) -> bool:
        """True if the address is locked out, or nearly; raises the 429 unless the token works."""
        try:
            return throttles.require_welcome(request._request)
        except Problem:
            if not any(each.has_worked_anywhere(request) for each in self._credentials()):
                raise
            return True

    def handle_exception(self, exc: Exception) -> Any:
        answer = super().handle_exception(exc)
        if answer.status_code not in REFUSED:
            return answer
        try:
            self.headers |= throttles.refused(self.request._request, _account(self.request))
        except Problem as too_many:
            return super().handle_exception(too_many)
        return answer

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        throttles.set_payer(None)
        if isinstance(response, Response):
            return super().finalize_response(request, response, *args, **kwargs)
        for name, value in self.headers.items():
            if name not in response.headers:
                response.headers[name] = value
            elif name == "Vary":
                response.headers[name] = f"{value}, {response.headers[name]}"
            elif name != "Cache-Control":  # which the handler knows better
                response.headers[name] = value
        location = self.operation.location if self.operation else ""
        if response.status_code in MADE and location:
            made = location.format_map(orjson.loads(response.content))
            response.headers["Location"] = f"/api/v1/{made}"
        return response

    def body(self, serializer_class: type[Serializer[Any]]) -> Any:
        """The well-formed body, or a 400."""
        return validated(serializer_class, self.request.data)

    def query(self, serializer_class: type[Serializer[Any]]) -> Any:
        """The well-formed query, or a 400."""
        sent = self.request.query_params
        if repeated := [name for name, values in sent.lists() if len(values) > 1]:
            raise Problem(INVALID_FIELDS, errors=[{"path": at, "detail": ONCE} for at in repeated])
        given = sent.dict()
        if given.get("format") == "json":  # what every answer of these calls is
            del given["format"]
        return validated(serializer_class, given)

    @property
    def default_response_headers(self) -> dict[str, str]:
        headers = {
            "Vary": "Authorization, Accept, Accept-Language",
            "Cache-Control": "private, no-cache",
        }
        if self.operation is None:
            headers["Allow"] = ", ".join(self.allowed_methods)
        return headers

    def options(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Response:
        """CORS preflights are answered before they come here; OPTIONS has no other use."""
        raise MethodNotAllowed(request.method or "OPTIONS")

    def _read_as_anybody(self, request: Request) -> None:
        """A caller whose token lacks the scope sees what an anonymous caller sees, not less."""
        rule, caller = self.access, request.user
        if rule is None or not rule.anonymous or not isinstance(caller, Caller):
            return
        if rule.scopes and caller.scopes.isdisjoint(rule.scopes):
            request.user = Narrow(rule.scopes)

    def _needs_caller(self) -> bool:
        if self.operation is not None:
            return self.operation.access.needs_caller
        declared = [_operation(self, method) for method in self.http_method_names]
        return all(each.access.needs_caller for each in declared if each)

    def _check_body(self, request: Request) -> None:
        if request.method in ("GET", "HEAD"):
            return
        if not request.META.get("CONTENT_LENGTH") and "Transfer-Encoding" in request.headers:
            raise Problem(LENGTH_REQUIRED)
        size = _length(request)
        if size > self.body_limit:
            raise too_large(self.body_limit)
        if size and NEGOTIATION.select_parser(request, request.parsers) is None:
            raise Problem(UNSUPPORTED_MEDIA_TYPE)


def routes(package: str) -> list[URLPattern]:
    """The routes of the views in a package's MODULES, in their order.

    Those of a module with no braces in their address come first.
    """
    modules = import_module(package).MODULES
    return [each for name in modules for each in _routes(import_module(f"{package}.{name}"))]


def _routes(module: ModuleType) -> list[URLPattern]:
    mine = [each for each in vars(module).values() if getattr(each, "at", "")]
    views = [each for each in mine if each.__module__ == module.__name__]
    views.sort(key=lambda view: [part.startswith("{") for part in view.at.split("/")])
    return [path(_BRACES.sub(r"<str:\1>", view.at), view.as_view()) for view in views]


def _length(request: Request) -> int:
    length = request.META.get("CONTENT_LENGTH") or ""
    return int(length) if length.isdecimal() else 0


def _account(request: Request) -> str | None:
    """The account whose limits count; None for callers known only by address."""
    caller = known_caller(request)
    return None if caller is None else caller.account


def _operation(view: APIView, method: str) -> Operation | None:
    if method.lower() not in view.http_method_names:
        return None
    return getattr(getattr(view, method.lower(), None), "operation", None)


def validated(serializer_class: type[Serializer[Any]], data: Any) -> Any:
    """The data as the serializer reads them. Raises a 400 if they are malformed."""
    return _reader(serializer_class).run_validation(data)


@cache
def _reader(serializer_class: type[Serializer[Any]]) -> Serializer[Any]:
    """One for all calls, which keeps nothing of them: to make one copies all of its fields."""
    reader = serializer_class()
    _ = reader.fields
    return reader
