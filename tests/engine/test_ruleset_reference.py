"""docs/rulesets.md describes every value of a ruleset as its declaration does."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from games.engine.rulesets.reading.schema import json_schema

PAGE = Path(__file__).parents[2] / "docs" / "rulesets.md"
HEADING = "## Every value\n"


def sections(shape: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """The sections, those inside others after them, by their paths."""
    for name, inner in shape["properties"].items():
        if "properties" in inner:
            yield f"{path}{name}", inner
            yield from sections(inner, f"{path}{name}.")


def may_be(value: Any) -> str:
    """Its type: a number in its range, a choice, a list or a map."""
    if "enum" in value:
        return ", ".join(f"`{choice}`" for choice in value["enum"])
    kinds = value["type"] if isinstance(value["type"], list) else [value["type"]]
    null = ", or null" if "null" in kinds else ""
    match kinds[0]:
        case "boolean":
            return "true or false"
        case "integer":
            steps = f" in steps of {value['multipleOf']}" if "multipleOf" in value else ""
            return f"{value['minimum']:,} to {value['maximum']:,}{steps}{null}"
        case "array":
            items = value["items"]
            some = {"array": "pairs of numbers", "integer": "numbers"}
            return "list of " + (may_be(items) if "enum" in items else some[items["type"]])
        case "object" if "additionalProperties" in value:
            return f"map of numbers: {may_be(value['additionalProperties'])}"
    raise AssertionError(value)


def section(path: str, shape: Any) -> Iterator[str]:
    """One section as a table of its values."""
    yield f"### `{path}`\n\n{shape['description']}\n\n"
    yield "| value | may be | what it means |\n|---|---|---|\n"
    for name, value in shape["properties"].items():
        if "properties" not in value:
            meaning = " ".join(value["description"].split())
            yield f"| `{name}` | {may_be(value)} | {meaning} |\n"


def reference() -> str:
    """The whole of it."""
    schema = json_schema()
    points = schema["properties"]["points"]
    each = may_be(points["additionalProperties"])
    whole = [f"### `points`\n\n{points['description']} Each {each}.\n"]
    whole += ["".join(section(path, shape)) for path, shape in sections(schema)]
    return "\n".join(whole)


def test_the_page_describes_every_value_as_its_declaration_does() -> None:
    """`WRITE_REFERENCE=1` rewrites it."""
    written, heading, told = PAGE.read_text("utf-8").partition(HEADING)
    assert heading
    if os.environ.get("WRITE_REFERENCE"):
        PAGE.write_text(f"{written}{HEADING}\n{reference()}", "utf-8")
    else:
        assert told == f"\n{reference()}"
