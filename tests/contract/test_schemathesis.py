"""Schemathesis calls a service of its own by the schema, and finds no answer that is not in it."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import transaction

from samba_service.devstack.addresses import Address
from samba_service.devstack.folder import REPOSITORY
from tests.access.world import World
from tests.concurrency.fleet import Fleet, wait_until
from tests.contract.shapes import undone
from tests.edge.web import granian_command
from tests.factories import secret
from tests.ports import own_port

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

PROGRAM = REPOSITORY / ".fuzz/bin/st"
CALLS = 10_000
"""At least."""
EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", "40"))
"""Calls of one operation, by one caller, at most."""
CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
)
STREAMS = "/stream$"
"""They are texts in the schema; schemathesis holds each event of them against that."""
START_S = 120
COUNT = re.compile(r"(\d[\d,]*) generated")


@pytest.fixture
def address(tmp_path: Path) -> Iterator[Address]:
    """The web process of production, on the suite's database."""
    with own_port() as port:
        address, fleet = Address("127.0.0.1", port), Fleet(tmp_path)
        fleet.environment["PYTHON"] = sys.executable
        fleet.commands["web"] = granian_command(address)
        try:
            fleet.start("redis", "web")
            wait_until(address.is_ready, START_S)
            yield address
            fleet.end("web")
        finally:
            fleet.stop()


def called(address: Address, folder: Path, world: World, caller: str) -> int:
    """Let schemathesis call everything as the caller; how many calls it has made."""
    who = world.people[caller]
    places: dict[str, str] = {}
    for on in ("", "night", "a name", "public game"):
        places |= {f"path.{name}": str(value) for name, value in world.places[on].items()
                   if isinstance(value, int | str) or hasattr(value, "hex")}  # fmt: skip
    (folder / "schema.json").write_text(json.dumps(undone()))
    lines = [f"{json.dumps(name)} = {json.dumps(value)}" for name, value in places.items()]
    (folder / "schemathesis.toml").write_text("\n".join(["[parameters]", *lines]))
    done = subprocess.run(
        [
            *(PROGRAM, "--config-file", folder / "schemathesis.toml", "run"),
            *("--url", f"http://{address.host}:{address.port}", "--checks", ",".join(CHECKS)),
            *("--header", f"Authorization: Bearer {secret(who)}", "--phases", "fuzzing"),
            *("--max-examples", str(EXAMPLES), "--seed", "1", "--continue-on-failure"),
            *("--exclude-path-regex", STREAMS, "--suppress-health-check", "all"),
            *("--generation-database", "none", "--no-shrink"),
            *("--workers", "1", "--warnings", "off", folder / "schema.json"),
        ],
        cwd=folder,  # it writes down what it has found
        capture_output=True,
        text=True,
        check=False,
    )
    found = COUNT.search(done.stdout)
    print(done.stdout[-3000:])
    assert done.returncode == 0, done.stdout + done.stderr
    assert found is not None, done.stdout
    return int(found[1].replace(",", ""))


def test_schemathesis_finds_no_fault_and_no_answer_that_is_not_in_the_schema(
    address: Address, tmp_path: Path
) -> None:
    assert PROGRAM.exists(), "deploy/fuzz/install.sh"
    with transaction.atomic():
        world = World()
    made = [called(address, tmp_path, world, caller) for caller in ("player", "director")]
    print(f"schemathesis made {made} calls")
    assert sum(made) >= CALLS
