"""The image and the compose file, read: no engine for containers runs where the tests do.

compose-spec/ has the schema of the Compose Specification at 170098b, under the Apache licence 2.0.
"""

import json
import os
import re
import subprocess
from pathlib import Path
from shutil import copy
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
PAGE = (REPOSITORY / "docs/operations.md").read_text()


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


def test_the_commands_of_the_page_fit_the_compose_file() -> None:
    environment = SERVICES["database"]["environment"]
    user, name = environment["POSTGRES_USER"], environment["POSTGRES_DB"]
    reload = " ".join([*SERVICES["proxy"]["command"], "-s", "reload"])

    assert f"exec -T database pg_dump -U {user} -Fc {name} > samba.dump" in PAGE
    assert f"exec -T database pg_restore -U {user} -d {name} " in PAGE
    assert f"exec -T proxy {reload}" in PAGE
    assert set(re.findall(r"exec -T (\S+)", PAGE)) <= set(SERVICES)


@pytest.fixture
def prepare(tmp_path: Path) -> Path:
    """prepare.sh of a copy, for root, on a machine whose systemd has no unit of the proxy."""
    if os.geteuid():
        pytest.skip("this needs root, who gives files to the users of the containers")
    (tmp_path / "container").mkdir()
    copy(FOLDER / "prepare.sh", tmp_path / "container")
    text = (REPOSITORY / "deploy/certificate.sh").read_text()
    with_systemd = text.replace("/run/systemd/system", "/run").replace("systemctl", "false")
    (tmp_path / "certificate.sh").write_text(with_systemd)
    (tmp_path / "certificate.sh").chmod(0o755)
    return tmp_path / "container/prepare.sh"


def prepared(script: Path) -> dict[str, bytes]:
    """What is in `state` after a call, by name."""
    subprocess.run([script, "club.example"], check=True, capture_output=True)
    state = script.parent / "state"
    files = [each for each in state.rglob("*") if each.is_file()]
    return {str(each.relative_to(state)): each.read_bytes() for each in files}


def test_a_further_call_renews_only_the_certificate_and_only_at_its_end(prepare: Path) -> None:
    certificate = prepare.parents[1] / "certificate.sh"
    text = certificate.read_text()
    certificate.write_text(text.replace("days=397", "days=29"))
    first = prepared(prepare)
    certificate.write_text(text)

    second, third = prepared(prepare), prepared(prepare)

    assert {name for name in first if first[name] != second[name]} == {
        "tls/fullchain.pem",
        "tls/privkey.pem",
    }
    assert third == second


def test_certificates_that_are_there_before_are_left_as_they_are(prepare: Path) -> None:
    tls = prepare.parent / "state/tls"
    tls.mkdir(parents=True)
    for name in ("fullchain.pem", "privkey.pem"):
        (tls / name).write_text("of another authority")

    prepared(prepare)
    state = prepared(prepare)

    assert state["tls/fullchain.pem"] == state["tls/privkey.pem"] == b"of another authority"
