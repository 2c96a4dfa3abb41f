"""The engine's enumerations as choices of a column."""

from enum import StrEnum


def choices(names: type[StrEnum]) -> list[tuple[str, str]]:
    """Value and label of each: the same word."""
    return [(name.value, name.value) for name in names]
