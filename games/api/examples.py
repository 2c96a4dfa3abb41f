"""True examples for the schema: requests and answers of games that a test has played.

`tests/contract/test_examples.py` plays them again, compares, and writes the file anew when asked.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import orjson

from samba_service.schema import operation

FILE = Path(__file__).with_name("examples.json")
_EXAMPLES: dict[str, dict[str, Any]] = orjson.loads(FILE.read_bytes()) if FILE.exists() else {}

H = TypeVar("H", bound=Callable[..., Any])


def played_operation(operation_id: str, **declared: Any) -> Callable[[H], H]:
    """`schema.operation` with the examples that were played."""
    found = _EXAMPLES.get(operation_id, {})
    return operation(
        operation_id,
        request_example=found.get("request"),
        example=found.get("answer"),
        **declared,
    )
