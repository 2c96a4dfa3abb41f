"""What each process counts for Prometheus. docs/seeing-inside.md explains each metric.

Labels are routes, codes and kinds, whose number is bounded: never an id, a name or anything else
that a caller chooses.
"""

import logging
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

from samba_service.kit import metrics_folder

log = logging.getLogger(__name__)

PROCESS = os.environ.get("SAMBA_PROCESS", "")
OWN = CollectorRegistry()
"""What this process counts, if it does not share a folder with others."""
FOLDER: Path | None = None

if settings.SAMBA_METRICS_DIR and PROCESS:
    try:
        metrics_folder.share(Path(settings.SAMBA_METRICS_DIR))
        FOLDER = Path(settings.SAMBA_METRICS_DIR)
    except OSError as error:
        log.warning("metrics are kept for this process only: %s", type(error).__name__)

QUICK = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
PATIENT = (0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0)
LIVE: Any = {"registry": OWN, "multiprocess_mode": "livesum"}

REQUESTS = Counter("samba_requests", "Calls answered", ["route", "method", "status"], registry=OWN)
REQUEST_SECONDS = Histogram(
    "samba_request_seconds",
    "Time to an answer, or to the beginning of a stream",
    ["route", "method"],
    buckets=QUICK,
    registry=OWN,
)
PROBLEMS = Counter("samba_problems", "Calls refused or failed, by code", ["code"], registry=OWN)
RATE_LIMITED = Counter("samba_rate_limited", "Calls answered 429, by limit", ["rate"], registry=OWN)
MOVES = Counter(
    "samba_moves", "Actions played or refused, by code", ["by", "outcome"], registry=OWN
)
MOVE_SECONDS = Histogram(
    "samba_move_seconds",
    "Time from the lock of the game to the row of its log",
    ["by"],
    buckets=QUICK,
    registry=OWN,
)
BOT_LAG_SECONDS = Histogram(
    "samba_bot_lag_seconds",
    "How late a worker or sweeper begins with bots that must move",
    buckets=PATIENT,
    registry=OWN,
)
CLOCKS_CREDITED = Counter(
    "samba_clocks_credited", "Running turns that got back the time of an outage", registry=OWN
)
STARTS = Counter("samba_process_starts", "Starts of processes", ["process"], registry=OWN)
PROCESSES = Gauge("samba_processes", "Processes that run", ["process"], **LIVE)
OPEN_CALLS = Gauge("samba_open_calls", "Streams and waiting calls that are open", **LIVE)
POOL_MOST = Gauge("samba_pool_connections_most", "Connections that pools may have", **LIVE)
POOL_USED = Gauge("samba_pool_connections_used", "Connections that are in use", **LIVE)
POOL_WAITING = Gauge("samba_pool_waiting", "Threads that wait for a connection", **LIVE)
POOL_WAITS = Counter("samba_pool_waits", "Times that a connection was waited for", registry=OWN)
POOL_FAILURES = Counter("samba_pool_failures", "Waits that ended without one", registry=OWN)


def process_started() -> None:
    """Count the start of this process, if it is one of the service's."""
    if PROCESS:
        STARTS.labels(PROCESS).inc()
        PROCESSES.labels(PROCESS).set(1)


@contextmanager
def move_counted(by: str) -> Iterator[None]:
    """Count the action that the block plays, and the code with which it is refused."""
    began, outcome = time.perf_counter(), "played"
    try:
        yield
    except Exception as error:  # raised again: only its code is counted
        rule = getattr(error, "rule", None)
        outcome = getattr(rule or error, "code", "error")
        raise
    finally:
        MOVES.labels(by, outcome).inc()
        MOVE_SECONDS.labels(by).observe(time.perf_counter() - began)


class PoolGauges:
    """A pool's figures, taken once a second at most, while it is used."""

    def __init__(self) -> None:
        self._next = 0.0
        self._waits = self._failures = 0

    def take(self, pool: Any) -> None:
        """Show the state of `pool` if the last look is a second ago."""
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + 1.0
        stats = pool.get_stats()
        waits, failures = stats.get("requests_queued", 0), stats.get("requests_errors", 0)
        POOL_MOST.set(stats["pool_max"])
        POOL_USED.set(stats["pool_size"] - stats["pool_available"])
        POOL_WAITING.set(stats["requests_waiting"])
        POOL_WAITS.inc(max(0, waits - self._waits))
        POOL_FAILURES.inc(max(0, failures - self._failures))
        self._waits, self._failures = waits, failures


POOL = PoolGauges()
