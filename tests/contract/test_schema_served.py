"""The schema as clients fetch it: built once, with a tag."""

import json
from typing import Any

import pytest
import yaml
from drf_spectacular.generators import SchemaGenerator

from samba_service.kit import openapi, throttles
from tests.factories import api

SCHEMA = "/api/v1/schema"
JSON = "application/vnd.oai.openapi+json"


@pytest.fixture(autouse=True)
def _nothing_built(monkeypatch):
    monkeypatch.setattr(openapi, "_built", {})


@pytest.mark.full
def test_it_is_built_once_for_each_format(monkeypatch):
    built = []
    build = SchemaGenerator.get_schema

    def counting(*args: Any, **given: Any) -> Any:
        built.append(1)
        return build(*args, **given)

    monkeypatch.setattr(SchemaGenerator, "get_schema", counting)
    answers = [api().get(SCHEMA, headers={"Accept": JSON}) for _ in range(3)]
    assert len(built) == 1
    assert len({answer.content for answer in answers}) == 1
    assert json.loads(answers[0].content)["openapi"] == "3.1.0"
    text = api().get(SCHEMA)
    assert text["Content-Type"] == "application/vnd.oai.openapi"
    assert yaml.safe_load(text.content)["openapi"] == "3.1.0"


def test_a_client_that_has_it_gets_304():
    first = api().get(SCHEMA)
    again = api().get(SCHEMA, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again["ETag"] == first["ETag"] != api().get(SCHEMA, headers={"Accept": JSON})["ETag"]
    assert "Accept" in first["Vary"]


def test_fetching_it_is_counted_by_address(settings, monkeypatch):
    settings.SAMBA_RATE_LIMITS = True
    monkeypatch.setattr(throttles, "READS", throttles.Rate("reads", per_s=0.001, burst=2))
    calls = [api().get(SCHEMA, REMOTE_ADDR="192.0.2.1") for _ in range(3)]
    assert [each.status_code for each in calls] == [200, 200, 429]
    assert calls[2].json()["code"] == "rate_limited"
