"""What an operation declares, once: its access rule, its rate, its page in the schema."""

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from typing import Any, ClassVar, Protocol, TypeVar, cast

from drf_spectacular.utils import (
    OpenApiParameter,
    OpenApiResponse,
    extend_schema,
)

from samba_service.kit import strict
from samba_service.kit.access import Access
from samba_service.kit.answer_schema import is_answer, members, page_of, shown
from samba_service.kit.handlers import Handler, answering
from samba_service.kit.problems import CONTENT_TYPE, ProblemAnswer
from samba_service.kit.throttles import READS, Rate

H = TypeVar("H", bound=Callable[..., Any])


JSON = "application/json"

SAFE = ("get", "head")

ALWAYS = (406, 429, 500, 503)

WITH_BODY = (400, 411, 413, 415)

WITH_KEY = (400, 409, 422)


MEANINGS = {
    400: "Malformed: not JSON, unknown or missing members, a bad header",
    401: "No token, or one that is no good",
    403: "The caller may see this but not do it",
    404: "Unknown, or not for the caller to see",
    406: "No acceptable media type",
    409: "Not the moment for it",
    411: "No Content-Length",
    412: "If-Match names another version than the current one, given in `version`",
    413: "The body is too large",
    415: "The body is not application/json",
    422: "The rules forbid it, or the Idempotency-Key was used for another request",
    429: "Too many requests; Retry-After says when to go on",
    500: "A fault of the server",
    503: "Not available just now; Retry-After says when to try again",
}


IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "minLength": 1, "maxLength": 200},
    OpenApiParameter.HEADER,
    description="A retry with the same key gets the first answer and has no second effect.",
)

IF_MATCH = OpenApiParameter(
    "If-Match",
    {"type": "string", "pattern": r'^(\*|(W/)?"?[0-9]+(-[0-9]+)?"?)$'},
    OpenApiParameter.HEADER,
    description="The version that the caller has seen, as the tag of the answer or as a number.",
)

IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match",
    {"type": "string"},
    OpenApiParameter.HEADER,
    description="The tag that the caller holds: 304 while it is the current one.",
)

MADE = (201, 202)
"""Of answers that name where what the call made is."""


@dataclass(frozen=True, slots=True)
class Operation:
    """What the base view enforces for a handler."""

    access: Access
    rate: Rate
    price: int = 1
    """The price of a call, which is taken from the rate."""
    making: int = 0
    """The additional price if the answer is not kept and has to be made."""
    versioned: bool = False
    """True of a change, and of an answer with a version; a view that is versioned then has tags."""
    location: str = ""
    """The address of what a call made, with members of the answer in braces."""


class Viewed(Protocol):
    """What the view of a handler adds to its declaration."""

    versioned: ClassVar[bool]
    finds: ClassVar[bool]


@dataclass(frozen=True, slots=True)
class OperationPage:
    """The page of an operation in the schema."""

    operation_id: str
    text: tuple[str, str]
    """Its summary and its description."""
    body: Any
    parameters: Sequence[Any]
    answers: Mapping[int, Any]
    refusals: frozenset[int]
    """The statuses of its failures, except those that follow from the view."""
    tags: Sequence[str]
    media_types: Sequence[str]
    tagged: bool
    """True if its answers have tags although the view is not versioned."""

    def document(self, shows: Handler, view: type[Viewed]) -> None:
        """Show the handler `shows` of `view` in the schema."""
        declared: Operation = shows.operation  # type: ignore[attr-defined]  # functions have no such fields
        changes, tagging = shows.__name__ not in SAFE, _tags(self.answers)
        matching = [IF_MATCH] if view.versioned and changes else []
        made = [each for each in self.answers if each in MADE]
        location = [_header("Location", made)] if declared.location else []
        headers = tagging if view.versioned or self.tagged else []
        refused = self.refusals | ({404} if view.finds else set()) | ({412} if matching else set())
        extend_schema(
            operation_id=self.operation_id,
            summary=self.text[0],
            description=_description(self.text[1], declared),
            request=shown(self.body) if is_answer(self.body) else self.body,
            auth=cast(Any, _security(declared.access)),
            tags=list(self.tags) or None,
            parameters=[*self.parameters, *location, *headers, *matching],
            responses=_successes(self.answers, self.media_types) | _problems(refused),
        )(shows)


