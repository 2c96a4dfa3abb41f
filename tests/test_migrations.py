"""Migrations run beside a service that runs, also beside one of the minor version before."""

from threading import Event, Thread

import pytest
from django.core.management import CommandError, call_command
from django.core.management.commands import migrate as djangos
from django.db import connection, migrations, transaction
from django.db.migrations.loader import MigrationLoader
from django_migration_linter import MigrationLinter

from samba_service.management.commands import migrate

LAST_OF_0_1_0 = {
    "accounts": "0005_suspensions",
    "games": "0011_case_entries",
    "kit": "0001_initial",
    "tournaments": "0011_wall_links",
}
"""The newest migrations of the version that must still run on this database: docs/upgrades.md."""


def since() -> list[migrations.Migration]:
    """Our migrations after that version."""
    found = MigrationLoader(connection).disk_migrations
    return [
        migration
        for (app, name), migration in sorted(found.items())
        if app in LAST_OF_0_1_0 and name > LAST_OF_0_1_0[app]
    ]


def linter() -> MigrationLinter:
    return MigrationLinter(analyser_string="postgresql")


@pytest.mark.django_db
def test_the_version_before_runs_beside_every_migration_since(capsys) -> None:
    judge = linter()
    for migration in since():
        judge.lint_migration(migration)

    assert not judge.has_errors, capsys.readouterr().out
    assert judge.nb_total >= 3


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("app", "name"),
    [
        pytest.param("games", "0007_pace", id="a column that an insert of before leaves out"),
    ],
)
def test_a_migration_that_would_break_it_is_found(app: str, name: str) -> None:
    judge = linter()
    judge.lint_migration(MigrationLoader(connection).disk_migrations[app, name])

    assert judge.has_errors


@pytest.mark.django_db
def test_the_migrations_of_that_version_are_still_here() -> None:
    found = MigrationLoader(connection).disk_migrations
    assert {*LAST_OF_0_1_0.items()} <= found.keys()


@pytest.mark.django_db(transaction=True)
def test_a_migration_gives_way_and_tries_again(monkeypatch) -> None:
    monkeypatch.setattr(migrate, "PAUSE_S", 0.1)
    attempts, free = [], Event()

    def handle(*_args, **_options) -> None:
        attempts.append(1)
        if len(attempts) == 3:
            free.set()
            holder.join()
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL lock_timeout = '50ms'")
            cursor.execute("LOCK TABLE games_game")

    holding = Event()

    def hold() -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("LOCK TABLE games_game")
            holding.set()
            free.wait(60)
        connection.close()

    monkeypatch.setattr(djangos.Command, "handle", handle)
    holder = Thread(target=hold)
    holder.start()
    assert holding.wait(60)
    call_command("migrate", verbosity=0)

    assert len(attempts) == 3


@pytest.mark.django_db(transaction=True)
def test_one_call_migrates_at_a_time(monkeypatch) -> None:
    monkeypatch.setattr(migrate, "PAUSE_S", 0)
    monkeypatch.setattr(migrate, "ATTEMPTS", 1)
    seen: list[str] = []

    def second() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = '50ms'")
        with pytest.raises(CommandError, match="a lock was not to be had"):
            call_command("migrate", verbosity=0)
        seen.append("refused")
        connection.close()

    def handle(*_args, **_options) -> None:
        other = Thread(target=second)
        other.start()
        other.join()

    monkeypatch.setattr(djangos.Command, "handle", handle)
    call_command("migrate", verbosity=0)

    assert seen == ["refused"]
