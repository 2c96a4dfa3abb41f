"""Tokens: issued once, stored as a digest, limited, revoked."""

import time
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from samba_service.accounts.authentication import TokenCache
from samba_service.accounts.choices import Scope
from samba_service.accounts.models import ApiToken
from samba_service.accounts.services.access import token_digest
from samba_service.kit.access import Caller
from tests.factories import PASSWORD, api, bot, player, secret, with_secret

pytestmark = pytest.mark.django_db

PATH = "/api/v1/auth/tokens"
ME = "/api/v1/players/me"


def request_token(of, password=PASSWORD, **changes):
    username = of if isinstance(of, str) else of.person.username
    body = {"username": username, "password": password, "name": "cli", "scopes": ["profile"]}
    return api().post(PATH, body | changes)


def cached(digest: bytes) -> Caller:
    """What a process that has just started makes of a token."""
    caller = TokenCache().get(digest)
    assert caller is not None
    return caller


def test_a_token_is_shown_once_and_stored_nowhere():
    ana = player()
    answer = request_token(ana)
    text = answer.json()["token"]
    row = ApiToken.objects.get()
    assert answer.status_code == 201
    assert len(text) == len("samba_") + 43
    assert bytes(row.digest) == token_digest(text)
    assert text.startswith(row.prefix)
    client = with_secret(text)
    assert client.get(ME).json()["id"] == str(ana.id)
    for path in (PATH, f"{PATH}/current"):
        assert text.encode() not in client.get(path).content


def test_usernames_are_typed_in_any_case():
    ana = player()
    assert request_token(ana.person.username.upper()).status_code == 201


@pytest.mark.parametrize("known", [True, False])
def test_a_wrong_name_and_a_wrong_password_look_the_same(known):
    answer = request_token(player() if known else "nobody", password="seven green herons")
    assert answer.status_code == 401
    assert answer.json()["code"] == "invalid_credentials"
    assert answer["WWW-Authenticate"].startswith("Bearer")


def test_a_stale_token_keeps_nobody_from_a_new_one():
    ana = player()
    body = {
        "username": ana.person.username,
        "password": PASSWORD,
        "name": "x",
        "scopes": ["profile"],
    }
    assert with_secret("samba_stale").post(PATH, body).status_code == 201


@pytest.mark.parametrize(("staff", "status"), [(False, 403), (True, 201)])
def test_only_staff_may_peek(staff, status):
    answer = request_token(player(is_staff=staff), scopes=["games:peek"])
    assert answer.status_code == status


def test_who_leaves_the_staff_peeks_no_more():
    ana = player(is_staff=True)
    text = secret(ana, Scope.GAMES_PEEK, Scope.PROFILE)
    digest = token_digest(text)
    assert Scope.GAMES_PEEK in cached(digest).scopes
    ana.person.is_staff = False
    ana.person.save()
    assert cached(digest).scopes == {Scope.PROFILE}


@pytest.mark.parametrize("scopes", [[], ["everything"], [5], "profile"])
def test_unknown_scopes_are_malformed(scopes):
    assert request_token(player(), scopes=scopes).status_code == 400


def test_an_expired_token_fails_even_while_it_is_cached(monkeypatch):
    monkeypatch.setattr(TokenCache, "TTL_S", 60)
    text = secret(player(), expires_in_s=1)
    client = with_secret(text)
    assert client.get(ME).status_code == 200
    time.sleep(1)
    assert client.get(ME).json()["code"] == "invalid_token"


def test_a_revoked_token_fails_at_once_here_and_within_a_second_elsewhere(
    django_capture_on_commit_callbacks,
):
    ana = player()
    text = secret(ana)
    elsewhere, digest = TokenCache(), token_digest(text)
    client = with_secret(text)
    assert elsewhere.get(digest) is not None
    token_id = client.get(f"{PATH}/current").json()["id"]
    with django_capture_on_commit_callbacks(execute=True):
        assert client.delete(f"{PATH}/{token_id}").status_code == 204
    assert client.get(ME).status_code == 401
    time.sleep(1)
    assert elsewhere.get(digest) is None


