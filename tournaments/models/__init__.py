"""Rows and constraints, no rules."""

from tournaments.models.audit import AuditEntry
from tournaments.models.club_ratings import ClubRatingList
from tournaments.models.clubs import Club, Member, Role, Season
from tournaments.models.merges import Merge, MergeState
from tournaments.models.public_ratings import (
    CountedTable,
    RatingCheckpoint,
    RatingLine,
    RatingList,
)
from tournaments.models.readers import Names
from tournaments.models.round import Assignment, Result, Round, Table, TableSeat
from tournaments.models.tournament import (
    Adjustment,
    Entry,
    Presence,
    Tenure,
    Tournament,
    Visibility,
)

__all__ = [
    "Adjustment",
    "Assignment",
    "AuditEntry",
    "Club",
    "ClubRatingList",
    "CountedTable",
    "Entry",
    "Member",
    "Merge",
    "MergeState",
    "Names",
    "Presence",
    "RatingCheckpoint",
    "RatingLine",
    "RatingList",
    "Result",
    "Role",
    "Round",
    "Season",
    "Table",
    "TableSeat",
    "Tenure",
    "Tournament",
    "Visibility",
]
