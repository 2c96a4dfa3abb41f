"""The shapes that the schema declares, for tests to hold answers against."""

from functools import cache
from typing import Any

from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.settings import patched_settings
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # has no types

from samba_service.contract.examples import bodies
from samba_service.contract.parts import Node, operations

SCHEMA: Node = SchemaGenerator().get_schema(public=True)
PARAMETERS: dict[str, Node] = SCHEMA["components"]["parameters"]


def whole(shape: Node) -> Node:
    """The shape with the members of the one that it extends."""
    if len(shape.get("allOf", ())) < 2:
        return shape
    extended, own = shape["allOf"]
    base = whole(SCHEMA["components"]["schemas"][extended["$ref"].rpartition("/")[2]])
    joined: Node = {
        "type": "object",
        "properties": base["properties"] | own["properties"],
        "required": base["required"] + own["required"],
    }
    said: Node = {name: each for name, each in shape.items() if name != "allOf"}
    return said | joined


def answers(operation: Node) -> dict[str, Node]:
    """The answers of an operation by status, also those that it shares with others."""
    shared = SCHEMA["components"]["responses"]
    return {
        status: shared[each["$ref"].rpartition("/")[2]] if "$ref" in each else each
        for status, each in operation["responses"].items()
    }


OPERATIONS: dict[str, Node] = {
    operation["operationId"]: operation | {"responses": answers(operation)}
    for operation in operations(SCHEMA)
}


WHOLE: dict[str, Node] = {
    name: whole(shape) for name, shape in SCHEMA["components"]["schemas"].items()
} | {
    key: whole(media["schema"])
    for operation in OPERATIONS.values()
    for key, media in bodies(operation)
    if not {"properties", "allOf"}.isdisjoint(media["schema"])
}
"""Every shape by its name; a body or a page that only one operation has by its operation."""


@cache
def undone() -> Node:
    """The schema as the views declare it, with every status and every shape by its name."""
    enumerations = "drf_spectacular.hooks.postprocess_schema_enums"
    with patched_settings({"POSTPROCESSING_HOOKS": [enumerations]}):
        schema: Node = SchemaGenerator().get_schema(public=True)
    return schema


def declared() -> dict[tuple[str, str], Node]:
    """The operations as their views declare them, by method and path."""
    return {
        (method, path): operation
        for path, item in undone()["paths"].items()
        for method, operation in item.items()
    }


def parameters(operation: dict[str, Any]) -> list[dict[str, Any]]:
    """The parameters of an operation, also those that it shares with others."""
    shared = {f"#/components/parameters/{key}": one for key, one in PARAMETERS.items()}
    return [shared.get(each.get("$ref", ""), each) for each in operation["parameters"]]


def closed(node: Any) -> Any:
    """The schema with no member allowed that it does not name, so that it must name them all."""
    if isinstance(node, list):
        return [closed(each) for each in node]
    if not isinstance(node, dict):
        return node
    copy = {name: closed(each) for name, each in node.items()}
    if "properties" in copy:
        copy.setdefault("additionalProperties", False)
    return copy


@cache
def _components() -> dict[str, Any]:
    components: dict[str, Any] = closed(SCHEMA["components"] | {"schemas": WHOLE})
    return components


@cache
def _validator(operation: str, answer: bool, status: int | None) -> Any:
    declared = OPERATIONS[operation]
    wanted = declared["responses"] if status is None else [str(status)]
    answers = [
        found for key, found in declared["responses"].items() if key < "300" and key in wanted
    ]
    body = answers[0] if answer else declared["requestBody"]
    [media] = body.get("content", {"": {"schema": {}}}).values()
    return Draft202012Validator({**closed(whole(media["schema"])), "components": _components()})


def conforms(operation: str, value: Any, *, answer: bool = True, status: int | None = None) -> None:
    """Assert that the answer of an operation, or the body it is sent, is what the schema says.

    Of several successes the first is meant, unless `status` names one.
    """
    validator = _validator(operation, answer, status)
    errors = [error.message for error in validator.iter_errors(value)]
    assert errors == []


def conforms_to(name: str, value: Any) -> None:
    """Assert that the value has the shape of that name."""
    shape = {"$ref": f"#/components/schemas/{name}", "components": _components()}
    errors = [error.message for error in Draft202012Validator(shape).iter_errors(value)]
    assert errors == []
