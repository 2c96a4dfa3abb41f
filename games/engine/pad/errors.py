"""What is wrong with score sheets: every fault at once, in the words of a club night."""

from collections.abc import Sequence
from typing import Final, NamedTuple

NOT_FIVES: Final = "not_a_multiple_of_five"
NOT_SOUND: Final = "sheet_does_not_add_up"


class SheetFault(NamedTuple):
    """What is wrong, and where: ``hands.0.sides.1.melded_cards``."""

    path: str
    detail: str


class UnsoundSheet(Exception):
    """Score sheets that cannot be right; `code` is `NOT_FIVES` if that is the only fault."""

    def __init__(self, fives: Sequence[SheetFault], others: Sequence[SheetFault]) -> None:
        self.code = NOT_SOUND if others else NOT_FIVES
        self.faults = [*fives, *others]
        super().__init__("; ".join([fault.detail for fault in self.faults]))

    @property
    def errors(self) -> list[dict[str, str]]:
        """The faults as the API shows them."""
        return [fault._asdict() for fault in self.faults]
