"""The formats of tournaments: for each a file that decides who meets whom, and who has no table.

`constraints` is what the director fixed. `swiss` and `swiss_individual` use `matching`, the formats
for individuals `night` too; `rotating` plans with `designs` and `search`.
"""

from typing import NamedTuple, Protocol

from tournaments.engine.draws import Draw
from tournaments.engine.tournament import TournamentData


class RoundLimits(NamedTuple):
    """How many rounds a field can play."""

    fewest: int
    most: int | None
    """None: as many as are wanted."""


class FormatRules(Protocol):
    """One format. `entries` counts those who start; `settings` reports what is impossible."""

    @property
    def fewest(self) -> int:
        """The fewest entries for a round."""
        ...

    def next_round(self, tournament: TournamentData, number: int) -> Draw:
        """Round `number`; raises DrawRefused."""
        ...

    def awaited(self, tournament: TournamentData, number: int) -> frozenset[int]:
        """The entries that round `number` would seat, or give a bye, if it were drawn now."""
        ...

    def rounds_for(self, entries: int) -> RoundLimits: ...
