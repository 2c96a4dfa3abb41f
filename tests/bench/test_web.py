"""The requests of the bench are answered, by projects that share nothing with ours."""

import os
import subprocess
import sys

import pytest
from django.core.wsgi import get_wsgi_application

from deploy.bench.http import Client
from deploy.bench.nights import Nights, steps_of
from deploy.bench.targets import NIGHTS
from deploy.bench.web import PROJECTS, run
from samba_service.devstack.folder import REPOSITORY
from samba_service.settings.test import TEST_DATA

YARDSTICK = """
import importlib, sys
for name in ("lean", "textbook", "models", "sample", "urls"):
    importlib.import_module(f"deploy.bench.yardstick.{name}")
print(*(name for name in sys.modules if name.partition(".")[0] in sys.argv[1:]))
"""


@pytest.mark.full
def test_every_request_is_measured_in_every_project(monkeypatch, settings):
    small = {name: project._replace(block=2) for name, project in PROJECTS.items()}
    database = os.environ.get("TEST_DATABASE_URL") or TEST_DATA.database_url
    monkeypatch.setenv("DATABASE_URL", database)
    monkeypatch.setenv("REDIS_URL", settings.REDIS_URL)
    monkeypatch.setattr("deploy.bench.web.PROJECTS", small)
    found = run(blocks=1, projects=["ours", "lean", "textbook"])
    assert {name: sorted(steps) for name, steps in found["projects"].items()} == {
        "ours": ["list_of_50", "move", "move_bot_next", "move_keyed", "read", "read_304"],
        "lean": ["move", "read", "read_304"],
        "textbook": ["move", "read"],
    }
    assert found["read_ms"] > 0
    assert found["list_of_50_per_read"] > 0
    assert found["projects"]["lean"]["read_304"]["answer_bytes"] == 0


@pytest.mark.full
@pytest.mark.django_db(transaction=True)
def test_a_night_is_ranked_drawn_and_published_under_plain_names(settings):
    settings.SAMBA_DRAWS_AT_ONCE = 100
    small = Nights(Client(get_wsgi_application()), pairs=6, rounds=2)
    steps = steps_of(small, tables=3)
    assert {f"{name}_ms" for name in steps} == {name for name, _, _ in NIGHTS}
    for step in steps.values():
        assert step().cost.cpu > 0
        assert step().cost.wall > 0
    met = small.publish_beside_writers(tables=2)
    assert (met["status"], met["failed"]) == (200, 0)


@pytest.mark.parametrize("name", ["lean", "textbook"])
def test_the_yardstick_imports_nothing_of_the_product(name):
    environment = {
        "DJANGO_SETTINGS_MODULE": PROJECTS[name].settings,
        "DATABASE_URL": "postgresql://nobody@localhost/none",
    }
    command = [sys.executable, "-c", "import django; django.setup()" + YARDSTICK]
    loaded = subprocess.run(
        [*command, "samba_service", "games", "tournaments"],
        cwd=REPOSITORY,
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    )
    assert loaded.stdout.split() == []
