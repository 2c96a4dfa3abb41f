"""The bench of open streams sees every move at every reader."""

import os

import pytest

from deploy.bench.live import run
from samba_service.settings.test import TEST_DATA

pytestmark = pytest.mark.full


def test_every_reader_of_a_few_tables_is_measured(monkeypatch, settings) -> None:
    database = os.environ.get("TEST_DATABASE_URL") or TEST_DATA.database_url
    monkeypatch.setenv("DATABASE_URL", database)
    monkeypatch.setenv("REDIS_URL", settings.REDIS_URL)
    figures = run(tables=12, moves=12, per_s=50)

    assert (figures["listeners"], figures["moves"], figures["missed"]) == (48, 12, 0)
    assert 2 * 3 <= figures["hidden_samples"] <= 6 * 3  # each draw reaches three other seats
    assert 0 < figures["p50_ms"] <= figures["p99_ms"] <= figures["worst_ms"]