def test_a_burst_of_calls_looks_the_token_up_once():
    client = api(player())
    client.get(f"{PATH}/current")
    digest_queries = []
    for _ in range(3):
        with CaptureQueriesContext(
            connection,
        ) as queries:
            client.get(f"{PATH}/current")
        digest_queries += [q for q in queries if 'digest" = ' in q["sql"]]
    assert digest_queries == []


def test_a_token_may_revoke_itself_but_no_other_without_profile():
    ana = player()
    reader, other = api(ana, "games:read"), secret(ana)
    other_id = ApiToken.objects.get(digest=token_digest(other)).id
    assert reader.delete(f"{PATH}/{other_id}").json()["code"] == "insufficient_scope"
    own_id = reader.get(f"{PATH}/current").json()["id"]
    assert reader.delete(f"{PATH}/{own_id}").status_code == 204


def test_tokens_of_others_do_not_exist():
    token_id = ApiToken.objects.get(digest=token_digest(secret(player()))).id
    assert api(player()).delete(f"{PATH}/{token_id}").status_code == 404


def test_an_owner_issues_lists_and_revokes_tokens_of_their_bots():
    ana = player()
    engine = bot(ana)
    text = request_token(ana, player=str(engine.id), scopes=["bots:play"]).json()["token"]
    assert cached(token_digest(text)).player_id == engine.id
    listed = api(ana).get(PATH).json()["results"]
    assert {entry["player"]["kind"] for entry in listed} == {"human", "bot"}


def test_nobody_issues_tokens_for_others():
    answer = request_token(player(), player=str(bot(player()).id))
    assert answer.status_code == 403


def test_a_locked_account_takes_its_bots_along():
    ana = player()
    texts = [secret(ana), secret(bot(ana))]
    ana.person.is_active = False
    ana.person.save()
    assert [with_secret(text).get(ME).status_code for text in texts] == [401, 401]


@pytest.mark.parametrize("header", ["Bearer", "Bearer ", "Basic YTpi", "Bearer a b", "bearer é"])
def test_other_authorizations_are_refused(header):
    client = with_secret("")
    answer = client.get(ME, headers={"Authorization": header})
    assert (answer.status_code, answer.json()["code"]) == (401, "invalid_token")


def test_a_move_with_a_token_that_does_not_work_is_refused_as_any_call():
    path = f"/api/v1/games/{uuid4()}/moves"
    answer = with_secret("samba_no").post(path, {"action": {"type": "draw"}})
    assert (answer.status_code, answer.json()["code"]) == (401, "invalid_token")
    assert "Authorization" in answer["Vary"], "by the view, which also counts it"


def test_a_new_password_ends_the_other_tokens(django_capture_on_commit_callbacks):
    ana = player()
    mine, other, engine = api(ana), with_secret(secret(ana)), api(bot(ana))
    change = {"current_password": PASSWORD, "new_password": "nine blue herons"}
    wrong = mine.post("/api/v1/auth/password", change | {"current_password": "guess"})
    assert wrong.json()["errors"][0]["path"] == "current_password"
    with django_capture_on_commit_callbacks(execute=True):
        assert mine.post("/api/v1/auth/password", change).status_code == 204
    assert [each.get(ME).status_code for each in (mine, other, engine)] == [200, 401, 200]
    assert request_token(ana).status_code == 401
    assert request_token(ana, password="nine blue herons").status_code == 201


def test_pages_use_the_session_with_csrf():
    ana = player()
    client = api()
    client.handler.enforce_csrf_checks = True
    client.login(username=ana.person.username, password=PASSWORD)
    assert client.get(ME).json()["id"] == str(ana.id)
    answer = client.patch(ME, {"display_name": "Ana B."})
    assert (answer.status_code, answer.json()["code"]) == (403, "csrf_failed")
    client.cookies["csrftoken"] = "a" * 32
    answer = client.patch(ME, {"display_name": "Ana B."}, headers={"X-CSRFToken": "a" * 32})
    assert answer.status_code == 200
