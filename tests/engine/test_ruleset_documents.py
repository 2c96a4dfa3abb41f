"""Rules documents: of every schema, by table size, one on top of another."""

import copy
import hashlib
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
    resolve,
    sha256,
    slugs,
    to_document,
)
from games.engine.rulesets.choices import MeldsOfAKind
from games.engine.rulesets.reading.differences import leaves
from games.engine.rulesets.reading.values import MAX_FAULTS
from games.engine.rulesets.sections import WildMeldRule

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


FOURTH_SCHEMA: dict[str, dict[str, Any]] = json.loads(
    (Path(__file__).parent / "data" / "schema-4.json").read_text()
)
"""By slug, each ruleset that shipped then: its document, and the digest of that."""


def in_the_fourth_schema(slug: str) -> dict[str, Any]:
    """The document of a preset when 0 stood for whatever was not there."""
    return copy.deepcopy(FOURTH_SCHEMA[slug]["document"])


def in_the_third_schema(slug: str) -> dict[str, Any]:
    """The document of a preset when wild melds were one or several."""
    document = in_the_fourth_schema(slug) | {"schema": 3}
    per_side = document["wild_meld"].pop("per_side")
    document["wild_meld"]["several"] = per_side != "one"
    return document


def in_the_second_schema(slug: str, name: str = "") -> dict[str, Any]:
    """The document of a preset as it was written before rulesets spoke of tournaments."""
    document = in_the_third_schema(slug) | {"schema": 2, "slug": name or slug}
    del document["tournament"]
    return document


@pytest.mark.parametrize("older", [in_the_second_schema, in_the_third_schema, in_the_fourth_schema])
@pytest.mark.parametrize("slug", slugs())
def test_a_document_of_an_older_schema_means_what_it_meant(
    slug: str, older: Callable[[str], dict[str, Any]]
) -> None:
    now = to_document(load(slug))
    if now["wild_meld"] and now["wild_meld"]["per_side"] == "one_open":
        now["wild_meld"]["per_side"] = older(slug)["wild_meld"].get("per_side", "several")
    assert to_document(from_document(older(slug))) == now


@pytest.mark.parametrize("slug", slugs())
def test_overrides_of_an_older_schema_mean_what_they_meant(slug: str) -> None:
    sections = {
        name: value for name, value in in_the_fourth_schema(slug).items() if isinstance(value, dict)
    }
    rules = resolve({"extends": slug, "overrides": sections})
    assert to_document(rules) == to_document(load(slug))


@pytest.mark.parametrize(
    ("overrides", "path", "value"),
    [
        ({"pile": {"takes": 5, "needs": 2}}, "pile.max_cards_taken", 5),
        ({"pile": {"takes": 5, "needs": 2}}, "pile.min_pile_size", 2),
        ({"pile": {"takes": 0}}, "pile.max_cards_taken", None),
        ({"pile": {"onto_at_most": 4}}, "pile.max_meld_size", 4),
        ({"group": {"max_size": 0}}, "group.max_size", None),
        ({"group": {"min_size": 3, "naturals_beyond": 1}}, "group.extra_naturals", 1),
        ({"going_out": {"promise": -100}}, "going_out.broken_promise_penalty", -100),
        ({"game": {"target": 0, "hand_limit": 4}}, "game.target", None),
        ({"canasta": {"many": 5, "many_bonus": 1000}}, "canasta.many.count", 5),
        ({"canasta": {"many": 0, "many_bonus": 0}}, "canasta.many", None),
        ({"canasta": {"size": 5}, "sequence": {"max_size": 5}}, "canasta.size", 5),
    ],
)
def test_house_rules_under_older_keys_mean_what_they_meant(
    overrides: dict[str, Any], path: str, value: object
) -> None:
    rules = resolve({"extends": "classic", "overrides": overrides})
    assert leaves(to_document(rules))[path] == value


