"""What many operations or shapes have alike is one part of the schema, to which they refer."""

from collections import Counter
from collections.abc import Collection, Iterator
from http import HTTPStatus
from itertools import chain, count
from typing import Any

import orjson

from samba_service.contract.examples import bodies
from samba_service.contract.parts import Node, name_of, nodes, operations, reference, resolved
from samba_service.contract.words import WORDS
from samba_service.kit.problems import CONTENT_TYPE
from samba_service.kit.schema import MEANINGS

OTHERWISE = (400, 401, 406, 411, 413, 415, 429, 500, 503)
"""Failures that nearly every operation has."""
FOLLOWING = {
    403: "where a scope is needed, or something is changed by an account",
    404: "where the path has a parameter",
    409: "where an Idempotency-Key may be sent",
    412: "where an If-Match may be sent",
    422: "where an Idempotency-Key may be sent",
}
"""Failures that follow from how an operation is called. Its description names all others."""

HEADERS: dict[str, Node] = {
    "ETag": {
        "description": "The version of what the answer shows, for `If-Match` and `If-None-Match`.",
        "schema": {"type": "string"},
    },
    "Location": {
        "description": "The address of what the call made.",
        "schema": {"type": "string", "format": "uri-reference"},
    },
    "Retry-After": {
        "description": "The seconds after which the call may succeed.",
        "schema": {"type": "integer", "minimum": 1},
    },
    "WWW-Authenticate": {
        "description": "How to authenticate: by a bearer token.",
        "schema": {"type": "string"},
    },
    "RateLimit": {
        "description": "The name of the rate, calls left (`r`) and seconds until the next (`t`).",
        "schema": {"type": "string"},
    },
    "RateLimit-Policy": {
        "description": "The name of the rate, its quota (`q`) and window in seconds (`w`).",
        "schema": {"type": "string"},
    },
    "X-Request-Id": {
        "description": "The call's id, as it was sent or as the server chose it; logs have it.",
        "schema": {"type": "string"},
    },
}
OF_DEFAULT = ("Retry-After", "WWW-Authenticate", "RateLimit", "RateLimit-Policy", "X-Request-Id")


def share_failures(operation: Node, shared: Node) -> None:
    """All failures have one shape: they are one part of the schema, the `default`."""
    responses = operation["responses"]
    for status in [each for each in responses if each >= "400"]:
        content = responses.pop(status)["content"]
        shared.setdefault("default", failure(content[CONTENT_TYPE]["schema"]))
        responses["default"] = {"$ref": "#/components/responses/default"}


def failure(schema: Node) -> Node:
    """Every failure, with the statuses that can come."""
    meant = {each: MEANINGS[each] for each in OTHERWISE}
    meant |= {each: f"{MEANINGS[each]}; {when}" for each, when in FOLLOWING.items()}
    statuses = " ".join(f"{each}: {meant[each]}." for each in sorted(meant))
    return {
        "description": f"{statuses} An operation's description names its others.",
        "headers": header_refs(*OF_DEFAULT),
        "content": {CONTENT_TYPE: {"schema": schema}},
    }


def header_refs(*names: str) -> Node:
    """References to the shared headers."""
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def show_headers(operation: Node) -> None:
    """The headers of successes are parts of the schema; what can be conditional has a tag."""
    conditional = any(each["name"] == "If-None-Match" for each in operation.get("parameters", []))
    for status, response in operation["responses"].items():
        wanted = [name for name in response.pop("headers", {}) if name in HEADERS]
        wanted += ["ETag"] if conditional and status in ("200", "304") else []
        if status < "400" and wanted:
            response["headers"] = header_refs(*sorted({*wanted}))


def share_parameters(result: Node) -> None:
    """Parameters of many operations are parts of the schema."""
    share(
        result["components"].setdefault("parameters", {}),
        "parameters",
        [
            (parameters, index, parameter["name"].replace("-", ""))
            for parameters in (each.get("parameters", []) for each in operations(result))
            for index, parameter in enumerate(parameters)
        ],
    )


def share_answers(result: Node) -> None:
    """Answers of many operations are parts of the schema, named after their shape and status."""
    share(
        result["components"]["responses"],
        "responses",
        [
            (responses, status, f"{name_of(media['schema'])}{phrase(status)}")
            for responses in (each["responses"] for each in operations(result))
            for status, response in responses.items()
            for media in response.get("content", {}).values()
            if "$ref" in media["schema"]
        ],
    )


