"""Programs of third parties: registered by people, and answered only at their own addresses."""

import pytest
from django.test import Client as Browser
from hypothesis import given
from hypothesis import strategies as st

from samba_service.accounts.choices import GRANTABLE_SCOPES, STAFF_SCOPES, Scope
from samba_service.accounts.models import OAuthClient
from samba_service.accounts.redirects import (
    InvalidRedirect,
    redirect_checked,
    redirect_matches,
    redirect_source,
)
from tests.factories import api, player
from tests.people.programs import (
    BACK,
    asking,
    browser_of,
    consent,
    program_of,
    redeem,
    tokens_for,
)

pytestmark = pytest.mark.django_db
ROOT = "/api/v1"
CLIENTS = f"{ROOT}/oauth/clients"
GRANTS = f"{ROOT}/oauth/grants"


def test_a_person_registers_ten_programs_and_changes_and_deletes_them(ben) -> None:
    caller = api(ben, "profile")
    for number in range(10):
        body = {"name": f"Program {number}", "redirect_uris": [BACK]}
        made = caller.post(CLIENTS, body)
        assert made.status_code == 201
    assert caller.post(CLIENTS, body).json()["code"] == "too_many"
    at = made["Location"]
    changed = caller.patch(at, {"name": "Other", "redirect_uris": [BACK, f"{BACK}/2"]}).json()
    assert changed == caller.get(at).json()
    assert (changed["name"], changed["redirect_uris"]) == ("Other", [BACK, f"{BACK}/2"])
    assert len(caller.get(CLIENTS).json()["results"]) == 10
    assert caller.delete(at).status_code == 204
    assert caller.get(at).status_code == 404


def test_nobody_sees_or_changes_the_program_of_another(ben, scorer) -> None:
    at = f"{CLIENTS}/{scorer.pk}"
    caller = api(ben, "profile")
    answers = [caller.get(at), caller.patch(at, {"name": "x"}), caller.delete(at)]
    assert {each.status_code for each in answers} == {404}
    browser = browser_of(ben)
    for path in (f"/account/clients/{scorer.pk}", f"/account/clients/{scorer.pk}/delete"):
        assert browser.post(path, {"name": "x", "redirect_uris": BACK}).status_code == 404
    assert OAuthClient.objects.get().name == "Scorer"


def test_a_form_takes_as_many_addresses_of_that_length_as_the_api_and_no_more(ben) -> None:
    browser = browser_of(ben)
    longest = [f"{BACK}/{number:0{249 - len(BACK)}d}" for number in range(10)]
    short = [f"{BACK}/{number}" for number in range(11)]
    answers = [
        browser.post("/account/clients/new", {"name": "Mine", "redirect_uris": "\r\n".join(uris)})
        for uris in (longest, short)
    ]
    assert [each.status_code for each in answers] == [302, 200]
    assert "At most 10 addresses." in answers[1].content.decode()
    bodies = [{"name": "Mine", "redirect_uris": uris} for uris in (longest, short)]
    assert [api(ben, "profile").post(CLIENTS, each).status_code for each in bodies] == [201, 400]


def test_a_program_is_registered_by_a_form_which_says_what_is_wrong(ben) -> None:
    browser = browser_of(ben)
    given = {"name": "Mine", "redirect_uris": f"{BACK}\nhttp://program.example/"}
    page = browser.post("/account/clients/new", given)
    assert page.status_code == 200
    assert "127.0.0.1" in page.content.decode()
    assert "Mine" in page.content.decode()
    assert browser.post("/account/clients/new", given | {"redirect_uris": BACK}).status_code == 302
    [client] = OAuthClient.objects.all()
    at = f"/account/clients/{client.pk}"
    assert BACK in browser.get(at).content.decode()
    browser.post(at, {"name": "Yours", "redirect_uris": f"{BACK}\n{BACK}"})
    client.refresh_from_db()
    assert (client.name, client.redirect_uris) == ("Yours", [BACK])
    browser.post(f"{at}/delete")
    assert not OAuthClient.objects.exists()


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("Club\u202eesuoh", id="a name that turns the line"),
        pytest.param("Former player 77", id="a name of the erased"),
        pytest.param("Novice bot", id="a name of our bots"),
    ],
)
def test_a_program_has_no_name_that_a_player_could_not_have(ben, name: str) -> None:
    body = {"name": name, "redirect_uris": [BACK]}
    assert api(ben, "profile").post(CLIENTS, body).json()["code"] == "invalid_fields"
    page = browser_of(ben).post("/account/clients/new", {"name": name, "redirect_uris": BACK})
    assert page.status_code == 200
    assert not OAuthClient.objects.exists()


GOOD = (
    "https://program.example/back", "https://program.example:8443/a?b=c", "https://a",
    "http://127.0.0.1/back", "http://127.0.0.1:4321", "http://[::1]:4321/x",
    "http://localhost:4321/", "com.example.app:/back", "com.example.app://back",
)  # fmt: skip
BAD = (
    "", "program.example", "//program.example", "http://program.example/", "http://127.0.0.2/",
    "http://127.0.0.1.evil.example/", "http://127.0.0.1@evil.example/", "https://a@b.example/",
    "https://program.example/#part", "https://program.example/a b", "https:///back", "https://",
    "javascript:alert(1)", "data:text/html,x", "myapp:/back", "com.example.app:back",
    "https://program.example/\nb", "https://prögram.example/", "https://a.example\\@b.example/",
    "https://*.example/", "https://a;b/", 'https://a.example/"', "file:///etc", "ftp://a.b/",
)  # fmt: skip


@pytest.mark.parametrize("uri", GOOD)
def test_an_address_that_may_be_registered(uri: str) -> None:
    assert redirect_checked(uri) == uri


