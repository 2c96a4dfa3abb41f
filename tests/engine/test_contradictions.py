"""Rulesets that contradict themselves are refused, with every fault at once by its path."""

from typing import Any

import pytest

from games.engine.rulesets import InvalidRuleset, from_document, load, resolve, slugs
from games.engine.rulesets import to_document as document_of
from games.engine.rulesets.reading.values import MAX_FAULTS, MAX_TEXT

CLASSIC, BOLIVIA, ROYAL, BLACK, HAND, DENEXA, MEXICAN = (
    "classic",
    "bolivia",
    "royal",
    "black-samba",
    "handfoot",
    "denexa",
    "mexican",
)


def changed(slug: str, values: dict[str, Any]) -> dict[str, Any]:
    """The document of a preset with the values at some paths replaced."""
    document = document_of(load(slug))
    for path, value in values.items():
        *sections, name = path.split(".")
        inner = document
        for section in sections:
            inner = inner[section]
        inner[name] = value
    return document


def refused(slug: str, values: dict[str, Any]) -> dict[str, str]:
    with pytest.raises(InvalidRuleset) as found:
        from_document(changed(slug, values))
    return {fault.path: fault.message for fault in found.value.faults}


@pytest.mark.parametrize("slug", slugs())
def test_no_preset_contradicts_itself(slug: str) -> None:
    assert load(slug).slug == slug


BOOK = "going_out.book"


