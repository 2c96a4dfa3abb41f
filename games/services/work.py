"""Due work: claimed by sweepers, one at a time each."""

from typing import NamedTuple
from uuid import UUID

from games.models import DueWork
from samba_service.sql import run

OVERDUE_S = 1.0
"""A worker that was woken has done the work by then."""
LEASE_S = 5.0
"""For so long no sweeper takes up again what one has claimed."""
PATIENCE = 6
"""Attempts after which a failing work is left for an hour, and somebody must look at it."""
LONG_LEASE_S = 3600.0


class Claim(NamedTuple):
    """One work that is overdue, and how often it has been taken up with this time."""

    kind: str
    subject: UUID
    step: int
    attempts: int


_CLAIM = """
    UPDATE games_duework d
    SET attempts = d.attempts + 1,
        locked_until = now() + make_interval(
            secs => CASE WHEN d.attempts + 1 >= %s THEN %s ELSE %s END)
    FROM (
        SELECT kind, subject, step FROM games_duework
        WHERE due_at < now() - make_interval(secs => %s)
            AND (locked_until IS NULL OR locked_until < now())
        ORDER BY due_at LIMIT %s FOR UPDATE SKIP LOCKED
    ) overdue
    WHERE (d.kind, d.subject, d.step) = (overdue.kind, overdue.subject, overdue.step)
    RETURNING d.kind, d.subject, d.step, d.attempts
"""


def work_claim(*, limit: int = 100) -> list[Claim]:
    """Take up to `limit` overdue works, so that no other sweeper does for a while."""
    rows = run(_CLAIM, (PATIENCE, LONG_LEASE_S, LEASE_S, OVERDUE_S, limit)).fetchall()
    return [Claim._make(row) for row in rows]


def work_fail(claim: Claim, error: Exception) -> None:
    """Note what kind of error an attempt ended with, and none of its values."""
    DueWork.objects.filter(kind=claim.kind, subject=claim.subject, step=claim.step).update(
        last_error=type(error).__name__
    )
