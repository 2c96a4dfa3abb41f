"""Every event that people should read about has a sentence, in every language of the pages."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from django.conf import settings
from django.utils.translation import gettext, override

from games.engine import event_answers
from games.engine.phrases import PHRASES as CODES
from games.web.scores import LINES
from games.web.sentences import ACTS, PHRASES, SILENT, TEMPLATES, sentence, turn_sentence
from games.web.words import CANASTA_NAMES, PLURALS, RANK_NAMES, SUIT_NAMES

TYPES = re.findall(r"\"?type\"?: Literal\[\"(\w+)\"\]", Path(event_answers.__file__).read_text())
LANGUAGES = [code for code, _name in settings.LANGUAGES]


@pytest.mark.parametrize("kind", TYPES)
def test_each_type_of_event_has_a_sentence_or_a_reason_for_none(kind: str) -> None:
    spoken = [each for each in TEMPLATES if each.split(":")[0] == kind]

    assert spoken or SILENT[kind]


def test_every_phrase_has_words() -> None:
    assert set(PHRASES) == set(CODES)


def test_there_is_no_sentence_for_an_event_that_does_not_exist() -> None:
    assert {each.split(":")[0] for each in (*TEMPLATES, *SILENT)} <= set(TYPES)
    assert set(TYPES) >= set(ACTS)


def worth(cards: Sequence[str]) -> int:
    return 10 * len(cards)


TURN = [
    {"type": "cards_drawn", "seat": 0, "count": 2},
    {"type": "melded", "seat": 0, "cards": ["KH", "KS", "KD"]},
    {"type": "laid_off", "seat": 0, "onto": 3, "cards": ["9S"]},
    {"type": "card_discarded", "seat": 0, "card": "4C"},
]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "en",
            "Ana draws 2 cards, melds KH KS KD (30 points), adds 9S to nines (10 points), "
            "discards 4C.",
        ),
        (
            "de",
            "Ana zieht 2 Karten, meldet KH KS KD (30 Punkte), legt 9S an nines an (10 Punkte), "
            "legt 4C ab.",
        ),
    ],
)
def test_a_turn_is_one_sentence_in_every_language(language: str, said: str) -> None:
    events = [{"hand": 1, **event} for event in TURN]
    with override(language):
        text = turn_sentence(
            events,
            lambda seat: "Ana",
            " ".join,
            lambda event: "nines",
            lambda cards: 10 * len(cards),
        )

    assert text == said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", ACTS)
def test_what_a_seat_does_names_in_a_turn_what_its_own_sentence_names(
    language: str, kind: str
) -> None:
    with override(language):
        act, own = gettext(ACTS[kind]), gettext(TEMPLATES[kind])
    named = set(re.findall(r"%\((\w+)\)", act)) - {"worth"}

    assert named == set(re.findall(r"%\((\w+)\)", own)) - {"who"}


def test_scripts_have_no_words_of_their_own_for_what_the_page_gives_them() -> None:
    given = (PHRASES, LINES, RANK_NAMES, PLURALS, SUIT_NAMES, CANASTA_NAMES)
    texts = {text for each in given for text in each.values()}
    scripts = Path(settings.BASE_DIR, "games/static/games").glob("*.js")
    said = {text for each in scripts for text in re.findall(r'gettext\("(.*?)"', each.read_text())}

    assert len(said) > 100
    assert said & texts == set()


SENTENCES = [
    ({"type": "cards_drawn", "seat": 1, "count": 2}, "Ben draws 2 cards."),
    ({"type": "cards_drawn", "seat": 0, "count": 1, "cards": ["KH"]}, "Ana draws KH."),
    ({"type": "permission_answered", "seat": 0, "answer": False}, "Ana says no."),
    ({"type": "hand_ended", "end": "went_out", "out": 1}, "Ben goes out."),
    ({"type": "hand_ended", "end": "conceded", "out": None}, "The hand ends: a side gives up."),
    (
        {"type": "consent_asked", "about": "claim", "asked_by": 0, "claimed": 1},
        "Ana claims the game, as Ben stays away.",
    ),
    ({"type": "consent_closed", "about": "pause", "outcome": "granted"}, "All have agreed."),
    ({"type": "phrase_said", "seat": 1, "code": "hello"}, "Ben: Hello!"),
    ({"type": "phrase_said", "seat": 1}, ""),
    (
        {"type": "hand_scored", "number": 2, "score": [{"total": 350}, {"total": -45}]},
        "Hand 2 is scored: 350 : -45.",
    ),
    ({"type": "clock_set"}, ""),
]


@pytest.mark.parametrize(("event", "said"), SENTENCES)
def test_an_event_says(event: dict[str, object], said: str) -> None:
    names = {None: "The table", 0: "Ana", 1: "Ben"}

    assert sentence({"hand": 1, **event}, names.__getitem__, " ".join, lambda _: "") == said
