"""How deep the tests go, in three steps, each of which runs all of the one before.

- `make test` has what finds most faults soon: every part of the service, in its plain cases.
- `make test-full`, which CI runs for every change, has the other cases too, and what takes long:
  what is undone after what, callers at once, formats and rulesets beyond the first, killed servers.
- `make test-long` has the thousands.

What is drawn at random is drawn from a seed, so that every run of the same depth is the same.
"""

import os
from collections.abc import Callable, Iterable
from typing import Any

import pytest

LONG = os.environ.get("HYPOTHESIS_PROFILE") == "long"
"""As `make test-long` has it."""


def cases(short: int, long: int) -> int:
    """How many cases a test tries: `short` in each run, `long` in the long one."""
    return long if LONG else short


def in_the_full_run(value: Any) -> Any:
    """Mark a parameter, or a tuple of them: `make test` leaves it out."""
    return _marked(value, pytest.mark.full)


def in_the_long_run(value: Any) -> Any:
    """Mark a parameter, or a tuple of them: only `make test-long` runs it."""
    return _marked(value, pytest.mark.slow)


def one_of(
    every: int,
    values: Iterable[Any],
    *,
    first: int = 0,
    others: Callable[[Any], Any] = in_the_long_run,
) -> list[Any]:
    """Parameters, of which `make test` runs each `every`-th, from number `first` on.

    `others` marks those that it leaves out.
    """
    return [
        value if at % every == first % every else others(value) for at, value in enumerate(values)
    ]


def first_of(values: Iterable[Any]) -> list[Any]:
    """Parameters, of which `make test` runs the first, and `make test-full` all."""
    first, *others = values
    return [first, *map(in_the_full_run, others)]


def _marked(value: Any, mark: pytest.MarkDecorator) -> Any:
    if hasattr(value, "marks"):
        return value._replace(marks=[*value.marks, mark])
    values = value if isinstance(value, tuple) else (value,)
    return pytest.param(*values, marks=mark)
