"""Rate limits in Redis, and what becomes of them without it."""

import socket
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from types import SimpleNamespace

import pytest
import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from games.api.players import Me
from samba_service.accounts import logins
from samba_service.accounts.choices import Scope
from samba_service.kit import throttles
from samba_service.kit.access import needs
from samba_service.kit.addresses import caller_network, client_address
from samba_service.kit.schema import Operation
from tests.concurrency.fleet import wait_until
from tests.factories import PASSWORD, api, player

pytestmark = pytest.mark.django_db

ME = "/api/v1/players/me"
REGISTER = "/api/v1/auth/register"
TOKENS = "/api/v1/auth/tokens"
SMALL = throttles.Rate("small", per_s=0.1, burst=20)


@pytest.fixture(autouse=True)
def _limited(settings):
    settings.SAMBA_RATE_LIMITS = True


def register(n: int, address: str, **headers: str) -> int:
    body = {"username": f"guest{n}", "password": PASSWORD, "display_name": "Guest"}
    return api().post(REGISTER, body, REMOTE_ADDR=address, headers=headers).status_code


def log_in(of, password=PASSWORD, address="192.0.2.1"):
    body = {
        "username": of.person.username,
        "password": password,
        "name": "x",
        "scopes": ["profile"],
    }
    return api().post(TOKENS, body, REMOTE_ADDR=address)


def took(rate: throttles.Rate) -> bool:
    bucket = throttles.buckets().take(rate, "ana")
    assert bucket is not None
    return bucket.taken


@pytest.mark.full
def test_a_bucket_gives_its_burst_then_refuses_with_the_time_to_wait(monkeypatch):
    monkeypatch.setattr(Me.get, "operation", Operation(needs(Scope.PROFILE), SMALL))
    client = api(player())
    answers = [client.get(ME) for _ in range(SMALL.burst + 1)]
    assert [answer.status_code for answer in answers] == [200] * SMALL.burst + [429]
    refused = answers[-1]
    assert refused.json()["code"] == "rate_limited"
    assert 0 < int(refused["Retry-After"]) <= 10
    assert refused["RateLimit"].startswith('"small";r=0;t=')
    assert refused["RateLimit-Policy"] == '"small";q=20;w=200'


@pytest.mark.full
def test_verifying_records_has_a_slow_bucket_also_for_those_without_a_token():
    answers = [api().post("/api/v1/records/verify", {}) for _ in range(21)]
    assert [answer.status_code for answer in answers] == [200] * 20 + [429]
    assert answers[0]["RateLimit-Policy"] == '"verifications";q=20;w=40'
    assert api().get("/api/v1/rulesets").status_code == 200


@pytest.mark.full
def test_each_account_has_a_bucket_of_its_own():
    first, second = (api(player()).get(ME)["RateLimit"] for _ in range(2))
    assert first == second == '"reads";r=199;t=0'


@pytest.mark.concurrency
def test_of_many_at_once_no_more_than_the_burst_pass():
    with ThreadPoolExecutor(10) as pool:
        taken = list(pool.map(lambda _: took(SMALL), range(100)))
    assert sum(taken) == SMALL.burst


def test_connections_that_redis_has_ended_cost_nobody_a_limit():
    calls = throttles.LIFTS.burst
    assert took(throttles.LIFTS)
    throttles.buckets()._client.client_kill_filter(_type="normal", skipme=True)
    assert [took(throttles.LIFTS) for _ in range(calls)] == [True] * (calls - 1) + [False]


def test_a_bucket_refills_as_time_goes():
    fast = throttles.Rate("fast", per_s=1, burst=1)
    assert [took(fast) for _ in range(2)] == [True, False]
    wait_until(lambda: took(fast), 60)


def test_an_address_signs_up_ten_times_a_minute():
    assert [register(n, "192.0.2.1") for n in range(11)] == [201] * 10 + [429]
    assert register(11, "192.0.2.2") == 201


def test_a_form_for_guests_beyond_the_limit_of_an_address_says_when_to_go_on(client):
    def send(name: str):
        client.cookies.clear()
        return client.post("/guest", {"display_name": name}, REMOTE_ADDR="192.0.2.1")

    answers = [send(f"Guest {n}") for n in range(throttles.SIGN_UPS.burst + 1)]

    assert [answer.status_code for answer in answers] == [302] * throttles.SIGN_UPS.burst + [429]
    wait = answers[-1]["Retry-After"]
    assert f"In {wait} seconds you may go on." in answers[-1].content.decode()


def test_guessing_a_password_for_many_names_is_slow_too():
    log_ins = [
        api().post(TOKENS, {"username": f"guest{n}"}, REMOTE_ADDR="192.0.2.1").status_code
        for n in range(120)
    ]
    assert log_ins[:100] == [400] * 100
    assert 429 in log_ins


def test_the_form_of_the_admin_site_is_no_easier_way_to_guess(client):
    body = {"username": player().person.username, "password": "a wrong one"}
    answers = [client.post("/admin/login/", body) for _ in range(11)]
    assert [answer.status_code for answer in answers] == [200] * 10 + [429]
    assert answers[-1]["Retry-After"]


def test_spaces_and_other_letters_in_a_name_are_no_easier_way_to_guess_either(client):
    """The form drops them: whatever is typed, it is the same account."""
    name = player().person.username
    typed = [name, name.upper(), f" {name}", f"{name}\t", f"\u3000{name}", f"\uff41{name[1:]}"]
    guesses = [
        client.post("/admin/login/", {"username": each, "password": "a wrong one"}).status_code
        for each in typed * 2
    ]
    assert guesses == [200] * 10 + [429] * 2


