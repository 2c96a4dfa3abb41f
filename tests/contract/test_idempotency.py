"""A retried POST: one effect, one answer."""

import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from django.db import connection, transaction
from django.utils import timezone
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request

from samba_service.accounts.models import Player
from samba_service.accounts.services import people
from samba_service.accounts.services.access import idempotency_keys_expire
from samba_service.kit import idempotency
from samba_service.kit.access import Caller
from samba_service.kit.idempotency import Answer
from samba_service.kit.models import IdempotencyKey
from tests.concurrency.together import PATIENCE_S
from tests.factories import api, bot, player, secret, with_secret

PATH = "/api/v1/players"
BOT = {"kind": "bot", "display_name": "Engine"}


def open_bot(client, key="once", body=BOT, path=PATH):
    return client.post(path, body, headers={"Idempotency-Key": key})


@pytest.mark.django_db
def test_a_retry_gets_the_first_answer_byte_for_byte_and_has_no_effect():
    ana = player()
    client = api(ana)
    first, second = open_bot(client), open_bot(client)
    assert (first.status_code, second.status_code) == (201, 201)
    assert second.content == first.content
    assert "Idempotent-Replayed" not in first.headers
    assert second["Idempotent-Replayed"] == "true"
    assert second["Content-Type"] == first["Content-Type"]
    assert ana.bots.count() == 1


@pytest.mark.django_db
def test_a_retry_is_known_whatever_the_order_of_its_members():
    client = api(player())
    assert open_bot(client).status_code == 201
    again = dict(reversed(BOT.items()))
    assert open_bot(client, body=again)["Idempotent-Replayed"] == "true"


@pytest.mark.django_db
def test_a_key_belongs_to_one_body_at_one_address():
    client = api(player())
    founded = client.post("/api/v1/partnerships", {"players": [str(player().id)]}).json()
    leave, accept = (f"/api/v1/partnerships/{founded['id']}/{verb}" for verb in ("leave", "accept"))
    assert open_bot(client, "bot").status_code == 201
    assert open_bot(client, "leave", {}, leave).status_code == 200
    for reused in (
        open_bot(client, "bot", {**BOT, "display_name": "Another"}),
        open_bot(client, "leave", {}, accept),
    ):
        assert (reused.status_code, reused.json()["code"]) == (422, "key_reused")


@pytest.mark.django_db
def test_keys_of_different_players_are_different():
    ana, ben = player(), player()
    assert open_bot(api(ana)).content != open_bot(api(ben)).content
    assert (ana.bots.count(), ben.bots.count()) == (1, 1)


@pytest.mark.django_db
def test_all_tokens_of_a_player_share_their_keys():
    ana = player()
    assert open_bot(api(ana)).content == open_bot(api(ana)).content


@pytest.mark.django_db
def test_a_refused_call_is_checked_again(monkeypatch):
    ana = player()
    client = api(ana)
    monkeypatch.setattr("samba_service.accounts.services.people.BOTS_PER_PLAYER", 0)
    assert open_bot(client).status_code == 409
    monkeypatch.setattr("samba_service.accounts.services.people.BOTS_PER_PLAYER", 1)
    assert open_bot(client).status_code == 201
    assert "Idempotent-Replayed" not in open_bot(client, key="other").headers


@pytest.mark.django_db
@pytest.mark.parametrize("hours", [24, 48])
def test_an_answer_is_kept_for_a_day_or_as_long_as_is_set(settings, hours):
    settings.SAMBA_KEY_HOURS = hours
    client = api(player())
    first = open_bot(client)
    almost = timezone.now() - timedelta(hours=hours) + timedelta(minutes=1)
    IdempotencyKey.objects.update(created_at=almost)
    assert open_bot(client).content == first.content
    assert idempotency_keys_expire() == 0
    IdempotencyKey.objects.update(created_at=almost - timedelta(minutes=2))
    assert open_bot(client).content != first.content
    assert open_bot(client)["Idempotent-Replayed"] == "true"
    IdempotencyKey.objects.update(created_at=almost - timedelta(minutes=2))
    assert idempotency_keys_expire() == 1


