"""The schema is in schema.yml, and answers are what it says."""

import os
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest
from django.core.management import call_command

from samba_service.contract.parts import nodes, operations
from samba_service.contract.words import WORDS
from samba_service.kit.problems import known_kinds
from tests.contract.shapes import OPERATIONS, SCHEMA, WHOLE, conforms, undone
from tests.games_api.tables import Table

MOST_BYTES_A_CALL = 2_190
"""328,000 for 150 calls: a new call may add its share, and no more."""
EVENTS, MOST_BYTES_AN_EVENT = 31, 900
"""The types of events that these include, and the share of a new one."""
SNAPSHOT = Path(__file__).with_name("schema.yml")


def without_guide(text: str) -> str:
    """The schema except its description, which is docs/clients.md and changes with that."""
    return re.sub(r"^  description: .*?(?=^ {0,2}\S)", "", text, count=1, flags=re.M | re.S)


def test_the_schema_is_the_committed_one(tmp_path):
    target = tmp_path / "schema.yml"
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", str(target))
    if os.environ.get("WRITE_SCHEMA"):
        SNAPSHOT.write_text(target.read_text())
    assert without_guide(target.read_text()) == without_guide(SNAPSHOT.read_text()), (
        "the interface has changed; if that is meant, "
        "`WRITE_SCHEMA=1 pytest tests/contract/test_schema.py` writes schema.yml anew, "
        "and CHANGELOG.md tells client authors"
    )


def test_it_is_small_enough_to_be_fetched_at_every_start():
    size, calls = len(orjson.dumps(SCHEMA)), len(list(operations(SCHEMA)))
    events = len(SCHEMA["components"]["schemas"]["Event"]["oneOf"]) - EVENTS
    print(f"{size} bytes of compact JSON for {calls} calls, {events} new events")
    assert size < MOST_BYTES_A_CALL * calls + MOST_BYTES_AN_EVENT * events


def test_generators_of_clients_leave_out_what_is_sent_to_webhooks():
    """openapi-generator makes a call of it, which takes the file of the calls of its tag."""
    sent = [operation for item in SCHEMA["webhooks"].values() for operation in item.values()]
    assert [operation["x-internal"] for operation in sent] == [True]


def test_nothing_is_either_anything_or_null():
    """Null fits both shapes, so that `oneOf` would refuse it."""
    text = orjson.dumps(SCHEMA).decode()
    assert '"oneOf":[{},' not in text
    assert "NullEnum" not in text


def test_answers_may_get_more_members():
    """Docs say so: a client that checks answers by the schema must not refuse a new member."""
    shown = parts_of([each["responses"] for each in operations(SCHEMA)])
    assert [each for each in shown if each.get("additionalProperties") is False] == []


def parts_of(value: Any, seen: set[str] | None = None) -> Iterator[dict[str, Any]]:
    """Every object of the value, and of the parts of the schema that it refers to, once."""
    seen = set() if seen is None else seen
    for node in nodes(value):
        yield node
        path = node.get("$ref")
        if path is not None and path not in seen:
            seen.add(path)
            _, _, kind, name = path.split("/")
            yield from parts_of(SCHEMA["components"][kind][name], seen)


def test_shapes_that_share_members_have_all_of_their_own():
    plain = undone()["components"]["schemas"]
    both = [name for name in plain.keys() & WHOLE.keys() if "properties" in plain[name]]
    assert len(both) > 200
    for name in both:
        shape, published = plain[name], WHOLE[name]
        assert published["properties"].keys() == shape["properties"].keys(), name
        assert {*published.get("required", ())} == {*shape.get("required", ())}, name


def test_a_shape_has_one_name_sent_or_answered():
    assert [name for name in SCHEMA["components"]["schemas"] if "RequestRequest" in name] == []
    assert "ActionRequest" not in SCHEMA["components"]["schemas"]


