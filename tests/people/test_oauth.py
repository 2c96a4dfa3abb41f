"""Programs of third parties get access by OAuth 2: what they are given, and what is refused."""

import logging
from typing import Any

import pytest
from django.test import Client as Browser
from django.utils import timezone

from samba_service.accounts.models import ApiToken, OAuthGrant, RefreshToken
from samba_service.accounts.services.guests import guest_create
from tests.factories import NOBODY, PASSWORD, api, player, with_secret
from tests.people.programs import (
    BACK,
    asking,
    browser_of,
    challenge_of,
    code_for,
    consent,
    form_action,
    program_of,
    redeem,
    refresh,
    works,
)

pytestmark = pytest.mark.django_db
TOKENS = ("access_token", "refresh_token")
ROOT = "/api/v1"
CLIENTS = f"{ROOT}/oauth/clients"
GRANTS = f"{ROOT}/oauth/grants"


def test_a_program_gets_a_token_of_ours_with_the_scopes_that_a_person_granted(ben, scorer) -> None:
    answer = consent(ben, asking(scorer))
    assert answer.to == BACK
    assert answer.facts == {
        "code": answer.facts["code"], "state": "as given", "iss": "http://testserver",
    }  # fmt: skip

    given = redeem(scorer, answer.facts["code"])

    assert given.status_code == 200
    assert "no-store" in given["Cache-Control"]
    assert given["Content-Type"] == "application/json"
    body = given.json()
    assert (body["token_type"], body["expires_in"]) == ("Bearer", 3600)
    assert body["scope"] == "games:play games:read"
    caller = with_secret(body["access_token"])
    seen = caller.get(f"{ROOT}/auth/tokens/current").json()
    assert (seen["player"]["id"], seen["client_id"]) == (str(ben.pk), str(scorer.pk))
    assert seen["scopes"] == ["games:play", "games:read"]
    assert caller.get(f"{ROOT}/players/me").json()["code"] == "insufficient_scope"


def test_no_secret_is_stored(ben, scorer) -> None:
    code = code_for(ben, scorer)
    body = redeem(scorer, code).json()
    stored = "".join(
        str(row)
        for model in (ApiToken, OAuthGrant, RefreshToken)
        for row in model.objects.values_list()
    )
    assert [
        each for each in (code, body["access_token"], body["refresh_token"]) if each in stored
    ] == []


