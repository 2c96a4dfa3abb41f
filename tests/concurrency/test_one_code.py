"""Codes and refresh tokens of programs shown several times at once: never two accesses of one."""

from collections import Counter
from datetime import timedelta
from functools import partial
from threading import Thread
from typing import Any
from uuid import UUID

import pytest
from django.db import IntegrityError, connection
from django.utils import timezone

from samba_service.accounts.models import ApiToken, OAuthClient, OAuthGrant, RefreshToken
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


def swept_while_refreshed(monkeypatch: pytest.MonkeyPatch) -> tuple[Thread, list[int]]:
    """Let the next refresh wait for a sweeper that finds its token long over."""
    swept: list[int] = []
    redeem_now = oauth.grant_redeem

    def sweep() -> None:
        RefreshToken.objects.update(expires_at=timezone.now() - oauth.KEPT - timedelta(seconds=1))
        swept.append(oauth.grants_expire())
        connection.close()

    sweeper = Thread(target=sweep)

    def late(**given: Any) -> None:
        sweeper.start()
        sweeper.join(2)
        redeem_now(**given)

    monkeypatch.setattr(oauth, "grant_redeem", late)
    return sweeper, swept


def test_a_grant_that_is_being_refreshed_is_not_swept_away(monkeypatch: pytest.MonkeyPatch) -> None:
    ben, scorer = player(), program_of(player())
    given = tokens_for(ben, scorer)
    sweeper, swept = swept_while_refreshed(monkeypatch)

    assert refreshed(scorer, given["refresh_token"]) == "given"

    sweeper.join()
    assert swept == [0]
    assert ApiToken.objects.filter(revoked_at=None, grant__revoked_at=None).count() == 1


def test_without_the_lock_it_is_swept_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """A control."""
    ben, scorer = player(), program_of(player())
    given = tokens_for(ben, scorer)
    sweeper, swept = swept_while_refreshed(monkeypatch)
    without_locks(monkeypatch)

    with pytest.raises(IntegrityError):
        refreshed(scorer, given["refresh_token"])

    sweeper.join()
    assert swept[0] > 0


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