@pytest.mark.django_db
@pytest.mark.parametrize("key", ["", "k" * 201, "tab\there"])
def test_a_key_that_cannot_be_kept_is_malformed(key):
    answer = open_bot(api(player()), key=key)
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_header")
    assert not Player.objects.filter(kind="bot").exists()


@pytest.mark.django_db
def test_a_key_of_200_characters_is_kept():
    client = api(player())
    assert open_bot(client, "k" * 200).content == open_bot(client, "k" * 200).content


@pytest.mark.django_db
def test_keys_mean_nothing_to_authentication():
    body = {"username": "ana", "password": "six green herons", "display_name": "Ana"}
    path = "/api/v1/auth/register"
    assert open_bot(api(), body=body, path=path).status_code == 201
    assert open_bot(api(), body=body, path=path).status_code == 409


# --- At once -----------------------------------------------------------------------------------


@pytest.fixture
def slow_bots(monkeypatch):
    """The effect takes long enough for all to meet."""

    def slow(*, owner_id, display_name):
        time.sleep(0.1)
        return bot(Player.objects.get(pk=owner_id), display_name)

    monkeypatch.setattr("samba_service.accounts.services.people.bot_create", slow)


def eight_at_once(token: str) -> list[tuple[int, bytes, bool]]:
    def one(_: int) -> tuple[int, bytes, bool]:
        try:
            answer = open_bot(with_secret(token))
            return answer.status_code, answer.content, "Idempotent-Replayed" in answer.headers
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        return list(pool.map(one, range(8)))


@pytest.mark.concurrency
@pytest.mark.django_db(transaction=True)
def test_of_eight_at_once_one_acts_and_seven_are_replays(slow_bots):
    ana = player()
    answers = eight_at_once(secret(ana))
    assert ana.bots.count() == 1
    assert Counter(replayed for _, _, replayed in answers) == {False: 1, True: 7}
    assert {(status, body) for status, body, _ in answers} == {(201, answers[0][1])}


@pytest.mark.concurrency
@pytest.mark.django_db(transaction=True)
def test_without_the_claim_all_eight_act(monkeypatch):
    """The control: if this fails, the test above proves nothing."""
    acting, act = Barrier(8), people.bot_create

    def act_together(**how):
        acting.wait(PATIENCE_S)
        return act(**how)

    monkeypatch.setattr(people, "bot_create", act_together)

    def look_first(owner, key, digest):
        kept = IdempotencyKey.objects.filter(owner=owner, key=key).first()
        return None if kept else 0

    monkeypatch.setattr(idempotency, "_claim", look_first)
    ana = player()
    eight_at_once(secret(ana))
    assert ana.bots.count() == 8


@pytest.mark.concurrency
@pytest.mark.django_db(transaction=True)
def test_a_key_that_stays_in_flight_is_409():
    """The first call outlives the lock timeout of three seconds."""
    ana = player()
    token = secret(ana)

    def retry() -> tuple[int, str]:
        try:
            answer = open_bot(with_secret(token))
            return answer.status_code, answer.json()["code"]
        finally:
            connection.close()

    with transaction.atomic(), ThreadPoolExecutor(1) as pool:
        IdempotencyKey.objects.create(owner=ana.pk, key="once", request_hash=b"")
        assert pool.submit(retry).result() == (409, "key_in_flight")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("key", [None, "once"])
def test_an_answer_is_rendered_after_the_commit_unless_it_is_kept(rf, key: str | None) -> None:
    within: list[bool] = []

    def effect() -> Answer:
        return Answer.of(lambda: within.append(connection.in_atomic_block))

    request = Request(
        rf.post(PATH, headers={} if key is None else {"Idempotency-Key": key}),
        parsers=[MultiPartParser()],
    )
    request.user = Caller(player().pk, None, "human", False, frozenset(), "")  # type: ignore[assignment]  # what our credentials set
    idempotency.answer_once(request, effect)
    assert within == [key is not None]
