"""A ruleset in sentences, and the paragraphs of RULES.md."""

import pytest

from games.engine import paragraphs
from games.engine.rulesets import load, resolve
from games.engine.rulesets.words import in_words


def told(reference: object) -> str:
    return " ".join(chapter.text for chapter in in_words(resolve(reference)))


def test_classic_is_told_by_its_values():
    text = told("classic")
    assert "3 decks of 52 cards and 6 jokers, 162 cards in all" in text
    assert "15 points below zero, 50 from 0, 90 from 1500, 120 from 3000, 150 from 7000" in text
    assert "6 play in 3 sides of 2, with 13 cards each" in text
    assert "jokers 50; aces and 2s 20" in text


@pytest.mark.parametrize(
    ("section", "key", "value", "sentence"),
    [
        ("draw", "count", 1, "begins with 1 card from the stock"),
        ("game", "hand_limit", 4, "or after 4 hands"),
        ("group", "max_size", 9, "It closes at 9 cards"),
        ("going_out", "permission", "required", "must be asked first"),
        ("red_threes", "in_hand", -500, "counts -500"),
    ],
)
def test_a_house_rule_changes_its_sentence(section, key, value, sentence):
    assert sentence not in told("classic")
    assert sentence in told({"extends": "classic", "overrides": {section: {key: value}}})


def test_every_topic_has_a_name_of_its_own():
    topics = [chapter.topic for chapter in in_words(load("classic"))]
    assert len(set(topics)) == len(topics)


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
