"""Examples in the schema: bodies as tests have played them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson

from samba_service.contract.parts import Node, operations, resolved

EXAMPLES: Node = orjson.loads(Path(__file__).with_name("examples.json").read_bytes())
"""Requests and answers that tests have played, by operation and status."""
SHOWN = 1
"""Objects in a list of an example."""
VALUES = 3
"""Numbers or words in a list of an example, such as the cards of a pack."""
SECTIONS = 1
"""Members of an example's object that may have any names, such as the document of a ruleset."""


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


def shortened(value: Any, shape: Node, schemas: Node) -> Any:
    """The example with fewer objects and values in its lists, and members where any may be."""
    shape = resolved(shape, schemas)
    if isinstance(value, dict):
        known = shape.get("properties", {})
        any_names = "additionalProperties" in shape and not known
        names = list(value)[:SECTIONS] if any_names else list(value)
        return {name: shortened(value[name], known.get(name, {}), schemas) for name in names}
    if isinstance(value, list):
        objects = bool(value) and isinstance(value[0], dict)
        items = shape.get("items", {})
        return [shortened(each, items, schemas) for each in value[: SHOWN if objects else VALUES]]
    return value
