"""Ruleset documents: of every schema, by table size, one on top of another."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from games.engine.rulesets import (
    InvalidRuleset,
    from_document,
    is_digest_of,
    load,
    logged,
    origins,
    resolve,
    sha256,
    slugs,
    to_document,
)

CLASSIC = to_document(load("classic"))
FIRST_SCHEMA: dict[str, Any] = json.loads(
    (Path(__file__).parent / "data" / "classic-schema-1.json").read_text()
)


def faults(document: Any) -> dict[str, str]:
    with pytest.raises(InvalidRuleset) as refused:
        from_document(document)
    return {fault.path: fault.message for fault in refused.value.faults}


def test_a_document_of_the_first_schema_means_what_it_meant() -> None:
    assert "schema" not in FIRST_SCHEMA
    assert to_document(from_document(FIRST_SCHEMA)) == CLASSIC


def in_the_third_schema(slug: str) -> dict[str, Any]:
    """The document of a preset when wild melds were one or several."""
    document = to_document(load(slug)) | {"schema": 3}
    per_side = document["wild_meld"].pop("per_side")
    document["wild_meld"]["several"] = per_side != "one"
    return document


def in_the_second_schema(slug: str, name: str = "") -> dict[str, Any]:
    """The document of a preset as it was written before rulesets spoke of tournaments."""
    document = in_the_third_schema(slug) | {"schema": 2, "slug": name or slug}
    del document["tournament"]
    return document


@pytest.mark.parametrize("older", [in_the_second_schema, in_the_third_schema])
@pytest.mark.parametrize("slug", slugs())
def test_a_document_of_an_older_schema_means_what_it_meant(
    slug: str, older: Callable[[str], dict[str, Any]]
) -> None:
    now = to_document(load(slug))
    if now["wild_meld"]["per_side"] == "one_open":
        now["wild_meld"]["per_side"] = "several"
    assert to_document(from_document(older(slug))) == now


@pytest.mark.parametrize(("several", "per_side"), [(True, "several"), (False, "one")])
def test_house_rules_under_an_older_key_mean_what_they_meant(several: bool, per_side: str) -> None:
    rules = resolve({"extends": "bolivia", "overrides": {"wild_meld": {"several": several}}})
    assert rules.wild_meld.per_side == per_side


@pytest.mark.parametrize("several", [None, 1, "yes", []])
def test_nonsense_under_an_older_key_is_refused(several: object) -> None:
    with pytest.raises(InvalidRuleset) as refused:
        resolve({"extends": "bolivia", "overrides": {"wild_meld": {"several": several}}})
    assert [fault.path for fault in refused.value.faults] == ["wild_meld.several"]


def test_one_whose_ruleset_does_not_ship_any_more_has_the_margins_that_were_assumed() -> None:
    assert logged(in_the_second_schema("handfoot", "gone")).tournament.margin_sd == 2000


def test_a_document_of_now_keeps_its_margins() -> None:
    house = CLASSIC | {"tournament": {"margin_sd": 1500}}
    assert from_document(house).tournament.margin_sd == 1500


@pytest.mark.parametrize("section", [None, 5, {}, {"margin_sd": "2000"}])
def test_a_document_of_now_says_its_margins(section: object) -> None:
    found = faults(CLASSIC | {"tournament": section})
    assert {path.split(".")[0] for path in found} == {"tournament"}


def test_what_the_first_schema_told_once_holds_for_every_table_and_for_black_threes() -> None:
    older = json.loads(json.dumps(FIRST_SCHEMA))
    older["pack"] |= {"decks": 4, "jokers": 8}
    older["group"]["max_size"] = 9
    older["going_out"]["canastas"] = 3
    rules = from_document(older)
    assert {rules.pack.size(seats) for seats in rules.seating.players} == {216}
    assert (rules.threes.max_size, rules.red_threes.qualified_canastas) == (9, 3)


def test_what_a_log_has_frozen_is_read_though_it_would_be_refused_now() -> None:
    older = json.loads(json.dumps(FIRST_SCHEMA))
    older["initial_minimum"]["negative"] = 12
    assert set(faults(older)) == {"initial_minimum"}
    assert logged(older).initial_minimum.negative == 12
    with pytest.raises(InvalidRuleset):
        logged({**older, "group": {}})


@pytest.mark.parametrize("key", ["pack", "seating", "group", "going_out", "red_threes"])
@pytest.mark.parametrize("broken", [None, 5, [], {}, {"nonsense": 1}])
def test_a_broken_document_of_the_first_schema_is_refused_by_path(key: str, broken: object) -> None:
    found = faults({**FIRST_SCHEMA, key: broken})
    assert key in {path.split(".")[0] for path in found}


@pytest.mark.parametrize("schema", [0, 5, "2", None, True])
def test_a_document_of_no_known_schema_is_refused(schema: object) -> None:
    assert set(faults({**CLASSIC, "schema": schema})) == {"schema"}


OLDER_DIGESTS = {
    "classic": "3f23b8c42f4eef2a91209e5d238449754cd9f50dc794c64081b6854748b765c6",
    "bolivia": "941d8f846767db1d3153a13331be6d04c463bc19b18900815854fb8052b83d39",
}
"""As the third schema had them."""


@pytest.mark.parametrize("slug", OLDER_DIGESTS)
def test_a_digest_of_an_older_schema_is_known(slug: str) -> None:
    assert is_digest_of(OLDER_DIGESTS[slug], load(slug))
    assert is_digest_of(sha256(load(slug)), load(slug))
    assert not is_digest_of(OLDER_DIGESTS[slug], load("denexa"))


def test_the_melds_of_wild_cards_of_handfoot_could_not_be_said_before() -> None:
    older = "978c3c002e3f210e8436e77c27ae3391560b4e014145e42eaa809282f33ae34b"
    assert not is_digest_of(older, load("handfoot"))


def test_both_keys_at_once_are_refused() -> None:
    overrides = {"wild_meld": {"several": True, "per_side": "one"}}
    with pytest.raises(InvalidRuleset) as refused:
        resolve({"extends": "bolivia", "overrides": overrides})
    assert [fault.path for fault in refused.value.faults] == ["wild_meld.several"]


def test_a_document_reads_back_as_it_was_written() -> None:
    assert to_document(from_document(CLASSIC)) == CLASSIC


def test_every_value_says_where_it_comes_from() -> None:
    def paths(value: Any, path: str) -> list[str]:
        if isinstance(value, dict):
            return [deep for key, inner in value.items() for deep in paths(inner, f"{path}.{key}")]
        return [path[1:]]

    told = origins("classic")
    assert set(told) == {path for path in paths(CLASSIC, "") if "." in path}
    assert {origin.provenance for origin in told.values()} <= {"stated", "decided", "assumed"}
    assert all(origin.source for origin in told.values())


def test_one_number_holds_for_every_table_size() -> None:
    rules = resolve({"extends": "classic", "overrides": {"pack": {"decks": 4, "jokers": 8}}})
    assert {rules.pack.size(seats) for seats in range(2, 7)} == {216}


def test_a_number_by_table_size_holds_for_that_table() -> None:
    rules = resolve({"extends": "classic", "overrides": {"pack": {"decks": {"6": 4}}}})
    assert [rules.pack.decks[seats] for seats in range(2, 7)] == [3, 3, 3, 3, 4]


def test_a_ruleset_may_have_fewer_table_sizes_and_says_nothing_of_the_others() -> None:
    rules = resolve({"extends": "classic", "overrides": {"seating": {"players": [4, 6]}}})
    assert rules.seating.players == (4, 6)
    assert set(rules.seating.hand_size) == set(rules.pack.decks) == {4, 6}


def test_a_table_size_more_needs_its_numbers() -> None:
    with pytest.raises(InvalidRuleset) as refused:
        resolve({"extends": "classic", "overrides": {"seating": {"players": [4, 8]}}})
    assert {fault.path for fault in refused.value.faults} == {
        "seating.sides.8",
        "seating.hand_size.8",
        "pack.decks.8",
        "pack.jokers.8",
        "seating.foot_size.8",
    }


def test_no_table_size_at_all_is_refused() -> None:
    with pytest.raises(InvalidRuleset) as refused:
        resolve({"extends": "classic", "overrides": {"seating": {"players": []}}})
    assert "seating.players" in {fault.path for fault in refused.value.faults}
