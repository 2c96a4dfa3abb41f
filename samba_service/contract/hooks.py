"""What is done to the schema after the views have declared it.

Generators of clients judge the result: see deploy/clients.
"""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson

from samba_service.kit.problems import CONTENT_TYPE
from samba_service.kit.schema import MEANINGS

Node = dict[str, Any]

METHODS = ("get", "post", "put", "patch", "delete")
REPOSITORY = Path(__file__).resolve().parents[2]
WORDS: Node = tomllib.loads(Path(__file__).with_name("words.toml").read_text("utf-8"))
"""What parameters, members and values mean where their declaration does not say it."""
EXAMPLES: Node = orjson.loads(Path(__file__).with_name("examples.json").read_bytes())
"""Requests and answers that tests have played, by operation and status."""
SHOWN = 1
"""Objects in a list of an example."""
SECTIONS = 3
"""Members of an example's object that may have any names, such as the document of a ruleset."""

UUID = {"type": "string", "format": "uuid"}
IN_PATHS: dict[str, Node] = {
    "seat": {"type": "integer", "minimum": 0, "maximum": 7},
    "number": {"type": "integer", "minimum": 1},
}
"""The types of parameters in paths that are neither ids nor words."""

OTHERWISE = (401, 406, 411, 413, 415, 429, 500, 503)
"""Failures that nearly every operation has: declared together as `default`."""

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
OF_DEFAULT = ("Retry-After", "WWW-Authenticate", "RateLimit", "RateLimit-Policy")


def finish(result: Node, generator: Any, request: Any, public: bool) -> Node:
    """drf-spectacular's hook: the schema `result` with shared parts, types and words."""
    components = result["components"]
    result["info"]["description"] = guide()
    nulls_by_type(result)
    result["security"] = [{"token": []}, {"session": []}]
    shared = components.setdefault("responses", {})
    for operation in operations(result):
        share_failures(operation, shared)
        show_headers(operation)
        if operation["security"] == [{}]:
            operation["security"] = []
        elif operation["security"] == result["security"]:
            del operation["security"]
        if "requestBody" in operation and "oneOf" in body_shape(operation, components):
            operation["requestBody"]["required"] = True
    type_paths(result)
    share_parameters(result)
    components["headers"] = {name: HEADERS[name] for name in sorted(HEADERS)}
    show_examples(result)
    components["responses"] = dict(sorted(shared.items()))
    describe(components["schemas"])
    result["tags"] = [{"name": name, "description": text} for name, text in WORDS["tags"].items()]
    return result


def guide() -> str:
    """`docs/clients.md` for readers of the schema: without its commands and its links to files."""
    text = (REPOSITORY / "docs/clients.md").read_text("utf-8").partition("\n\n")[2]
    text = re.sub(r"^```.*?^```\n+", "", text, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"\[([^]]+)\]\((?!https?:)[^)]*\)", r"\1", text)
    return re.sub(r"(?<![\n|])\n(?![\n|#]|- |\d\. )", " ", text).strip()


def operations(result: Node) -> Iterator[Node]:
    """Every operation of the schema."""
    for item in result["paths"].values():
        yield from (item[method] for method in METHODS if method in item)


def body_shape(operation: Node, components: Node) -> Node:
    """The shape of the body, by name resolved."""
    for media in operation["requestBody"]["content"].values():
        name = media.get("schema", {}).get("$ref", "").rpartition("/")[2]
        found: Node = components["schemas"].get(name, media.get("schema", {}))
        return found
    return {}


