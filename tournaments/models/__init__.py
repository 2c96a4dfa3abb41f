"""Rows and constraints, no rules."""

from tournaments.models import audit
from tournaments.models.clubs import Club, Member, Merge, Season
from tournaments.models.entries import (
    AccountUse,
    Adjustment,
    AttendanceChange,
    DrawConstraint,
    Entry,
    Stint,
)
from tournaments.models.ratings import (
    ClubRatingList,
    CountedTable,
    RatingCheckpoint,
    RatingLine,
    RatingList,
)
from tournaments.models.rounds import Assignment, DirectorCall, Result, Round, Table, TableSeat
from tournaments.models.sanctions import Sanction
from tournaments.models.sheet_codes import SheetCode
from tournaments.models.tournaments import Tournament
from tournaments.models.wall_links import WallLink

__all__ = [
    "AccountUse",
    "Adjustment",
    "Assignment",
    "AttendanceChange",
    "Club",
    "ClubRatingList",
    "CountedTable",
    "DirectorCall",
    "DrawConstraint",
    "Entry",
    "Member",
    "Merge",
    "RatingCheckpoint",
    "RatingLine",
    "RatingList",
    "Result",
    "Round",
    "Sanction",
    "Season",
    "SheetCode",
    "Stint",
    "Table",
    "TableSeat",
    "Tournament",
    "WallLink",
    "audit",
]
