"""Standings: recomputed completely from results, never updated in place."""

from tournaments.engine.standings.ranking import (
    METRICS,
    Metric,
    Standing,
    chain_of,
    default_tiebreaks,
    places,
    standings,
)

__all__ = ["METRICS", "Metric", "Standing", "chain_of", "default_tiebreaks", "places", "standings"]
