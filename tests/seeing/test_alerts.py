"""The alerts and the dashboard name metrics that exist, and the page explains each."""

import json
import re
import shutil
import subprocess
from typing import Any

import pytest

from samba_service import metrics as page
from samba_service.devstack.folder import REPOSITORY
from samba_service.kit import metrics

NAME = re.compile(r"\bsamba_\w+")
ALERTS = REPOSITORY / "deploy" / "prometheus" / "alerts.yml"
DASHBOARD = REPOSITORY / "deploy" / "grafana" / "samba.json"
PAGE = (REPOSITORY / "docs" / "seeing-inside.md").read_text("utf-8")
SERIES = {
    "counter": ("_total",),
    "gauge": ("",),
    "histogram": ("_bucket", "_count", "_sum"),
}


def families() -> dict[str, str]:
    """The kinds of all metrics, by their names."""
    return {each.name: each.type for each in (*metrics.OWN.collect(), *page.Database().collect())}


def series() -> set[str]:
    """The names that queries may use."""
    return {name + end for name, kind in families().items() for end in SERIES[kind]}


def queries_of(dashboard: Any) -> list[str]:
    return [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]


@pytest.mark.django_db
def test_an_alert_names_only_metrics_that_exist() -> None:
    named = set(NAME.findall("\n".join(re.findall(r"expr: (.*)", ALERTS.read_text()))))

    assert len(named) > 8
    assert named <= series()


@pytest.mark.django_db
def test_the_dashboard_shows_every_metric_and_no_other() -> None:
    queries = queries_of(json.loads(DASHBOARD.read_text()))
    named = set(NAME.findall("\n".join(queries)))

    assert named <= series()
    for name, kind in families().items():
        assert any(name + end in named for end in SERIES[kind]), name


@pytest.mark.django_db
def test_the_page_explains_every_metric_and_every_alert() -> None:
    shown = {name + ("_total" if kind == "counter" else "") for name, kind in families().items()}
    alerts = re.findall(r"alert: (\w+)", ALERTS.read_text())

    assert set(re.findall(r"^\| `(samba_\w+)", PAGE, re.MULTILINE)) == shown
    assert re.findall(r"^\| `(Samba\w+)`", PAGE, re.MULTILINE) == alerts


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("promtool"), reason="promtool is in Debian's prometheus")
def test_promtool_accepts_the_configuration() -> None:
    folder = REPOSITORY / "deploy" / "prometheus"
    for check in (["rules", "alerts.yml"], ["config", "--syntax-only", "prometheus.yml"]):
        subprocess.run(["promtool", "check", *check], cwd=folder, check=True)