@pytest.mark.parametrize(
    ("slug", "overrides"),
    [
        ("mexican", {"sequence": {"one_per_suit": False}}),
        (
            "mexican",
            {"sequence": {"min_size": 3, "max_wilds": 0, "min_naturals": 3, "one_per_suit": False}},
        ),
        ("classic", {"wild_meld": {"per_side": "one"}}),
        ("classic", {"wild_meld": {"several": False}}),
        ("classic", {"wild_meld": {"max_size": 0}}),
        ("black-samba", {"wild_meld": {"max_size": 0, "per_side": "one"}}),
    ],
)
def test_what_was_said_of_melds_that_there_were_not_still_says_nothing(
    slug: str, overrides: dict[str, Any]
) -> None:
    assert to_document(resolve({"extends": slug, "overrides": overrides})) == to_document(
        load(slug)
    )


@pytest.mark.parametrize("schema", [3, 4])
def test_whole_sections_of_older_overrides_say_nothing_where_there_were_no_such_melds(
    schema: int,
) -> None:
    overrides = {"sequence": {"max_wilds": 0, "min_naturals": 3, "one_per_suit": False}}
    reference = {"extends": "mexican", "overrides": overrides}
    assert resolve(reference, schema=schema).sequence is None
    assert resolve(reference).sequence is not None


def test_older_overrides_that_add_melds_of_wild_cards_still_do() -> None:
    overrides = {"wild_meld": {"min_size": 3, "max_size": 7}, "canasta": {"wild": 2000}}
    rules = resolve({"extends": "classic", "overrides": overrides})
    assert rules.wild_meld == WildMeldRule(7, MeldsOfAKind.ONE)


@pytest.mark.parametrize(
    ("slug", "overrides", "paths"),
    [
        ("classic", {"wild_meld": {"per_side": "several"}}, ["wild_meld.max_size"]),
        (
            "official",
            {"sequence": {"max_size": 0, "x\u0000": "y"}},
            ["sequence.max_size", "sequence.x\u0000"],
        ),
        ("bolivia", {"wild_meld": {"min_size": 0, "max_size": "x"}}, ["wild_meld.min_size"]),
        ("mexican", {"canasta": {"many": "x", "many_bonus": 500}}, ["canasta.many"]),
        ("mexican", {"canasta": {"many_bonus": 0}}, ["canasta.many.bonus"]),
        ("classic", {"pack": {"decks": {"7": ["x"]}}}, ["pack.decks"]),
    ],
)
def test_nothing_unread_is_left_in_overrides(
    slug: str, overrides: dict[str, Any], paths: list[str]
) -> None:
    with pytest.raises(InvalidRuleset) as refused:
        resolve({"extends": slug, "overrides": overrides})
    assert set(paths) <= {fault.path for fault in refused.value.faults}


def test_more_wild_cards_than_anybody_has_cost_no_time() -> None:
    document = in_the_fourth_schema("classic")
    document["group"]["max_wilds"] = document["threes"]["max_wilds"] = 1_000_000
    assert len(logged(document).rank_rules[5].naturals_needed) < 1000


def test_only_the_first_unknown_keys_are_looked_at() -> None:
    overrides = {"red_threes": {f"unqualified_each{number}": 1 for number in range(5000)}}
    with pytest.raises(InvalidRuleset) as refused:
        resolve({"extends": "classic", "overrides": overrides})
    assert len(refused.value.faults) == MAX_FAULTS


@pytest.mark.parametrize(
    ("overrides", "path"),
    [
        ({"pile": {"takes": 5, "max_cards_taken": 5}}, "pile.takes"),
        ({"sequence": {"max_size": 6}}, "sequence.max_size"),
        ({"group": {"min_size": 4}}, "group.min_size"),
        ({"canasta": {"many": "5"}}, "canasta.many"),
        ({"game": {"target": False}}, "game.target"),
    ],
)
def test_what_older_keys_could_not_say_is_refused(overrides: dict[str, Any], path: str) -> None:
    with pytest.raises(InvalidRuleset) as refused:
        resolve({"extends": "classic", "overrides": overrides})
    assert [fault.path for fault in refused.value.faults] == [path]


