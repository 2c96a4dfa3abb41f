"""What a format has to provide."""

from typing import NamedTuple, Protocol

from tournaments.engine.draws import Draw
from tournaments.engine.tournament import TournamentData


class Rounds(NamedTuple):
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

    def rounds_for(self, entries: int) -> Rounds: ...
