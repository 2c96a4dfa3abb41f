"""JSON from anyone, read by path: faults are recorded, and reading goes on."""

from collections.abc import Callable
from datetime import UTC, datetime
from enum import StrEnum
from json import dumps
from typing import Any, Final, TypeVar

from games.engine.untyped import as_list, as_object
from tournaments.engine.settings import Fault

MOST_FAULTS = 50
MOST_TEXT = 1000
MOST_ITEMS = 100_000
LARGEST = 10**9

Read = TypeVar("Read")
Choice = TypeVar("Choice", bound=StrEnum)


class BundleUnsound(ValueError):
    """What is wrong in a bundle, each with its path."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("; ".join(f"{path}: {text}" for path, text in faults))
        self.faults = faults


class _Missing:
    """Used where a fault was recorded already."""


_MISSING: Final = _Missing()


class Faults:
    """Collects faults, up to a readable number."""

    def __init__(self) -> None:
        self.found: list[Fault] = []

    def add(self, path: str, text: str) -> None:
        """Raises BundleUnsound with the last one that is listed."""
        self.found.append(Fault(path, text))
        if len(self.found) == MOST_FAULTS:
            self.raise_any()

    def raise_any(self) -> None:
        if self.found:
            raise BundleUnsound(self.found)


class Node:
    """A value in a bundle and its path; for a wrong value a harmless one is read."""

    def __init__(self, data: object, path: str, faults: Faults) -> None:
        self.data: Any = data
        self.path = path
        self.faults = faults

    def __getitem__(self, name: str) -> "Node":
        """A member of an object."""
        path = f"{self.path}.{name}" if self.path else name
        found = as_object(self.data)
        if found is None:
            self.fault("an object")
            self.data = _MISSING
            return Node(_MISSING, path, self.faults)
        if name not in found:
            self.faults.add(path, "is missing")
        return Node(found.get(name, _MISSING), path, self.faults)

    def fault(self, text: str) -> None:
        if self.data is not _MISSING:
            self.faults.add(self.path, text)

    def given(self, name: str) -> bool:
        """True if an object has the member; for members that came later."""
        return name in (as_object(self.data) or {})

    def items(self, read: Callable[["Node"], Read]) -> tuple[Read, ...]:
        found = as_list(self.data)
        if found is None or len(found) > MOST_ITEMS:
            self.fault(f"a list of at most {MOST_ITEMS}")
            return ()
        nodes = (Node(item, f"{self.path}.{at}", self.faults) for at, item in enumerate(found))
        return tuple(read(node) for node in nodes)

    def object(self) -> dict[str, Any]:
        """An object with any members."""
        found = as_object(self.data)
        if found is None or _odd(dumps(found, ensure_ascii=False)):
            self.fault("an object")
        return found or {}

    def maybe(self, read: Callable[["Node"], Read]) -> Read | None:
        """None for null."""
        return None if self.data is None else read(self)

    def whole(self, low: int = -LARGEST, high: int = LARGEST) -> int:
        if type(self.data) is not int or not low <= self.data <= high:
            self.fault(f"a whole number from {low} to {high}")
            return low
        return self.data

    def natural(self) -> int:
        return self.whole(1)

    def text(self) -> str:
        if not isinstance(self.data, str) or len(self.data) > MOST_TEXT or _odd(self.data):
            self.fault(f"a text of at most {MOST_TEXT} characters")
            return ""
        return self.data

    def flag(self) -> bool:
        if not isinstance(self.data, bool):
            self.fault("true or false")
            return False
        return self.data

    def choice(self, choices: type[Choice]) -> Choice:
        try:
            return choices(self.data)
        except ValueError:
            self.fault("one of " + ", ".join(choices))
            return next(iter(choices))

    def time(self) -> datetime:
        """With its time zone."""
        try:
            at = datetime.fromisoformat(self.text())
            at.astimezone(UTC)
        except (ValueError, OverflowError):
            at = None
        if at is None or at.tzinfo is None:
            self.fault("a time with its zone, as 2026-02-03T19:30:00Z")
            return datetime.fromtimestamp(0, UTC)
        return at

    def whole_numbers(self) -> tuple[int, ...]:
        return self.items(Node.whole)


def _odd(text: str) -> bool:
    """True if it has characters that no file or database keeps: halves of others, or none."""
    return "\0" in text or "\\u0000" in text or any("\ud800" <= each <= "\udfff" for each in text)
