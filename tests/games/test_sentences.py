"""Every event that people should read about has a sentence, in every language of the pages."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.utils.translation import gettext, override

from games.engine import event_answers
from games.web.sentences import ACTS, SILENT, TEMPLATES, sentence

TYPES = re.findall(r"\"?type\"?: Literal\[\"(\w+)\"\]", Path(event_answers.__file__).read_text())
LANGUAGES = [code for code, _name in settings.LANGUAGES]


@pytest.mark.parametrize("kind", TYPES)
def test_each_type_of_event_has_a_sentence_or_a_reason_for_none(kind: str) -> None:
    spoken = [each for each in TEMPLATES if each.split(":")[0] == kind]

    assert spoken or SILENT[kind]


def test_there_is_no_sentence_for_an_event_that_does_not_exist() -> None:
    assert {each.split(":")[0] for each in (*TEMPLATES, *SILENT)} <= set(TYPES)
    assert set(TYPES) >= ACTS


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", sorted(ACTS))
def test_what_a_seat_does_in_its_turn_begins_with_its_name(language: str, kind: str) -> None:
    with override(language):
        text = gettext(TEMPLATES[kind])

    assert text.startswith("%(who)s ")
    assert text.endswith(".")


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

    assert sentence({"hand": 1, **event}, names.__getitem__, " ".join) == said