def test_this_machine_signs_up_without_limit_unless_it_passes_others_on():
    assert {register(n, "127.0.0.1") for n in range(12)} == {201}
    passed_on = [
        register(n, "127.0.0.1", **{"X-Forwarded-For": "127.0.0.1"}) for n in range(20, 31)
    ]
    assert passed_on == [201] * 10 + [429]


@pytest.mark.parametrize("path", ["/nothing", "/api/v1/nothing"])
def test_addresses_at_which_nothing_is_are_refused_beyond_the_limit(client, monkeypatch, path):
    monkeypatch.setattr(throttles, "REFUSALS", replace(throttles.REFUSALS, per_s=0.1, burst=5))
    answers = [client.get(path, REMOTE_ADDR="192.0.2.1") for _ in range(6)]
    assert [answer.status_code for answer in answers] == [404] * 5 + [429]
    assert int(answers[-1]["Retry-After"]) > 0
    assert client.get(path, REMOTE_ADDR="192.0.2.2").status_code == 404
    assert client.get(path, REMOTE_ADDR="127.0.0.1").status_code == 404


def test_others_ask_only_up_to_a_limit_if_the_service_is_ready(client, monkeypatch):
    monkeypatch.setattr(throttles, "PROBES", replace(throttles.PROBES, per_s=0.1, burst=5))

    def probe(path: str, address: str) -> list[int]:
        return [client.get(path, REMOTE_ADDR=address).status_code for _ in range(6)]

    assert probe("/readyz", "192.0.2.1") == [200] * 5 + [429]
    assert set(probe("/healthz", "192.0.2.1")) == {200}
    assert set(probe("/readyz", "127.0.0.1")) == {200}


@pytest.mark.parametrize(
    ("proxies", "forwarded", "address"),
    [
        pytest.param(0, "198.51.100.7", "192.0.2.1", id="nobody is believed"),
        pytest.param(1, "198.51.100.7", "198.51.100.7", id="our proxy is"),
        pytest.param(1, "203.0.113.9, 198.51.100.7", "198.51.100.7", id="not what it was told"),
        pytest.param(2, "198.51.100.7", "192.0.2.1", id="fewer proxies than said"),
    ],
)
def test_the_address_is_what_our_own_proxies_saw(rf, settings, proxies, forwarded, address):
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "NUM_PROXIES": proxies}
    request = rf.get("/", REMOTE_ADDR="192.0.2.1", headers={"X-Forwarded-For": forwarded})
    assert client_address(request) == address


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2::7", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::8", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::7", "2001:db8:1:3::/64"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("", ""),
        ("unix:", "unix:"),
    ],
)
def test_a_network_of_ipv6_has_one_bucket(rf, address: str, network: str):
    assert caller_network(rf.get("/", REMOTE_ADDR=address)) == network


def test_ten_wrong_passwords_lock_a_name_out_only_for_that_address():
    ana, ben = player(), player()
    assert [log_in(ana, "wrong guess").status_code for _ in range(11)] == [401] * 10 + [429]
    assert log_in(ana).status_code == 429
    assert log_in(ana, address="192.0.2.2").status_code == 201
    assert log_in(ben).status_code == 201


def test_who_knows_the_password_is_never_locked_out():
    ana = player()
    assert {log_in(ana).status_code for _ in range(12)} == {201}


# --- Redis away --------------------------------------------------------------------------------


def client_to(port: int) -> redis.Redis:
    return redis.Redis(
        port=port,
        socket_timeout=throttles.TIMEOUT_S,
        socket_connect_timeout=throttles.TIMEOUT_S,
        retry=Retry(NoBackoff(), 0),
    )


@pytest.fixture(params=["refusing", "hung"])
def no_redis(request, monkeypatch):
    """A Redis that refuses connections, or one that takes them and never answers."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        if request.param == "hung":
            listener.listen(50)
        with client_to(listener.getsockname()[1]) as client:
            buckets = throttles.Buckets(client)
            monkeypatch.setattr(throttles, "buckets", lambda: buckets)
            yield


def test_without_redis_calls_pass_and_hardly_wait(no_redis):
    client = api(player())
    client.get(f"{TOKENS}/current")
    start = time.monotonic()
    assert {client.get(ME).status_code for _ in range(20)} == {200}
    assert time.monotonic() - start < 20 * throttles.TIMEOUT_S


def test_without_redis_people_log_in_and_guessing_passwords_is_still_limited(no_redis, monkeypatch):
    monkeypatch.setattr(logins, "local_buckets", logins.LocalBuckets())
    ana = player()
    assert {log_in(ana).status_code for _ in range(12)} == {201}
    guesses = [log_in(ana, password="a wrong guess").status_code for _ in range(11)]
    assert guesses == [401] * 10 + [429]
    assert log_in(ana).status_code == 429
    assert log_in(player()).status_code == 201


def test_without_redis_a_guess_comes_back_each_half_minute_and_never_more_than_ten(monkeypatch):
    clock = SimpleNamespace(now=1000.0)
    clock.monotonic = lambda: clock.now
    monkeypatch.setattr(logins, "time", clock)
    local, left = logins.LocalBuckets(), []
    for pause in (0, 30, 24 * 3600):
        clock.now += pause
        left.append(sum(local.take(logins.LOGINS, "ana").taken for _ in range(12)))
    assert left == [10, 1, 10]


def test_without_redis_names_without_end_do_not_fill_the_memory(monkeypatch):
    monkeypatch.setattr(logins.LocalBuckets, "KEPT", 5)
    local = logins.LocalBuckets()
    for number in range(20):
        local.take(logins.LOGINS, f"guest{number}")
    assert len(local._tokens) <= 5
