"""The formats of tournaments: for each a file that decides who meets whom, and who has no table.

`constraints` is what the director fixed. `swiss` and `swiss_individual` use `matching`, the formats
for individuals `night` too; `rotating` follows `plans`.
"""

from abc import ABC, abstractmethod
from typing import ClassVar, NamedTuple

from tournaments.engine.draws import Draw
from tournaments.engine.tournament import TournamentData


class RoundLimits(NamedTuple):
    """How many rounds a field can play."""

    fewest: int
    most: int | None
    """None: as many as are wanted."""


class FormatRules(ABC):
    """One format. `entries` counts those who start; `settings` reports what is impossible."""

    fewest: ClassVar = 2
    """The fewest entries for a round."""

    @abstractmethod
    def next_round(self, tournament: TournamentData, number: int) -> Draw:
        """Round `number`; raises DrawRefused."""

    @abstractmethod
    def rounds_for(self, entries: int) -> RoundLimits: ...

    def awaited(self, tournament: TournamentData, number: int) -> frozenset[int]:
        """The entries that round `number` would seat, or give a bye, if it were drawn now."""
        return tournament.present
