"""The reasons for tables and byes: rows of them, and the names that their texts use."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from tournaments.engine.draws import Reason
from tournaments.engine.reasons import Names
from tournaments.models import Assignment, Table
from tournaments.selectors.tournaments import entries_of


def why_of(row: Table | Assignment) -> Reason:
    """The reason that a table or a bye is kept with."""
    return Reason(row.why_code, row.why_facts, tuple(row.why_cost), row.why_text)


def why_columns(why: Reason) -> Mapping[str, Any]:
    """The columns of a reason."""
    return {
        "why_code": why.code,
        "why_facts": dict(why.facts),
        "why_text": why.text,
        "why_cost": list(why.cost),
    }


def names_of(tournament_id: UUID) -> Names:
    """What the entries of a tournament are called, by number."""
    return {entry.number: entry.name for entry in entries_of(tournament_id)}