@pytest.mark.parametrize(
    ("slug", "values", "path"),
    [
        # the book
        (CLASSIC, {f"{BOOK}.wild": 1}, f"{BOOK}.wild"),
        (BOLIVIA, {f"{BOOK}.wild": 1, f"{BOOK}.natural": 1}, BOOK),
        (CLASSIC, {f"{BOOK}.natural": 2, f"{BOOK}.black": 1}, BOOK),
        (CLASSIC, {f"{BOOK}.red": 2, f"{BOOK}.mixed": 1}, BOOK),
        (CLASSIC, {f"{BOOK}.samba": 3}, BOOK),
        (CLASSIC, {"going_out.canastas": 0, f"{BOOK}.mixed": 1}, BOOK),
        (MEXICAN, {f"{BOOK}.samba": 1}, f"{BOOK}.samba"),
        (MEXICAN, {f"{BOOK}.wild": 2}, f"{BOOK}.wild"),
        (MEXICAN, {f"{BOOK}.sevens": 2}, f"{BOOK}.sevens"),
        (CLASSIC, {f"{BOOK}.black_samba": 1}, f"{BOOK}.black_samba"),
        (CLASSIC, {f"{BOOK}.sevens": 1}, f"{BOOK}.sevens"),
        (CLASSIC, {f"{BOOK}.threes": 1}, f"{BOOK}.threes"),
        (CLASSIC, {f"{BOOK}.mixed": 1, "group.max_wilds": 0}, f"{BOOK}.mixed"),
        (CLASSIC, {f"{BOOK}.black": 1, "group.max_wilds": 0}, f"{BOOK}.black"),
        (CLASSIC, {f"{BOOK}.natural": -1}, f"{BOOK}.natural"),
        (HAND, {f"{BOOK}.samba": 5, "going_out.canastas": 20}, f"{BOOK}.samba"),
        (MEXICAN, {f"{BOOK}.natural": 11, "going_out.canastas": 20}, f"{BOOK}.natural"),
        (CLASSIC, {"red_threes.qualified_by_book": True}, "red_threes.qualified_by_book"),
        # what the pack has too few cards for
        (BOLIVIA, {"pack.decks": {"4": 2}, "going_out.canastas": 16}, "going_out.canastas"),
        (BOLIVIA, {f"{BOOK}.wild": 3, "going_out.canastas": 4}, f"{BOOK}.wild"),
        (HAND, {f"{BOOK}.sevens": 5, "going_out.canastas": 12}, f"{BOOK}.sevens"),
        # melds and canastas
        (CLASSIC, {"group.max_size": 6}, "group.max_size"),
        (BOLIVIA, {"wild_meld.max_size": 6}, "wild_meld.max_size"),
        (ROYAL, {"threes.max_size": 6}, "threes.max_size"),
        (CLASSIC, {"threes.max_size": 2}, "threes.max_size"),
        (CLASSIC, {"group.min_naturals": 4}, "group.min_naturals"),
        (CLASSIC, {"canasta.wild": 2000}, "canasta.wild"),
        (CLASSIC, {"canasta.black_samba": 1000}, "canasta.black_samba"),
        (MEXICAN, {"canasta.samba": 1500}, "canasta.samba"),
        (MEXICAN, {"canasta.black_samba": 1000}, "canasta.black_samba"),
        (CLASSIC, {"canasta.threes": 1000}, "canasta.threes"),
        (CLASSIC, {"canasta.many": {"count": 0, "bonus": 5}}, "canasta.many.count"),
        (CLASSIC, {"canasta.many": {"count": 7, "bonus": 0}}, "canasta.many.bonus"),
        (CLASSIC, {"sequence.min_naturals": 2}, "sequence.min_naturals"),
        (BLACK, {"sequence.max_wilds": 2}, "sequence.max_wilds"),
        (BLACK, {"sequence.max_wilds": 6}, "sequence.max_wilds"),
        (CLASSIC, {"group.naturals_per_wild": 0, "group.extra_naturals": 1},
         "group.extra_naturals"),
        (CLASSIC, {"group.per_rank": "one"}, "group.merge"),
        # the initial minimum
        (CLASSIC, {"initial_minimum.brackets": []}, "initial_minimum.brackets"),
        (CLASSIC, {"initial_minimum.brackets": [[5, 50]]}, "initial_minimum.brackets"),
        (CLASSIC, {"initial_minimum.brackets": [[0, 50], [0, 90]]}, "initial_minimum.brackets"),
        (CLASSIC, {"initial_minimum.brackets": [[0, 50], [1501, 90]]}, "initial_minimum.brackets"),
        (CLASSIC, {"initial_minimum.brackets": [[0, 50], [1500, 92]]}, "initial_minimum.brackets"),
        (CLASSIC, {"initial_minimum.basis": "hand"}, "initial_minimum.brackets"),
        (HAND, {"initial_minimum.basis": "score"}, "initial_minimum.brackets"),
        # points
        (CLASSIC, {"canasta.natural": -500}, "canasta.natural"),
        (CLASSIC, {"red_threes.in_hand": 750}, "red_threes.in_hand"),
        (DENEXA, {"going_out.broken_promise_penalty": 100},
         "going_out.broken_promise_penalty"),
        (BOLIVIA, {"threes.black_in_hand": -101}, "threes.black_in_hand"),
        # the deal, the pile, the discard
        (BOLIVIA, {"deal.upcard_rejects": ["wild", "seven"], "seating.hand_size": {"4": 33}},
         "deal.upcard_rejects"),
        (HAND, {"pile.max_cards_taken": 6}, "pile.min_pile_size"),
        (CLASSIC, {"pile.rest_face_down": True}, "pile.rest_face_down"),
        (CLASSIC, {"pile.max_meld_size": 2}, "pile.max_meld_size"),
        (CLASSIC, {"pile.new_sequence": "with_wild"}, "pile.new_sequence"),
        (MEXICAN, {"pile.new_sequence": "two_naturals"}, "pile.new_sequence"),
        (MEXICAN, {"pile.top_onto_sequence": "card"}, "pile.top_onto_sequence"),
        (MEXICAN, {"draw.must_take": True}, "draw.must_take"),
        (CLASSIC, {"pile.blocked_by": ["red_three", "black_three"]}, "pile.blocked_by"),
        (CLASSIC, {"pile.blocked_by": ["wild", "red_three"]}, "pile.blocked_by"),
        (CLASSIC, {"pile.blocked_by": ["wild", "black_three"]}, "pile.blocked_by"),
        (DENEXA, {"pile.blocked_by": ["wild", "black_three"]}, "pile.blocked_by"),
        (MEXICAN, {"discard.forbidden": ["black_three"]}, "discard.forbidden"),
        # threes and going out
        (BOLIVIA, {"threes.melding": "always"}, "red_threes.declaring"),
        (CLASSIC, {"red_threes.replaced": True}, "red_threes.replaced"),
        (CLASSIC, {"draw.last_red_three_ends": True}, "draw.last_red_three_ends"),
        (ROYAL, {"red_threes.each": 100}, "red_threes.each"),
        (MEXICAN, {"going_out.unqualified_may_ask": True}, "going_out.unqualified_may_ask"),
        (MEXICAN, {"going_out.broken_promise_penalty": -100},
         "going_out.broken_promise_penalty"),
        (HAND, {"going_out.last_discard": "required"}, "threes.last_discard"),
        (HAND, {"game.hand_limit": None}, "game"),
        # tournaments
        (CLASSIC, {"tournament.margin_sd": 2025}, "tournament.margin_sd"),
        (CLASSIC, {"tournament.margin_sd": 0}, "tournament.margin_sd"),
        (CLASSIC, {"tournament.margin_sd": -2000}, "tournament.margin_sd"),
        (CLASSIC, {"tournament.margin_sd": 50_050}, "tournament.margin_sd"),
    ],
)  # fmt: skip
def test_a_contradiction_is_refused_by_its_path(
    slug: str, values: dict[str, Any], path: str
) -> None:
    found = refused(slug, values)
    assert set(found) == {path}
    assert all(found.values())


