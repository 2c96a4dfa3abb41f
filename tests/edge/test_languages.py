"""A page speaks the language of its reader; the API always answers in English."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po

from samba_service.devstack.folder import REPOSITORY

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


def test_the_api_answers_in_english_whatever_its_caller_prefers(client) -> None:
    client.cookies["django_language"] = "de"
    plain = client.post("/api/v1/auth/tokens", {}, content_type="application/json")
    german = client.post("/api/v1/auth/tokens", {}, content_type="application/json", **GERMAN)

    assert plain.status_code == german.status_code >= 400
    assert "required" in plain.content.decode()
    assert german.json()["errors"] == plain.json()["errors"]


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
    return sorted(re.findall(r"%\(\w+\)s", text))


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
