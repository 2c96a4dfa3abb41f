"""The rounds to come of a rotating night, as far as they are planned."""

from itertools import chain
from typing import NamedTuple

from tournaments.engine.draws import Entries
from tournaments.engine.formats.individual import rounds_ahead
from tournaments.engine.formats.night import Night, tidy
from tournaments.engine.formats.search import Sides
from tournaments.engine.pairing.seating import table_numbers


class Planned(NamedTuple):
    """A round to come."""

    number: int
    tables: tuple[tuple[int, Sides], ...]
    """With their numbers."""
    byes: Entries


def movement(night: Night) -> tuple[Planned, ...]:
    """The rounds as they will be drawn if nobody comes or goes and no director changes one.

    Raises DrawRefused where none can be drawn.
    """
    return tuple(
        Planned(number, _numbered(night, list(map(tidy, seating.tables))), seating.byes)
        for number, seating in enumerate(rounds_ahead(night), start=night.round)
    )


def _numbered(night: Night, tables: list[Sides]) -> tuple[tuple[int, Sides], ...]:
    entries = [tuple(chain.from_iterable(sides)) for sides in tables]
    numbers = table_numbers(entries, night.stationary, {})
    return tuple(sorted(zip(numbers, tables, strict=True)))