def test_every_fault_is_reported_at_once() -> None:
    values = {
        "sequence": None,
        "group.max_size": 5,
        "pile.rest_face_down": True,
        "going_out.book.wild": 1,
    }
    assert set(refused("classic", values)) == {
        "canasta.samba",
        "pile.top_onto_sequence",
        "group.max_size",
        "pile.rest_face_down",
        "going_out.book.wild",
    }


@pytest.mark.parametrize(
    "reference",
    [
        {"extends": "classic", "overrides": {f"x{number}": 1 for number in range(5000)}},
        {"extends": "classic", "overrides": {"x" * 60_000: 1}},
        {"extends": "classic", "overrides": {"points": {"x" * 60_000: 1}}},
        {"extends": "x" * 60_000},
        "x" * 60_000,
    ],
    ids=["many", "a long name", "a long rank", "a long slug", "a long slug alone"],
)
def test_a_bad_ruleset_gets_no_more_faults_than_help(reference: object) -> None:
    with pytest.raises(InvalidRuleset) as found:
        resolve(reference)
    assert 0 < len(found.value.faults) <= MAX_FAULTS
    assert len(str(found.value)) < 2 * MAX_FAULTS * MAX_TEXT


def test_contradictory_and_unplayable_house_rules_are_refused_with_the_reason() -> None:
    overrides = {"group": {"max_size": 5}, "game": {"debt": True}}
    with pytest.raises(InvalidRuleset) as found:
        resolve({"extends": "classic", "overrides": overrides})
    assert {fault.path for fault in found.value.faults} >= {"group.max_size"}


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"going_out.book.natural": 3}, "asks for 3 of the 2 canastas of going out"),
        ({"group.max_size": 5}, "melds that close at 5 never reach 7 cards"),
        (
            {"pile.max_cards_taken": 3, "pile.min_pile_size": 4},
            "of a pile of 4 at most 3 are taken",
        ),
        ({"pile.blocked_by": ["wild", "black_three"]}, "red_three may be on top"),
    ],
)
def test_a_fault_says_why(values: dict[str, Any], message: str) -> None:
    (told,) = refused("classic", values).values()
    assert message in told


@pytest.mark.parametrize(
    ("slug", "values"),
    [
        (CLASSIC, {"group.max_wilds": 0}),
        (CLASSIC, {"group.max_size": 7}),
        (BOLIVIA, {"going_out.book.wild": 1}),
        (BOLIVIA, {"deal.upcard_rejects": ["wild", "seven", "red_three", "black_three"]}),
        (DENEXA, {"pile.max_cards_taken": 5}),
        (CLASSIC, {"discard.forbidden": ["joker"]}),
        (HAND, {"going_out.book.samba": 1, "going_out.canastas": 9}),
        (ROYAL, {"going_out.book.threes": 1}),
        (CLASSIC, {"tournament.margin_sd": 50}),
        (CLASSIC, {"tournament.margin_sd": 50_000}),
    ],
)
def test_unusual_rules_that_can_be_played_are_not_refused(
    slug: str, values: dict[str, Any]
) -> None:
    from_document(changed(slug, values))
