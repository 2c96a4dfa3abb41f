"""Codes and refresh tokens of programs shown several times at once: never two accesses of one."""

from collections import Counter
from functools import partial
from uuid import UUID

import pytest

from samba_service.accounts.models import ApiToken, OAuthClient, OAuthGrant
from samba_service.accounts.services import oauth
from samba_service.kit.errors import TooMany
from tests.concurrency.together import at_once, meet, without_locks
from tests.factories import erase, player, secret, with_secret
from tests.people.programs import BACK, code_for, program_of, redeem, refresh, tokens_for

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.concurrency]


def redeemed(client: OAuthClient, code: str) -> str:
    answer = redeem(client, code)
    return "given" if answer.status_code == 200 else str(answer.json()["error"])


def refreshed(client: OAuthClient, token: str) -> str:
    answer = refresh(client, token)
    return "given" if answer.status_code == 200 else str(answer.json()["error"])


def test_of_eight_uses_of_a_code_one_is_answered_and_then_nothing_is_left() -> None:
    ben, scorer = player(), program_of(player())
    code = code_for(ben, scorer)

    found = at_once(*[partial(redeemed, scorer, code)] * 8)

    assert found == {"given": 1, "invalid_grant": 7}
    assert not ApiToken.objects.filter(revoked_at=None).exists()


def test_of_eight_uses_of_a_refresh_token_one_is_answered_and_then_nothing_is_left() -> None:
    ben, scorer = player(), program_of(player())
    given = tokens_for(ben, scorer)

    found = at_once(*[partial(refreshed, scorer, given["refresh_token"])] * 8)

    assert found == {"given": 1, "invalid_grant": 7}
    assert not ApiToken.objects.filter(revoked_at=None).exists()


def test_without_the_lock_no_use_of_a_code_notices_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A control: the calls above do meet."""
    ben, scorer = player(), program_of(player())
    code = code_for(ben, scorer)
    without_locks(monkeypatch)
    meet(monkeypatch, oauth, "grant_redeem", 2)

    found = at_once(*[partial(redeemed, scorer, code)] * 2)

    assert found["invalid_grant"] == 0


def registered(owner_id: UUID) -> str:
    try:
        oauth.client_register(owner_id=owner_id, name="x", redirect_uris=[BACK])
    except TooMany:
        return "too many"
    return "registered"


def test_of_many_programs_registered_at_once_there_are_ten() -> None:
    owner = player()
    found = at_once(*[partial(registered, owner.pk)] * 14)
    assert found == {"registered": 10, "too many": 4}


@pytest.mark.parametrize("attempt", range(3))
def test_an_account_that_is_erased_while_a_code_is_redeemed_leaves_no_access(attempt: int) -> None:
    ben, scorer = player(), program_of(player())
    code = code_for(ben, scorer)
    caller = with_secret(secret(ben))

    found = at_once(partial(redeemed, scorer, code), lambda: str(erase(caller).status_code))

    assert found - Counter(["given", "invalid_grant"]) == Counter({"204": 1})
    assert not ApiToken.objects.exists()
    assert not OAuthGrant.objects.exists()
