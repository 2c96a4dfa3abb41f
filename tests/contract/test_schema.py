"""The schema stands in schema.yml, and answers are what it says."""

import os
import random
from pathlib import Path

import orjson
import pytest
from django.core.management import call_command
from drf_spectacular.generators import SchemaGenerator
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from games.api.examples import FILE
from tests.games_api.tables import Table

SNAPSHOT = Path(__file__).with_name("schema.yml")


def test_the_schema_is_the_committed_one(tmp_path):
    target = tmp_path / "schema.yml"
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", str(target))
    if os.environ.get("WRITE_SCHEMA"):
        SNAPSHOT.write_text(target.read_text())
    assert target.read_text() == SNAPSHOT.read_text(), (
        "the interface has changed; if that is meant, "
        "`WRITE_SCHEMA=1 pytest tests/contract/test_schema.py` writes schema.yml anew, "
        "and CHANGELOG.md tells client authors"
    )


def test_an_operation_is_called_after_the_collection_that_its_path_begins_with():
    """Clients generate their methods' names from it."""
    for path, item in SCHEMA["paths"].items():
        collection = path.removeprefix("/api/v1/").split("/")[0]
        for op in item.values():
            assert op["operationId"].startswith(f"{collection}_"), op["operationId"]


def closed(node):
    """The schema with no member allowed that it does not name, so that it must name them all."""
    if isinstance(node, list):
        return [closed(each) for each in node]
    if not isinstance(node, dict):
        return node
    copy = {name: closed(each) for name, each in node.items()}
    if "properties" in copy:
        copy.setdefault("additionalProperties", False)
    return copy


SCHEMA = SchemaGenerator().get_schema(public=True)
OPERATIONS = {op["operationId"]: op for item in SCHEMA["paths"].values() for op in item.values()}
PLAYED = orjson.loads(FILE.read_bytes())


def conforms(shape, value):
    """Assert that `value` is what the schema says, no more and no less."""
    document = {**closed(shape), "components": closed(SCHEMA["components"])}
    errors = [error.message for error in Draft202012Validator(document).iter_errors(value)]
    assert errors == []


@pytest.mark.parametrize("operation", sorted(PLAYED))
def test_what_was_played_is_as_the_schema_says(operation):
    declared = OPERATIONS[operation]
    answers = [answer for status, answer in declared["responses"].items() if status < "300"]
    [media] = answers[0].get("content", {"": {"schema": {}}}).values()
    conforms(media["schema"], PLAYED[operation].get("answer"))
    if "request" in PLAYED[operation]:
        body = declared["requestBody"]["content"]["application/json"]
        conforms(body["schema"], PLAYED[operation]["request"])


@pytest.mark.django_db
def test_every_answer_of_a_played_game_is_as_the_schema_says():
    table = Table(hand_limit=1).start()
    rng = random.Random(21)
    moves = OPERATIONS["games_moves_create"]["responses"]["201"]["content"]["application/json"]
    options = OPERATIONS["games_legal_actions"]["responses"]["200"]["content"]["application/json"]
    for turn in range(10_000):
        if turn % 7 == 0:
            conforms(options["schema"], table.get(table.to_act, "/legal-actions"))
        answer = table.play_example(rng)
        if turn % 7 == 0 or answer["game"]["status"] == "finished":
            conforms(moves["schema"], answer)
        if answer["game"]["status"] == "finished":
            break
    events = OPERATIONS["games_events_list"]["responses"]["200"]["content"]["application/json"]
    conforms(events["schema"], table.get(0, "/events?limit=500"))
