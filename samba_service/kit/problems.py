"""Every failure of the service as RFC 9457 problem+json, in one shape.

Services and views raise `Problem`. What Django, DRF and the database raise is translated in
`problem_of`. A code is registered once with `problem_kind`, which also gives it its page.
"""

import logging
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated, Any, NotRequired, TypedDict, TypeVar, cast

import orjson
from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import render
from django.utils.encoding import escape_uri_path
from django.views import defaults
from psycopg.errors import IdleInTransactionSessionTimeout
from rest_framework import exceptions

from samba_service.kit.errors import (
    BadFields,
    NotThere,
    ServiceError,
    Stale,
    TooSoon,
    Unavailable,
)
from samba_service.kit.field_texts import plain_text
from samba_service.kit.languages import Said, Wording, language_of
from samba_service.kit.metrics import PROBLEMS

logger = logging.getLogger(__name__)

T = TypeVar("T")


CONTENT_TYPE = "application/problem+json"


@dataclass(frozen=True, slots=True)
class ProblemKind:
    """The meaning of a code, wherever it occurs."""

    code: str
    status: int
    title: str
    meaning: str


KINDS: dict[str, ProblemKind] = {}


def problem_kind(code: str, status: int, title: str, meaning: str = "") -> str:
    """Register `code` and return it; `/problems/{code}` then explains it.

    Raises ValueError for a code that has another meaning already.
    """
    kind = ProblemKind(code, status, title, meaning or f"{title}.")
    if KINDS.setdefault(code, kind) != kind:
        raise ValueError(f"{code} is the code of two errors: {KINDS[code]}, {kind}")
    return code


def known_kind(code: str) -> ProblemKind | None:
    """The meaning of `code`: as registered, or from the refusal with this code."""
    if code in KINDS:
        return KINDS[code]
    refusal = ServiceError.KNOWN.get(code)
    if refusal is None:
        return None
    title = sentence(refusal.title).rstrip(".")
    return ProblemKind(code, refusal.status, title, refusal.advice or f"{title}.")


def known_kinds() -> list[ProblemKind]:
    """The meanings of all codes, by code."""
    codes = sorted(KINDS.keys() | ServiceError.KNOWN.keys())
    return [kind for code in codes if (kind := known_kind(code)) is not None]


def sentence(text: str) -> str:
    """`text` with a capital letter and a full stop."""
    return f"{text[:1].upper()}{text[1:]}."


BAD_REQUEST = problem_kind("bad_request", 400, "The request cannot be understood")

MALFORMED_JSON = problem_kind(
    "malformed_json",
    400,
    "The body is not JSON",
    "The body must be UTF-8 JSON as RFC 8259 has it, nested no deeper than 32 levels.",
)

INVALID_FIELDS = problem_kind(
    "invalid_fields",
    400,
    "The request has missing, unknown or malformed fields",
    "`errors` names each of them by its path. Fields that the operation does not know are "
    "refused, so that a misspelt one never passes unnoticed.",
)

INVALID_CURSOR = problem_kind(
    "invalid_cursor",
    400,
    "The cursor belongs to no page",
    "Cursors come from `next` and `previous` of a list and are not made by hand.",
)

INVALID_HEADER = problem_kind("invalid_header", 400, "A header of the request is malformed")

NOT_AUTHENTICATED = problem_kind(
    "not_authenticated", 401, "This call needs a token", "Send `Authorization: Bearer <token>`."
)

INVALID_TOKEN = problem_kind(
    "invalid_token", 401, "The token is unknown, expired or revoked", "Issue a new one."
)

FORBIDDEN = problem_kind("forbidden", 403, "You may not do this")

CSRF_FAILED = problem_kind(
    "csrf_failed", 403, "The page's CSRF token is missing or wrong", "Reload the page."
)

INSUFFICIENT_SCOPE = problem_kind(
    "insufficient_scope",
    403,
    "The token lacks the scope for this call",
    "`facts.needs` lists the scopes of which one is needed. Issue a token that has it.",
)

