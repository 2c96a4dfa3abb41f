"""/healthz: the process answers. /readyz: it can do its work.

Redis is disposable: without it games go on, so its absence is reported and does not turn the
answer into a failure. Without the database, or with migrations missing, nothing works.
"""

import redis
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from psycopg_pool import PoolTimeout

from samba_service.kit import throttles
from samba_service.kit.problems import Problem, problem_response


@require_safe
@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    return JsonResponse({"status": "ok"})


@require_safe
@never_cache
def readyz(request: HttpRequest) -> HttpResponse:
    """200 `ok`, 200 `degraded` without Redis, 503 `unavailable` without a current database.

    429 for an address that asks too often, unless it is this machine or one of the club's.
    """
    try:
        throttles.take(request, throttles.PROBES, None)
    except Problem as fault:
        return problem_response(request, fault)
    checks = {"database": _database(), "redis": redis_state()}
    if checks["database"] != "ok":
        return JsonResponse(
            {"status": "unavailable", "checks": checks}, status=503, headers={"Retry-After": "5"}
        )
    status = "ok" if checks["redis"] == "ok" else "degraded"
    return JsonResponse({"status": status, "checks": checks})


def _database() -> str:
    try:
        missing, _ = migrations()
    except (DatabaseError, PoolTimeout):
        return "away"
    return "unapplied migrations" if missing else "ok"


def migrations() -> tuple[list[str], list[str]]:
    """Those that the database lacks, and those that only it knows, each as `app.name`."""
    loader = MigrationExecutor(connection).loader
    known, applied = set(loader.graph.nodes), set(loader.applied_migrations)
    missing, unknown = sorted(known - applied), sorted(applied - set(loader.disk_migrations))
    return [".".join(each) for each in missing], [".".join(each) for each in unknown]


def redis_state() -> str:
    """`ok` or `away`."""
    client = redis.Redis.from_url(
        settings.REDIS_URL, socket_timeout=0.5, socket_connect_timeout=0.5
    )
    try:
        client.ping()
    except redis.RedisError:
        return "away"
    finally:
        client.close()
    return "ok"
