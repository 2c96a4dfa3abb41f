"""JSON of unknown shape: the two questions that every reader of it asks first."""

from typing import Any, TypeGuard


def is_object(data: object) -> TypeGuard[dict[str, Any]]:
    """True if `data` is a JSON object."""
    return isinstance(data, dict)


def is_list(data: object) -> TypeGuard[list[Any]]:
    """True if `data` is a JSON array."""
    return isinstance(data, list)


def as_object(data: object) -> dict[str, Any] | None:
    """`data` if it is a JSON object, else None."""
    return data if is_object(data) else None


def as_list(data: object) -> list[Any] | None:
    """`data` if it is a JSON array, else None."""
    return data if is_list(data) else None
