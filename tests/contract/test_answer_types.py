"""The types of answers in the schema: what a member's type says is what clients read."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any, Literal, NamedTuple, NotRequired, TypedDict
from uuid import UUID

import pytest
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ComponentRegistry
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # has no types

from samba_service.kit.answer_schema import page_of, shown
from samba_service.kit.answers import Whole, answer_of


class Suit(StrEnum):
    CLUBS = "C"
    HEARTS = "H"


class Chair(TypedDict):
    """A chair."""

    seat: Whole


class SatEvent(TypedDict):
    type: Literal["sat"]


class StoodEvent(TypedDict):
    type: Literal["stood"]


Happened = Annotated[SatEvent | StoodEvent, ("name", "Happened")]


class Everything(TypedDict):
    id: UUID
    at: datetime
    suit: Annotated[str, Suit, "Of the card."]
    maybe: NotRequired[bool]
    chair: Annotated[Chair | None, "Null: none."]
    events: list[Happened]
    by_name: dict[str, int | None]
    anything: Any


def components(hint: Any) -> dict[str, Any]:
    """The components that `hint` becomes."""
    schema: Any = AutoSchema()
    schema.registry = ComponentRegistry()
    schema.resolve_serializer(shown(hint), "response")
    found: dict[str, Any] = schema.registry.build({})["schemas"]
    return found


@pytest.mark.parametrize(
    ("member", "expected"),
    [
        ("id", {"type": "string", "format": "uuid"}),
        ("at", {"type": "string", "format": "date-time"}),
        ("suit", {"type": "string", "enum": ["C", "H"], "description": "Of the card."}),
        ("maybe", {"type": "boolean"}),
        (
            "chair",
            {
                "oneOf": [{"$ref": "#/components/schemas/Chair"}, {"type": "null"}],
                "description": "Null: none.",
            },
        ),
        ("events", {"type": "array", "items": {"$ref": "#/components/schemas/Happened"}}),
        (
            "by_name",
            {"type": "object", "additionalProperties": {"type": ["integer", "null"]}},
        ),
        ("anything", {}),
    ],
)
def test_a_member_is_shown_as_its_type_says(member, expected):
    assert components(Everything)["Everything"]["properties"][member] == expected


def test_a_member_is_required_unless_it_is_marked():
    everything = components(Everything)["Everything"]
    assert set(everything["properties"]) - set(everything["required"]) == {"maybe"}


def test_a_nested_type_is_a_component_with_its_docstring():
    assert components(Everything)["Chair"] == {
        "type": "object",
        "description": "A chair.",
        "properties": {"seat": {"type": "integer", "minimum": 0}},
        "required": ["seat"],
    }


def test_the_type_of_an_event_decides_its_shape():
    found = components(Happened)
    assert found["Happened"]["discriminator"] == {
        "propertyName": "type",
        "mapping": {
            "sat": "#/components/schemas/SatEvent",
            "stood": "#/components/schemas/StoodEvent",
        },
    }
    one_of = Draft202012Validator({**found["Happened"], "components": {"schemas": found}})
    assert one_of.is_valid({"type": "sat"})
    assert not one_of.is_valid({"type": "lay"})


def test_null_is_valid_where_a_component_may_be_null():
    found = components(Everything)
    chair = Draft202012Validator(
        {**found["Everything"]["properties"]["chair"], "components": {"schemas": found}}
    )
    assert chair.is_valid(None)
    assert chair.is_valid({"seat": 0})
    assert not chair.is_valid({"seat": -1})


def test_a_page_is_called_after_its_entries():
    assert set(components(page_of(Chair))["ChairPage"]["properties"]) == {
        "results",
        "next",
        "previous",
    }


class Guest(TypedDict):
    """Somebody in a chair."""

    name: str
    chair: Chair | None
    beside: list[Chair]
    note: NotRequired[str]


class ChairRow(NamedTuple):
    seat: int


class GuestRow(NamedTuple):
    name: str
    chair: ChairRow | None
    beside: tuple[ChairRow, ...] = ()
    note: str = "kept in the row only"


def test_an_answer_is_read_off_a_row_by_the_names_of_its_members():
    row = GuestRow("Mara", ChairRow(2), (ChairRow(1), ChairRow(3)))
    assert answer_of(Guest, row) == {
        "name": "Mara",
        "chair": {"seat": 2},
        "beside": [{"seat": 1}, {"seat": 3}],
    }


def test_what_is_given_goes_before_what_the_row_has():
    given = answer_of(Guest, GuestRow("Mara", None), name="M.", note="late", beside=[ChairRow(5)])
    assert given == {"name": "M.", "chair": None, "beside": [{"seat": 5}], "note": "late"}
    with pytest.raises(TypeError, match="Guest has no nickname"):
        answer_of(Guest, GuestRow("Mara", None), nickname="M")
