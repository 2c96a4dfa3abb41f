"""Ranges of the numbers of a ruleset, declared with each of its fields."""

from dataclasses import dataclass
from typing import Annotated

MOST_CARDS = 448
"""Cards of the largest pack: eight decks, four jokers each."""


@dataclass(frozen=True, slots=True)
class Range:
    """From `low` to `high`, both included, in multiples of `step`."""

    low: int
    high: int
    step: int = 1

    def fault(self, number: int) -> str:
        """What is wrong with `number`; empty if it is in the range."""
        if not self.low <= number <= self.high:
            return f"{number} is not between {self.low} and {self.high}"
        return f"{number} is not a multiple of {self.step}" if number % self.step else ""


Bonus = Annotated[int, Range(0, 50_000, 5)]
"""Points that a side gains."""
Penalty = Annotated[int, Range(-50_000, 0, 5)]
"""Points that a side loses, written as a negative number."""
Score = Annotated[int, Range(-50_000, 50_000, 5)]
"""Points that may be either."""
Canastas = Annotated[int, Range(0, 20)]
"""A number of canastas."""
