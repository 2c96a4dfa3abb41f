"""The published JSON Schema fits every document, and refuses what no reader takes for one."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # has no types

from games.engine.rulesets import (
    InvalidRuleset,
    from_document,
    load,
    resolve,
    slugs,
    to_document,
    upcast,
)
from games.engine.rulesets.reading.differences import leaves
from games.engine.rulesets.reading.document import HEADING
from games.engine.rulesets.reading.schema import json_schema

SCHEMA = json.loads(json.dumps(json_schema()))
VALIDATOR = Draft202012Validator(SCHEMA)
CLASSIC = to_document(load("classic"))


def faults(document: Any) -> list[str]:
    return [".".join(map(str, error.path)) for error in VALIDATOR.iter_errors(document)]


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("slug", slugs())
def test_every_preset_fits_it(slug: str) -> None:
    assert faults(to_document(load(slug))) == []


def test_house_rules_and_documents_of_the_first_schema_fit_it() -> None:
    house = {"pack": {"decks": 4, "jokers": 8}, "seating": {"players": [4]}}
    assert faults(to_document(resolve({"extends": "classic", "overrides": house}))) == []
    first = Path(__file__).parent / "data" / "classic-schema-1.json"
    assert faults(upcast(json.loads(first.read_text()))) == []


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("schema", 6),
        ("slug", ""),
        ("draw.count", "2"),
        ("draw.count", 11),
        ("game.target", 10_001),
        ("group", None),
        ("sequence", {}),
        ("canasta.many", 7),
        ("group.merge", 1),
        ("red_threes.declaring", "sometimes"),
        ("pile.frozen_by", ["ace"]),
        ("pile.frozen_by", ["wild", "wild"]),
        ("pile.frozen_by", "wild"),
        ("seating.players", ["4"]),
        ("seating.hand_size", {"9": 15}),
        ("seating.hand_size", {}),
        ("points", {"B": 5}),
        ("initial_minimum.brackets", [[0]]),
        ("initial_minimum.brackets", [[0, 50, 90]]),
        ("going_out.book", {}),
        ("game.length", 4),
        ("game", None),
        ("more", 1),
    ],
)
def test_it_refuses_what_the_reader_refuses_for_its_shape(path: str, value: object) -> None:
    document = json.loads(json.dumps(CLASSIC))
    *above, name = path.split(".")
    inner = document
    for section in above:
        inner = inner[section]
    inner[name] = value
    assert faults(document) != []
    with pytest.raises(InvalidRuleset):
        from_document(document)


def test_every_value_of_a_document_has_its_place_and_no_value_may_be_left_out() -> None:
    for path in leaves(CLASSIC):
        document = json.loads(json.dumps(CLASSIC))
        *above, name = path.split(".")
        inner = document
        for section in above:
            inner = inner[section]
        del inner[name]
        by_table = above[:1] in (["pack"], ["seating"]) and name.isdigit()
        assert by_table or faults(document) != [], path


def test_sections_values_and_choices_say_what_they_mean() -> None:
    values = SCHEMA["properties"]
    assert values["group"]["description"] == "Groups: three or more cards of one rank."
    group = values["group"]["properties"]
    assert group["max_size"]["description"].startswith("Cards at which a group closes")
    assert "`one_open`: The next one when" in group["per_rank"]["description"]
    assert group["per_rank"]["enum"] == ["several", "one_open", "one"]


def told(shape: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every value that the schema has, by its path."""
    for name, inner in shape["properties"].items():
        if "properties" in inner:
            yield from told(inner, f"{path}{name}.")
        else:
            yield f"{path}{name}", inner


@pytest.mark.parametrize(("path", "shape"), list(told(SCHEMA)))
def test_every_value_says_what_it_means(path: str, shape: Any) -> None:
    assert path in HEADING or shape["description"]


def test_numbers_say_their_range_and_what_may_be_null() -> None:
    values = dict(told(SCHEMA))
    target, count = values["game.target"], values["draw.count"]
    assert (target["type"], target["minimum"], target["multipleOf"]) == (["integer", "null"], 5, 5)
    assert (count["type"], count["minimum"], count["maximum"]) == ("integer", 1, 10)
    assert values["points"]["additionalProperties"]["multipleOf"] == 5
    assert SCHEMA["properties"]["sequence"]["type"] == ["object", "null"]
