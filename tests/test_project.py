"""The project as a whole: its settings hold in production and its migrations are complete."""

import subprocess
import sys

import pytest
from django.core.management import call_command

from samba_service.devstack.folder import REPOSITORY


@pytest.mark.django_db
def test_no_migration_was_forgotten() -> None:
    call_command("makemigrations", "--check", "--dry-run", verbosity=0)


def manage(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run manage.py with `environment` and nothing else of ours."""
    return subprocess.run(
        [sys.executable, "-W", "error", "manage.py", *arguments],
        cwd=REPOSITORY,
        env={"DJANGO_SETTINGS_MODULE": "samba_service.settings.prod", **environment},
        capture_output=True,
        text=True,
        check=False,
    )


PRODUCTION = {
    "SECRET_KEY": "a-key-of-fifty-characters-and-more-0123456789-abcdefghi",
    "SAMBA_DEAL_KEY": "00" * 32,
    "ALLOWED_HOSTS": "samba.example",
    "DATABASE_URL": "postgresql://samba@db.example/samba",
    "REDIS_URL": "redis://redis.example:6379/0",
}


def test_production_settings_pass_the_deployment_checks() -> None:
    done = manage("check", "--deploy", "--fail-level", "WARNING", **PRODUCTION)

    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", PRODUCTION)
def test_production_does_not_start_without(name: str) -> None:
    done = manage("check", **{key: value for key, value in PRODUCTION.items() if key != name})

    assert done.returncode != 0
    assert name in done.stderr
