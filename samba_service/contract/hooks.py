"""What is done to the schema after the views have declared it.

Generators of clients judge the result: see deploy/clients.
"""

from typing import Any

from samba_service.contract.examples import show_examples
from samba_service.contract.parts import Node, nodes, operations, reference
from samba_service.contract.sharing import (
    HEADERS,
    inline,
    open_answers,
    share_answers,
    share_bases,
    share_failures,
    share_members,
    share_parameters,
    show_headers,
)
from samba_service.contract.words import WORDS, describe, enumerated, guide, in_words

UUID = {"type": "string", "format": "uuid"}
IN_PATHS: dict[str, Node] = {
    "seat": {"type": "integer", "minimum": 0, "maximum": 7},
    "number": {"type": "integer", "minimum": 1},
}
"""The types of parameters in paths that are neither ids nor words."""


def finish(result: Node, generator: Any, request: Any, public: bool) -> Node:
    """drf-spectacular's hook: the schema `result` with shared parts, types and words."""
    components = result["components"]
    result["info"]["description"] = guide()
    nulls_by_type(result)
    result["security"] = [{"token": []}]
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
    share_answers(result)
    describe(components["schemas"])
    open_answers(result)
    share_members(components["schemas"])
    share_bases(components["schemas"])
    inline(result)
    for kind in ("parameters", "responses", "schemas"):
        components[kind] = dict(sorted(components[kind].items()))
    result["tags"] = [{"name": name, "description": text} for name, text in WORDS["tags"].items()]
    return result


def body_shape(operation: Node, components: Node) -> Node:
    """The shape of the body, by name resolved."""
    for media in operation["requestBody"]["content"].values():
        name = media.get("schema", {}).get("$ref", "").rpartition("/")[2]
        found: Node = components["schemas"].get(name, media.get("schema", {}))
        return found
    return {}


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


def type_paths(result: Node) -> None:
    """What a path takes has a type: an id, a seat, a number, else a word."""
    schemas = result["components"]["schemas"]
    for operation in operations(result):
        for parameter in operation.get("parameters", []):
            name = parameter["name"]
            if parameter["in"] == "path":
                parameter["schema"] = UUID if name.endswith("_id") else IN_PATHS.get(
                    name, {"type": "string"}
                )  # fmt: skip
            if "description" not in parameter:
                parameter["description"] = WORDS["parameters"][name]
            enumeration = enumerated(parameter["schema"])
            if enumeration in schemas and "default" not in parameter["schema"]:
                parameter["schema"] = reference(enumeration)
            elif enumeration:
                parameter["description"] += f" {in_words(WORDS['values'][enumeration])}"
