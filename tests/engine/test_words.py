"""A ruleset in sentences, and the paragraphs of RULES.md."""

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from games.engine import paragraphs
from games.engine.cards import BLACK_THREES, RED_THREES
from games.engine.rulesets import (
    Rules,
    load,
    logged,
    resolve,
    slugs,
    to_document,
)
from games.engine.rulesets.words import in_words
from games.engine.scoring.counting import counted
from games.engine.table.hand import HandState

TEXTS = Path(__file__).parent / "data" / "words"
EVERY = slugs()


def told(reference: object) -> str:
    return words(resolve(reference))


def words(rules: Rules) -> str:
    return " ".join(chapter.text for chapter in in_words(rules))


def test_classic_is_described_by_its_values():
    text = told("classic")
    assert "3 decks of 52 cards and 6 jokers, 162 cards in all" in text
    assert "15 points below zero, 50 from 0, 90 from 1,500, 120 from 3,000, 150 from 7,000" in text
    assert "6 play in 3 sides of 2, with 13 cards each" in text
    assert "Jokers 50; aces and twos 20" in text


@pytest.mark.parametrize("slug", EVERY)
def test_rules_read_from_a_log_have_the_same_words(slug: str) -> None:
    """The log keeps them with sorted keys."""
    kept = json.loads(json.dumps(to_document(load(slug)), sort_keys=True))
    assert in_words(logged(kept)) == in_words(load(slug))


@pytest.mark.parametrize(
    ("section", "key", "value", "sentence"),
    [
        ("draw", "count", 1, "begins with 1 card from the stock"),
        ("game", "hand_limit", 4, "or after 4 hands"),
        ("group", "max_size", 9, "It closes at 9 cards"),
        ("going_out", "permission", "required", "A player must ask first"),
        ("red_threes", "in_hand", -500, "costs the side 500"),
        ("tournament", "margin_sd", 1450, "a standard deviation of 1,450 points"),
    ],
)
def test_a_house_rule_changes_its_sentence(section, key, value, sentence):
    assert sentence not in told("classic")
    assert sentence in told({"extends": "classic", "overrides": {section: {key: value}}})


@pytest.mark.parametrize("slug", EVERY)
def test_every_topic_has_a_name_of_its_own(slug: str) -> None:
    topics = [chapter.topic for chapter in in_words(load(slug))]
    assert len(set(topics)) == len(topics)


NO_SEQUENCES = [slug for slug in EVERY if load(slug).sequence is None]
CARDS_FROM_THE_PILE = "its top card and cards from the hand count, not the rest of the pile"
LAST_RED_THREE = (
    "If the last card of the stock is a red three, the player who draws it lays it, may still "
    "meld, and ends the turn and the hand with a pass instead of the discard."
)
FIRST_TURN = "dealt ones at the start of their holder's first turn, drawn ones at once."
AFTER_THE_DEAL = "dealt ones right after the upcard is turned, drawn ones at once."
BY_CHOICE = "After the draw a player may lay red threes, keep them, or discard one"
WILD_STAYS = "A wild card in a sequence is never moved or replaced."
HAND_BOOK = (
    "at least 8 canastas: 5 natural canastas, 1 mixed canasta, 1 canasta of wild cards and "
    "1 canasta of sevens."
)
SAMBOLA_BOOK = (
    "at least 3 canastas or sambas: 2 natural canastas or sambas and "
    "1 mixed canasta or black samba."
)


