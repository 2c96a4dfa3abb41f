"""Examples in the schema, from a file that a test writes after it has checked them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import orjson

from samba_service.kit.schema import operation

H = TypeVar("H", bound=Callable[..., Any])


def examples_from(file: Path) -> Callable[..., Callable[[H], H]]:
    """`schema.operation` with the examples in `file`, by operation.

    The key `operation:200` has the answer of a status whose answer has another shape.
    """
    kept: dict[str, dict[str, Any]] = orjson.loads(file.read_bytes()) if file.exists() else {}

    def played_operation(operation_id: str, **declared: Any) -> Callable[[H], H]:
        found = kept.get(operation_id, {})
        others = (name.rpartition(":") for name in kept if name.startswith(f"{operation_id}:"))
        return operation(
            operation_id,
            examples={
                int(status): kept[f"{name}:{status}"]["answer"] for name, _, status in others
            },
            request_example=found.get("request"),
            example=found.get("answer"),
            **declared,
        )

    return played_operation
