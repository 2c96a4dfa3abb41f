"""/status: what people read of the service when something seems wrong."""

from datetime import timedelta
from unittest.mock import Mock
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.db import DatabaseError
from django.test import Client
from django.utils.timezone import now

from games.models import DueWork, Heartbeat, Outage
from samba_service import status
from tests.games.tables import bots_game


@pytest.fixture(autouse=True)
def sweeper_alive(db: None) -> None:
    cache.delete("status")
    Heartbeat.objects.update_or_create(id=1, defaults={"at": now()})


def shown(code: int = 200, language: str = "en") -> str:
    cache.delete("status")
    answer = Client().get("/status", headers={"Accept-Language": language})
    assert answer.status_code == code
    return answer.content.decode()


def test_everything_works_in_both_languages() -> None:
    assert "<h1>Everything works</h1>" in shown()
    assert "None in the last 30 days." in shown()
    assert "<h1>Alles läuft</h1>" in shown(language="de")


def test_without_a_sweeper_clocks_have_stopped() -> None:
    Heartbeat.objects.update(at=now() - timedelta(seconds=40))

    assert "Not everything works" in shown()
    assert "have stopped" in shown()


def test_bots_and_draws_that_wait_are_late(settings) -> None:
    bots_game()
    assert "Everything works" in shown()

    DueWork.objects.update(due_at=now() - timedelta(minutes=2))
    assert shown().count("are late") == 1


def test_a_webhook_that_waits_is_no_late_draw() -> None:
    DueWork.objects.create(
        kind="webhook", subject=uuid4(), step=0, due_at=now() - timedelta(minutes=2)
    )
    assert "Everything works" in shown()


def test_without_redis_news_come_later(settings) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:9/0"
    assert "come about a second later" in shown()


def test_without_the_database_the_page_is_there(monkeypatch) -> None:
    monkeypatch.setattr(status, "beat_read", Mock(side_effect=DatabaseError))
    assert "Nothing works at the moment" in shown(503)


def test_a_gap_has_its_beginning_and_end() -> None:
    ended = now() - timedelta(days=2)
    Outage.objects.create(since=ended - timedelta(minutes=3), until=ended)
    Outage.objects.create(since=now() - timedelta(days=50), until=now() - timedelta(days=49))

    assert shown().count("<li>") == 1
    assert "The last one ended at" in shown()


def test_a_page_is_kept_for_all_readers(django_assert_num_queries) -> None:
    shown()
    with django_assert_num_queries(0):
        assert Client().get("/status").status_code == 200


def test_who_asks_too_often_must_wait(settings) -> None:
    settings.SAMBA_RATE_LIMITS = True
    codes = [Client().get("/status", REMOTE_ADDR="203.0.113.9").status_code for _ in range(70)]
    assert codes.count(200) < 70
    assert codes[-1] == 429
