"""A page speaks the language of its reader, and so do the refusals of the API."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po
from django.test import RequestFactory

from samba_service.accounts.models import Person
from samba_service.devstack.folder import REPOSITORY
from samba_service.kit.languages import Wording, answering
from samba_service.kit.problems import known_kinds
from tests.factories import api, player
from tests.tournaments.engine.people import PEOPLE
from tests.tournaments.engine.test_reason_texts import TEXTS
from tournaments.api.schemas import reason_said
from tournaments.engine.draws import Reason

GERMAN = {"HTTP_ACCEPT_LANGUAGE": "de-AT,de;q=0.9,en;q=0.5"}

pytestmark = pytest.mark.django_db


def test_a_browser_that_prefers_german_gets_german_pages_and_texts(client) -> None:
    page = client.get("/sign-in", **GERMAN).content.decode()

    assert '<html lang="de">' in page
    assert "Passwort" in page
    assert '"Lay down": "Auslegen"' in client.get("/texts/de.js").content.decode()


def test_a_reader_chooses_a_language_and_keeps_it(client) -> None:
    assert '<html lang="en">' in client.get("/sign-in").content.decode()

    changed = client.post("/language", {"language": "de", "next": "/sign-in"})

    assert changed["Location"] == "/sign-in"
    page = client.get("/sign-in").content.decode()
    assert '<html lang="de">' in page
    assert ">English</button>" in page, "who looks for the own language reads its own name"


def test_an_unknown_language_is_english(client) -> None:
    assert "Auslegen" not in client.get("/texts/xx.js").content.decode()
    assert '<html lang="en">' in client.get("/", HTTP_ACCEPT_LANGUAGE="xx").content.decode()


def tokens(client, **headers: str) -> Any:
    return client.post("/api/v1/auth/tokens", {}, content_type="application/json", **headers)


def test_a_refusal_of_the_api_speaks_the_language_that_its_caller_prefers(client) -> None:
    english, german = tokens(client), tokens(client, **GERMAN)

    assert (english["Content-Language"], german["Content-Language"]) == ("en", "de")
    for answer in (english, german):
        assert "Accept-Language" in answer["Vary"]
        assert "Authorization" in answer["Vary"]
    plain, said = english.json(), german.json()
    assert plain["title"] == "The request has missing, unknown or malformed fields"
    assert said["title"] == "In der Anfrage fehlen Felder, oder sie sind unbekannt oder fehlerhaft"
    assert plain["detail"].startswith("username: This field is required; ")
    assert said["detail"].startswith("username: Dieses Feld fehlt; ")
    texts = {"title", "detail", "errors"}
    assert [plain[name] for name in plain.keys() - texts] == [
        said[name] for name in plain.keys() - texts
    ]
    assert [each["path"] for each in plain["errors"]] == [each["path"] for each in said["errors"]]


def test_a_form_says_why_it_is_refused_in_the_language_of_its_page(client) -> None:
    sent = {"username": "ada", "password": "Longer than eight.", "display_name": "Ada"}
    Person.objects.create_user("ada", sent["password"], display_name="Ada")
    page = client.post("/sign-up", sent, **GERMAN).content.decode()
    assert "Der Benutzername ist vergeben." in page


@pytest.mark.parametrize("asked", ["", "*", "fr", "en-GB,de;q=0.5", "zz;q=x,,"])
def test_who_asks_for_no_language_that_there_is_reads_english(client, asked: str) -> None:
    client.cookies["django_language"] = "de"  # the pages' own choice
    assert tokens(client).json() == tokens(client, HTTP_ACCEPT_LANGUAGE=asked).json()
    assert tokens(client, HTTP_ACCEPT_LANGUAGE=asked)["Content-Language"] == "en"


def test_a_text_is_in_one_language_as_a_whole() -> None:
    words = {"limit": 7, "what": "clubs"}
    template = "The club has {limit} {what}, the limit."
    many = Wording("Too many requests", template.format(**words), template=template, words=words)
    assert many.said_in("de").detail == "Mehr geht nicht: der Verein hat schon 7 Vereine."

    unknown = many._replace(words={**words, "what": "things"}).said_in("de")
    assert (unknown.title, unknown.detail) == ("Zu viele Anfragen", many.detail)
    assert unknown.languages == ["de", "en"]

    faults = [{"path": "a", "detail": "At most 3."}, {"path": "b", "detail": "Odd."}]
    mixed = Wording("Not found", errors=faults).said_in("de")
    assert mixed.detail == "a: At most 3; b: Odd."
    assert mixed.errors == [{"path": "a", "detail": "Höchstens 3."}, faults[1]]


def test_a_key_repeats_its_answer_in_no_language_and_a_refusal_in_that_of_its_reader() -> None:
    who = player("Ada")
    client: Any = api(who)
    path = "/api/v1/clubs"
    english = client.post(path, {"name": ""}, HTTP_IDEMPOTENCY_KEY="one")
    german = client.post(path, {"name": ""}, HTTP_IDEMPOTENCY_KEY="one", **GERMAN)
    assert english.json()["errors"][0]["detail"] == "This field may not be blank."
    assert german.json()["errors"][0]["detail"] == "Dieses Feld darf nicht leer sein."

    first = client.post(path, {"name": "Herons"}, HTTP_IDEMPOTENCY_KEY="two", **GERMAN)
    again = client.post(path, {"name": "Herons"}, HTTP_IDEMPOTENCY_KEY="two")
    assert (first.status_code, again.content) == (201, first.content)
    assert "Content-Language" not in first

    other = {"HTTP_IDEMPOTENCY_KEY": "two"}
    reused = [client.post(path, {"name": "Owls"}, **other, **more) for more in ({}, GERMAN)]
    assert [each.json()["code"] for each in reused] == ["key_reused"] * 2
    assert [each["Content-Language"] for each in reused] == ["en", "de"]


def test_every_code_has_a_german_title() -> None:
    titles = [kind.title for kind in known_kinds()]
    assert len(titles) > 200
    assert [each for each in titles if "en" in Wording(each).said_in("de").languages] == []


def test_why_a_table_was_drawn_is_said_in_the_language_of_the_caller() -> None:
    german = {}
    request = RequestFactory().get("/", HTTP_ACCEPT_LANGUAGE="de")
    with answering(request):
        for code, facts, english in TEXTS:
            german[code] = reason_said(Reason(code, facts), PEOPLE)
            assert german[code] != english
    assert german["by_standing"] == (
        "Ana und Dan gegen Ben und Cleo: Plätze 1, 2, 3 und 4 der Rangliste. Ihre Punkte je Tisch "
        "ergeben zusammen 13,00 und 12,50. Niemand hat wieder denselben Partner. Schon Gegner: Ana "
        "und Ben einmal."
    )
    assert german["sat_out_of_rest"] == (
        "Die Turnierleitung überlässt 5 Personen der Auslosung; für 1 von ihnen ist kein Platz an "
        "einem Tisch. Ana hat bisher nie ausgesetzt; von denen, die spielen, hat niemand seltener "
        "ausgesetzt."
    )
    assert reason_said(Reason(*TEXTS[0][:2]), PEOPLE) == TEXTS[0][2]


def catalogues(root: Path) -> Iterator[tuple[str, Any]]:
    """Each catalogue of a translation by its name, and its messages."""
    for file in sorted(root.glob("samba_service/locale/*/LC_MESSAGES/*.po")):
        with file.open("rb") as texts:
            yield str(file.relative_to(root)), read_po(texts)


def untranslated(root: Path) -> list[tuple[str, Any]]:
    return [
        (name, each.id)
        for name, catalogue in catalogues(root)
        for each in catalogue
        if each.id and (each.fuzzy or not all(each.string if each.pluralizable else [each.string]))
    ]


def test_every_text_of_the_pages_is_translated(tmp_path: Path) -> None:
    if not shutil.which("xgettext"):
        if "SAMBA_CI" in os.environ:
            pytest.fail("CI collects the texts by GNU gettext")
        pytest.skip("needs GNU gettext")
    shutil.copytree(
        REPOSITORY, tmp_path / "copy", ignore=shutil.ignore_patterns(".*", "var", "tests")
    )
    (tmp_path / "copy" / ".venv").symlink_to(REPOSITORY / ".venv")
    subprocess.run(["make", "texts"], cwd=tmp_path / "copy", check=True, capture_output=True)

    assert untranslated(tmp_path / "copy") == []


def values(text: str) -> list[str]:
    return sorted(re.findall(r"%\(\w+\)s|{\w+}", text))


def test_translations_name_the_same_values() -> None:
    for name, catalogue in catalogues(REPOSITORY):
        for each in catalogue:
            if each.id and each.string:
                sources = each.id if each.pluralizable else (each.id,)
                found = each.string if each.pluralizable else (each.string,)
                for source, translated in zip(sources, found, strict=True):
                    assert values(source) == values(translated), (name, source)


OTHERWISE = {
    "Klub": "Club",
    "Spielzeit": "Saison",
    "Vorgang": "Fall",
    "Vorgäng": "Fälle",
    "Mehr oder weniger": "Plus oder minus",
}
"""German words that pages do not use, by those that they use instead."""


def test_one_thing_has_one_german_word() -> None:
    for name, catalogue in catalogues(REPOSITORY):
        for each in catalogue:
            source, translated = str(each.id), str(each.string)
            for word, ours in OTHERWISE.items():
                assert word.lower() not in translated.lower(), (name, source, ours)
            if "tandings" in source:
                assert "Tabelle" not in translated, (name, source, "Rangliste")
