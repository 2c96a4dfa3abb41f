"""Every value of the rulesets that ship, against tables that were written by hand."""

import json
import tomllib
from typing import Any

import pytest

from games.engine.rulesets import (
    InvalidRuleset,
    differences,
    load,
    origins,
    resolve,
    slugs,
    to_document,
)
from games.engine.rulesets.reading import document
from games.engine.rulesets.reading.differences import leaves

NO_SEATS = {2: None, 3: None, 5: None, 6: None}


def at(path: str, values: dict[int, Any]) -> dict[str, Any]:
    """Rows of values by table size."""
    return {f"{path}.{seats}": value for seats, value in values.items()}


def tables(values: dict[int, Any]) -> dict[str, Any]:
    """Rows of every value by table size."""
    told = ("pack.decks", "pack.jokers", "seating.sides", "seating.hand_size", "seating.foot_size")
    return {row: value for path in told for row, value in at(path, values).items()}


NO_SEQUENCES = {
    "sequence.max_wilds": None,
    "sequence.min_naturals": None,
    "sequence.one_per_suit": None,
}


BASE = {
    "white-knuckle": "classic",
    "denexa": "classic",
    "official": "denexa",
    "handfoot": "classic",
    "mexican": "classic",
    "bolivia": "classic",
    "trey": "bolivia",
    "quad": "bolivia",
    "royal": "bolivia",
    "black-samba": "classic",
    "sambola": "black-samba",
}