def operation(
    operation_id: str,
    access: Access,
    answers: Any,
    *,
    request: Any = None,
    query: Any = None,
    parameters: Sequence[Any] = (),
    refusals: Iterable[int] = (),
    idempotent: bool | None = None,
    rate: Rate = READS,
    price: int = 1,
    making: int = 0,
    tagged: bool = False,
    conditional: bool = False,
    location: str = "",
    tags: Sequence[str] = (),
    media_types: Sequence[str] = (JSON,),
) -> Callable[[H], H]:
    """Declare a handler of an ApiView; `kit.handlers` has what it takes and returns.

    `answers` is a TypedDict, None for a 204, or maps the statuses of success to them. A POST has
    one effect for an Idempotency-Key, unless it is not `idempotent`; if it declares no `request`,
    it takes an object without members. `refusals` adds to the statuses that follow from the rest:
    304 and `If-None-Match` if it is `conditional`, 412 from a versioned view, 401 and 403 from
    `access`, 404 from a view that finds something, 400 and its like from a body or a query. The
    first line of the handler's docstring is the summary, the rest the description; the tags are by
    default the `TAGS` of its module. Examples are not declared: tests play them, and
    `contract.examples` shows them.
    """
    answers = answers if isinstance(answers, dict) else {200 if answers else 204: answers}
    asked = [*parameters, *([] if query is None else [query])]
    if conditional:
        answers, asked = {**answers, 304: None}, [*asked, IF_NONE_MATCH]

    def declare(handler: H) -> H:
        once = handler.__name__ == "post" if idempotent is None else idempotent
        body = strict.EmptyRequest if once and request is None else request
        versioned = handler.__name__ not in SAFE or bool(_tags(answers))
        shows = answering(handler, body=body, query=query, answers=answers, once=once)
        page = OperationPage(
            operation_id,
            _texts(handler),
            body,
            [*asked, *([IDEMPOTENCY_KEY] if once else [])],
            answers,
            frozenset(refusals) | _standard(handler, access, asked, idempotent=once),
            tags or handler.__globals__.get("TAGS", ()),
            media_types,
            tagged,
        )
        shows.operation = Operation(access, rate, price, making, versioned, location)  # type: ignore[attr-defined]  # functions have no such fields
        shows.document = partial(page.document, shows)  # type: ignore[attr-defined]  # likewise
        return cast(H, shows)

    return declare


def listing(
    operation_id: str,
    access: Access,
    entry: Any,
    *,
    query: Any = strict.QuerySerializer,
    **rest: Any,
) -> Callable[[H], H]:
    """Declare a handler that answers a page of a list; `entry` is the shape of its entries."""
    return operation(operation_id, access, page_of(entry), query=query, **rest)


def _texts(handler: Callable[..., Any]) -> tuple[str, str]:
    """The summary and the description in a docstring."""
    summary, _, text = inspect.cleandoc(handler.__doc__ or "").partition("\n")
    return summary.removesuffix("."), " ".join(text.split())


def _tags(answers: Mapping[int, Any]) -> list[OpenApiParameter]:
    """The `ETag` header of the answers that have a version."""
    tagged = [
        status
        for status, shape in answers.items()
        if shape is not None and "version" in _members(shape)
    ]
    if not tagged:
        return []
    return [_header("ETag", tagged)]


def _header(name: str, statuses: Sequence[int]) -> OpenApiParameter:
    """A header of the answers with these statuses; `contract.sharing` has its words."""
    return OpenApiParameter(
        name, {"type": "string"}, OpenApiParameter.HEADER, response=list(statuses)
    )


def _members(shape: Any) -> Iterable[str]:
    return members(shape) if is_answer(shape) else ()


def _standard(
    handler: Callable[..., Any], access: Access, parameters: Sequence[Any], *, idempotent: bool
) -> set[int]:
    statuses = set(ALWAYS)
    unsafe = handler.__name__ not in SAFE
    if not access.by_password:
        statuses.add(401)
    if access.scopes or (unsafe and not access.by_password):
        statuses.add(403)  # scope, or CSRF on our own pages
    if unsafe:
        statuses.update(WITH_BODY)
    if parameters:
        statuses.add(400)
    return statuses | (set(WITH_KEY) if idempotent else set())


def _successes(answers: Mapping[int, Any], media_types: Sequence[str]) -> dict[Any, Any]:
    return {
        status if shape is None else (status, media_type): OpenApiResponse(
            shown(shape) if is_answer(shape) else shape, description=HTTPStatus(status).phrase
        )
        for status, shape in answers.items()
        for media_type in media_types
    }


def _problems(statuses: Iterable[int]) -> dict[Any, Any]:
    return {
        (status, CONTENT_TYPE): OpenApiResponse(shown(ProblemAnswer), description=MEANINGS[status])
        for status in sorted(statuses)
    }


def _description(text: str, declared: Operation) -> str:
    rate = declared.rate.name
    limit = "" if declared.rate is READS else f" Rate: `{rate}`."
    if declared.price > 1:
        limit += f" Costs {declared.price} calls."
    if declared.making:
        limit += f" Costs {declared.making} calls more if it was not kept."
    return f"{text}{limit}".strip()


def _security(access: Access) -> list[dict[str, list[str]]]:
    if access.by_password:
        return [{}]
    codes = [{access.by_code: list[str]()}] if access.by_code else []
    if codes and not access.anonymous:
        return codes
    tokens = [{"token": [str(scope)]} for scope in access.scopes] or [{"token": []}]
    return [*([{}] if access.anonymous else []), *tokens, *codes]
