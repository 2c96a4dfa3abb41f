"""The image and the compose file, read: no engine for containers runs where the tests do.

compose-spec/ has the schema of the Compose Specification at 170098b, under the Apache licence 2.0.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft7Validator  # type: ignore[import-untyped]  # has no types

from samba_service.devstack.folder import REPOSITORY
from tests.edge.test_processes import KINDS

FOLDER = REPOSITORY / "deploy/container"
COMPOSE = yaml.safe_load((FOLDER / "compose.yaml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
IMAGE = (FOLDER / "Containerfile").read_text()


def test_the_compose_file_follows_the_schema_of_its_specification() -> None:
    schema = json.loads((Path(__file__).parent / "compose-spec/compose-spec.json").read_text())
    Draft7Validator(schema).validate(COMPOSE)


def test_every_process_of_production_is_there() -> None:
    started = [each["command"][0] for each in SERVICES.values() if "command" in each]

    assert set(KINDS) <= set(started)


@pytest.mark.parametrize("name", SERVICES)
def test_a_container_writes_nothing_of_its_own_and_has_bounds(name: str) -> None:
    service = SERVICES[name]

    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert "mem_limit" in service
    assert "ports" not in service or name == "proxy"


def test_no_secret_is_in_the_environment_or_the_image() -> None:
    given = {name for each in SERVICES.values() for name in each.get("environment", ())}
    secret = re.compile(r"SECRET|KEY|PASSWORD|DATABASE_URL")

    assert [name for name in given if secret.search(name) and not name.endswith("_FILE")] == []
    assert (REPOSITORY / ".dockerignore").read_text().splitlines()[1] == "*"


def test_the_settings_of_the_containers_are_known() -> None:
    known = (REPOSITORY / "deploy/env.example").read_text()

    for name in SERVICES["web"]["environment"]:
        assert re.search(rf"^#?{name.removesuffix('_FILE')}=", known, re.MULTILINE), name


def test_the_proxy_is_given_every_value_of_its_configuration() -> None:
    template = (REPOSITORY / "deploy/proxy/nginx.conf.template").read_text()

    wanted = set(re.findall(r"\$\{(SAMBA_\w+)\}", template))
    assert wanted == {key for key in SERVICES["proxy"]["environment"] if key.startswith("SAMBA_")}


def test_the_image_is_built_in_two_stages_and_is_not_root() -> None:
    stages = re.findall(r"^FROM (.*)$", IMAGE, re.MULTILINE)
    users = re.findall(r"^USER (\d+):(\d+)$", IMAGE, re.MULTILINE)

    assert len(stages) == 2
    assert users == [("10001", "10001")]
    assert "HEALTHCHECK" in IMAGE