def bare(name: str, schema: dict[str, Any]) -> Iterator[str]:
    """The members without words in the shape `name`, and the shapes of its references."""
    for member, shape in schema.get("properties", {}).items():
        if "$ref" in shape:
            target = WHOLE[shape["$ref"].rpartition("/")[2]]
            if not target.get("description"):
                yield shape["$ref"].rpartition("/")[2]
        elif not shape.get("description"):
            yield f"{name}.{member}"
        yield from bare(f"{name}.{member}", shape)
    for inner in schema.get("oneOf", []):
        yield from bare(name, inner)


def test_every_member_is_described_by_itself_or_by_its_shape():
    assert sorted({each for name, shape in WHOLE.items() for each in bare(name, shape)}) == []


def test_every_value_of_an_enumeration_is_explained():
    meanings = WORDS["values"]
    for name, schema in undone()["components"]["schemas"].items():
        if "enum" in schema and name not in ("Rank", "NullEnum"):
            assert set(schema["enum"]) == set(meanings[name]), name


def test_the_words_of_the_schema_are_all_used():
    shapes = undone()["components"]["schemas"] | WHOLE
    members = {each for shape in shapes.values() for each in shape.get("properties", {})}
    names = {
        f"{name}.{each}" for name, shape in shapes.items() for each in shape.get("properties", {})
    }
    assert set(WORDS["members"]) - members - names == set()
    assert (set(WORDS["shapes"]) | set(WORDS["values"])) - set(shapes) == set()


def test_an_operation_is_called_after_the_collection_that_its_path_begins_with():
    """Clients generate their methods' names from it."""
    for path, item in SCHEMA["paths"].items():
        collection = path.removeprefix("/api/v1/").split("/")[0].replace("-", "_")
        for op in item.values():
            assert op["operationId"].startswith(f"{collection}_"), op["operationId"]


NO_CODES = {
    "against", "as_seat", "errors", "hands", "mixed", "name", "override", "rated", "reason",
    "tables",
}  # fmt: skip
"""Fields and values that descriptions name in addition to the codes of refusals."""


def promised() -> list[tuple[str, str, str]]:
    """Operation, status and code of each refusal in a description: "409 `one` while ..., `two`"."""
    found = []
    for op in operations(SCHEMA):
        text = " ".join(op["description"].split())
        for sentence in re.findall(r"\b4\d\d .*?(?:\.(?= )|$)", text):
            status = ""
            for number, code in re.findall(r"\b(4\d\d)\b|`([a-z]+(?:_[a-z]+)*)`", sentence):
                status = number or status
                if code and code not in NO_CODES:
                    found.append((op["operationId"], status, code))
    return found


def test_every_refusal_that_a_description_names_is_one_and_has_that_status():
    assert len(promised()) > 150
    statuses = {kind.code: str(kind.status) for kind in known_kinds()}
    assert [each for each in promised() if statuses.get(each[2]) != each[1]] == []


@pytest.mark.django_db
def test_every_answer_of_a_played_game_is_as_the_schema_says():
    table = Table(hand_limit=1).start()
    rng = random.Random(21)
    for turn in range(10_000):
        if turn % 7 == 0:
            conforms("games_legal_actions", table.get(table.to_act, "/legal-actions"))
        answer = table.play_example(rng)
        if turn % 7 == 0 or answer["game"]["status"] == "finished":
            conforms("games_moves_create", answer)
        if answer["game"]["status"] == "finished":
            break
    conforms("games_events_list", table.get(0, "/events?limit=500"))


def test_every_group_of_operations_is_described():
    used = {tag for op in operations(SCHEMA) for tag in op["tags"]}
    assert {each["name"] for each in SCHEMA["tags"]} == used


def test_what_can_be_conditional_shows_its_tag():
    read = OPERATIONS["games_read"]["responses"]
    assert "ETag" in read["200"]["headers"]
    assert "ETag" in read["304"]["headers"]
