"""Rows and constraints, no rules."""

from tournaments.models import audit
from tournaments.models.clubs import Club
from tournaments.models.entries import (
    AccountUse,
    Adjustment,
    AttendanceChange,
    DrawConstraint,
    Entry,
    Stint,
)
from tournaments.models.members import Member
from tournaments.models.merges import Merge
from tournaments.models.ratings import (
    ClubRatingList,
    CountedTable,
    RatingCheckpoint,
    RatingLine,
    RatingList,
)
from tournaments.models.rounds import Round
from tournaments.models.seasons import Season
from tournaments.models.tables import Assignment, Result, Table, TableSeat
from tournaments.models.tournaments import Tournament

__all__ = [
    "AccountUse",
    "Adjustment",
    "Assignment",
    "AttendanceChange",
    "Club",
    "ClubRatingList",
    "CountedTable",
    "DrawConstraint",
    "Entry",
    "Member",
    "Merge",
    "RatingCheckpoint",
    "RatingLine",
    "RatingList",
    "Result",
    "Round",
    "Season",
    "Stint",
    "Table",
    "TableSeat",
    "Tournament",
    "audit",
]
