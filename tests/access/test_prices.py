"""What reading costs, whom it is counted against, and who is locked out."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from ipaddress import ip_network
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from games.api.players import Me
from samba_service.accounts import selectors
from samba_service.accounts.authentication import tokens
from samba_service.accounts.choices import Scope
from samba_service.accounts.models import ApiToken
from samba_service.accounts.services.access import token_digest, token_issue
from samba_service.kit import throttles
from samba_service.kit.access import ANONYMOUS, needs
from samba_service.kit.errors import TooMany
from samba_service.kit.schema import Operation
from tests.factories import NOBODY, PASSWORD, api, bot, player, secret, with_secret

pytestmark = pytest.mark.django_db

ME = "/api/v1/players/me"
TOKENS = "/api/v1/auth/tokens"
HERE: dict[str, Any] = {"REMOTE_ADDR": "192.0.2.1"}
THERE: dict[str, Any] = {"REMOTE_ADDR": "192.0.2.2"}
SLOW = throttles.Rate("slow", per_s=0.01, burst=200)
"""Refills too slowly to be seen."""
SMALL = throttles.Rate("refusals", per_s=0.01, burst=10, by_address=True, loopback_free=True)


@pytest.fixture(autouse=True)
def _limited(settings, monkeypatch):
    settings.SAMBA_RATE_LIMITS = True
    monkeypatch.setattr(throttles, "REFUSALS", SMALL)


@pytest.fixture
def look_ups(monkeypatch) -> list[bytes]:
    """The tokens that were looked up in the database."""
    found: list[bytes] = []
    find = selectors.token_find

    def counted(digest: bytes) -> Any:
        found.append(digest)
        return find(digest)

    monkeypatch.setattr(selectors, "token_find", counted)
    return found


def remaining(answer) -> int:
    return int(answer["RateLimit"].split("r=")[1].split(";")[0])


def lock_out(**address: Any) -> None:
    """Guess tokens until the address is locked out."""
    answers = [guess(**address) for _ in range(SMALL.burst + 1)]
    assert answers == [401] * SMALL.burst + [429]


def guess(**address: Any) -> int:
    return with_secret("samba_guess").get(ME, **address).status_code


def test_the_tokens_of_an_account_and_of_its_bots_share_one_bucket(monkeypatch):
    monkeypatch.setattr(Me.get, "operation", Operation(needs(Scope.PROFILE), SLOW))
    ana = player("Ana")
    first, second, of_bot = api(ana), api(ana), api(bot(ana))
    assert [remaining(each.get(ME)) for each in (first, second, of_bot)] == [199, 198, 197]
    assert remaining(api(player("Ben")).get(ME)) == 199


def test_an_account_has_at_most_fifty_tokens(settings):
    settings.SAMBA_MAX_TOKENS = 3
    ana = player()
    engine = bot(ana)
    card = {"username": ana.person.username, "password": PASSWORD, "name": "x"}
    body = {**card, "scopes": ["profile"]}
    issued = [api().post(TOKENS, each) for each in (body, body, {**body, "player": str(engine.pk)})]
    assert [each.status_code for each in issued] == [201] * 3
    refused = api().post(TOKENS, body)
    assert (refused.status_code, refused.json()["code"]) == (409, "too_many")
    assert refused.json()["facts"] == {"what": "tokens", "limit": 3}
    ApiToken.objects.filter(name="x", player=engine).update(
        created_at=timezone.now() - timedelta(days=2), expires_at=timezone.now() - timedelta(days=1)
    )
    assert api().post(TOKENS, body).status_code == 201


def test_calls_that_are_refused_lock_an_address_out_before_anybody_is_looked_up(look_ups):
    lock_out(**HERE)
    guesses = len(look_ups)
    refused = with_secret("samba_guess").get(ME, **HERE)
    assert len(look_ups) == guesses == SMALL.burst
    assert refused.json()["facts"]["limit"] == "refusals"
    assert int(refused["Retry-After"]) > 0
    assert refused["RateLimit-Policy"].startswith('"refusals";q=10')
    assert api().get("/api/v1/rulesets", **HERE).status_code == 429
    assert guess(**THERE) == 401


@pytest.mark.parametrize(
    ("path", "status"),
    [
        pytest.param(f"/api/v1/games/{NOBODY}", 404, id="unknown"),
        pytest.param("/api/v1/players/me", 401, id="no token"),
    ],
)
def test_anonymous_calls_that_are_refused_count(path, status):
    calls = [api().get(path, **HERE).status_code for _ in range(SMALL.burst + 1)]
    assert calls == [status] * SMALL.burst + [429]


def test_scanning_with_a_token_uses_up_the_reads_of_its_account(monkeypatch):
    few = throttles.Rate("reads", per_s=0.01, burst=5)
    monkeypatch.setattr(throttles, "READS", few)
    client = api(player())
    scope = api(player("Ben"), Scope.GAMES_READ)
    assert [client.get(f"/api/v1/partnerships/{NOBODY}").status_code for _ in range(6)][-2:] == [
        404,
        429,
    ]
    assert [scope.get(ME).status_code for _ in range(6)] == [403] * 5 + [429]


def test_a_token_that_has_worked_is_never_locked_out():
    member = api(player())
    assert member.get(ME, **HERE).status_code == 200
    lock_out(**HERE)
    assert member.get(ME, **HERE).status_code == 200


def another_process() -> None:
    """From now on we are one that has not seen any token yet."""
    tokens.clear()
    tokens._worked.clear()


@pytest.mark.parametrize("seen", [False, True], ids=["just issued", "used in another process"])
def test_a_working_token_lifts_the_lock_out_of_its_address(seen: bool):
    text = secret(player())
    member = with_secret(text)
    if seen:
        throttles.token_failed(token_digest(text))  # issued long ago
        assert member.get(ME, **THERE).status_code == 200
        another_process()
    lock_out(**HERE)
    assert api().get("/api/v1/rulesets", **HERE).status_code == 429
    assert member.get(ME, **HERE).status_code == 200
    assert api().get("/api/v1/rulesets", **HERE).status_code == 200
    assert [guess(**HERE) for _ in range(SMALL.burst)] == [401] * SMALL.burst


def test_a_working_token_gets_through_however_much_is_guessed_around_it():
    lock_out(**HERE)
    for _ in range(2 * throttles.LIFTS.burst):
        member = api(player())
        assert {guess(**HERE) for _ in range(2 * SMALL.burst)} <= {401, 429}
        assert member.get(ME, **HERE).status_code == 200


def test_a_token_that_no_longer_works_is_looked_up_once_for_a_locked_out_address(look_ups):
    ana = player()
    former, current = api(ana), with_secret(secret(ana))
    token = former.get(f"{TOKENS}/current", **THERE).json()["id"]
    assert former.delete(f"{TOKENS}/{token}", **THERE).status_code == 204
    another_process()
    lock_out(**HERE)
    look_ups.clear()
    assert [former.get(ME, **HERE).status_code for _ in range(4)] == [401, 429, 429, 429]
    assert len(look_ups) == 1
    assert current.get(ME, **HERE).status_code == 200


def test_a_token_of_which_nobody_knows_is_not_looked_up_for_a_locked_out_address(look_ups):
    text = secret(player())
    throttles.token_failed(token_digest(text))
    lock_out(**HERE)
    look_ups.clear()
    assert with_secret(text).get(ME, **HERE).status_code == 429
    assert look_ups == []


def test_an_account_cannot_lift_it_forever():
    client = api(player())
    guesses = 0
    for _ in range(10):
        while guess(**HERE) == 401 and guesses < 200:
            guesses += 1
            if guesses % (SMALL.burst - 1) == 0:
                tokens._worked.clear()  # another process, which has not seen the token yet
                client.get(ME, **HERE)
    assert guesses <= (throttles.LIFTS.burst + 1) * SMALL.burst


def test_the_club_s_own_address_is_never_locked_out(settings):
    settings.SAMBA_CLUB_ADDRESSES = [ip_network("192.0.2.0/31"), ip_network("2001:db8::/32")]
    assert {guess(**HERE) for _ in range(30)} == {401}
    assert {guess(REMOTE_ADDR="2001:db8::7") for _ in range(30)} == {401}
    lock_out(**THERE)


def test_the_club_s_own_address_makes_no_password_easier_to_guess(settings):
    settings.SAMBA_CLUB_ADDRESSES = [ip_network("192.0.2.1")]
    ana = player()
    card = {"username": ana.person.username, "password": "a wrong one", "name": "x"}
    body = {**card, "scopes": ["profile"]}
    tries = [api().post(TOKENS, body, **HERE).status_code for _ in range(11)]
    assert tries == [401] * 10 + [429]


def test_a_call_costs_what_its_operation_says(monkeypatch):
    monkeypatch.setattr(Me.get, "operation", Operation(needs(Scope.PROFILE), SLOW, 30))
    client = api(player())
    assert [remaining(client.get(ME)) for _ in range(2)] == [170, 140]


def test_what_costs_more_than_there_is_takes_nothing(monkeypatch):
    few = throttles.Rate("few", per_s=0.01, burst=50)
    monkeypatch.setattr(Me.get, "operation", Operation(ANONYMOUS, few, 30))
    client = api(player())
    assert [client.get(ME).status_code for _ in range(3)] == [200, 429, 429]
    refused = client.get(ME)
    assert remaining(refused) == 20
    assert 900 < int(refused["Retry-After"]) <= 1000


def test_verifying_a_big_record_costs_more_than_a_small_one():
    record = {"format": "x" * 4 * 2**20}
    answers = [api().post("/api/v1/records/verify", record) for _ in range(3)]
    assert [each.status_code for each in answers] == [200, 200, 429]


@pytest.mark.django_db(transaction=True)
@pytest.mark.concurrency
def test_of_many_tokens_at_once_no_more_than_the_bound_are_issued(settings):
    settings.SAMBA_MAX_TOKENS = 5
    ana = player()

    def issue(_: int) -> bool:
        try:
            token_issue(
                person=ana.person, player=ana, name="x", scopes=["profile"], expires_in_s=None
            )
        except TooMany:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(issue, range(16))) == 5
