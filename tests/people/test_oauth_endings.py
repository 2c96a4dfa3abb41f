"""Access of programs: renewed by refresh tokens, listed, and ended in every way."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client as Browser
from django.utils import timezone

from samba_service.accounts.choices import GRANTABLE_SCOPES
from samba_service.accounts.models import ApiToken, OAuthClient, OAuthGrant, RefreshToken
from samba_service.accounts.services import oauth as services
from samba_service.accounts.services.oauth import KEPT, grants_expire
from tests.factories import PASSWORD, api, erase, player, with_secret
from tests.people.programs import (
    asking,
    browser_of,
    code_for,
    program_of,
    redeem,
    refresh,
    tokens_for,
    works,
)

pytestmark = pytest.mark.django_db
ROOT = "/api/v1"
CLIENTS = f"{ROOT}/oauth/clients"
GRANTS = f"{ROOT}/oauth/grants"


def test_a_refresh_gives_new_tokens_and_ends_the_old_ones(ben, scorer) -> None:
    first = tokens_for(ben, scorer)
    second = refresh(scorer, first["refresh_token"]).json()
    assert second.keys() == first.keys()
    assert {*second.values()} & {first["access_token"], first["refresh_token"]} == set()
    assert (works(first["access_token"]), works(second["access_token"])) == (False, True)
    assert ApiToken.objects.count() == 1
    third = refresh(scorer, second["refresh_token"]).json()
    assert works(third["access_token"])


def test_a_refresh_token_used_twice_ends_all_that_came_of_it(ben, scorer) -> None:
    first = tokens_for(ben, scorer)
    second = refresh(scorer, first["refresh_token"]).json()

    assert refresh(scorer, first["refresh_token"]).json()["error"] == "invalid_grant"

    assert not works(second["access_token"])
    assert refresh(scorer, second["refresh_token"]).json()["error"] == "invalid_grant"


def test_a_refresh_may_ask_for_less_and_never_for_more(ben, scorer) -> None:
    first = tokens_for(ben, scorer)
    refused = refresh(scorer, first["refresh_token"], scope="games:read profile")
    assert refused.json()["error"] == "invalid_scope"
    for blank in (" ", "\n", "\u3000"):
        refused = refresh(scorer, first["refresh_token"], scope=blank)
        assert refused.json()["error"] == "invalid_scope"
    less = refresh(scorer, first["refresh_token"], scope="games:read").json()
    assert less["scope"] == "games:read"
    assert refresh(scorer, less["refresh_token"]).json()["scope"] == "games:play games:read"


def test_an_account_lets_a_limited_number_of_programs_in(ben, scorer, monkeypatch) -> None:
    monkeypatch.setattr(services, "GRANTS_PER_ACCOUNT", 2)
    for _ in range(2):
        tokens_for(ben, scorer)
    page = browser_of(ben).post(asking(scorer), {"decision": "allow"})
    assert (page.status_code, "too_many" in page.content.decode()) == (409, True)


def test_codes_that_wait_for_their_program_count_too(ben, scorer, monkeypatch) -> None:
    monkeypatch.setattr(services, "GRANTS_PER_ACCOUNT", 2)
    browser = browser_of(ben)
    answers = [browser.post(asking(scorer), {"decision": "allow"}) for _ in range(3)]
    assert [each.status_code for each in answers] == [302, 302, 409]


def test_tokens_of_programs_take_no_room_of_others(ben, scorer, settings) -> None:
    settings.SAMBA_MAX_TOKENS = 1
    tokens_for(ben, scorer)
    assert api(ben).get(f"{ROOT}/auth/tokens").status_code == 200


def test_a_program_may_not_choose_who_can_reset_the_password(ben, scorer) -> None:
    director = api(player("Dora"))
    club = director.post(f"{ROOT}/clubs", {"name": "Thursday"}).json()["id"]
    code = director.post(f"{ROOT}/clubs/{club}/join-code", {}).json()["join_code"]
    every = " ".join(GRANTABLE_SCOPES)
    program = with_secret(tokens_for(ben, scorer, scope=every)["access_token"])

    joins = program.post(f"{ROOT}/clubs/join", {"code": code, "recovery": True})

    assert (joins.status_code, joins.json()["code"]) == (403, "insufficient_scope")
    assert program.patch(f"{ROOT}/players/me", {"recovery_club": club}).status_code == 403
    assert program.post(f"{ROOT}/clubs/join", {"code": code}).status_code == 201


def test_tokens_end_by_themselves(ben, scorer) -> None:
    given = tokens_for(ben, scorer)
    [access] = ApiToken.objects.all()
    assert access.expires_at is not None
    assert timedelta(minutes=59) < access.expires_at - timezone.now() < timedelta(minutes=61)
    RefreshToken.objects.update(expires_at=timezone.now())
    assert refresh(scorer, given["refresh_token"]).json()["error"] == "invalid_grant"


def end_by_list(ben: Any, given: dict[str, Any]) -> None:
    [grant] = api(ben).get(GRANTS).json()["results"]
    assert api(ben).delete(f"{GRANTS}/{grant['id']}").status_code == 204


def end_by_page(ben: Any, given: dict[str, Any]) -> None:
    grant = OAuthGrant.objects.exclude(redeemed_at=None).get()
    assert browser_of(ben).post(f"/account/programs/{grant.pk}/end").status_code == 302


def end_by_token_list(ben: Any, given: dict[str, Any]) -> None:
    listed = api(ben).get(f"{ROOT}/auth/tokens").json()["results"]
    [token] = [each for each in listed if each["client_id"]]
    assert api(ben).delete(f"{ROOT}/auth/tokens/{token['id']}").status_code == 204


def end_itself(ben: Any, given: dict[str, Any]) -> None:
    caller = with_secret(given["access_token"])
    own = caller.get(f"{ROOT}/auth/tokens/current").json()["id"]
    assert caller.delete(f"{ROOT}/auth/tokens/{own}").status_code == 204


def end_by_revocation(ben: Any, given: dict[str, Any], token: str = "refresh_token") -> None:
    client = OAuthClient.objects.get()
    body = {"client_id": str(client.pk), "token": given[token], "token_type_hint": token}
    assert Browser().post("/oauth/revoke", body).status_code == 200


def end_by_revoking_access(ben: Any, given: dict[str, Any]) -> None:
    end_by_revocation(ben, given, "access_token")


def end_by_password(ben: Any, given: dict[str, Any]) -> None:
    body = {"current_password": PASSWORD, "new_password": "nine blue herons"}
    assert api(ben).post(f"{ROOT}/auth/password", body).status_code == 204


def end_by_suspension(ben: Any, given: dict[str, Any]) -> None:
    ben.person.is_active = False
    ben.person.save()


def end_by_erasure(ben: Any, given: dict[str, Any]) -> None:
    assert erase(api(ben)).status_code == 204


def end_by_deleted_client(ben: Any, given: dict[str, Any]) -> None:
    client = OAuthClient.objects.get()
    assert api(client.owner).delete(f"{CLIENTS}/{client.pk}").status_code == 204


def end_by_erased_author(ben: Any, given: dict[str, Any]) -> None:
    assert erase(api(OAuthClient.objects.get().owner)).status_code == 204


@pytest.mark.parametrize(
    "end",
    [
        end_by_list, end_by_page, end_by_token_list, end_itself, end_by_revocation,
        end_by_revoking_access, end_by_password, end_by_suspension, end_by_erasure,
        end_by_deleted_client, end_by_erased_author,
    ],
)  # fmt: skip
def test_access_ends_whole(ben, scorer, end) -> None:
    given = tokens_for(ben, scorer)
    waiting = code_for(ben, scorer)
    api(ben)
    assert works(given["access_token"])

    end(ben, given)

    assert not works(given["access_token"])
    assert refresh(scorer, given["refresh_token"]).status_code == 400
    if end in (end_by_password, end_by_suspension, end_by_erasure):
        assert redeem(scorer, waiting).status_code == 400


def test_a_program_of_a_suspended_author_gets_nothing_new(ben, scorer) -> None:
    given = tokens_for(ben, scorer)
    scorer.owner.person.is_active = False
    scorer.owner.person.save()
    assert browser_of(ben).get(asking(scorer)).status_code == 400
    assert refresh(scorer, given["refresh_token"]).status_code == 400


def test_the_revocation_of_an_unknown_token_is_no_error(scorer) -> None:
    body = {"client_id": str(scorer.pk), "token": "unknown"}
    assert Browser().post("/oauth/revoke", body).status_code == 200
    assert Browser().post("/oauth/revoke", {"token": "unknown"}).status_code == 400


def test_what_gives_nothing_any_more_is_swept(ben, scorer) -> None:
    tokens_for(ben, scorer)
    first = refresh(scorer, tokens_for(ben, scorer)["refresh_token"]).json()
    assert grants_expire() == 0
    RefreshToken.objects.filter(used_at=None).update(expires_at=timezone.now() - KEPT)
    assert grants_expire() > 0
    assert not OAuthGrant.objects.exists()
    assert not ApiToken.objects.exists()
    assert refresh(scorer, first["refresh_token"]).status_code == 400
    code_for(ben, scorer)
    OAuthGrant.objects.update(code_expires_at=timezone.now())
    assert grants_expire() == 1


def test_the_pages_list_what_has_access_and_what_one_has_registered(ben, scorer) -> None:
    tokens_for(ben, scorer)
    own = program_of(ben, name="My own")
    page = browser_of(ben).get("/account/programs").content.decode()
    said = ("Scorer", "“Zoe”", "See your games", "My own", str(own.pk))
    assert [each for each in said if each not in page] == []
    assert "Scorer" not in browser_of(player()).get("/account/programs").content.decode()


def test_the_end_of_access_is_the_end_of_all_that_the_program_was_given(ben, scorer) -> None:
    other = program_of(player(), name="Other")
    first, second = tokens_for(ben, scorer), tokens_for(ben, scorer)
    kept = tokens_for(ben, other)

    listed = api(ben).get(GRANTS).json()["results"]
    grant = next(each for each in listed if each["client"]["id"] == str(scorer.pk))
    assert api(ben).delete(f"{GRANTS}/{grant['id']}").status_code == 204

    assert [works(each["access_token"]) for each in (first, second, kept)] == [False, False, True]
