"""Due work: written with its cause, claimed by sweepers, one at a time each.

An app registers its kinds of work when it is ready; this module has no kinds of its own.
"""

from collections.abc import Callable, Collection, Mapping
from contextlib import AbstractContextManager
from typing import NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import Model
from structlog.contextvars import bound_contextvars

from games.models import DueWork
from samba_service.kit.nudge import Wakeable, nudge
from samba_service.kit.rows import rows_insert
from samba_service.kit.sql import run

OVERDUE_S = 1.0
"""A worker that was woken has done the work by then."""
LEASE_S = 5.0
"""How long no other sweeper takes work that one has claimed."""
PATIENCE = 6
"""Attempts from which work is tried less often, and somebody must look at it."""
LONG_LEASE_S = 60.0
"""Not longer: an attempt may also have ended because its process or the database was killed."""


class ClaimedWork(NamedTuple):
    """An overdue piece of work, and the number of attempts, this one included."""

    kind: str
    subject: UUID
    step: int
    attempts: int
    late_s: float = 0.0
    """How long it has been due; only of bots' turns."""

    def log_context(self, of: str) -> AbstractContextManager[None]:
        """Inside the block, log lines belong to this work; `of` is the kind of its subject."""
        return bound_contextvars(work=self.kind, step=self.step, **{of: str(self.subject)})


class WorkKind(NamedTuple):
    """How work of one kind is done. Either way may run twice, and does nothing the second time."""

    task: Wakeable
    """Wakes a worker; takes the subject, as text, and the step."""
    inline: Callable[[ClaimedWork], object]
    """Does it in the sweeper, a second or two at a time; what remains stays due."""
    of: str = "subject"
    """What the subject is, in log lines."""


_KINDS: dict[str, WorkKind] = {}


def work_kinds_register(kinds: Mapping[str, WorkKind]) -> None:
    """Register how work of these kinds is done; a kind has up to 20 characters."""
    _KINDS.update(kinds)


def work_kind(kind: str) -> WorkKind:
    """How work of `kind` is done. Raises LookupError for an unregistered one."""
    if kind not in _KINDS:
        raise LookupError(kind)
    return _KINDS[kind]


def work_kinds_known() -> Collection[str]:
    """The kinds that are registered."""
    return _KINDS.keys()


def work_add(*, kind: str, subject: UUID, step: int, cause: Model | None = None) -> None:
    """Make work due from now on, and wake a worker after commit; a second call changes nothing.

    To be called in the transaction of its cause; a `cause` that is a new row is inserted with it.
    Raises LookupError for an unknown kind.
    """
    task = work_kind(kind).task
    due = DueWork(kind=kind, subject=subject, step=step)
    if cause is not None:
        rows_insert([cause], [due])
    else:
        DueWork.objects.bulk_create([due], ignore_conflicts=True)
    transaction.on_commit(lambda: nudge(task, str(subject), step), robust=True)


def work_done(*, kind: str, subject: UUID, step: int) -> None:
    """Delete work. To be called in the transaction that does it, or makes it unnecessary."""
    DueWork.objects.filter(kind=kind, subject=subject, step=step).delete()


# Materialized: a plan that read it twice would claim a second piece of work.
_CLAIM = """
    WITH overdue AS MATERIALIZED (
        SELECT kind, subject, step FROM games_duework
        WHERE kind NOT IN ('bot', 'webhook') AND due_at < samba_now() - make_interval(secs => %s)
            AND (locked_until IS NULL OR locked_until < now())
        ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    UPDATE games_duework d
    SET attempts = LEAST(d.attempts + 1, %s),
        locked_until = now() + make_interval(
            secs => CASE WHEN d.attempts + 1 >= %s THEN %s ELSE %s END)
    FROM overdue
    WHERE (d.kind, d.subject, d.step) = (overdue.kind, overdue.subject, overdue.step)
    RETURNING d.kind, d.subject, d.step, d.attempts
"""


def work_claim() -> ClaimedWork | None:
    """Claim the work that is overdue longest, so that no other sweeper does for a while.

    Turns of bots have an order of their own, `shares.turn_claim`, and so have webhooks, which call
    what may be slow: `webhook_deliveries.webhook_claim`.

    It claims one, to be done at once: when a sweeper is killed, no work that it has not begun has
    an attempt counted or must wait for the end of a lease. Attempts are counted up to PATIENCE.
    """
    row = run(_CLAIM, (OVERDUE_S, PATIENCE, PATIENCE, LONG_LEASE_S, LEASE_S)).fetchone()
    return None if row is None else ClaimedWork(*row)


def work_fail(claim: ClaimedWork, error: Exception) -> None:
    """Record the kind of error with which an attempt ended, and none of its values."""
    DueWork.objects.filter(kind=claim.kind, subject=claim.subject, step=claim.step).update(
        last_error=type(error).__name__
    )