@pytest.mark.parametrize(
    ("slug", "sentence"),
    [
        ("classic", "fives, fours and black threes 5."),
        ("mexican", "sevens, sixes, fives and fours 5."),
        ("royal", "fives, fours and threes 5."),
        ("handfoot", "The sides alternate around the table."),
        ("denexa", "A turn begins with 1 card from the stock."),
        ("classic", "A turn begins with 2 cards from the stock, fewer if fewer are left."),
        ("denexa", LAST_RED_THREE),
        ("official", LAST_RED_THREE),
        ("denexa", "or if they drew a red three as the last card of the stock."),
        ("denexa", "a top card that fits a meld of the side by itself must then be taken"),
        ("classic", "A player with one card left who may not go out keeps it and passes."),
        ("sambola", "keeps it and passes; so does a player who right after the draw"),
        ("mexican", "A player passes only if right after the draw they can neither discard"),
        ("classic", "a sequence of the side may also be taken by itself, instead of drawing"),
        ("denexa", "The top card is enough to take the pile if it fits a group of the side"),
        ("mexican", "The top card by itself is not enough."),
        ("classic", "The player then takes the rest of the pile into the hand."),
        ("black-samba", "takes the next 4 cards of the pile into the hand, or as many as"),
        ("handfoot", "lays the next 6 cards of the pile aside face down, and picks them up after"),
        ("handfoot", "a pile of fewer than 7 cards is not taken."),
        ("classic", "It has at least 2 natural cards for each wild one."),
        ("denexa", "It has at least 2 natural cards."),
        ("handfoot", "It has more natural cards than wild ones."),
        ("official", "A finished natural canasta takes no wild card."),
        ("classic", "A wild card makes a natural canasta a mixed one."),
        ("black-samba", WILD_STAYS),
        ("sambola", WILD_STAYS),
        ("denexa", "A group of 7 cards is a canasta"),
        ("classic", "A group of 7 cards or more is a canasta"),
        ("bolivia", "7 wild cards are a canasta of their own: 2,500."),
        ("mexican", "7 wild cards or more are a canasta of their own: 2,000."),
        ("mexican", "A side with at least 7 canastas earns 2,000 more."),
        ("mexican", "at the start of the hand: 50 points, 90 from 3,000"),
        *((slug, CARDS_FROM_THE_PILE) for slug in EVERY),
        ("classic", "red threes and bonuses do not count."),
        ("royal", "at card points; bonuses do not count."),
        ("classic", BY_CHOICE),
        ("sambola", BY_CHOICE),
        ("bolivia", FIRST_TURN),
        ("handfoot", FIRST_TURN),
        ("denexa", AFTER_THE_DEAL),
        ("official", AFTER_THE_DEAL),
        ("royal", "Red threes are cards like others and are not laid out."),
        ("bolivia", "those from the pile are laid too, but not replaced."),
        ("mexican", "those from a second hand are laid too, but not replaced."),
        ("classic", "for a side with fewer than 2 canastas or sambas it costs 100, all 6 together"),
        ("white-knuckle", "for a side with fewer than 2 canastas or sambas it counts nothing."),
        ("quad", "Each one laid counts 100, all 8 together 1,000"),
        ("sambola", "for a side with less than going out needs it costs 100"),
        ("handfoot", "with no wild card, at most 6 in a group; that player discards nothing."),
        ("denexa", "goes out in the same turn, with no wild card."),
        ("handfoot", HAND_BOOK),
        ("sambola", SAMBOLA_BOOK),
        ("bolivia", "at least 2 canastas or sambas, including 1 samba."),
        ("mexican", "at least 4 canastas, including 1 canasta of wild cards."),
        ("mexican", "Going out earns no bonus."),
        ("handfoot", "Nobody may go out while cards of the pile are still set aside."),
        ("denexa", "a yes and ends the turn with cards costs the side 100."),
    ],
)
def test_a_ruleset_is_described_as_it_is_played(slug: str, sentence: str) -> None:
    assert sentence in told(slug)


@pytest.mark.parametrize(
    ("slug", "words_of_others"),
    [
        ("classic", "never moved"),
        ("classic", "last card of the stock is a red three"),
        ("classic", "neither discard nor go out"),
        ("handfoot", "takes no wild card"),
        ("denexa", "takes no wild card"),
        ("handfoot", "merged"),
        ("handfoot", "those from the pile"),
        ("mexican", "merged"),
        ("mexican", "those from the pile"),
        ("mexican", "bonus for going out"),
        ("denexa", "in a group"),
        ("classic", "red threes 5"),
    ],
)
def test_what_has_no_effect_in_a_ruleset_is_not_described(slug: str, words_of_others: str) -> None:
    assert words_of_others not in told(slug)


@pytest.mark.parametrize("slug", NO_SEQUENCES)
def test_without_sequences_nothing_is_said_about_them(slug: str) -> None:
    chapters = dict(in_words(load(slug)))
    assert chapters.pop("Sequences") == "There are no sequences."
    assert not re.search("samba|sequence", " ".join([*chapters, *chapters.values()]), re.I)


