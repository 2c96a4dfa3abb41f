"""A page speaks the language of its reader; the API always answers in English."""

import pytest

GERMAN = {"HTTP_ACCEPT_LANGUAGE": "de-AT,de;q=0.9,en;q=0.5"}

pytestmark = pytest.mark.django_db


def test_a_browser_that_prefers_german_gets_german_pages_and_texts(client) -> None:
    page = client.get("/sign-in", **GERMAN).content.decode()

    assert '<html lang="de">' in page
    assert "Passwort" in page
    assert '"aces": "Asse"' in client.get("/texts/de.js").content.decode()


def test_a_reader_chooses_a_language_and_keeps_it(client) -> None:
    assert '<html lang="en">' in client.get("/sign-in").content.decode()

    changed = client.post("/language", {"language": "de", "next": "/sign-in"})

    assert changed["Location"] == "/sign-in"
    assert '<html lang="de">' in client.get("/sign-in").content.decode()


def test_an_unknown_language_is_english(client) -> None:
    assert "Asse" not in client.get("/texts/xx.js").content.decode()
    assert '<html lang="en">' in client.get("/", HTTP_ACCEPT_LANGUAGE="xx").content.decode()


def test_the_api_answers_in_english_whatever_its_caller_prefers(client) -> None:
    client.cookies["django_language"] = "de"
    plain = client.post("/api/v1/auth/tokens", {}, content_type="application/json")
    german = client.post("/api/v1/auth/tokens", {}, content_type="application/json", **GERMAN)

    assert plain.status_code == german.status_code >= 400
    assert "required" in plain.content.decode()
    assert german.json()["errors"] == plain.json()["errors"]