DIFFERS: dict[str, dict[str, Any]] = {
    "white-knuckle": {
        **tables({2: None, 3: None}),
        "seating.players": [4, 5, 6],
        "seating.hand_size.6": 15,
        "group.naturals_per_wild": 0,
        "red_threes.unqualified_each": 0,
        "red_threes.unqualified_all": None,
    },
    "denexa": {
        **tables(NO_SEATS),
        "seating.players": [4],
        "draw.count": 1,
        "draw.last_red_three_ends": True,
        "draw.must_take": True,
        "pile.frozen_by": ["wild", "red_three"],
        "pile.top_onto_group": True,
        "pile.top_onto_sequence": "pile",
        "group.max_size": 7,
        "group.naturals_per_wild": 0,
        "group.wild_on_natural_canasta": False,
        "threes.max_wilds": 0,
        "threes.max_size": 6,
        "canasta.samba": 500,
        "initial_minimum.brackets": [[0, 50], [1500, 90], [3000, 120], [7000, 160]],
        "red_threes.declaring": "deal",
        "red_threes.replaced": True,
        "red_threes.unqualified_all": -1000,
        "red_threes.in_hand": -500,
        "red_threes.in_hand_per": "card",
        "going_out.unqualified_may_ask": True,
        "going_out.broken_promise_penalty": -100,
        "going_out.passing": "stuck",
        "tournament.margin_sd": 2300,
    },
    "official": {
        "draw.count": 2,
        "group.max_size": None,
        "canasta.samba": 1500,
        "tournament.margin_sd": 2150,
    },
    "handfoot": {
        **tables({2: None, 3: None, 5: None}),
        **at("pack.decks", {4: 7, 6: 8}),
        **at("pack.jokers", {4: 14, 6: 16}),
        "seating.players": [4, 6],
        "seating.sides.6": 2,
        "seating.hand_size.6": 15,
        **at("seating.foot_size", {4: 15, 6: 15}),
        "deal.upcard_rejects": ["wild", "seven", "red_three"],
        "draw.count": 3,
        "pile.blocked_by": ["wild", "black_three"],
        "pile.top_onto_sequence": "no",
        "pile.new_sequence": "two_naturals",
        "pile.max_meld_size": 4,
        "pile.max_cards_taken": 7,
        "pile.min_pile_size": 7,
        "pile.rest_face_down": True,
        "group.max_size": 7,
        "group.max_wilds": 3,
        "group.naturals_per_wild": 1,
        "group.extra_naturals": 1,
        "group.wild_sevens": False,
        "group.wild_on_natural_canasta": False,
        "group.per_rank": "one_open",
        "group.merge": False,
        "sequence.one_per_suit": True,
        "wild_meld.max_size": 7,
        "wild_meld.per_side": "one_open",
        "threes.max_wilds": 0,
        "threes.max_size": 6,
        "threes.last_discard": False,
        "canasta.samba": 2000,
        "canasta.wild": 2000,
        "canasta.sevens": 2000,
        "initial_minimum.basis": "hand",
        "initial_minimum.brackets": [[1, 50], [2, 90], [3, 120], [4, 150]],
        "red_threes.declaring": "turn",
        "red_threes.replaced": True,
        "red_threes.qualified_canastas": 0,
        "red_threes.all": None,
        "red_threes.unqualified_each": 100,
        "red_threes.unqualified_all": None,
        "red_threes.in_hand": -100,
        "red_threes.in_hand_per": "card",
        "going_out.canastas": 8,
        "going_out.bonus": 2000,
        "going_out.permission": "required",
        "going_out.passing": "stuck",
        "going_out.book.natural": 5,
        "going_out.book.mixed": 1,
        "going_out.book.wild": 1,
        "going_out.book.sevens": 1,
        "turn.take_back": True,
        "game.target": None,
        "game.hand_limit": 4,
        "tournament.margin_sd": 10400,
    },
    "mexican": {
        **tables({2: None, 3: None, 5: None}),
        "pack.decks.6": 4,
        "pack.jokers.6": 8,
        "seating.players": [4, 6],
        **at("seating.hand_size", {4: 11, 6: 11}),
        **at("seating.foot_size", {4: 11, 6: 11}),
        "points.8": 5,
        "deal.upcard_rejects": ["wild", "seven", "red_three", "black_three"],
        "pile.blocked_by": ["wild", "seven", "black_three"],
        "pile.top_onto_sequence": "no",
        "group.naturals_per_wild": 1,
        "group.extra_naturals": 1,
        "group.wild_sevens": False,
        "group.per_rank": "one",
        "group.merge": False,
        **NO_SEQUENCES,
        "wild_meld.per_side": "one",
        "threes.melding": "never",
        "threes.black_in_hand": -100,
        "canasta.samba": 0,
        "canasta.wild": 2000,
        "canasta.sevens": 1500,
        "canasta.many.count": 7,
        "canasta.many.bonus": 2000,
        "initial_minimum.negative": 50,
        "initial_minimum.brackets": [[0, 50], [3000, 90], [5000, 120], [7500, 150], [9000, 190]],
        "red_threes.declaring": "turn",
        "red_threes.replaced": True,
        "red_threes.qualified_canastas": 0,
        "red_threes.all": None,
        "red_threes.unqualified_each": 100,
        "red_threes.unqualified_all": None,
        "red_threes.in_hand": -100,
        "red_threes.in_hand_per": "card",
        "going_out.canastas": 4,
        "going_out.book.wild": 1,
        "going_out.bonus": 0,
        "going_out.permission": "none",
        "going_out.last_discard": "required",
        "going_out.passing": "stuck",
        "game.debt": True,
        "tournament.margin_sd": 3700,
    },
    "bolivia": {
        **tables(NO_SEATS),
        "seating.players": [4],
        "group.naturals_per_wild": 0,
        "group.wild_on_natural_canasta": False,
        "wild_meld.max_size": 7,
        "wild_meld.per_side": "several",
        "threes.black_in_hand": -100,
        "canasta.wild": 2500,
        "red_threes.declaring": "turn",
        "red_threes.replaced": True,
        "red_threes.unqualified_all": -1000,
        "red_threes.in_hand": -500,
        "red_threes.in_hand_per": "card",
        "going_out.book.samba": 1,
        "game.target": 15000,
        "tournament.margin_sd": 3800,
    },
    "trey": {},
    "quad": {
        **tables({4: None}),
        **at("pack.decks", {4: None, 6: 4}),
        **at("pack.jokers", {4: None, 6: 8}),
        **at("seating.sides", {4: None, 6: 3}),
        **at("seating.hand_size", {4: None, 6: 15}),
        **at("seating.foot_size", {4: None, 6: 0}),
        "seating.players": [6],
        "tournament.margin_sd": 3300,
    },
    "royal": {
        "threes.melding": "always",
        "threes.max_size": 7,
        "canasta.threes": 1000,
        "red_threes.declaring": "never",
        "red_threes.replaced": False,
        "red_threes.each": 0,
        "red_threes.all": None,
        "red_threes.unqualified_each": 0,
        "red_threes.unqualified_all": None,
        "red_threes.in_hand": 0,
        "tournament.margin_sd": 3850,
    },
    "black-samba": {
        "pile.frozen_by": ["wild"],
        "pile.new_sequence": "with_wild",
        "pile.max_cards_taken": 5,
        "sequence.max_wilds": 1,
        "sequence.min_naturals": 2,
        "threes.melding": "never",
        "canasta.black_samba": 1000,
        "red_threes.all": 1200,
        "tournament.margin_sd": 2200,
    },
    "sambola": {
        **tables({5: None}),
        **at("pack.jokers", {2: 9, 3: 9, 4: 9, 5: None, 6: 9}),
        "seating.players": [2, 3, 4, 6],
        "seating.sides.6": 2,
        "seating.hand_size.6": 15,
        "discard.forbidden": ["joker"],
        "canasta.samba": 1000,
        "canasta.black_samba": 700,
        "red_threes.qualified_canastas": 3,
        "red_threes.qualified_by_book": True,
        "going_out.canastas": 3,
        "going_out.book.red": 2,
        "going_out.book.black": 1,
        "tournament.margin_sd": 2250,
    },
}
"""What the table has in the column or preset; None: not played."""

