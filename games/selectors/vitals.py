"""Figures of the whole installation, for metrics and the status page: each a cheap statement."""

from datetime import datetime, timedelta
from typing import NamedTuple

from games.choices import GameStatus
from games.models import Game, Heartbeat, Outage
from games.store.row import clock_read
from samba_service.kit.sql import run


class DueKind(NamedTuple):
    """The due work of one kind."""

    kind: str
    number: int
    oldest_s: float
    """For how long the oldest has been due."""
    stuck: int
    """The number of works with as many attempts as are made in a row."""


class Gap(NamedTuple):
    """A time without a sweeper: clocks stood still."""

    since: datetime
    until: datetime


class LogSlot(NamedTuple):
    """Where PostgreSQL keeps its log for a reader: a backup, or a server that follows."""

    name: str
    active: bool
    """True while it is being read."""
    behind_bytes: int
    """How much of the log is kept because it was not read."""


class Beat(NamedTuple):
    """When a sweeper was last alive, None if one never was, and what time it is now."""

    at: datetime | None
    now: datetime

    @property
    def age_s(self) -> float:
        """Infinite without any."""
        return float("inf") if self.at is None else (self.now - self.at).total_seconds()


_DUE = """
    SELECT kind, count(*), EXTRACT(EPOCH FROM samba_now() - min(due_at))::float8,
        count(*) FILTER (WHERE attempts >= %s)
    FROM games_duework WHERE due_at <= samba_now() GROUP BY kind
"""

_SLOTS = """
    SELECT slot_name::text, active,
        coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn), 0)::int8
    FROM pg_replication_slots WHERE NOT temporary ORDER BY slot_name
"""


def due_kinds(*, stuck_from: int) -> list[DueKind]:
    """The work that is due now, by kind; work with `stuck_from` attempts counts as stuck."""
    return [DueKind._make(row) for row in run(_DUE, (stuck_from,)).fetchall()]


def log_slots() -> list[LogSlot]:
    """The places in the log that the database server keeps for readers, by name."""
    return [LogSlot._make(row) for row in run(_SLOTS, ()).fetchall()]


def games_running() -> int:
    """The number of games that run."""
    return Game.objects.filter(status=GameStatus.ACTIVE).count()


def beat_read() -> Beat:
    """The last sign of life of a sweeper."""
    return Beat(Heartbeat.objects.values_list("at", flat=True).first(), clock_read())


def gaps_within(span: timedelta, *, most: int) -> list[Gap]:
    """The latest gaps, newest first, that were not over before `span` ago."""
    rows = Outage.objects.filter(until__gte=clock_read() - span).order_by("-until")
    return [Gap._make(row) for row in rows.values_list("since", "until")[:most]]
