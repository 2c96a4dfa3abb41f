"""A ruleset in sentences, and the paragraphs of RULES.md."""

import os
from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from games.engine import paragraphs
from games.engine.rulesets import (
    InvalidRuleset,
    Ruleset,
    choices,
    from_document,
    load,
    resolve,
    slugs,
    to_document,
)
from games.engine.rulesets.reading import document
from games.engine.rulesets.reading.differences import leaves
from games.engine.rulesets.words import in_words

TEXTS = Path(__file__).parent / "data" / "words"
EVERY = slugs()


def told(reference: object) -> str:
    return words(resolve(reference))


def words(rules: Ruleset) -> str:
    return " ".join(chapter.text for chapter in in_words(rules))


def test_classic_is_told_by_its_values():
    text = told("classic")
    assert "3 decks of 52 cards and 6 jokers, 162 cards in all" in text
    assert "15 points below zero, 50 from 0, 90 from 1500, 120 from 3000, 150 from 7000" in text
    assert "6 play in 3 sides of 2, with 13 cards each" in text
    assert "Jokers 50; aces and 2s 20" in text


@pytest.mark.parametrize(
    ("section", "key", "value", "sentence"),
    [
        ("draw", "count", 1, "begins with 1 card from the stock"),
        ("game", "hand_limit", 4, "or after 4 hands"),
        ("group", "max_size", 9, "It closes at 9 cards"),
        ("going_out", "permission", "required", "must be asked first"),
        ("red_threes", "in_hand", -500, "counts -500"),
        ("tournament", "margin_sd", 1450, "a standard deviation of 1450 points"),
    ],
)
def test_a_house_rule_changes_its_sentence(section, key, value, sentence):
    assert sentence not in told("classic")
    assert sentence in told({"extends": "classic", "overrides": {section: {key: value}}})


def test_every_topic_has_a_name_of_its_own():
    topics = [chapter.topic for chapter in in_words(load("classic"))]
    assert len(set(topics)) == len(topics)


@pytest.mark.parametrize("slug", ["classic", "handfoot", "mexican", "sambola"])
def test_a_ruleset_reads_as_it_was_read_last(slug: str) -> None:
    """`WRITE_WORDS=1` writes the texts anew, for somebody to read."""
    text = "".join(f"{topic}\n    {text}\n" for topic, text in in_words(load(slug)))
    if os.environ.get("WRITE_WORDS"):
        (TEXTS / f"{slug}.txt").write_text(text, "utf-8")
    assert text == (TEXTS / f"{slug}.txt").read_text("utf-8")


CHOICES = sorted(
    {
        option.value
        for kind in vars(choices).values()
        if isinstance(kind, type) and issubclass(kind, StrEnum)
        for option in kind
    }
)
CARDS = [card.value for card in choices.CardClass]


def others(value: Any) -> list[Any]:
    """Values that might stand in the place of `value`."""
    if value is None:
        return [7, -100, 1000, {"count": 7, "bonus": 1000}, {"max_size": 7, "per_side": "one"}]
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + step for step in (1, -1, 2, 5, -5, -10, 50)]
    if isinstance(value, str):
        return [choice for choice in CHOICES if choice != value]
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


def changes(slug: str) -> Iterator[tuple[str, Ruleset]]:
    """The preset with one value at a time changed, wherever that makes no contradiction."""
    for path, value in leaves(to_document(load(slug))).items():
        for other in others(value) if "." in path else ():
            changed = to_document(load(slug))
            *above, name = path.split(".")
            inner = changed
            for section in above:
                inner = inner[section]
            inner[name] = other
            try:
                yield path, from_document(document._at_its_tables(changed))
            except InvalidRuleset:
                continue


def without_meaning(rules: Ruleset) -> set[str]:
    """The values that say nothing beside the others of `rules`."""
    red, paths = rules.red_threes, set()
    laid = {"qualified_canastas", "qualified_by_book"}
    if rules.initial_minimum.basis is choices.MinimumBasis.HAND:
        paths |= {"initial_minimum.negative"}
    if rules.threes.melding is choices.Threes.NEVER:
        paths |= {"threes.max_wilds", "threes.max_size"}
    if rules.threes.melding is not choices.Threes.GOING_OUT:
        paths |= {"threes.last_discard"}
    if red.declaring is choices.Declaring.NEVER:
        paths |= {f"red_threes.{name}" for name in laid}
    if not red.qualified_canastas and not red.qualified_by_book:
        paths |= {"red_threes.unqualified_each", "red_threes.unqualified_all"}
    if not red.in_hand:
        paths |= {"red_threes.in_hand_per"}
    return paths


@pytest.mark.parametrize("slug", EVERY)
def test_whoever_changes_a_value_reads_other_words(slug: str) -> None:
    same = words(load(slug))
    silent = {path for path, changed in changed_words(slug) if changed == same}
    assert silent <= without_meaning(load(slug))


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


def test_values_that_change_only_with_others_are_told() -> None:
    assert "There are no sequences" in words(load("mexican"))
    assert "Wild cards are no meld by themselves" in told("classic")
    assert "Wild cards are no meld by themselves" not in words(load("bolivia"))
    assert "whatever the score: 50 from hand 1" in words(load("handfoot"))


RULES = """# Rules
Before any paragraph.
## MELD-07 The initial minimum
The first melds must be worth it.

- a list
### MELD-08: Unknown meld
There is no such meld.
## Not a paragraph
Left out.
## OUT-01
No title.
"""


def test_paragraphs_are_read_by_their_headings():
    found = paragraphs.parse(RULES)
    assert [(p.code, p.title) for p in found] == [
        ("MELD-07", "The initial minimum"),
        ("MELD-08", "Unknown meld"),
        ("OUT-01", ""),
    ]
    assert found[0].text == "The first melds must be worth it.\n\n- a list"
    assert "Left out" not in found[1].text