@pytest.mark.parametrize("slug", [slug for slug in EVERY if slug not in NO_SEQUENCES])
def test_where_sambas_qualify_they_are_named_with_canastas(slug: str) -> None:
    """A number of canastas of no kind in particular; Hand and Foot asks only for kinds."""
    numbers = re.findall(r"\d+ canastas?\b(?! of|:)(.{11})", words(load(slug)))
    assert all(after.startswith((" or samba", " or sambas")) for after in numbers)


@pytest.mark.parametrize(
    ("overrides", "sentence"),
    [
        ({"going_out": {"canastas": 1}}, "at least 1 canasta or samba."),
        ({"going_out": {"canastas": 0}}, "a side needs no canasta."),
        ({"threes": {"max_size": 4}}, "with at most 2 wild cards, at most 4 in a group."),
        (
            {"pile": {"max_cards_taken": 1}},
            "Only the top card is taken, and the rest of the pile stays.",
        ),
        ({"pile": {"max_cards_taken": 2}}, "takes the next card of the pile into the hand"),
        ({"discard": {"forbidden": ["red_three"]}}, "may lay red threes or keep them."),
        ({"group": {"naturals_per_wild": 1}}, "at least as many natural cards as wild ones."),
        ({"group": {"naturals_beyond": 1}}, "for each wild one, and 1 more."),
        ({"group": {"max_wilds": 0}, "threes": {"max_wilds": 0}}, "500 points without wild cards."),
        (
            {"going_out": {"canastas": 3, "book": {"red": 2, "natural": 1}}},
            "including 1 natural canasta and 2 natural canastas or sambas",
        ),
    ],
)
def test_house_rules_are_described_in_whole_sentences(
    overrides: dict[str, Any], sentence: str
) -> None:
    assert sentence not in told("classic")
    assert sentence in told({"extends": "classic", "overrides": overrides})


def test_where_there_are_no_sambas_colours_are_those_of_canastas() -> None:
    book = {"extends": "mexican", "overrides": {"going_out": {"book": {"red": 1, "black": 1}}}}
    assert "1 natural canasta and 1 mixed canasta." in told(book)


ONE_OF_EACH = {
    "extends": "classic",
    "overrides": {
        "draw": {"count": 1},
        "group": {"max_wilds": 1, "naturals_per_wild": 1},
        "red_threes": {"qualified_canastas": 1},
        "going_out": {"canastas": 1},
        "game": {"hand_limit": 1},
    },
}


@pytest.mark.parametrize("reference", [*EVERY, ONE_OF_EACH])
def test_one_of_a_thing_is_never_called_many(reference: object) -> None:
    text = told(reference)
    assert not re.search(r"\b1 ([a-z]+ )?(cards|canastas|sambas|hands)\b", text)
    assert "1 canasta or sambas" not in text


@pytest.mark.parametrize("slug", EVERY)
def test_threes_have_card_points_where_they_count_among_the_cards_in_hand(slug: str) -> None:
    points = dict(in_words(load(slug)))["Card points"]
    assert bool(in_hand(slug, RED_THREES[0])) == bool(re.search(r"(?<!black )threes", points))
    assert not in_hand(slug, BLACK_THREES[0]) or "threes" in points


def in_hand(slug: str, card: int) -> int:
    """Card points that a side loses which is left with only this card."""
    rules = load(slug)
    seats = rules.seating.players[0]
    state = HandState(rules, seats, [0] * rules.sides(seats))
    state.hands[0][card] = 1
    return counted(state, 0).hand.points


@pytest.mark.parametrize("slug", ["classic", "handfoot", "mexican", "sambola"])
def test_a_ruleset_reads_as_it_was_read_last(slug: str) -> None:
    """`WRITE_WORDS=1` rewrites the texts, for a person to read."""
    text = "".join(f"{topic}\n    {text}\n" for topic, text in in_words(load(slug)))
    if os.environ.get("WRITE_WORDS"):
        (TEXTS / f"{slug}.txt").write_text(text, "utf-8")
    assert text == (TEXTS / f"{slug}.txt").read_text("utf-8")


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
