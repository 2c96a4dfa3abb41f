"""Every failure is problem+json of one shape: a view's, DRF's, Django's, the database's."""

import logging
from dataclasses import astuple

import pytest
from django.db import InterfaceError, OperationalError, connection
from django.test import Client

from samba_service.accounts import selectors
from samba_service.kit.errors import ServiceError
from samba_service.kit.problems import KINDS, problem_kind
from tests.factories import NOBODY, PASSWORD, api, player, with_secret

MEMBERS = {"type", "title", "status", "detail", "instance", "code"}
OPTIONAL = {"rule", "facts", "errors", "version"}
JSON = "application/json"
TOKENS = "/api/v1/auth/tokens"

pytestmark = pytest.mark.django_db


def problem(answer, status, code):
    """Assert the one shape and return the document."""
    assert answer.status_code == status, answer.content
    assert answer["Content-Type"] == "application/problem+json"
    body = answer.json()
    assert body.keys() >= MEMBERS
    assert body.keys() <= MEMBERS | OPTIONAL
    assert (body["status"], body["code"]) == (status, code)
    return body


def test_the_detail_shows_which_fields_are_wrong_and_how():
    body = problem(api().post("/api/v1/auth/register", {}), 400, "invalid_fields")
    told = [f"{each['path']}: {each['detail'].removesuffix('.')}" for each in body["errors"]]
    assert body["detail"] == "; ".join(told) + "."


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("get", "/api/v1/players/me", 401, "not_authenticated"),
        ("get", "/api/v1/nowhere", 404, "not_found"),
        ("put", "/api/v1/auth/register", 405, "method_not_allowed"),
        ("options", "/api/v1/auth/register", 405, "method_not_allowed"),
        ("post", "/api/v1/auth/register", 400, "invalid_fields"),
    ],
)
def test_failures_for_nobody(method, path, status, code):
    assert problem(getattr(api(), method)(path), status, code)["instance"] == path


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("get", f"/api/v1/players/{NOBODY}", 404, "not_found"),
        ("get", "/api/v1/players/no-id", 404, "not_found"),
        ("get", "/api/v1/players/%00", 404, "not_found"),
        ("get", f"/api/v1/partnerships/{NOBODY}", 404, "not_found"),
        ("get", "/api/v1/players", 400, "invalid_fields"),
        ("get", "/api/v1/players?search=a%00b", 400, "invalid_fields"),
        ("get", "/api/v1/players?search=ana&serch=ana", 400, "invalid_fields"),
        ("get", "/api/v1/players?search=ana&limit=0", 400, "invalid_fields"),
        ("get", "/api/v1/players?search=ana&limit=many", 400, "invalid_fields"),
        ("get", "/api/v1/players?search=ana&cursor=%C3%A4", 400, "invalid_cursor"),
        ("get", "/api/v1/partnerships?cursor=cD1uZXZlcg==", 400, "invalid_cursor"),
        ("delete", "/api/v1/players", 405, "method_not_allowed"),
        ("put", f"/api/v1/partnerships/{NOBODY}", 404, "not_found"),
    ],
)
def test_failures_for_a_player(method, path, status, code):
    problem(getattr(api(player()), method)(path), status, code)


def test_a_null_byte_anywhere_in_a_path_leads_nowhere():
    who = player()
    problem(api(who).get(f"/api/v1/players/{who.pk}/ratings/a%00b"), 404, "not_found")


def test_bodies_of_404_differ_only_in_instance():
    paths = (f"/api/v1/players/{NOBODY}", "/api/v1/players/no-id", "/api/v1/nowhere")
    client = api(player())
    documents = [client.get(path).json() for path in paths]
    assert [document.pop("instance") for document in documents] == list(paths)
    assert documents[0] == documents[1] == documents[2]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        pytest.param(b"{", 400, "malformed_json", id="cut off"),
        pytest.param(b'{"a": NaN}', 400, "malformed_json", id="NaN"),
        pytest.param(b'{"a": "\xff"}', 400, "malformed_json", id="not UTF-8"),
        pytest.param(b'{"a": "\\ud800"}', 400, "malformed_json", id="half a character"),
        pytest.param(b"[" * 10_000 + b"]" * 10_000, 400, "malformed_json", id="10,000 deep"),
        pytest.param(b"[" * 33 + b"]" * 33, 400, "malformed_json", id="33 deep"),
        pytest.param(b"[" * 32 + b"]" * 32, 400, "invalid_fields", id="32 deep"),
        pytest.param(b"[1, 2]", 400, "invalid_fields", id="no object"),
        pytest.param(b"null", 400, "invalid_fields", id="null"),
        pytest.param(b" " * (64 * 1024 + 1), 413, "body_too_large", id="over 64 KiB"),
        pytest.param(b" " * (64 * 1024 - 2) + b"{}", 400, "invalid_fields", id="64 KiB"),
    ],
)
def test_malformed_bodies(body, status, code):
    answer = api().post("/api/v1/auth/register", body, content_type=JSON)
    problem(answer, status, code)