NOT_FOUND = problem_kind(
    "not_found",
    404,
    "Not found",
    "There is nothing at this address, or you may not see it: the answer is the same.",
)

METHOD_NOT_ALLOWED = problem_kind(
    "method_not_allowed", 405, "The method is not allowed here", "See the `Allow` header."
)

NOT_ACCEPTABLE = problem_kind(
    "not_acceptable", 406, "None of the accepted media types can be served"
)

LENGTH_REQUIRED = problem_kind(
    "length_required", 411, "The body's length is missing", "Send `Content-Length`."
)

BODY_TOO_LARGE = problem_kind(
    "body_too_large", 413, "The body is too large", "`facts.limit` is the limit in bytes."
)

UNSUPPORTED_MEDIA_TYPE = problem_kind(
    "unsupported_media_type", 415, "The body's media type is not supported", "Send JSON."
)

STALE_VERSION = problem_kind(
    "stale_version",
    412,
    "The version in If-Match is not the current one",
    "`version` is the current version. Read it again and decide again.",
)

RATE_LIMITED = problem_kind(
    "rate_limited", 429, "Too many requests", "Wait for the seconds that `Retry-After` names."
)

INTERNAL_ERROR = problem_kind(
    "internal_error", 500, "The server failed", "The fault is ours and has been logged."
)

problem_kind(  # only the proxy says this, deploy/proxy/nginx.conf.template
    "no_answer",
    502,
    "The service did not answer",
    "It is not known whether anything was changed. Repeat the call, with its `Idempotency-Key`,"
    " after `Retry-After`.",
)

UNAVAILABLE = problem_kind(
    "unavailable",
    503,
    "The service is not available just now",
    "Nothing was changed. Repeat the call, with its `Idempotency-Key`, after `Retry-After`.",
)


_LONGEST_PATH = 200
"""Characters of a call's path in its answer; callers choose it."""

_CUT_ESCAPE = re.compile("%.?$")


class Problem(Exception):
    """A refusal on its way to the client. None of its parts may contain a hidden card.

    `template` and `words` are what the detail is made of, for readers of other languages.
    """

    def __init__(
        self,
        code: str,
        detail: str = "",
        *,
        status: int | None = None,
        rule: str | None = None,
        facts: Mapping[str, object] | None = None,
        version: int | None = None,
        errors: Sequence[Mapping[str, str]] | None = None,
        headers: Mapping[str, str] | None = None,
        template: str = "",
        words: Mapping[str, object] | None = None,
    ) -> None:
        kind = known_kind(code)
        self.code = code
        title = kind.title if kind else code.replace("_", " ").capitalize()
        self.wording = Wording(title, detail, errors, template, words or {})
        self.status = status or (kind.status if kind else 422)
        self.detail = self.wording.in_english().detail
        self.headers = dict(headers or {})
        self.extra = {"rule": rule, "facts": facts, "version": version}
        super().__init__(f"{self.status} {code}")


def not_found(detail: str = "There is nothing here that you may see.") -> Problem:
    """The one 404: unknown and invisible look the same."""
    return Problem(NOT_FOUND, detail)


def found_or_404(thing: T | None) -> T:
    """What a look-up found. Raises the 404 if it found nothing."""
    if thing is None:
        raise not_found()
    return thing


def stale(version: int) -> Problem:
    """The 412 with the current version."""
    return Problem(STALE_VERSION, f"The current version is {version}.", version=version)


def unavailable(retry_after_s: int = 2) -> Problem:
    """A service that the call needs is away; nothing was changed."""
    return Problem(UNAVAILABLE, headers={"Retry-After": str(retry_after_s)})


class FieldErrorAnswer(TypedDict):
    path: Annotated[str, "The member, its parents before it: `players.1`"]
    detail: str