def nodes(value: Any) -> Iterator[Node]:
    """Every object in `value`, except those in examples."""
    if isinstance(value, dict):
        yield value
        for name, inner in value.items():
            if name not in ("example", "examples"):
                yield from nodes(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from nodes(inner)


def nulls_by_type(result: Node) -> None:
    """One way to write "or null": generators know a type, not an enum of null.

    Any value or null is any value: both shapes would fit null, and `oneOf` then refuses it.
    """
    schemas = result["components"]["schemas"]
    schemas.pop("NullEnum", None)
    for node in nodes(result):
        one_of = node.get("oneOf")
        if not isinstance(one_of, list):
            continue
        if {} in one_of:
            del node["oneOf"]
        node_list = [
            {"type": "null"} if each.get("$ref", "").endswith("/NullEnum") else each
            for each in one_of
        ]
        if "oneOf" in node:
            node["oneOf"] = node_list


def share_failures(operation: Node, shared: Node) -> None:
    """Each status of failure is one part of the schema; those of every call are its `default`."""
    responses = operation["responses"]
    failures = [status for status in responses if status >= "400"]
    for status in failures:
        content = responses.pop(status)
        name = "default" if int(status) in OTHERWISE else status
        if name not in shared:
            shared[name] = failure(int(status), content["content"][CONTENT_TYPE]["schema"])
        responses[name] = {"$ref": f"#/components/responses/{name}"}


def failure(status: int, schema: Node) -> Node:
    """The response of a status; of `default` for those that nearly every call has."""
    if status in OTHERWISE:
        description = " ".join(f"{each}: {MEANINGS[each]}." for each in OTHERWISE)
        names: tuple[str, ...] = OF_DEFAULT
    else:
        description, names = f"{MEANINGS[status]}.", ()
    return {
        "description": description,
        "headers": header_refs(*names, "X-Request-Id"),
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


def show_examples(result: Node) -> None:
    """Bodies as tests have played them, each as the example of its shape.

    A page shows only the example of its entries, because readers make it from that.
    """
    schemas = result["components"]["schemas"]
    for operation in operations(result):
        for key, media in bodies(operation):
            shape = media["schema"]
            if key not in EXAMPLES or isinstance(EXAMPLES[key], str) != is_text(shape):
                continue
            if "$ref" not in shape:
                media["example"] = shortened(EXAMPLES[key], shape, schemas)
                continue
            target = resolved(shape, schemas)
            values = [EXAMPLES[key]]
            if {"results", "next"} <= {*target.get("properties", {})}:
                values = values[0]["results"][:SHOWN]
                target = resolved(target["properties"]["results"]["items"], schemas)
            if values:
                target.setdefault("examples", [shortened(values[0], target, schemas)])


def bodies(operation: Node) -> Iterator[tuple[str, Node]]:
    """What is sent and what success answers: `games_create:request`, `games_create:201`."""
    parts = {"request": operation.get("requestBody", {})}
    parts |= {status: part for status, part in operation["responses"].items() if status < "300"}
    for name, part in parts.items():
        for media in part.get("content", {}).values():
            yield f"{operation['operationId']}:{name}", media


def is_text(shape: Node) -> bool:
    """True if the body is a text, not JSON."""
    return shape.get("type") == "string"


def resolved(shape: Node, schemas: Node) -> Node:
    """The shape itself, or the one that it names."""
    name = shape.get("$ref", "").rpartition("/")[2]
    found: Node = schemas[name] if name else shape
    return found


def shortened(value: Any, shape: Node, schemas: Node) -> Any:
    """The example with at most SHOWN objects in a list, and SECTIONS members where any may be."""
    shape = resolved(shape, schemas)
    if isinstance(value, dict):
        known = shape.get("properties", {})
        any_names = "additionalProperties" in shape and not known
        names = list(value)[:SECTIONS] if any_names else list(value)
        return {name: shortened(value[name], known.get(name, {}), schemas) for name in names}
    if isinstance(value, list):
        many = len(value) > SHOWN and isinstance(value[0], dict)
        items = shape.get("items", {})
        return [shortened(inner, items, schemas) for inner in (value[:SHOWN] if many else value)]
    return value


def type_paths(result: Node) -> None:
    """What a path takes has a type: an id, a seat, a number, else a word."""
    for operation in operations(result):
        for parameter in operation.get("parameters", []):
            name = parameter["name"]
            if parameter["in"] == "path":
                parameter["schema"] = UUID if name.endswith("_id") else IN_PATHS.get(
                    name, {"type": "string"}
                )  # fmt: skip
            if "description" not in parameter:
                parameter["description"] = WORDS["parameters"][name]
            parameter["description"] += explained(parameter["schema"])


def share_parameters(result: Node) -> None:
    """Parameters of many operations are parts of the schema."""
    seen: dict[str, list[Node]] = {}
    for operation in operations(result):
        for parameter in operation.get("parameters", []):
            seen.setdefault(repr(sorted(parameter.items(), key=str)), []).append(operation)
    shared: Node = {}
    for operation in operations(result):
        for index, parameter in enumerate(operation.get("parameters", [])):
            if len(seen[repr(sorted(parameter.items(), key=str))]) < 2:
                continue
            name = base = parameter["name"]
            number = 2
            while shared.setdefault(name, parameter) != parameter:
                name, number = f"{base}-{number}", number + 1
            operation["parameters"][index] = {"$ref": f"#/components/parameters/{name}"}
    result["components"]["parameters"] = dict(sorted(shared.items()))


def describe(schemas: Node) -> None:
    """Every member has words: those of its declaration, or those that its name has here.

    A member that is only a reference is described by its shape.
    """
    for name, schema in schemas.items():
        if name in WORDS["values"]:
            schema["description"] = in_words(WORDS["values"][name])
        text = WORDS["shapes"].get(name)
        if text:
            schema.setdefault("description", text)
        describe_members(name, schema)


def describe_members(name: str, schema: Node) -> None:
    """Describe the members of the shape `name`, and of the shapes within it."""
    words = WORDS["members"]
    for member, shape in schema.get("properties", {}).items():
        if "$ref" not in shape:
            text = words.get(f"{name}.{member}") or words.get(member)
            if text:
                shape.setdefault("description", text)
    for inner in [*schema.get("properties", {}).values(), *schema.get("oneOf", ())]:
        if "$ref" not in inner:
            describe_members(name, inner)


def explained(shape: Node) -> str:
    """The values that a parameter takes, as the enumeration with the same values has them."""
    values = shape.get("enum") or shape.get("items", {}).get("enum") or ()
    for meanings in WORDS["values"].values():
        if set(meanings) == set(values):
            return f" {in_words(meanings)}"
    return ""


def in_words(meanings: dict[str, str]) -> str:
    """What each value of an enumeration means."""
    return "; ".join(f"`{value}`: {meaning}" for value, meaning in meanings.items()) + "."
