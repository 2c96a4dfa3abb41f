"""/metrics for Prometheus: what the processes have counted, and figures of the database.

Shown only to whom the settings name; for all others there is no such address.
"""

from collections.abc import Iterable
from math import inf
from pathlib import Path
from secrets import compare_digest
from time import time

from django.conf import settings
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CollectorRegistry
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest
from prometheus_client.registry import Collector
from psycopg_pool import PoolTimeout

from games.selectors.vitals import beat_read, due_kinds, games_running, log_slots
from games.services.work import PATIENCE, work_kinds_known
from games.store.append import BOT
from samba_service.kit import metrics
from samba_service.kit.addresses import is_from
from samba_service.kit.metrics_folder import metrics_read


@require_safe
@never_cache
def page(request: HttpRequest) -> HttpResponse:
    """The exposition; 404 for everybody who may not see it."""
    if not _may_see(request):
        raise Http404
    counted = metrics.OWN if metrics.FOLDER is None else metrics_read(metrics.FOLDER)
    registry = CollectorRegistry()
    registry.register(Database())
    text = generate_latest(counted) + generate_latest(registry)
    return HttpResponse(text, content_type=CONTENT_TYPE_PLAIN_0_0_4)


def _may_see(request: HttpRequest) -> bool:
    token: str = settings.SAMBA_METRICS_TOKEN
    sent = request.headers.get("Authorization", "")
    if token and compare_digest(sent.encode(), f"Bearer {token}".encode()):
        return True
    return is_from(request, settings.SAMBA_METRICS_ADDRESSES)


class Database(Collector):
    """Figures of the whole installation: every process shows the same ones."""

    def collect(self) -> Iterable[Metric]:
        """`samba_database_up`, the age of the backup, and the others if the database answers."""
        up = GaugeMetricFamily("samba_database_up", "1 if the database answers")
        try:
            found = [*_due(), *_games(), *_log()]
        except (DatabaseError, PoolTimeout):
            found = []
        up.add_metric([], float(bool(found)))
        return [up, *found, _backup()]


def _due() -> list[Metric]:
    count = GaugeMetricFamily("samba_due_work", "Work that is due now", labels=["kind"])
    oldest = GaugeMetricFamily(
        "samba_due_work_oldest_seconds", "How long the oldest has been due", labels=["kind"]
    )
    stuck = GaugeMetricFamily(
        "samba_due_work_stuck", "Work that fails and is tried once a minute", labels=["kind"]
    )
    found = {each.kind: each for each in due_kinds(stuck_from=PATIENCE)}
    for kind in sorted({BOT, *work_kinds_known(), *found}):
        due = found.get(kind)
        count.add_metric([kind], due.number if due else 0)
        oldest.add_metric([kind], due.oldest_s if due else 0.0)
        stuck.add_metric([kind], due.stuck if due else 0)
    return [count, oldest, stuck]


def _games() -> list[Metric]:
    running = GaugeMetricFamily("samba_running_games", "Games that run")
    running.add_metric([], games_running())
    beat = GaugeMetricFamily(
        "samba_sweeper_silence_seconds", "Time since the last sign of life of a sweeper"
    )
    beat.add_metric([], beat_read().age_s)
    return [running, beat]


def _log() -> list[Metric]:
    active = GaugeMetricFamily(
        "samba_log_slot_active", "1 if a backup reads the database's log now", labels=["slot"]
    )
    behind = GaugeMetricFamily(
        "samba_log_slot_behind_bytes", "Log that is kept as it was not read", labels=["slot"]
    )
    for slot in log_slots():
        active.add_metric([slot.name], float(slot.active))
        behind.add_metric([slot.name], slot.behind_bytes)
    return [active, behind]


def _backup() -> Metric:
    age = GaugeMetricFamily("samba_backup_age_seconds", "Time since a backup was made")
    if settings.SAMBA_BACKUP_STAMP:
        try:
            made_at = Path(settings.SAMBA_BACKUP_STAMP).stat().st_mtime
        except OSError:
            made_at = -inf  # none was made yet
        age.add_metric([], time() - made_at)
    return age
