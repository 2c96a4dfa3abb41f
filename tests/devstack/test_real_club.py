"""`DEMO=0 make run`, and `make run` on somebody else's database: no demo data."""

import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from environ import FileAwareEnv
from environ.fileaware_mapping import FileAwareMapping

from samba_service.accounts.models import Person
from samba_service.devstack import __main__ as devstack
from samba_service.devstack.folder import REPOSITORY, DataFolder
from tests.factories import api


@pytest.fixture
def environment(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """What the shell says, and nothing else; what a file said is kept by the class, for all."""
    for name in ("DATABASE_URL", "DATABASE_URL_FILE", "DEMO"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(FileAwareEnv, "ENVIRON", FileAwareMapping())
    return monkeypatch


def allowed_by_settings() -> bool:
    """SAMBA_DEMO of the settings of `make run`, in a process of its own."""
    code = "from samba_service.settings import dev; print(dev.SAMBA_DEMO)"
    answer = subprocess.check_output([sys.executable, "-c", code], cwd=REPOSITORY, text=True)
    return answer.strip() == "True"


def test_the_embedded_database_gets_the_demo_unless_it_is_not_wanted(environment) -> None:
    assert devstack.demo()
    assert allowed_by_settings()
    environment.setenv("DEMO", "0")
    assert not devstack.demo()
    assert not allowed_by_settings()


@pytest.mark.parametrize("name", ["DATABASE_URL", "DATABASE_URL_FILE"])
def test_a_database_that_the_environment_names_never_gets_it(
    environment, tmp_path: Path, name: str
) -> None:
    url = "postgresql://club@db.example/club"
    (tmp_path / "url").write_text(url)
    environment.setenv("DEMO", "1")
    environment.setenv(name, str(tmp_path / "url") if name.endswith("_FILE") else url)

    assert not devstack.demo()
    assert not allowed_by_settings()
    assert "database" not in [server.name for server in devstack.own_servers(DataFolder(tmp_path))]


@pytest.mark.django_db
@pytest.mark.parametrize("command", ["seed_demo", "seed_night"])
def test_the_seeds_refuse_every_other_database_by_hand_too(settings, command: str) -> None:
    settings.SAMBA_DEMO = False

    with pytest.raises(CommandError, match="embedded database only"):
        call_command(command)

    assert not Person.objects.exists()


def first_admin() -> str:
    output = StringIO()
    call_command("first_admin", stdout=output)
    return output.getvalue()


@pytest.mark.django_db
def test_the_first_admin_is_made_as_the_console_says_and_founds_the_club(monkeypatch) -> None:
    [command] = [line for line in first_admin().splitlines() if "manage.py" in line]
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", "six green herons")

    call_command(command.split()[-1], username="mara", interactive=False, verbosity=0)

    card = {"username": "mara", "password": "six green herons", "name": "laptop"}
    answer = api().post("/api/v1/auth/tokens", {**card, "scopes": ["club:admin"]})
    client = api()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {answer.json()['token']}")
    assert client.post("/api/v1/clubs", {"name": "Herons"}).status_code == 201
    assert first_admin() == ""


@pytest.mark.django_db
def test_a_real_club_does_not_start_with_the_demos_public_passwords() -> None:
    call_command("seed_demo", stdout=StringIO())

    with pytest.raises(CommandError, match="password of ana, ben, cleo, dan"):
        first_admin()

    for person in Person.objects.all():
        person.set_password("six green herons")
        person.save()
    assert "createsuperuser" in first_admin()
