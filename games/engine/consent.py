"""One way to agree: a seat asks, the people at the table answer, the first "no" settles it.

Used for every decision that a table makes together. The caller carries out what was agreed.
"""

from enum import StrEnum
from typing import Final, NamedTuple


class Outcome(StrEnum):
    """How a question was closed."""

    GRANTED = "granted"
    REFUSED = "refused"
    WITHDRAWN = "withdrawn"
    LAPSED = "lapsed"


class Claim(StrEnum):
    """What is claimed because of a player who stays away."""

    BOT = "bot"
    """That a bot plays for the seat."""
    GAME = "game"
    """That the seat's side has given up."""


CLAIMS: Final = tuple(claim.value for claim in Claim)


class Consent(NamedTuple):
    """A question that waits for answers."""

    about: str
    asked_by: int
    seats: tuple[int, ...]
    """The seats that are asked."""
    until: str
    """When it expires, RFC 3339."""
    agreed: tuple[int, ...] = ()
    claimed: int | None = None
    """The seat that a claim is about."""

    @property
    def waits_for(self) -> tuple[int, ...]:
        """Seats that have not answered."""
        return tuple(seat for seat in self.seats if seat not in self.agreed)
