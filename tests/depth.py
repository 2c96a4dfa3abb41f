"""How deep the tests go: `make test` has the cases that find a fault, `make test-long` all of them.

What is drawn at random is drawn from a seed, so that every run of the same depth is the same.
"""

import os
from collections.abc import Iterable
from typing import Any

import pytest

LONG = os.environ.get("HYPOTHESIS_PROFILE") == "long"
"""As `make test-long` has it."""


def cases(short: int, long: int) -> int:
    """How many cases a test tries: `short` in each run, `long` in the long one."""
    return long if LONG else short


def one_of(every: int, values: Iterable[Any], *, first: int = 0) -> list[Any]:
    """Parameters, of which `make test` has one of `every` so many, from the `first` on.

    `make test-long` has the others too, which are slow ones.
    """
    return [
        value if at % every == first % every else in_the_long_run(value)
        for at, value in enumerate(values)
    ]


def in_the_long_run(value: Any) -> Any:
    """A parameter, or a tuple of them, for `make test-long` alone."""
    if hasattr(value, "marks"):
        return value._replace(marks=[*value.marks, pytest.mark.slow])
    values = value if isinstance(value, tuple) else (value,)
    return pytest.param(*values, marks=pytest.mark.slow)
