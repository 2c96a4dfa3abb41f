"""Ways through a schema."""

from collections.abc import Iterator
from typing import Any

Node = dict[str, Any]

METHODS = ("get", "post", "put", "patch", "delete")


def operations(result: Node) -> Iterator[Node]:
    """Every operation of the schema."""
    yield from (operation for _, operation in by_method(result))


def by_method(result: Node) -> Iterator[tuple[str, Node]]:
    """Every operation of the schema, with its method."""
    for item in result["paths"].values():
        yield from ((method, item[method]) for method in METHODS if method in item)


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


def resolved(shape: Node, schemas: Node) -> Node:
    """The shape itself, or the one that it names."""
    found: Node = schemas[name_of(shape)] if "$ref" in shape else shape
    return found


def name_of(shape: Node) -> str:
    """The name of the shape to which this one refers."""
    name: str = shape["$ref"].rpartition("/")[2]
    return name


def reference(name: str) -> Node:
    """A reference to the shape of that name."""
    return {"$ref": f"#/components/schemas/{name}"}
