"""Rows and constraints, no rules."""

from tournaments.models.audit import AuditEntry
from tournaments.models.clubs import Club, Member, Role, Season
from tournaments.models.result import Result, ResultKind
from tournaments.models.round import Assignment, Round, RoundState, Table, TableSeat
from tournaments.models.tournament import (
    Adjustment,
    Entry,
    Presence,
    Tenure,
    Tournament,
    TournamentState,
    Venue,
)

__all__ = [
    "Adjustment",
    "Assignment",
    "AuditEntry",
    "Club",
    "Entry",
    "Member",
    "Presence",
    "Result",
    "ResultKind",
    "Role",
    "Round",
    "RoundState",
    "Season",
    "Table",
    "TableSeat",
    "Tenure",
    "Tournament",
    "TournamentState",
    "Venue",
]
