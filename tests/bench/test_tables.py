"""The bench of many tables plays as the example client does, and measures every move."""

import os

import pytest

from deploy.bench import tables
from samba_service.settings.test import TEST_DATA

pytestmark = pytest.mark.slow


def test_the_moves_of_a_few_tables_are_measured(monkeypatch, settings) -> None:
    database = os.environ.get("TEST_DATABASE_URL") or TEST_DATA.database_url
    monkeypatch.setenv("DATABASE_URL", database)
    monkeypatch.setenv("REDIS_URL", settings.REDIS_URL)
    monkeypatch.setattr(tables, "WARM_S", 4.0)
    monkeypatch.setattr(tables, "TURN_S", 2.0)
    figures = tables.run(tables=4, seconds=10, rows=1000)

    assert figures["rows"] >= 1000
    assert figures["moves"] >= figures["turns"] > 10
    assert figures["calls"] > figures["moves"] + figures["turns"]
    assert 0 < figures["move_p50_ms"] <= figures["move_p99_ms"] <= figures["move_worst_ms"]
    assert figures["public_p99_ms"] > 0