@pytest.mark.parametrize(
    ("change", "path"),
    [
        pytest.param({"is_staff": True}, "is_staff", id="unknown member"),
        pytest.param({"username": 5}, "username", id="number for text"),
        pytest.param({"username": "a b"}, "username", id="space in a username"),
        pytest.param({"display_name": "An\0a"}, "display_name", id="null character"),
        pytest.param({"display_name": "An\u202ea"}, "display_name", id="direction override"),
        pytest.param({"display_name": ["Ana"]}, "display_name", id="list for text"),
        pytest.param({"display_name": "Former player 7F3K"}, "display_name", id="kept name"),
        pytest.param({"password": "12345678"}, "password", id="common password"),
    ],
)
def test_a_malformed_member_is_named(change, path):
    good = {"username": "ana", "password": PASSWORD, "display_name": "Ana"}
    answer = api().post("/api/v1/auth/register", good | change)
    assert {error["path"] for error in problem(answer, 400, "invalid_fields")["errors"]} == {path}


def test_an_unwanted_body_is_refused():
    path = f"/api/v1/partnerships/{NOBODY}/accept"
    problem(api(player()).post(path, {"accept": True}), 404, "not_found")


def test_other_media_types_are_refused():
    client = api()
    answer = client.post("/api/v1/auth/register", b"<a/>", content_type="application/xml")
    problem(answer, 415, "unsupported_media_type")
    answer = client.post("/api/v1/auth/register", {}, headers={"Accept": "text/html"})
    problem(answer, 406, "not_acceptable")


@pytest.mark.parametrize("kind", ["", "garbage", "application/*", "application/json/x", "é"])
def test_strange_content_types_are_no_fault_of_ours(kind):
    answer = api().generic("POST", "/api/v1/auth/register", "{}", content_type=kind)
    assert problem(answer, answer.status_code, answer.json()["code"])["status"] in (400, 415)


@pytest.mark.parametrize(
    ("accept", "status"),
    [
        ("*/*", 200),
        ("application/*;q=0.5", 200),
        ("text/html, application/json", 200),
        ("text/html", 406),
        ("garbage", 406),
        ("///;;==", 406),
    ],
)
def test_what_is_accepted_is_served_or_refused(accept, status):
    answer = api(player()).get("/api/v1/players/me", headers={"Accept": accept})
    assert answer.status_code == status


def test_a_body_of_unknown_length_is_refused():
    answer = api().post("/api/v1/auth/register", headers={"Transfer-Encoding": "chunked"})
    problem(answer, 411, "length_required")


def test_405_lists_what_is_allowed():
    answer = api(player()).put("/api/v1/players/me", {})
    problem(answer, 405, "method_not_allowed")
    assert answer["Allow"] == "GET, HEAD, PATCH"


def test_401_challenges():
    answer = with_secret("samba_wrong").get("/api/v1/players/me")
    problem(answer, 401, "invalid_token")
    assert answer["WWW-Authenticate"].startswith("Bearer ")


@pytest.mark.parametrize("error", [OperationalError, InterfaceError])
def test_an_absent_database_is_503_with_a_time_to_return(error):
    """Both kinds of its errors; test_database_away takes the database itself away."""

    def away(*_):
        raise error("gone, at 10.0.0.7")

    client = api(player())
    with connection.execute_wrapper(away):
        answer = client.get("/api/v1/players/me")
    problem(answer, 503, "unavailable")
    assert answer["Retry-After"].isdigit()
    assert b"10.0.0.7" not in answer.content


def test_a_fault_of_ours_is_500_and_says_nothing(monkeypatch, caplog):
    def broken(*_):
        raise RuntimeError("KH KD on top of the stock")

    monkeypatch.setattr(selectors, "player_get", broken)
    answer = api(player()).get("/api/v1/players/me")
    problem(answer, 500, "internal_error")
    assert b"stock" not in answer.content
    faults = [record for record in caplog.records if record.levelno > logging.INFO]
    assert [record.levelname for record in faults] == ["ERROR"]


def test_a_wrong_host_is_400_in_the_same_shape():
    client = Client(raise_request_exception=False)
    answer = client.get("/api/v1/players/me", headers={"Host": "evil.example"})
    assert problem(answer, 400, "bad_request")["type"] == "/problems/bad_request"


def test_each_type_leads_to_a_page():
    document = api().get("/api/v1/nowhere").json()
    page = Client().get(document["type"].removeprefix("http://testserver"))
    assert page.status_code == 200
    assert document["title"] in page.content.decode()
    assert Client().get("/problems/never-heard-of").status_code == 404


def test_a_code_is_the_code_of_one_error():
    """The app does not even start where two errors share a code and mean different things."""
    assert problem_kind("not_found", *astuple(KINDS["not_found"])[1:]) == "not_found"
    with pytest.raises(ValueError, match="not_found is the code of two errors"):
        problem_kind("not_found", 404, "The entry is not there")


def test_every_error_has_the_page_of_its_own_code():
    assert "limit of entries" in Client().get("/problems/too_many_entries").content.decode()
    assert "facts.what" in Client().get("/problems/too_many").content.decode()
    pending, wrong = [ServiceError], []
    while pending:
        error = pending.pop()
        pending += error.__subclasses__()
        kind = KINDS.get(getattr(error, "code", ""))
        if kind and error.advice and kind.meaning != error.advice:
            wrong.append(error.__name__)
    assert wrong == []


def test_the_page_of_a_rule_says_what_the_rule_is():
    page = Client().get("/problems/initial_minimum").content.decode()
    assert "MELD-07: The first melds that a side lays" in page
    assert "Source:" not in page