def test_no_secret_is_logged(ben, scorer, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    code = code_for(ben, scorer)
    first = redeem(scorer, code).json()
    second = refresh(scorer, first["refresh_token"]).json()
    redeem(scorer, code, code_verifier="x" * 43)

    secrets = (code, *(each[name] for each in (first, second) for name in TOKENS))
    assert caplog.records
    assert [each for each in secrets if each in caplog.text] == []


def test_the_page_says_who_asks_for_what_and_nothing_else_may_be_on_it(ben, scorer) -> None:
    page = browser_of(ben).get(asking(scorer, scope="games:read games:play"))
    text = page.content.decode()

    said = ("Scorer", "“Zoe” has registered", "Nobody of this service has checked", "Ben",
            ben.person.username, "See your games", "Make and join games",
            "https://program.example<")  # fmt: skip
    assert [each for each in said if each not in text] == []
    assert "script" not in text.partition("<main")[2].partition("</main>")[0]
    assert page["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in page["Content-Security-Policy"]
    assert form_action(page) == ["'self'", "https://program.example"]
    assert "no-store" in page["Cache-Control"]


def test_who_is_not_signed_in_signs_in_and_comes_back(ben, scorer) -> None:
    browser = Browser()
    led = browser.get(asking(scorer))
    assert led["Location"].startswith("/sign-in?next=/oauth/authorize")
    credentials = {"username": ben.person.username, "password": PASSWORD}
    back = browser.post(led["Location"], credentials)
    assert back["Location"] == asking(scorer)
    assert browser.get(back["Location"]).status_code == 200


def test_a_person_who_does_not_allow_it_is_led_back_with_that(ben, scorer) -> None:
    answer = consent(ben, asking(scorer), "deny")
    assert (answer.to, answer.facts["error"], answer.facts["state"]) == (
        BACK, "access_denied", "as given",
    )  # fmt: skip
    assert not OAuthGrant.objects.exists()


def test_consent_takes_the_form_of_our_own_page(ben, scorer) -> None:
    browser = Browser(enforce_csrf_checks=True)
    browser.force_login(ben.person)
    assert browser.post(asking(scorer), {"decision": "allow"}).status_code == 403
    assert not OAuthGrant.objects.exists()


@pytest.mark.parametrize("signed_in", [True, False])
@pytest.mark.parametrize(
    "changed",
    [
        pytest.param({"client_id": str(NOBODY)}, id="a client that nobody registered"),
        pytest.param({"client_id": "no uuid"}, id="a client that is none"),
        pytest.param({"client_id": None}, id="no client"),
        pytest.param({"redirect_uri": None}, id="no address"),
        pytest.param({"redirect_uri": f"{BACK}/"}, id="an address with more"),
        pytest.param({"redirect_uri": f"{BACK}?x=1"}, id="an address with a query"),
        pytest.param({"redirect_uri": "https://evil.example/back"}, id="another address"),
        pytest.param({"redirect_uri": 'https://evil.example/"\\é\n'}, id="no address at all"),
        pytest.param({"redirect_uri": "javascript:alert(1)"}, id="a script"),
        pytest.param(
            {"redirect_uri": "https://evil.example", "response_type": "token"}, id="two faults"
        ),
    ],
)
def test_a_wrong_client_or_address_is_shown_here_and_leads_nowhere(
    ben, scorer, changed: dict[str, Any], signed_in: bool
) -> None:
    browser = browser_of(ben) if signed_in else Browser()
    for method in (browser.get, browser.post):
        page = method(asking(scorer, **changed))
        assert page.status_code == 400
        assert "Location" not in page
        assert "evil.example" not in page.content.decode().partition("<main")[2].split("</main>")[0]


@pytest.mark.parametrize(
    ("changed", "error"),
    [
        pytest.param({"scope": "games:peek"}, "invalid_scope", id="another's hand"),
        pytest.param({"scope": "profile"}, "invalid_scope", id="the account"),
        pytest.param({"scope": "club:admin"}, "invalid_scope", id="a club"),
        pytest.param({"scope": "games:read club:admin"}, "invalid_scope", id="a club too"),
        pytest.param({"scope": "games:write"}, "invalid_scope", id="no scope of ours"),
        pytest.param({"scope": None}, "invalid_scope", id="no scope"),
        pytest.param({"scope": ""}, "invalid_scope", id="an empty scope"),
        pytest.param({"code_challenge": None}, "invalid_request", id="no challenge"),
        pytest.param({"code_challenge_method": "plain"}, "invalid_request", id="plain"),
        pytest.param({"code_challenge_method": None}, "invalid_request", id="no method"),
        pytest.param(
            {"code_challenge": None, "code_challenge_method": None}, "invalid_request", id="no PKCE"
        ),
        pytest.param({"code_challenge": "short"}, "invalid_request", id="a short challenge"),
        pytest.param({"code_challenge": "x" * 42 + "\n"}, "invalid_request", id="a line's end"),
        pytest.param({"response_type": "token"}, "unsupported_response_type", id="implicit"),
        pytest.param({"response_type": None}, "unsupported_response_type", id="no type"),
        pytest.param({"response_type": "\u00f6"}, "unsupported_response_type", id="no ASCII"),
        pytest.param({"response_type": "code\x00"}, "unsupported_response_type", id="a zero"),
    ],
)
def test_other_faults_are_shown_here_too_and_lead_nowhere_without_a_click(
    ben, scorer, changed: dict[str, Any], error: str
) -> None:
    for browser in (Browser(), browser_of(ben)):
        page = browser.get(asking(scorer, **changed))
        assert page.status_code == 400
        assert "Location" not in page
        assert error in page.content.decode()
    assert not OAuthGrant.objects.exists()


@pytest.mark.parametrize(
    ("changed", "status", "error"),
    [
        pytest.param({"code_verifier": "x" * 43}, 400, "invalid_grant", id="a wrong verifier"),
        pytest.param({"code_verifier": None}, 400, "invalid_request", id="no verifier"),
        pytest.param(
            {"code_verifier": challenge_of("x")[:20]}, 400, "invalid_request", id="a short one"
        ),
        pytest.param({"code": "guessed"}, 400, "invalid_grant", id="another code"),
        pytest.param({"code": None}, 400, "invalid_request", id="no code"),
        pytest.param({"redirect_uri": f"{BACK}/"}, 400, "invalid_grant", id="another address"),
        pytest.param({"redirect_uri": None}, 400, "invalid_grant", id="no address"),
        pytest.param({"client_id": str(NOBODY)}, 400, "invalid_client", id="no such client"),
        pytest.param({"client_id": None}, 400, "invalid_client", id="no client"),
        pytest.param({"client_secret": "x"}, 400, "invalid_client", id="a secret"),
        pytest.param({"grant_type": "password"}, 400, "unsupported_grant_type", id="a password"),
        pytest.param({"grant_type": None}, 400, "unsupported_grant_type", id="no type"),
    ],
)
def test_a_code_gives_nothing_to_who_does_not_show_all_of_it(
    ben, scorer, changed: dict[str, Any], status: int, error: str
) -> None:
    code = code_for(ben, scorer)
    refused = redeem(scorer, **{"code": code, **changed})
    assert (refused.status_code, refused.json()["error"]) == (status, error)
    assert not ApiToken.objects.exists()


def test_another_client_gets_nothing_for_a_code_or_a_refresh_token(ben, scorer) -> None:
    other = program_of(player())
    code = code_for(ben, scorer)
    assert redeem(other, code).json()["error"] == "invalid_grant"
    given = redeem(scorer, code).json()
    assert refresh(other, given["refresh_token"]).json()["error"] == "invalid_grant"
    revoked = {"client_id": str(other.pk), "token": given["refresh_token"]}
    assert Browser().post("/oauth/revoke", revoked).status_code == 200
    assert works(given["access_token"])
    assert refresh(scorer, given["refresh_token"]).status_code == 200


def test_a_code_is_good_for_a_minute(ben, scorer) -> None:
    code = code_for(ben, scorer)
    OAuthGrant.objects.update(code_expires_at=timezone.now())
    assert redeem(scorer, code).json()["error"] == "invalid_grant"


def test_a_code_used_twice_gives_nothing_and_takes_back_what_it_gave(ben, scorer) -> None:
    code = code_for(ben, scorer)
    given = redeem(scorer, code).json()
    assert works(given["access_token"])

    assert redeem(scorer, code).json()["error"] == "invalid_grant"

    assert not works(given["access_token"])
    assert refresh(scorer, given["refresh_token"]).json()["error"] == "invalid_grant"


@pytest.mark.parametrize("method", ["get", "put"])
def test_the_endpoints_take_only_posts(method: str) -> None:
    for path in ("/oauth/token", "/oauth/revoke"):
        assert getattr(Browser(), method)(path).status_code == 405


def test_a_guest_lets_no_program_in_and_registers_none(scorer) -> None:
    guest = guest_create(name="Gus").player
    browser = browser_of(guest)
    for page in (browser.get(asking(scorer)), browser.post(asking(scorer), {"decision": "allow"})):
        assert (page.status_code, "guests_may_not" in page.content.decode()) == (403, True)
    body = {"name": "x", "redirect_uris": [BACK]}
    assert api(guest, "profile").post(CLIENTS, body).json()["code"] == "guests_may_not"