class ProblemAnswer(TypedDict):
    """RFC 9457. Every failure of every operation has this shape."""

    type: Annotated[str, "A page that explains the code"]
    title: str
    status: int
    detail: str
    instance: Annotated[str, "The path of the call"]
    code: Annotated[str, "Stable, for programs"]
    rule: NotRequired[Annotated[str, "The paragraph, e.g. `MELD-07`"]]
    facts: NotRequired[Annotated[dict[str, Any], "Values that a client can show"]]
    errors: NotRequired[list[FieldErrorAnswer]]
    version: NotRequired[Annotated[int, "The current version"]]


def problem_document(
    request: HttpRequest, problem: Problem, said: Said | None = None
) -> ProblemAnswer:
    """The problem, as the client reads it; in English, unless it is `said` otherwise."""
    title, detail, errors, _ = said or problem.wording.in_english()
    path = f"/problems/{problem.code}"
    try:
        page = request.build_absolute_uri(path)
    except SuspiciousOperation:  # the Host header itself is wrong
        page = path
    document = {
        "type": page,
        "title": title,
        "status": problem.status,
        "detail": detail,
        "instance": _CUT_ESCAPE.sub("", escape_uri_path(request.path)[:_LONGEST_PATH]),
        "code": problem.code,
    }
    facts = {**problem.extra, "errors": errors}
    extra = {name: value for name, value in facts.items() if value is not None}
    return cast(ProblemAnswer, document | extra)


def problem_response(request: HttpRequest, problem: Problem) -> HttpResponse:
    """The answer with `problem`, which is counted, in the language of its reader as far as it is
    translated.
    """
    PROBLEMS.labels(problem.code).inc()
    said = problem.wording.said_in(language_of(request))
    spoken = {"Content-Language": ", ".join(said.languages), "Vary": "Accept-Language"}
    return HttpResponse(
        orjson.dumps(problem_document(request, problem, said)),
        status=problem.status,
        content_type=CONTENT_TYPE,
        headers={**spoken, **problem.headers},
    )


def problem_of(exc: BaseException | None) -> Problem:
    """`exc` as a problem; an unexpected exception is a 500 without details."""
    if isinstance(exc, Problem):
        return exc
    if isinstance(exc, exceptions.APIException):
        return _from_rest_framework(exc)
    if isinstance(exc, ServiceError):
        return _from_service(exc)
    if isinstance(exc, BadFields):
        return Problem(INVALID_FIELDS, errors=exc.errors)
    if isinstance(exc, Http404):
        return not_found()
    if isinstance(exc, PermissionDenied):
        return Problem(FORBIDDEN)
    if isinstance(exc, RequestDataTooBig):
        return Problem(BODY_TOO_LARGE)
    if isinstance(exc, SuspiciousOperation):
        return Problem(BAD_REQUEST)
    if isinstance(exc, OperationalError | InterfaceError) or _idled_too_long(exc):
        # Away, out of connections, out of disk, or a lock held too long: all are temporary.
        return unavailable()
    return Problem(INTERNAL_ERROR)


def _idled_too_long(exc: BaseException | None) -> bool:
    """True if the server ended a transaction that did nothing: the one time-out that is no
    OperationalError."""
    return isinstance(getattr(exc, "__cause__", None), IdleInTransactionSessionTimeout)


def _from_service(exc: ServiceError) -> Problem:
    match exc:
        case NotThere():
            return not_found(sentence(exc.detail))
        case Stale():
            return stale(exc.version)
    made = exc.template and exc.detail == exc.template.format(**exc.words())
    return Problem(
        exc.code,
        sentence(exc.detail),
        facts=exc.facts or None,
        errors=exc.errors or None,
        headers=exc.headers if isinstance(exc, TooSoon | Unavailable) else None,
        template=sentence(exc.template) if made else "",
        words=ServiceError.words(exc) if made else None,
    )


