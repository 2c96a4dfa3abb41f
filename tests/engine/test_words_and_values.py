"""Every value of a ruleset that has an effect is described: change it, and the words change."""

from collections.abc import Iterator
from contextlib import suppress
from enum import StrEnum
from functools import cache
from itertools import islice
from typing import Any

import pytest

from games.engine.rulesets import (
    InvalidRuleset,
    Rules,
    choices,
    from_document,
    load,
    slugs,
    to_document,
)
from games.engine.rulesets.effect import without_effect
from games.engine.rulesets.reading import document
from games.engine.rulesets.reading.differences import leaves
from games.engine.rulesets.words import in_words
from tests.depth import cases, in_the_full_run, one_of

EVERY = slugs()


def words(rules: Rules) -> str:
    return " ".join(chapter.text for chapter in in_words(rules))


KINDS = [
    [option.value for option in kind]
    for kind in vars(choices).values()
    if isinstance(kind, type) and issubclass(kind, StrEnum)
]
"""The options of each choice."""
CARDS = [card.value for card in choices.CardClass]


def others(value: Any) -> list[Any]:
    """Values that might replace `value`."""
    if value is None:
        return [7, -100, 1000, {"count": 7, "bonus": 1000}, {"max_size": 7, "per_side": "one"}]
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + step for step in (1, -1, 2, 5, -5, -10, 50)]
    if isinstance(value, str):
        return [each for kind in KINDS if value in kind for each in kind if each != value]
    if value and isinstance(value[0], list):
        (floor, need), *rest = reversed(value)
        return [[*reversed(rest), [floor + 5, need]], [*reversed(rest), [floor, need + 5]]]
    if value and isinstance(value[0], int):
        return [value[:-1], value[1:]]
    return [[*value, card] for card in CARDS if card not in value] + [
        [kept for kept in value if kept != card] for card in value
    ]


@cache
def changed_words(slug: str) -> list[tuple[str, str]]:
    """The words of the preset with one value changed, by the path of each."""
    return [(path, words(rules)) for path, rules in changes(slug)]


def changes(slug: str) -> Iterator[tuple[str, Rules]]:
    """The preset with one value at a time changed, wherever that makes no contradiction."""
    for path, value in leaves(to_document(load(slug))).items():
        found = iter(()) if path in document.HEADING else changes_of(slug, path, value)
        yield from ((path, rules) for rules in islice(found, cases(1, 100)))


def changes_of(slug: str, path: str, value: Any) -> Iterator[Rules]:
    """The rulesets with other values at `path`."""
    for other in others(value):
        changed = to_document(load(slug))
        *above, name = path.split(".")
        inner = changed
        for section in above:
            inner = inner[section]
        inner[name] = other
        with suppress(InvalidRuleset):
            yield from_document(document._at_its_tables(changed))


@pytest.mark.parametrize("slug", one_of(2, EVERY, others=in_the_full_run))
def test_a_changed_value_changes_the_words(slug: str) -> None:
    same = words(load(slug))
    silent = {path for path, changed in changed_words(slug) if changed == same}
    few_cards = {"threes.max_size"}  # A pack has few black threes: most sizes are out of reach.
    assert silent <= without_effect(load(slug)) | few_cards


@pytest.mark.parametrize("slug", EVERY)
def test_what_has_no_effect_changes_no_words(slug: str) -> None:
    same = words(load(slug))
    spoken = {path for path, changed in changed_words(slug) if changed != same}
    assert spoken & without_effect(load(slug)) == set()


@pytest.mark.parametrize(
    ("slug", "path"),
    [
        ("mexican", "canasta.samba"),
        ("mexican", "pile.new_sequence"),
        ("mexican", "points.3"),
        ("mexican", "group.merge"),
        ("mexican", "going_out.unqualified_may_ask"),
        ("classic", "canasta.black_samba"),
        ("classic", "canasta.wild"),
        ("classic", "going_out.book.sevens"),
        ("classic", "canasta.threes"),
        ("classic", "pile.rest_face_down"),
        ("classic", "draw.last_red_three_ends"),
        ("royal", "threes.last_discard"),
        ("royal", "red_threes.each"),
        ("royal", "red_threes.in_hand_per"),
        ("handfoot", "initial_minimum.negative"),
        ("handfoot", "group.merge"),
        ("handfoot", "red_threes.unqualified_each"),
        ("handfoot", "draw.must_take"),
        ("black-samba", "threes.max_wilds"),
        ("white-knuckle", "group.extra_naturals"),
        ("denexa", "group.wild_on_natural_canasta"),
    ],
)
def test_nothing_can_depend_on_a_value_without_effect(slug: str, path: str) -> None:
    assert path in without_effect(load(slug))


def test_every_value_there_is_changes_the_words_of_some_preset() -> None:
    spoken: set[str] = set()
    for slug in EVERY:
        same = words(load(slug))
        spoken |= {path for path, changed in changed_words(slug) if changed != same}
    every = {path for path in leaves(to_document(load("classic"))) if "." in path}
    assert every - spoken == {
        *(f"seating.sides.{prime}" for prime in (2, 3, 5)),
        *CHANGED_WITH_OTHERS,
    }, "beside these, none is the only one that goes with the rest"


CHANGED_WITH_OTHERS = {"initial_minimum.basis"}


def test_values_that_change_only_with_others_are_described() -> None:
    assert "There are no sequences" in words(load("mexican"))
    assert "Wild cards by themselves are not a meld" in words(load("classic"))
    assert "Wild cards by themselves are not a meld" not in words(load("bolivia"))
    assert "whatever the score: 50 from hand 1" in words(load("handfoot"))
