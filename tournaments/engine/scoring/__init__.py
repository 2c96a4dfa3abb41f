"""Converting the card points of a table into the scores that standings count."""

from tournaments.engine.scoring.table import (
    DEFAULTS,
    Credits,
    Scoring,
    ScoringType,
    table_scores,
    winner_of,
)
from tournaments.engine.scoring.victory_points import Scale, scale_for

__all__ = [
    "DEFAULTS",
    "Credits",
    "Scale",
    "Scoring",
    "ScoringType",
    "scale_for",
    "table_scores",
    "winner_of",
]