STAYS = [
    ("white-knuckle", "seating.sides.5", 5),
    ("white-knuckle", "group.min_naturals", 2),
    ("white-knuckle", "red_threes.each", 100),
    ("white-knuckle", "red_threes.all", 1000),
    ("white-knuckle", "red_threes.in_hand", -750),
    ("white-knuckle", "initial_minimum.negative", 15),
    ("denexa", "pack.decks.4", 3),
    ("denexa", "seating.hand_size.4", 15),
    ("denexa", "pile.blocked_by", ["wild", "red_three", "black_three"]),
    ("denexa", "pile.new_sequence", "no"),
    ("denexa", "group.max_wilds", 2),
    ("denexa", "group.merge", True),
    ("denexa", "red_threes.all", 1000),
    ("denexa", "going_out.permission", "optional"),
    ("denexa", "going_out.bonus", 200),
    ("denexa", "game.target", 10000),
    ("official", "pile.top_onto_group", True),
    ("official", "pile.top_onto_sequence", "pile"),
    ("official", "group.wild_on_natural_canasta", False),
    ("official", "draw.last_red_three_ends", True),
    ("official", "going_out.bonus", 200),
    ("official", "initial_minimum.brackets", [[0, 50], [1500, 90], [3000, 120], [7000, 160]]),
    ("handfoot", "red_threes.each", 100),
    ("handfoot", "going_out.book.samba", 0),
    ("handfoot", "canasta.natural", 500),
    ("handfoot", "canasta.mixed", 300),
    ("handfoot", "sequence.max_wilds", 0),
    ("mexican", "draw.count", 2),
    ("mexican", "group.max_size", None),
    ("mexican", "wild_meld.max_size", None),
    ("mexican", "wild_meld.per_side", "one"),
    ("mexican", "game.target", 10000),
    ("bolivia", "group.max_wilds", 2),
    ("bolivia", "threes.melding", "going_out"),
    ("bolivia", "threes.max_wilds", 2),
    ("bolivia", "red_threes.qualified_canastas", 2),
    ("bolivia", "canasta.samba", 1500),
    ("bolivia", "going_out.canastas", 2),
    ("bolivia", "going_out.passing", "last_card"),
    ("bolivia", "initial_minimum.brackets", [[0, 50], [1500, 90], [3000, 120], [7000, 150]]),
    ("quad", "red_threes.all", 1000),
    ("royal", "threes.black_in_hand", -100),
    ("royal", "threes.max_wilds", 2),
    ("royal", "pile.blocked_by", ["wild", "red_three", "black_three"]),
    ("black-samba", "canasta.samba", 1500),
    ("black-samba", "red_threes.unqualified_all", -600),
    ("black-samba", "pile.rest_face_down", False),
    ("black-samba", "pile.top_onto_sequence", "card"),
    ("sambola", "pile.max_cards_taken", 5),
    ("sambola", "going_out.passing", "last_card"),
    ("sambola", "pack.decks.4", 3),
]
EVERY = slugs()


def test_all_twelve_are_written() -> None:
    assert sorted(EVERY) == sorted(["classic", *BASE])


@pytest.mark.parametrize("slug", BASE)
def test_a_preset_differs_from_its_base_in_what_spec_says_and_in_nothing_else(slug: str) -> None:
    found = differences(load(slug), load(BASE[slug]))
    assert {path: value for path, value, _ in found} == DIFFERS[slug]


@pytest.mark.parametrize(("slug", "path", "value"), STAYS)
def test_what_spec_says_to_be_the_same_is_the_same(slug: str, path: str, value: object) -> None:
    assert leaves(to_document(load(slug)))[path] == value