def _from_rest_framework(exc: exceptions.APIException) -> Problem:
    match exc:
        case exceptions.ValidationError():
            return Problem(INVALID_FIELDS, errors=field_errors(exc.detail))
        case exceptions.MethodNotAllowed():
            return Problem(METHOD_NOT_ALLOWED)
        case exceptions.NotFound():
            return not_found()
        case exceptions.NotAcceptable():
            return Problem(NOT_ACCEPTABLE)
        case exceptions.UnsupportedMediaType():
            return Problem(UNSUPPORTED_MEDIA_TYPE)
        case exceptions.NotAuthenticated() | exceptions.AuthenticationFailed():
            return Problem(NOT_AUTHENTICATED)
        case exceptions.PermissionDenied():
            return Problem(FORBIDDEN)
        case exceptions.ParseError():
            return Problem(MALFORMED_JSON)
    return Problem(INTERNAL_ERROR if exc.status_code >= 500 else BAD_REQUEST)


def field_errors(detail: Any, path: str = "") -> list[dict[str, str]]:
    """A serializer's nested errors as a flat list of `{path, detail}`."""
    if isinstance(detail, Mapping):
        pairs = [(str(name), inner) for name, inner in detail.items()]
    elif isinstance(detail, list) and any(isinstance(i, Mapping | list) for i in detail):
        pairs = [(str(index), inner) for index, inner in enumerate(detail)]
    else:
        texts = detail if isinstance(detail, list) else [detail]
        return [{"path": path, "detail": plain_text(str(text))} for text in texts]
    found = []
    for name, inner in pairs:
        step = "" if name == "non_field_errors" else name
        found += field_errors(inner, ".".join(filter(None, (path, step))))
    return found


class Faults:
    """Collects what look-ups refuse, so that one answer names everything that is wrong in a body.

    `read` is the view's: it converts refusals that only the view's application has.
    """

    def __init__(self, read: Callable[[Exception], Exception]) -> None:
        self._read = read
        self._found: list[tuple[str, Exception]] = []

    @contextmanager
    def at(self, path: str) -> Iterator[None]:
        """Look something up for the member at `path`; a refusal waits for `settle`."""
        try:
            yield
        except Exception as refusal:  # each kind of refusal; a fault of ours is raised at once
            if problem_of(self._read(refusal)).status >= 500:
                raise
            self._found.append((path, refusal))

    def settle(self) -> None:
        """Raise what was refused, if anything was: several have the code of the first."""
        if len(self._found) == 1:
            raise self._found[0][1]
        if self._found:
            found = [(path, problem_of(self._read(exc))) for path, exc in self._found]
            errors = [{"path": path, "detail": problem.detail} for path, problem in found]
            raise Problem(found[0][1].code, errors=errors)


def handle_exception(exc: Exception, context: Mapping[str, Any]) -> HttpResponse:
    """DRF's exception handler."""
    problem = problem_of(exc)
    response = problem_response(context["request"]._request, problem)
    if problem.status >= 500:
        logger.error("%s: %s", problem.code, type(exc).__name__, exc_info=exc)
        response._has_been_logged = True  # type: ignore[attr-defined]  # Django would again
    if problem.status == 401:
        response.headers.setdefault("WWW-Authenticate", 'Bearer realm="samba"')
    return response


def _django_handler(fallback: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """An error handler that answers with problem+json below /api/ and with HTML elsewhere."""

    def handler(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
        exc = exception or sys.exc_info()[1]
        if request.path.startswith("/api/"):
            return problem_response(request, problem_of(exc))
        return fallback(request) if exception is None else fallback(request, exception)

    return handler


def _bad_request(_request: HttpRequest, _exception: Exception | None = None) -> HttpResponse:
    """Nothing of the request is read: its body may be what cannot be."""
    return HttpResponseBadRequest("<h1>This request cannot be read</h1>")


handler400 = _django_handler(_bad_request)

handler403 = _django_handler(defaults.permission_denied)

handler404 = _django_handler(defaults.page_not_found)

handler500 = _django_handler(defaults.server_error)


def problem_page(request: HttpRequest, code: str) -> HttpResponse:
    """The page to which the `type` of a problem leads."""
    kind = known_kind(code)
    if kind is None:
        raise Http404
    return render(request, "problem.html", {"kind": kind})
