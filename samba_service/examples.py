"""Examples in the schema that a test has seen to be true, out of a file that it writes."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import orjson

from samba_service.schema import operation

H = TypeVar("H", bound=Callable[..., Any])


def examples_from(file: Path) -> Callable[..., Callable[[H], H]]:
    """`schema.operation` with the examples in `file`, by operation."""
    kept: dict[str, dict[str, Any]] = orjson.loads(file.read_bytes()) if file.exists() else {}

    def played_operation(operation_id: str, **declared: Any) -> Callable[[H], H]:
        found = kept.get(operation_id, {})
        return operation(
            operation_id,
            request_example=found.get("request"),
            example=found.get("answer"),
            **declared,
        )

    return played_operation
