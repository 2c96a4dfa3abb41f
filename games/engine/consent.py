"""One way to agree: a seat asks, the persons at the table answer, the first "no" settles it.

Used for whatever a table may do together. What is agreed to is the caller's to carry out.
"""

from enum import StrEnum
from typing import NamedTuple


class Outcome(StrEnum):
    """How a question was closed."""

    GRANTED = "granted"
    REFUSED = "refused"
    WITHDRAWN = "withdrawn"
    LAPSED = "lapsed"


class Consent(NamedTuple):
    """A question that waits for answers."""

    about: str
    asked_by: int
    seats: tuple[int, ...]
    """Those who are asked."""
    until: str
    """When it lapses, RFC 3339."""
    agreed: tuple[int, ...] = ()

    @property
    def waits_for(self) -> tuple[int, ...]:
        """Seats that have not answered."""
        return tuple(seat for seat in self.seats if seat not in self.agreed)