@pytest.mark.parametrize("uri", BAD)
def test_an_address_that_may_not(ben, uri: str) -> None:
    with pytest.raises(InvalidRedirect):
        redirect_checked(uri)
    body = {"name": "x", "redirect_uris": [uri]}
    refused = api(ben, "profile").post(CLIENTS, body)
    assert refused.json()["code"] == "invalid_fields"


@pytest.mark.parametrize(
    ("registered", "given", "same"),
    [
        ("http://127.0.0.1/back", "http://127.0.0.1:51004/back", True),
        ("http://127.0.0.1:1/back", "http://127.0.0.1:51004/back", True),
        ("http://[::1]/back", "http://[::1]:51004/back", True),
        ("http://127.0.0.1/back", "http://[::1]/back", False),
        ("http://127.0.0.1/back", "http://127.0.0.1:51004/other", False),
        ("http://127.0.0.1/back", "http://127.0.0.1:51004@evil.example/back", False),
        ("http://localhost/back", "http://localhost:51004/back", False),
        ("https://program.example/", "https://program.example:8443/", False),
    ],
)
def test_only_the_port_of_the_loopback_interface_may_differ(registered, given, same) -> None:
    assert redirect_matches(registered, given) is same


@given(st.sampled_from(GOOD), st.text(max_size=40))
def test_an_address_is_no_other(registered: str, other: str) -> None:
    assert redirect_matches(registered, registered)
    assert not redirect_matches(registered, f"{registered}{other}") or not other


@pytest.mark.parametrize(
    ("uri", "source"),
    [
        ("https://program.example:8443/a?b=c", "https://program.example:8443"),
        ("https://program.example?a", "https://program.example"),
        ("http://127.0.0.1:51004/back", "http://127.0.0.1:51004"),
        ("http://[::1]:51004/back", "http:"),
        ("com.example.app:/back", "com.example.app:"),
    ],
)
def test_the_policy_lets_a_form_lead_there_and_nowhere_else(uri: str, source: str) -> None:
    assert redirect_source(uri) == source


def test_a_native_app_is_answered_at_the_port_that_it_has(ben) -> None:
    app = program_of(player(), "http://127.0.0.1/back", "com.example.app:/back")
    at = "http://127.0.0.1:51004/back"
    answer = consent(ben, asking(app, redirect_uri=at))
    assert answer.to == at
    given = redeem(app, answer.facts["code"], redirect_uri=at)
    assert given.status_code == 200
    assert (
        consent(ben, asking(app, redirect_uri="com.example.app:/back")).to
        == "com.example.app:/back"
    )


def test_the_metadata_say_what_there_is(client) -> None:
    known = client.get("/.well-known/oauth-authorization-server").json()
    assert known["issuer"] == "http://testserver"
    assert known["authorization_endpoint"] == "http://testserver/oauth/authorize"
    assert known["code_challenge_methods_supported"] == ["S256"]
    never = {"profile", "club:admin", *STAFF_SCOPES}
    assert {*known["scopes_supported"]} == {*Scope.values} - never


def test_the_public_address_is_the_issuer(client, settings) -> None:
    settings.SAMBA_PUBLIC_URL = "https://samba.example/"
    known = client.get("/.well-known/oauth-authorization-server").json()
    assert known["issuer"] == "https://samba.example"
    assert known["token_endpoint"] == "https://samba.example/oauth/token"


@pytest.mark.parametrize(
    ("path", "open_to_all"),
    [
        ("/oauth/token", True),
        ("/oauth/revoke", True),
        ("/.well-known/oauth-authorization-server", True),
        ("/oauth/authorize", False),
        ("/account/programs", False),
    ],
)
def test_pages_of_other_origins_may_call_what_is_for_programs(client, path, open_to_all) -> None:
    asked = {"origin": "https://program.example", "access-control-request-method": "POST"}
    answer = client.options(path, headers=asked)
    assert (answer.headers.get("Access-Control-Allow-Origin") == "*") is open_to_all


def test_an_address_asks_for_tokens_a_hundred_times_and_then_slowly(scorer, settings) -> None:
    settings.SAMBA_RATE_LIMITS = True
    stranger = Browser(REMOTE_ADDR="192.0.2.9")
    statuses = [stranger.post("/oauth/token").status_code for _ in range(110)]
    assert statuses[:100] == [400] * 100
    refused = stranger.post("/oauth/token")
    assert (refused.status_code, refused.json()["error"]) == (429, "temporarily_unavailable")
    assert int(refused["Retry-After"]) >= 1
    page = stranger.get(asking(scorer))
    assert (page.status_code, page["Content-Type"].partition(";")[0]) == (429, "text/html")


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (
            "&".join(f"field{number}=1" for number in range(2000)),
            "application/x-www-form-urlencoded",
        ),
        ("--x\r\nbroken", "multipart/form-data; boundary="),
    ],
)
@pytest.mark.parametrize("path", ["/oauth/token", "/oauth/revoke"])
def test_a_form_that_cannot_be_read_is_refused_as_json(path: str, body: str, kind: str) -> None:
    refused = Browser().post(path, data=body, content_type=kind)
    assert (refused.status_code, refused.json()) == (400, {"error": "invalid_request"})


def test_a_grant_has_only_scopes_that_may_be_granted() -> None:
    assert {*Scope} - {*GRANTABLE_SCOPES} == {Scope.PROFILE, Scope.CLUB_ADMIN, *STAFF_SCOPES}


def test_the_export_has_programs_and_grants(ben, scorer) -> None:
    tokens_for(ben, scorer)
    program_of(ben, name="My own")
    export = api(ben).get(f"{ROOT}/players/me/export").json()
    assert [each["name"] for each in export["programs"]] == ["My own"]
    assert [each["client_id"] for each in export["grants"]] == [str(scorer.pk)]