@pytest.mark.parametrize("slug", EVERY)
def test_every_value_of_a_preset_says_where_it_comes_from(slug: str) -> None:
    told = origins(slug)
    values = set(leaves(to_document(load(slug)))) - set(document.HEADING)
    assert set(told) == values
    assert {origin.provenance for origin in told.values()} <= {
        "stated",
        "decided",
        "assumed",
        "inherited",
    }
    assert all(origin.source for origin in told.values())


@pytest.mark.parametrize(
    ("slug", "path", "provenance"),
    [
        ("white-knuckle", "initial_minimum.brackets", "assumed"),
        ("white-knuckle", "points.A", "assumed"),
        ("white-knuckle", "red_threes.in_hand", "assumed"),
        ("white-knuckle", "group.min_naturals", "decided"),
        ("white-knuckle", "seating.hand_size.6", "stated"),
        ("quad", "red_threes.all", "assumed"),
        ("royal", "red_threes.each", "assumed"),
        ("royal", "canasta.threes", "assumed"),
        ("black-samba", "pile.frozen_by", "assumed"),
        ("black-samba", "pile.max_cards_taken", "stated"),
        ("black-samba", "game.target", "assumed"),
        ("sambola", "canasta.black_samba", "assumed"),
    ],
)
def test_what_nobody_says_is_marked_as_assumed(slug: str, path: str, provenance: str) -> None:
    assert origins(slug)[path].provenance == provenance


@pytest.mark.parametrize("slug", BASE)
def test_what_a_preset_says_differently_is_not_inherited(slug: str) -> None:
    told = origins(slug)
    changed = [path for path, value, _ in differences(load(slug), load(BASE[slug])) if value]
    assert {path for path in changed if told[path].provenance == "inherited"} == set()


@pytest.mark.parametrize("slug", EVERY)
def test_every_source_is_that_of_a_value(slug: str) -> None:
    written = tomllib.loads(document._texts()[slug])
    cited = [path for name in ("stated", "decided", "assumed") for path in written.get(name, {})]
    told = origins(slug)
    by_table = {path.rpartition(".")[0] for path in told if path.rpartition(".")[2].isdigit()}
    assert sorted(set(cited)) == sorted(cited)
    assert [path for path in cited if path not in told and path not in by_table] == []


def test_an_inherited_origin_names_the_ruleset_that_it_is_from() -> None:
    told = origins("trey")
    assert told["game.target"].source.startswith("bolivia: ")
    assert told["turn.take_back"].source.startswith("classic: ")
    assert told["turn.take_back"].provenance == "inherited"


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """A folder of documents that the test writes, next to those of the product."""
    texts: dict[str, str] = {}
    known = document._texts()
    monkeypatch.setattr(document, "_texts", lambda: known | texts)
    return texts


@pytest.mark.parametrize(
    ("bases", "circle"),
    [
        ({"a": "a"}, "a, a"),
        ({"a": "b", "b": "a"}, "a, b, a"),
        ({"a": "b", "b": "c", "c": "b"}, "b, c, b"),
    ],
)
def test_rulesets_that_extend_each_other_in_a_circle_are_refused(
    written: dict[str, str], bases: dict[str, str], circle: str
) -> None:
    written |= {slug: f'extends = "{base}"\nslug = "{slug}"' for slug, base in bases.items()}
    with pytest.raises(InvalidRuleset) as refused:
        document.load.__wrapped__("a")
    (fault,) = refused.value.faults
    assert fault.path == "extends"
    assert fault.message.endswith(f"extends itself: {circle}")


def test_a_base_that_does_not_exist_is_refused(written: dict[str, str]) -> None:
    written["a"] = 'extends = "nothing"'
    with pytest.raises(InvalidRuleset, match="there is no ruleset 'nothing'"):
        document.load.__wrapped__("a")


def test_a_difference_has_both_values_and_none_where_a_ruleset_has_no_such_table() -> None:
    five = resolve({"extends": "classic", "overrides": {"seating": {"players": [4, 5]}}})
    found = {path: (value, other) for path, value, other in differences(five, load("bolivia"))}
    assert found["game.target"] == (10000, 15000)
    assert found["seating.sides.5"] == (5, None)
    assert "seating.sides.6" not in found
    assert not {"slug", "name", "version", "schema"} & set(found)


def test_a_ruleset_does_not_differ_from_itself_written_and_read_again() -> None:
    again = document.from_document(json.loads(json.dumps(to_document(load("classic")))))
    assert differences(again, load("classic")) == ()
