"""What /healthz and /readyz promise to a program that restarts or routes to a process."""

import pytest
from django.db import connection
from django.test import Client


def test_a_process_that_answers_is_alive(client: Client) -> None:
    assert client.get("/healthz").json() == {"status": "ok"}


@pytest.mark.django_db
def test_with_both_servers_the_service_is_ready(client: Client) -> None:
    answer = client.get("/readyz")

    assert answer.status_code == 200
    assert answer.json() == {"status": "ok", "checks": {"database": "ok", "redis": "ok"}}


@pytest.mark.django_db
def test_without_redis_games_go_on(client: Client, settings) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:9/0"

    answer = client.get("/readyz")

    assert answer.status_code == 200
    assert answer.json() == {"status": "degraded", "checks": {"database": "ok", "redis": "away"}}


@pytest.mark.django_db
def test_a_missing_migration_is_not_ready(client: Client) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'sessions'")

    answer = client.get("/readyz")

    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "5"
    assert answer.json()["checks"]["database"] == "unapplied migrations"
