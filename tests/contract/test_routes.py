"""What holds for every route: it declares who may call it, the schema knows it, and it is refused
to those who may not. A new route without a declaration fails here.
"""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from samba_service.accounts.choices import Scope
from samba_service.contract.sharing import FOLLOWING, OTHERWISE
from samba_service.kit.schema import Operation
from samba_service.kit.throttles import MOVEMENTS
from samba_service.kit.views import ApiView
from tests.contract.shapes import OPERATIONS, SCHEMA, declared
from tests.factories import NOBODY, api, player

PARAMETER = re.compile(r"<(?:\w+:)?")
UNDECLARED = {"api/v1/schema", "api/v1/docs"}


def routes() -> Iterator[tuple[str, Any]]:
    """Every address below /api/ with its view."""
    pending: list[tuple[str, URLPattern | URLResolver]] = [
        ("", entry) for entry in get_resolver().url_patterns
    ]
    while pending:
        prefix, entry = pending.pop(0)
        address = prefix + str(entry.pattern)
        if isinstance(entry, URLResolver):
            pending += [(address, inner) for inner in entry.url_patterns]
        elif address.startswith("api/") and address not in UNDECLARED:
            yield address, getattr(entry.callback, "view_class", None) or entry.callback


def operations() -> Iterator[tuple[str, str, Any]]:
    """Every address, method and declaration."""
    for address, view in routes():
        for method in ("get", "post", "put", "patch", "delete"):
            if handler := getattr(view, method, None):
                yield address, method, getattr(handler, "operation", None)


def concrete(address: str) -> str:
    """The address with an id that nobody has."""
    head, *rest = address.split("<")
    return f"/{head}" + "".join(str(NOBODY) + part.split(">")[1] for part in rest)


DECLARED = [
    pytest.param(address, method, declared, id=f"{method} {address}")
    for address, method, declared in operations()
]


@pytest.mark.parametrize(("address", "method", "declared"), DECLARED)
def test_every_operation_declares_its_access(address, method, declared):
    assert isinstance(declared, Operation)


def test_every_paper_costs_what_it_takes_to_draw_it():
    papers = [
        (address, each.rate, each.making)
        for address, _, each in operations()
        if address.endswith(".pdf")
    ]
    assert len(papers) >= 6
    cheap = [path for path, rate, making in papers if not making and rate is not MOVEMENTS]
    assert cheap == []


def test_every_view_judges_in_the_promised_order():
    assert [address for address, view in routes() if not issubclass(view, ApiView)] == []


@pytest.mark.django_db
@pytest.mark.parametrize(("address", "method", "declared"), DECLARED)
def test_nobody_gets_past_401_unless_the_operation_is_anonymous(address, method, declared):
    status = getattr(api(), method)(concrete(address)).status_code
    assert (status == 401) is not declared.access.anonymous


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("address", "method", "declared"),
    [
        pytest.param(address, method, declared, id=f"{method} {address}")
        for address, method, declared in operations()
        if declared.access.scopes and "<" not in address
    ],
)
def test_each_scope_opens_exactly_its_own_operations(address, method, declared):
    """What anybody may read, a token with another scope reads as an anonymous caller does."""
    nobody = getattr(api(), method)(concrete(address))
    for scope in Scope.values:
        client = api(player(is_staff=True), scope)
        answer = getattr(client, method)(concrete(address))
        refused = answer.status_code == 403 and answer.json()["code"] == "insufficient_scope"
        if scope in declared.access.scopes or not declared.access.anonymous:
            assert refused is (scope not in declared.access.scopes), scope
        else:
            assert (answer.status_code, answer.content) == (nobody.status_code, nobody.content)


def test_the_schema_has_every_operation_with_its_scopes():
    for address, method, each in operations():
        operation = SCHEMA["paths"][f"/{PARAMETER.sub('{', address).replace('>', '}')}"][method]
        security, access = operation.get("security", SCHEMA["security"]), each.access
        assert {scope for one in security for scope in one.get("token", ())} == {*access.scopes}
        assert (security == [] or {} in security) is access.anonymous


def schema_operations():
    return [pytest.param(operation, id=name) for name, operation in OPERATIONS.items()]


FILES = ("application/pdf", "application/x-ndjson", "text/event-stream")
"""Without an example: a PDF is not read, and a line of NDJSON has the shape that its page names."""


SHOWS = {"$ref", "examples", "allOf"}
"""Of a shape with a name, of one with an example, of a page."""


def is_shown(media):
    """True if the body has an example; test_examples.py looks for those of named shapes."""
    return "example" in media or not SHOWS.isdisjoint(media["schema"])


@pytest.mark.parametrize("operation", schema_operations())
def test_every_operation_is_documented(operation):
    assert operation["summary"]
    assert operation["responses"]["default"] == SCHEMA["components"]["responses"]["default"]
    for status, answer in operation["responses"].items():
        content = answer.get("content", {})
        if status not in ("204", "304", "default"):
            assert all(is_shown(media) or name in FILES for name, media in content.items())
    if "requestBody" in operation:
        media = operation["requestBody"]["content"]["application/json"]
        assert is_shown(media)


def following(operation: dict[str, Any], method: str) -> Iterator[int]:
    """The failures that follow from how an operation is called, as `FOLLOWING` puts it."""
    parameters, security = operation.get("parameters", ()), operation["security"]
    names = {each["name"] for each in parameters}
    needs_scope = any(scopes for each in security for scopes in each.values())
    if needs_scope or (method != "get" and security != [{}]):
        yield 403
    if any(each["in"] == "path" for each in parameters):
        yield 404
    if "Idempotency-Key" in names:
        yield from (409, 422)
    if "If-Match" in names:
        yield 412


def test_a_failure_follows_from_how_an_operation_is_called_or_its_description_names_it():
    seen = set()
    for (method, path), operation in declared().items():
        failures = {int(status) for status in operation["responses"] if status >= "400"}
        follow = {*following(operation, method)}
        seen |= follow
        assert follow <= failures, path
        text = SCHEMA["paths"][path][method]["description"]
        rest = failures - follow - {*OTHERWISE}
        assert [status for status in rest if str(status) not in text] == [], path
    assert seen == {*FOLLOWING}


def test_every_failure_has_one_shape():
    answer = SCHEMA["components"]["responses"]["default"]
    problem = {"schema": {"$ref": "#/components/schemas/Problem"}}
    assert answer["content"] == {"application/problem+json": problem}
    assert "X-Request-Id" in answer["headers"]


def test_every_parameter_is_described_and_every_id_in_a_path_is_one():
    shared = SCHEMA["components"]["parameters"]
    for each in schema_operations():
        for given in each.values[0].get("parameters", []):
            parameter = shared[given["$ref"].rpartition("/")[2]] if "$ref" in given else given
            assert parameter["description"], (each.id, parameter)
            if parameter["name"].endswith("_id"):
                assert parameter["schema"] == {"type": "string", "format": "uuid"}
