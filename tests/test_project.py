"""The project as a whole: its settings hold in production and its migrations are complete."""

import re
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

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


@pytest.mark.full
def test_production_settings_pass_the_deployment_checks() -> None:
    done = manage("check", "--deploy", "--fail-level", "WARNING", **PRODUCTION)

    assert done.returncode == 0, done.stderr


@pytest.mark.full
@pytest.mark.parametrize(("redirects", "allowed"), [("true", "None"), ("false", "1")])
def test_programs_need_tls_where_the_pages_do(redirects: str, allowed: str) -> None:
    asked = "import os; print(os.environ.get('AUTHLIB_INSECURE_TRANSPORT'))"
    done = manage("shell", "-v", "0", "-c", asked, **PRODUCTION, SECURE_SSL_REDIRECT=redirects)

    assert done.stdout.strip() == allowed, done.stderr


@pytest.mark.parametrize(
    ("name", "value"),
    [
        pytest.param("SECRET_KEY", "k" * 49, id="a key that can be guessed"),
        pytest.param("SECRET_KEY_FALLBACKS", "short", id="an older one that can"),
        pytest.param("SAMBA_DEAL_KEY", "d" * 42, id="deals that can be"),
    ],
)
@pytest.mark.full
def test_a_short_secret_ends_the_start_with_one_line(name: str, value: str) -> None:
    done = manage("check", **{**PRODUCTION, name: value})

    assert done.returncode == 1
    assert done.stderr.startswith(f"samba-service: {name.removesuffix('_FALLBACKS')} needs ")
    assert done.stderr.count("\n") == 1
    assert value not in done.stderr


WRONG = {
    "SAMBA_CLUB_ADDRESSES": (
        "192.168.1.0/24,banana",
        "must be addresses or networks between commas",
    ),
    "SAMBA_METRICS_ADDRESSES": ("10.0.0.0/33", "must be addresses or networks between commas"),
    "NUM_PROXIES": ("-1", "must be a whole number, 0 or more, not '-1'"),
    "DATABASE_POOL_MAX": ("ten", "must be a whole number, 1 or more, not 'ten'"),
    "SAMBA_BOT_PACE_S": ("nan", "must be a number from 0 to 10, not 'nan'"),
    "SAMBA_CHILDREN": ("ja", "must be true or false, not 'ja'"),
    "LOG_LEVEL": ("LOUD", "must be one of DEBUG, INFO, WARNING, ERROR, CRITICAL, not 'LOUD'"),
    "LOG_FORMAT": ("xml", "must be one of readable, json, not 'xml'"),
    "SECRET_KEY_FILE": ("/nope", "cannot be read (No such file or directory)"),
    "DATABASE_URL": ("garbage", "must be like postgresql://"),
    "REDIS_URL": ("garbage://x", "must be like redis://"),
    "CACHE_REDIS_URL": ("redis://host:port", "must be like redis://"),
}


@pytest.mark.parametrize("name", WRONG)
@pytest.mark.full
def test_a_wrong_value_ends_the_preflight_with_one_line_that_names_its_setting(name: str) -> None:
    value, fault = WRONG[name]

    done = manage("preflight", **{**PRODUCTION, name: value})

    assert done.returncode == 1
    assert done.stderr.startswith(f"samba-service: {name} {fault}")
    assert done.stderr.endswith("; deploy/env.example explains it\n")
    assert done.stderr.count("\n") == 1


LEAST = {
    "SAMBA_GUEST_DAYS": 1,
    "SAMBA_KEY_HOURS": 24,
    "SAMBA_REFUSAL_DAYS": 30,
    "SAMBA_NOTICE_DAYS": 1,
    "SAMBA_SESSION_DAYS": 1,
    "SAMBA_LOBBY_HOURS": 1,
    "SAMBA_BOTS_ONLY_HANDS": 1,
    "SAMBA_BOTS_ONLY_AT_ONCE": 1,
    "SAMBA_MAX_TOKENS": 1,
    "SAMBA_OPEN_STREAMS": 1,
    "SAMBA_PROCESSES": 1,
    "WORKER_THREADS": 2,
    "SAMBA_WEBHOOKS": 0,
    "SECURE_HSTS_SECONDS": 0,
}


@pytest.mark.parametrize(("name", "least"), LEAST.items())
@pytest.mark.full
def test_a_number_that_would_delete_or_stop_everything_is_refused(name: str, least: int) -> None:
    refused = manage("check", **PRODUCTION, **{name: str(least - 1)})
    taken = manage("check", **PRODUCTION, **{name: str(least)})

    assert refused.returncode == 1
    assert refused.stderr.startswith(f"samba-service: {name} must be a whole number, ")
    assert taken.returncode == 0, taken.stderr


@pytest.mark.parametrize(
    "name", [each for each in LEAST if each.endswith(("_DAYS", "_HOURS")) and "SESSION" not in each]
)
@pytest.mark.full
def test_the_longest_time_that_is_kept_has_a_beginning(name: str) -> None:
    hours = 876_000
    longest = hours if name.endswith("_HOURS") else hours // 24

    assert production(name, **{name: str(longest)}) == str(longest)
    assert manage("check", **PRODUCTION, **{name: str(longest + 1)}).returncode == 1
    assert datetime.now(UTC) - timedelta(hours=hours) > datetime.min.replace(tzinfo=UTC)


def production(setting: str, **environment: str) -> str:
    """The value of a setting, as Python writes it."""
    code = f"from samba_service.settings import prod; print(repr(prod.{setting}))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=REPOSITORY,
        env={**PRODUCTION, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


@pytest.mark.parametrize(("proxies", "believed"), [("0", False), ("1", True)])
@pytest.mark.full
def test_only_a_known_proxy_says_that_a_call_came_by_https(proxies, believed) -> None:
    header = production("SECURE_PROXY_SSL_HEADER", NUM_PROXIES=proxies)

    assert header == ("('HTTP_X_FORWARDED_PROTO', 'https')" if believed else "None")
    assert production("SECURE_PROXY_SSL_HEADER") == "None"


@pytest.mark.full
def test_https_binds_no_other_name_of_the_domain_unless_its_owner_says_so() -> None:
    names = ("SECURE_HSTS_INCLUDE_SUBDOMAINS", "SECURE_HSTS_PRELOAD")

    assert [production(name) for name in names] == ["False"] * 2
    assert [production(name, **{name: "true"}) for name in names] == ["True"] * 2


@pytest.mark.parametrize("name", PRODUCTION)
@pytest.mark.full
def test_production_does_not_start_without(name: str) -> None:
    done = manage("check", **{key: value for key, value in PRODUCTION.items() if key != name})

    assert done.returncode != 0
    assert name in done.stderr


def test_in_production_scripts_import_each_other_under_names_that_change_with_their_content(
    settings, tmp_path: Path
) -> None:
    settings.STATIC_ROOT = str(tmp_path)
    hashed = {"BACKEND": "samba_service.kit.static_files.HashedFiles"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": hashed}

    call_command("collectstatic", interactive=False, verbosity=0)

    [table] = tmp_path.glob("games/table.*.js")
    imported = re.findall(r'^import .* from "(.*)";$', table.read_text(), re.MULTILINE)
    assert len(imported) > 5
    for each in imported:
        assert re.search(r"\.[0-9a-f]{12}\.js$", each)
        assert (table.parent / each).is_file()