@pytest.mark.parametrize(
    ("overrides", "message"),
    [
        ({"group": {"max_wild": 3}}, "there is no such value: max_wilds is the nearest"),
        ({"groups": {"max_wilds": 3}}, "there is no such value: group is the nearest"),
        ({"game": {"lenght": 3}}, "there is no such value"),
        ({"draw": {"count": 11}}, "11 is not between 1 and 10"),
        ({"game": {"target": 10_001}}, "10001 is not a multiple of 5"),
        ({"game": {"target": "high"}}, "a whole number of at most 1000000, or null"),
        ({"draw": {"count": None}}, "a whole number of at most 1000000"),
    ],
)
def test_a_fault_helps_to_mend_it(overrides: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidRuleset) as refused:
        resolve({"extends": "classic", "overrides": overrides})
    assert [fault.message for fault in refused.value.faults] == [message]


@pytest.mark.parametrize(("several", "per_side"), [(True, "several"), (False, "one")])
def test_house_rules_under_an_older_key_mean_what_they_meant(several: bool, per_side: str) -> None:
    rules = resolve({"extends": "bolivia", "overrides": {"wild_meld": {"several": several}}})
    assert rules.wild_meld is not None
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


def test_what_the_first_schema_had_once_holds_for_every_table_and_for_black_threes() -> None:
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
    assert set(faults(older)) == {"initial_minimum.negative"}
    assert logged(older).initial_minimum.negative == 12
    with pytest.raises(InvalidRuleset):
        logged({**older, "group": {}})


@pytest.mark.parametrize("key", ["pack", "seating", "group", "going_out", "red_threes"])
@pytest.mark.parametrize("broken", [None, 5, [], {}, {"nonsense": 1}])
def test_a_broken_document_of_the_first_schema_is_refused_by_path(key: str, broken: object) -> None:
    found = faults({**FIRST_SCHEMA, key: broken})
    assert key in {path.split(".")[0] for path in found}


@pytest.mark.parametrize("schema", [0, 6, "2", None, True])
def test_a_document_of_no_known_schema_is_refused(schema: object) -> None:
    assert set(faults({**CLASSIC, "schema": schema})) == {"schema"}


THIRD_DIGESTS = {
    "classic": "3f23b8c42f4eef2a91209e5d238449754cd9f50dc794c64081b6854748b765c6",
    "bolivia": "941d8f846767db1d3153a13331be6d04c463bc19b18900815854fb8052b83d39",
}
OLDER_DIGESTS = [
    *THIRD_DIGESTS.items(),
    *((slug, then["sha256"]) for slug, then in FOURTH_SCHEMA.items()),
]


@pytest.mark.parametrize(("slug", "older"), OLDER_DIGESTS)
def test_a_digest_of_an_older_schema_is_known(slug: str, older: str) -> None:
    other = "trey" if slug == "denexa" else "denexa"
    assert is_digest_of(older, load(slug))
    assert is_digest_of(sha256(load(slug)), load(slug))
    assert not is_digest_of(older, load(other))


def test_a_digest_of_a_document_with_what_had_no_effect_is_known() -> None:
    document = in_the_fourth_schema("mexican")
    document["sequence"] |= {"min_naturals": 2}
    text = json.dumps(document, sort_keys=True, separators=(",", ":"))
    digest = hashlib.sha256(text.encode()).hexdigest()
    rules = logged(document)
    assert not is_digest_of(digest, rules)
    assert is_digest_of(digest, rules, document)


def test_the_melds_of_wild_cards_of_handfoot_could_not_be_said_in_the_third() -> None:
    older = "978c3c002e3f210e8436e77c27ae3391560b4e014145e42eaa809282f33ae34b"
    assert not is_digest_of(older, load("handfoot"))


def test_both_keys_at_once_are_refused() -> None:
    overrides = {"wild_meld": {"several": True, "per_side": "one"}}
    with pytest.raises(InvalidRuleset) as refused:
        resolve({"extends": "bolivia", "overrides": overrides})
    assert [fault.path for fault in refused.value.faults] == ["wild_meld.several"]


def test_a_document_reads_back_as_it_was_written() -> None:
    assert to_document(from_document(CLASSIC)) == CLASSIC


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