def phrase(status: str) -> str:
    """What a status says of an answer beside its shape: nothing for the usual one."""
    return "" if status == "200" else HTTPStatus(int(status)).phrase


def share(parts: Node, kind: str, places: list[tuple[Any, Any, str]]) -> None:
    """What is alike in several places (a holder, its key, a name) refers to one of the `parts`."""
    alike = Counter(canonical(holder[key]) for holder, key, _ in places)
    names: dict[str, str] = {}
    for holder, key, base in places:
        text = canonical(holder[key])
        if alike[text] < 2:
            continue
        if text not in names:
            others = (f"{base}-{number}" for number in count(2))
            names[text] = next(each for each in chain([base], others) if each not in parts)
            parts[names[text]] = holder[key]
        holder[key] = {"$ref": f"#/components/{kind}/{names[text]}"}


def share_members(schemas: Node) -> None:
    """Members of one name that many shapes have alike refer to a shape, by `words.toml`."""
    for name, member in WORDS["shared"].items():
        found: dict[str, list[Node]] = {}
        for node in nodes(schemas):
            properties = node.get("properties", {})
            if "$ref" not in properties.get(member, {"$ref": ""}):
                found.setdefault(canonical(properties[member]), []).append(properties)
        alike = found[max(found, key=lambda text: (len(found[text]) - 1) * (len(text) - len(name)))]
        schemas[name] = dict(alike[0][member])
        if name in WORDS["shapes"]:
            schemas[name]["description"] = WORDS["shapes"][name]
        for properties in alike:
            properties[member] = reference(name)


def share_bases(schemas: Node) -> None:
    """Shapes that have every member of another alike extend it: `words.toml` names those others."""
    for name, members in WORDS["bases"].items():
        if name not in schemas:
            sample = next(each for each in schemas.values() if has(each, members))
            schemas[name] = {"type": "object", **part(sample, members)}
        base = schemas[name]
        own = base["properties"]
        for shape in [each for each in schemas.values() if each.get("properties") != own]:
            if has(shape, own) and part(shape, own) == part(base, own):
                rest = part(shape, [each for each in shape["properties"] if each not in own])
                for keyword in ("type", "properties", "required"):
                    shape.pop(keyword)
                shape["allOf"] = [reference(name), rest]


def has(shape: Node, members: Collection[str]) -> bool:
    """True if the shape has these members, and may have more."""
    open_ = "additionalProperties" not in shape
    return open_ and shape.get("properties", {}).keys() >= {*members}


def part(shape: Node, members: Collection[str]) -> Node:
    """The shape with only these members."""
    return {
        "properties": {each: shape["properties"][each] for each in members},
        "required": [each for each in shape.get("required", ()) if each in members],
    }


def open_answers(result: Node) -> None:
    """Whatever an answer shows may get more members without notice: no shape in it is closed."""
    schemas = result["components"]["schemas"]
    parts: list[Any] = [each["responses"] for each in operations(result)]
    parts.append(result["components"]["responses"])
    shown: set[str] = set()
    for inner in parts:  # grows: the shapes that are found are searched, too
        names = {name_of(each) for each in nodes(inner) if "$ref" in each} & schemas.keys() - shown
        parts += [schemas[name] for name in names]
        shown |= names
    for name in shown:
        if schemas[name].get("additionalProperties") is False:
            del schemas[name]["additionalProperties"]


def inline(result: Node) -> None:
    """A body, a page and the shape of a member that has one place is written there."""
    schemas = result["components"]["schemas"]
    times = Counter(name_of(node) for node in nodes(result) if "$ref" in node)
    for holder, key in [*places(result)]:
        name = name_of(holder[key])
        if times[name] == 1:
            holder[key] = schemas.pop(name)


def places(result: Node) -> Iterator[tuple[Node, str]]:
    """Where bodies, pages and the shapes of members are named: a holder and its key."""
    for operation in operations(result):
        for key, media in bodies(operation):
            shape = media["schema"]
            if "$ref" in shape and (key.endswith(":request") or name_of(shape).endswith("Page")):
                yield media, "schema"
    schemas = result["components"]["schemas"]
    for node in nodes(schemas):
        properties = node.get("properties", {})
        for member, shape in properties.items():
            if "$ref" in shape and "allOf" not in resolved(shape, schemas):
                yield properties, member


def canonical(value: Any) -> str:
    """The same text for equal values."""
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS).decode()
