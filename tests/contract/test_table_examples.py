"""The examples of tables and sheets in the schema have the shapes that it declares."""

from typing import Any

import pytest

from tests.contract.shapes import OPERATIONS, SCHEMA, conforms

NAMED = [
    pytest.param(name, id=name)
    for name, operation in OPERATIONS.items()
    if operation["tags"] == ["tables"]
]


def examples(content: Any) -> list[Any]:
    """The values that one body is shown with."""
    [media] = content.values()
    return [_resolved(example)["value"] for example in media["examples"].values()]


def _resolved(example: Any) -> Any:
    """The example itself, if it is one that several operations share."""
    name = example.get("$ref", "").rpartition("/")[2]
    return SCHEMA["components"]["examples"][name] if name else example


@pytest.mark.parametrize("operation", NAMED)
def test_an_example_is_as_the_schema_says(operation):
    declared = OPERATIONS[operation]
    answers = [found for status, found in declared["responses"].items() if status < "300"]
    for answer in examples(answers[0]["content"]):
        conforms(operation, answer)
    if "requestBody" in declared:
        for body in examples(declared["requestBody"]["content"]):
            conforms(operation, body, answer=False)
