"""The tournament engine: pure Python, from a value to a value.

`TournamentData` (module `tournament`) holds a whole tournament; `bundle` reads and writes it as
JSON.
"""

from games.engine.documents import Fault
from tournaments.engine.drawing import (
    FORMATS,
    drafted,
    draw_round,
    house_bots_wanted,
    is_over,
    moved_since_draw,
    rounds_with,
)
from tournaments.engine.draws import Draw, DrawRefused
from tournaments.engine.settings import constraint_faults, faults, start_faults
from tournaments.engine.standings import Standing, standings
from tournaments.engine.terms import Format
from tournaments.engine.tournament import TournamentData, as_of

__all__ = [
    "FORMATS",
    "Draw",
    "DrawRefused",
    "Fault",
    "Format",
    "Standing",
    "TournamentData",
    "as_of",
    "constraint_faults",
    "drafted",
    "draw_round",
    "faults",
    "house_bots_wanted",
    "is_over",
    "moved_since_draw",
    "rounds_with",
    "standings",
    "start_faults",
]
