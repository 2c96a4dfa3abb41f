"""`manage.py preflight` names what a process must not start with."""

import os
import shutil
from collections import namedtuple
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from samba_service import checks
from tests.games.tables import bots_game
from tests.test_project import PRODUCTION, manage

Usage = namedtuple("Usage", "total used free")


def preflight(capsys: pytest.CaptureFixture[str]) -> tuple[bool, str]:
    """True if the service may start, and what was said about it."""
    try:
        call_command("preflight")
    except CommandError:
        return False, capsys.readouterr().err
    return True, capsys.readouterr().err


@pytest.mark.django_db
def test_what_the_tests_run_on_may_start(capsys, settings) -> None:
    settings.SAMBA_PROCESSES = 1
    may, said = preflight(capsys)

    assert may
    assert "samba." not in said


@pytest.mark.django_db
def test_missing_migrations_stop_it_and_unknown_ones_are_named(capsys) -> None:
    with connection.cursor() as cursor:
        cursor.execute("UPDATE django_migrations SET name = '0009_x' WHERE app = 'sessions'")

    may, said = preflight(capsys)

    assert not may
    assert "Migrations that were not run: sessions.0001_initial." in said
    assert "Unknown migrations: sessions.0009_x." in said


@pytest.mark.django_db
def test_more_connections_than_the_database_has_are_counted(capsys, settings) -> None:
    settings.SAMBA_PROCESSES = 1000

    may, said = preflight(capsys)

    assert may
    assert "1000 processes may take 40000 connections; the database has " in said


@pytest.mark.django_db
def test_another_key_of_deals_stops_it_unless_the_former_is_known(capsys, settings) -> None:
    bots_game()
    former, settings.SAMBA_DEAL_KEY = settings.SAMBA_DEAL_KEY, "k" * 43
    assert preflight(capsys)[0] is False
    settings.SAMBA_DEAL_KEY_FALLBACKS = [former]
    assert preflight(capsys)[0] is True


@pytest.mark.django_db
def test_the_two_secrets_differ_and_their_files_are_closed(
    capsys, settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "key"
    file.write_text(settings.SECRET_KEY)
    file.chmod(0o644)
    monkeypatch.setitem(os.environ, "SECRET_KEY_FILE", str(file))
    assert "Everybody can open SECRET_KEY_FILE." in preflight(capsys)[1]
    file.chmod(0o640)
    settings.SAMBA_DEAL_KEY = settings.SECRET_KEY
    may, said = preflight(capsys)
    assert not may
    assert "SECRET_KEY_FILE" not in said
    assert settings.SECRET_KEY not in said


@pytest.mark.django_db
def test_without_redis_it_starts_and_says_so(capsys, settings) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:9/0"

    may, said = preflight(capsys)

    assert may
    assert "Redis does not answer" in said


@pytest.mark.django_db
def test_a_full_disk_is_named(capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(1 << 40, 0, checks.LEAST_FREE - 1))

    assert "has 1023 MiB left." in preflight(capsys)[1]


@pytest.mark.full
def test_a_database_that_is_away_is_waited_for_and_named() -> None:
    away = {
        "DATABASE_URL": "postgresql://a:secret@127.0.0.1:9/a",
        "REDIS_URL": "redis://127.0.0.1:9",
    }

    done = manage("preflight", "--wait", "1", **{**PRODUCTION, **away})

    assert done.returncode == 1
    assert "The database does not answer" in done.stderr
    assert "secret" not in done.stderr


@pytest.mark.full
def test_a_command_without_its_database_ends_with_one_sentence() -> None:
    away = {"DATABASE_URL": "postgresql://a:secret@127.0.0.1:9/a"}

    done = manage("showmigrations", **{**PRODUCTION, **away})

    assert done.returncode == 1
    said = [line for line in done.stderr.splitlines() if line.startswith("samba-service: ")]
    assert [line.startswith("samba-service: the database does not answer") for line in said] == [
        True
    ]
    assert "Traceback" not in done.stderr
    assert "secret" not in done.stderr
