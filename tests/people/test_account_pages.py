"""The forms of accounts: what they open, and how they refuse."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.encoding import iri_to_uri

from samba_service.accounts.models import Person
from samba_service.accounts.services.guests import guest_create
from tests.factories import PASSWORD, player

pytestmark = pytest.mark.django_db
GIVEN = {"display_name": "Ana", "username": "ana-b", "password": PASSWORD}


def test_signing_up_opens_an_account_and_leads_on(client) -> None:
    answer = client.post("/sign-up", {**GIVEN, "next": "/games/new"})

    assert answer.status_code == 302
    assert answer["Location"] == "/games/new"
    assert client.session["_auth_user_id"] == str(Person.objects.get(username="ana-b").pk)


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        pytest.param("username", "a b", "Use letters", id="a username with a space"),
        pytest.param("password", "12345678", "too common", id="a common password"),
        pytest.param("display_name", "Former player 77", "erased", id="a name of the erased"),
        pytest.param("display_name", "Novice bot", "own bots", id="a name of our bots"),
    ],
)
def test_a_form_says_what_is_wrong_and_keeps_the_rest(client, field, value, said) -> None:
    answer = client.post("/sign-up", {**GIVEN, field: value})

    assert answer.status_code == 200
    assert said in answer.content.decode()
    assert not Person.objects.filter(player__display_name=value).exists()
    assert not Person.objects.filter(username=value).exists()


def test_a_taken_username_is_refused_in_its_field(client) -> None:
    taken = player().person.username

    page = client.post("/sign-up", {**GIVEN, "username": taken}).content.decode()

    assert "taken" in page


@pytest.mark.parametrize("path", ["/sign-up", "/guest"])
def test_nobody_is_led_to_another_site(client, path: str) -> None:
    answer = client.post(path, {**GIVEN, "next": "https://elsewhere.example/"})

    assert answer["Location"] == "/"


@pytest.mark.parametrize("wanted", ["lobby", "null", "-1", "\u00f6", "[]"])
@pytest.mark.parametrize("path", ["/sign-up", "/guest"])
def test_an_address_is_not_taken_for_the_name_of_a_view(client, path: str, wanted: str) -> None:
    answer = client.post(path, {**GIVEN, "next": wanted})

    assert answer["Location"] == iri_to_uri(wanted)
    assert client.get(path, {"next": wanted})["Location"] == iri_to_uri(wanted)


@pytest.mark.parametrize("path", ["/sign-up", "/guest"])
def test_a_closed_service_opens_no_account_by_a_form(client, settings, path: str) -> None:
    settings.SAMBA_REGISTRATION_OPEN = False

    page = client.post(path, GIVEN).content.decode()

    assert "takes no sign-ups" in page
    assert Person.objects.count() == 0


def test_the_forms_count_in_the_sign_ups_of_an_address(client, settings) -> None:
    settings.SAMBA_RATE_LIMITS = True
    of_strangers = {"REMOTE_ADDR": "192.0.2.7"}
    for number in range(10):
        client.post("/guest", {"display_name": f"Gus {number}"}, **of_strangers)
        client.logout()

    page = client.post("/guest", {"display_name": "Gus"}, **of_strangers)

    assert page.status_code == 429
    assert int(page["Retry-After"]) > 0
    assert Person.objects.count() == 10


def test_only_a_guest_may_claim(client) -> None:
    ana = player().person
    client.force_login(ana)

    page = client.post("/claim", {"username": "other", "password": PASSWORD}).content.decode()

    assert "not a guest account" in page
    assert client.post("/claim", {}).status_code == 200
    client.logout()
    assert client.get("/claim").status_code == 302


def test_a_session_of_ones_own_does_not_help_to_guess_the_password_of_another(settings) -> None:
    settings.SAMBA_RATE_LIMITS = True
    own, victim = player("Ana").person, player("Vic").person
    browser = Client(REMOTE_ADDR="192.0.2.7")
    guess = {"username": victim.username, "password": "wrong"}
    for _ in range(9):
        assert browser.post("/sign-in", guess).status_code == 200
    browser.force_login(own)

    assert browser.post("/sign-in", guess).status_code == 302

    browser.logout()
    assert browser.post("/sign-in", guess).status_code == 429


def test_a_page_that_a_guest_reads_keeps_the_account_and_its_session() -> None:
    person = guest_create(name="Zoe")
    long_ago = timezone.now() - timedelta(days=29)
    Person.objects.filter(pk=person.pk).update(last_called_at=long_ago)
    browser = Client()
    browser.force_login(person)
    session = browser.session
    session.set_expiry(3600)
    session.save()

    browser.get("/rules")

    person.refresh_from_db()
    assert person.last_called_at is not None
    assert person.last_called_at > long_ago + timedelta(days=28)
    assert browser.session.get_expiry_age() > 29 * 24 * 3600
