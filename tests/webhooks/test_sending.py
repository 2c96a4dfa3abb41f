"""Webhooks: what is sent, how it is signed, when again, and when no more."""

from base64 import b64decode
from contextlib import suppress
from datetime import timedelta
from threading import Barrier, BrokenBarrierError, Event
from time import sleep
from typing import Any
from unittest.mock import Mock, patch
from uuid import UUID

import pytest
from django.db import transaction
from django.db.models.functions import Now

from games.models import DueWork, Game, Notice, Webhook, WebhookDelivery
from games.services import webhook_deliveries
from games.services.webhook_deliveries import (
    KEPT,
    PAUSES_S,
    signature,
    webhook_claim,
    webhook_send,
)
from games.services.webhooks import (
    delivery_repeat,
    webhook_delete,
    webhook_secret_change,
    webhook_update,
)
from games.store.webhooks import webhooks_announce
from games.tasks import Senders, sweep
from games.vault import unseal
from samba_service.accounts.services.people import player_anonymise
from samba_service.accounts.services.suspensions import account_suspend
from samba_service.kit.outbound import Answer, NotCalled
from tests.concurrency.together import at_once
from tests.factories import NOBODY, api, bot, player
from tests.games.tables import people_game
from tests.webhooks.conftest import START
from tests.webhooks.receiving import ROOT, add, delivery, move, send

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_address_answers_a_challenge_before_anything_else_is_sent(receiver, time) -> None:
    """What happens meanwhile waits, or a move that is made as it answers would be lost."""
    game, people = people_game(visibility="public")
    webhook = add(player("Zoe"), game.id)
    version = move(game, people)
    receiver.status = 500
    send()
    assert receiver.types == ["webhook.challenge"]
    receiver.status = 200
    time.pass_s(5)
    send()
    assert receiver.types == ["webhook.challenge", "webhook.challenge", "game.moved"]
    assert receiver.got[-1][0]["version"] == version
    webhook.refresh_from_db()
    assert webhook.verified_at is not None


def test_an_answer_that_only_echoes_is_none(receiver, time, monkeypatch) -> None:
    monkeypatch.setattr(webhook_deliveries, "post", lambda url, body, headers: Answer(200, body))
    game, _ = people_game(visibility="public")
    webhook = add(player("Zoe"), game.id)
    send()
    webhook.refresh_from_db()
    assert (webhook.state, delivery(webhook).failure) == ("unverified", "challenge_not_answered")


def test_a_message_has_a_type_an_id_and_a_version_and_both_secrets_sign_it_for_a_day(
    receiver, time, watched
) -> None:
    game, people, webhook = watched
    former, _ = webhook_secret_change(webhook_id=webhook.pk)
    version = move(game, people)
    send()
    [(content, headers)], [body] = receiver.got, receiver.bodies
    assert content == {"type": "game.moved", "id": str(game.id), "version": version}
    assert headers["webhook-id"] == f"msg_{delivery(webhook).pk.hex}"
    at = int(headers["webhook-timestamp"])
    assert at == START.timestamp()
    secrets = [
        unseal(bytes(each)) for each in (former.secret, former.former_secret) if each is not None
    ]
    assert headers["webhook-signature"].split(" ") == [
        signature(secret, headers["webhook-id"], at, body) for secret in secrets
    ]
    time.pass_s(24 * 3600)
    move(game, people)
    send()
    assert " " not in receiver.got[-1][1]["webhook-signature"]


def test_the_signature_is_that_of_standard_webhooks() -> None:
    """The vector of its specification and libraries."""
    secret = b64decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
    signed = signature(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, b'{"test": 2432232314}')
    assert signed == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_many_moves_while_nothing_is_sent_are_one_message(receiver, watched) -> None:
    game, people, webhook = watched
    versions = [move(game, people) for _ in range(3)]
    assert webhook.deliveries.filter(state="waiting").count() == 1
    send()
    assert [content["version"] for content, _ in receiver.got] == versions[-1:]


def test_a_failing_address_is_tried_again_after_longer_and_longer_pauses(
    receiver, time, watched
) -> None:
    game, people, webhook = watched
    move(game, people)
    receiver.away = "no_answer"
    send()
    for number, pause in enumerate(PAUSES_S[:-1], 2):
        time.pass_s(pause - 1)
        send()
        assert len(receiver.got) == number - 1
        time.pass_s(1)
        send()
        assert len(receiver.got) == number
    assert len({headers["webhook-id"] for _, headers in receiver.got}) == 1
    assert len(set(receiver.bodies)) == 1
    assert delivery(webhook).attempts == len(PAUSES_S)
    receiver.away = ""
    time.pass_s(PAUSES_S[-1])
    send()
    webhook.refresh_from_db()
    assert (delivery(webhook).state, webhook.failing_since) == ("delivered", None)


def test_news_during_failures_wait_in_one_message_and_are_not_tried_earlier(
    receiver, time, watched
) -> None:
    game, people, webhook = watched
    receiver.away = "no_answer"
    for _ in range(4):
        move(game, people)
        send()
    assert len(receiver.got) == 1
    assert webhook.deliveries.filter(state="waiting").count() == 2


def test_after_a_week_of_failures_it_is_off_its_owner_notices_and_switches_it_on(
    receiver, time, watched
) -> None:
    game, people, webhook = watched
    receiver.status = 503
    move(game, people)
    send()
    time.pass_s(7 * 24 * 3600 - 1)
    send()
    webhook.refresh_from_db()
    assert webhook.state == "active"
    time.pass_s(PAUSES_S[-1])
    send()
    webhook.refresh_from_db()
    assert (webhook.state, delivery(webhook).state) == ("disabled", "given_up")
    assert Notice.objects.filter(player_id=webhook.player_id, type="webhook_off").count() == 1
    sent = len(receiver.got)
    move(game, people)
    send()
    assert len(receiver.got) == sent
    receiver.status = 200
    api(webhook.player, "webhooks:manage").patch(f"{ROOT}/{webhook.pk}", {"enabled": True})
    send()
    assert receiver.types[sent:] == ["webhook.challenge"]
    move(game, people)
    send()
    assert receiver.types[sent:] == ["webhook.challenge", "game.moved"]


def test_an_address_that_is_gone_is_switched_off_at_once(receiver, watched) -> None:
    game, people, webhook = watched
    receiver.status = 410
    move(game, people)
    send()
    webhook.refresh_from_db()
    assert webhook.state == "disabled"


def test_nothing_is_sent_once_its_owner_may_not_see_the_game(receiver, watched) -> None:
    game, people, webhook = watched
    move(game, people)
    Game.objects.update(visibility="private")
    send()
    assert (receiver.got, delivery(webhook).state) == ([], "withheld")
    assert not DueWork.objects.filter(kind="webhook").exists()


def test_nothing_is_sent_while_the_account_is_suspended(receiver, watched) -> None:
    game, people, webhook = watched
    move(game, people)
    staff = player("Sue", is_staff=True)
    account_suspend(player_id=webhook.player_id, by=staff, until=None, reason="By the rules.")
    send()
    assert (receiver.got, delivery(webhook).state) == ([], "withheld")


def test_an_erased_account_leaves_no_webhook(receiver, watched) -> None:
    game, people, webhook = watched
    move(game, people)
    player_anonymise(player_id=webhook.player_id)
    assert not Webhook.objects.exists()
    assert not WebhookDelivery.objects.exists()
    assert not DueWork.objects.filter(kind="webhook").exists()
    send()
    assert receiver.got == []


def test_a_message_is_sent_again_by_hand_under_the_same_id(receiver, watched) -> None:
    game, people, webhook = watched
    move(game, people)
    send()
    owner = api(webhook.player, "webhooks:manage")
    sent = delivery(webhook)
    path = f"{ROOT}/{webhook.pk}/deliveries/{sent.pk}/redeliver"
    assert owner.post(path, {}).json()["state"] == "waiting"
    send()
    assert receiver.bodies[0] == receiver.bodies[1]
    assert len({headers["webhook-id"] for _, headers in receiver.got}) == 1
    assert delivery(webhook).attempts == 2


@pytest.mark.parametrize(
    ("change", "pause"), [("redeliver", PAUSES_S[0]), ("url", 0), ("gone", 0), ("taken", 0)]
)
def test_what_its_owner_does_while_an_attempt_hangs_is_not_undone_by_its_failure(
    receiver, time, watched, monkeypatch, change, pause
) -> None:
    """An answer of the address before it was changed says nothing about the new one."""
    game, people, webhook = watched
    move(game, people)
    waiting = delivery(webhook)

    def meanwhile(url: str, body: bytes, headers: dict[str, str]) -> Answer:
        monkeypatch.setattr(webhook_deliveries, "post", receiver.post)
        if change == "redeliver":
            delivery_repeat(webhook_id=webhook.pk, delivery_id=waiting.pk)
        else:
            other = {"url": "https://elsewhere.example/hook"}
            webhook_update(webhook_id=webhook.pk, changes=other)
        if change == "gone":
            return Answer(410, b"")
        if change == "taken":
            return Answer(200, b"")
        raise NotCalled("too_slow")

    monkeypatch.setattr(webhook_deliveries, "post", meanwhile)
    send_one(monkeypatch)
    webhook.refresh_from_db()

    work = DueWork.objects.get(kind="webhook")
    assert (work.due_at - time.now).total_seconds() == pause
    assert work.locked_until is None
    assert webhook.state == ("active" if change == "redeliver" else "unverified")
    time.pass_s(pause)
    send()
    assert receiver.types == ["game.moved" if change == "redeliver" else "webhook.challenge"]
    webhook.refresh_from_db()
    assert webhook.state == "active"


def test_a_failure_with_which_the_run_ends_is_not_tried_again_at_once(
    receiver, time, watched, monkeypatch
) -> None:
    game, people, _ = watched
    move(game, people)
    receiver.away = "too_slow"
    send_one(monkeypatch)
    assert webhook_claim() is None
    time.pass_s(PAUSES_S[0])
    assert webhook_claim() is not None


def send_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do what is due, in a run whose time is over after one attempt."""
    claimed = webhook_claim()
    assert claimed is not None
    with monkeypatch.context() as patched:
        patched.setattr(webhook_deliveries, "monotonic", Mock(side_effect=[0, 0, 100, 0]))
        webhook_send(claimed)


def test_news_that_were_never_tried_are_sent_by_those_that_wait(receiver, watched) -> None:
    game, people, webhook = watched
    move(game, people)
    never_tried = delivery(webhook)
    for enabled in (False, True):
        webhook_update(webhook_id=webhook.pk, changes={"enabled": enabled})
    send()
    version = move(game, people)
    owner = api(webhook.player, "webhooks:manage")

    path = f"{ROOT}/{webhook.pk}/deliveries/{never_tried.pk}/redeliver"
    answer = owner.post(path, {})

    assert answer.status_code == 200, answer.content
    assert answer.json() | {"version": version, "state": "waiting"} == answer.json()
    assert answer.json()["id"] == str(delivery(webhook).pk)
    send()
    assert [content.get("version") for content, _ in receiver.got] == [None, version]


def test_the_last_hundred_messages_are_kept(receiver, watched) -> None:
    game, people, webhook = watched
    for _ in range(KEPT + 5):
        WebhookDelivery.objects.create(
            webhook=webhook, type="game.moved", subject=game.id, version=1, state="delivered"
        )
    move(game, people)
    send()
    assert webhook.deliveries.count() == KEPT


def test_of_two_sweepers_one_claims_a_webhook(watched) -> None:
    game, people, _ = watched
    move(game, people)
    ended = at_once(*[lambda: "claimed" if webhook_claim() else "none"] * 4)
    assert ended == {"claimed": 1, "none": 3}


def test_two_that_send_at_once_use_the_same_id_and_count_both_attempts(receiver, watched) -> None:
    """As when the lease of the first has ended, while its call has not."""
    game, people, webhook = watched
    move(game, people)
    met = Barrier(2)

    def post(url: str, body: bytes, headers: dict[str, str]) -> Any:
        with suppress(BrokenBarrierError):
            met.wait(5)
        return receiver.post(url, body, headers)

    with patch.object(webhook_deliveries, "post", post):
        at_once(*[lambda: webhook_send(webhook.pk)] * 2)
    assert len({headers["webhook-id"] for _, headers in receiver.got}) == 1
    assert (delivery(webhook).attempts, delivery(webhook).state) == (2, "delivered")


def test_what_a_killed_sweeper_was_sending_is_sent_when_its_lease_ends(receiver, watched) -> None:
    game, people, webhook = watched
    move(game, people)

    def die(*_: object) -> Answer:
        raise SystemExit  # no record is made of what became of it

    with patch.object(webhook_deliveries, "post", die), pytest.raises(SystemExit):
        send()
    assert webhook_claim() is None
    work = DueWork.objects.filter(kind="webhook")
    work.update(locked_until=Now() - timedelta(seconds=1))
    send()
    assert (receiver.types, delivery(webhook).attempts) == (["game.moved"], 2)


def test_news_that_come_while_the_last_message_is_sent_are_not_lost(receiver, watched) -> None:
    """The transaction of a move is open while a sweeper looks if anything is left."""
    game, people, _ = watched
    move(game, people)
    written, looked = Event(), Event()

    def write() -> None:
        with transaction.atomic():
            webhooks_announce(subject=game.id, version=99, events=["game.ended"], watched=[game.id])
            written.set()
            looked.wait(0.5)

    def look() -> None:
        written.wait(5)
        send()
        looked.set()

    assert at_once(write, look) == {"done": 2}
    send()
    assert set(receiver.types) == {"game.moved", "game.ended"}


def test_a_slow_address_holds_up_no_sweep(receiver, watched) -> None:
    game, people, webhook = watched
    move(game, people)
    held, begun = Event(), Event()

    def post(*_: object) -> Answer:
        begun.set()
        held.wait(5)
        return Answer(200, b"")

    senders = Senders(most=1)
    with patch.object(webhook_deliveries, "post", post):
        senders.look()
        assert begun.wait(5)
        senders.look()
        assert sweep() == 0
        held.set()
        assert senders._free.acquire(timeout=5)
    assert delivery(webhook).state == "delivered"


def test_an_account_has_ten_with_its_bots(time) -> None:
    game, _ = people_game(visibility="public")
    zoe = player("Zoe")
    engine = bot(zoe)
    for number in range(10):
        add(engine if number % 2 else zoe, game.id)
    body = {"url": "https://a.example/", "about": "game", "subject": str(game.id)}
    refused = api(zoe).post(ROOT, body | {"events": ["game.moved"]})
    assert (refused.status_code, refused.json()["code"]) == (409, "too_many")


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"url": "http://a.example/"}, "url"),
        ({"url": "https://127.0.0.1:22/"}, "url"),
        ({"events": ["tournament.changed"]}, "events"),
        ({"subject": str(NOBODY)}, "subject"),
    ],
)
def test_what_cannot_be_sent_is_refused_by_its_field(change, path) -> None:
    game, _ = people_game(visibility="public")
    body = {"url": "https://a.example/", "about": "game", "subject": str(game.id)}
    refused = api(player("Zoe")).post(ROOT, {**body, "events": ["game.moved"], **change})
    assert (refused.status_code, refused.json()["errors"][0]["path"]) == (400, path)


def test_a_private_game_is_nobodys_to_watch() -> None:
    game, people = people_game(visibility="public")
    Game.objects.update(visibility="private")
    body: dict[str, Any] = {"url": "https://a.example/", "about": "game", "subject": str(game.id)}
    body |= {"events": ["game.moved"]}
    assert api(player("Zoe")).post(ROOT, body).status_code == 400
    assert add(people[1], game.id).state == "unverified"


def test_the_secret_is_shown_once_and_stored_encrypted() -> None:
    game, _ = people_game(visibility="public")
    zoe = player("Zoe")
    body = {"url": "https://a.example/", "about": "game", "subject": str(game.id)}
    made = api(zoe).post(ROOT, body | {"events": ["game.moved"]}).json()
    secret = made.pop("secret")
    assert secret.startswith("whsec_")
    assert api(zoe).get(f"{ROOT}/{made['id']}").json() == made
    stored = bytes(Webhook.objects.get().secret)
    assert b64decode(secret.removeprefix("whsec_")) not in stored
    assert unseal(stored) == b64decode(secret.removeprefix("whsec_"))
    assert secret not in api(zoe).get("/api/v1/players/me/export").content.decode()


def test_a_webhook_that_is_deleted_while_a_move_writes_for_it_does_not_spoil_the_move(
    receiver, watched
) -> None:
    game, _, webhook = watched
    written = Event()

    def write() -> None:
        with transaction.atomic():
            webhooks_announce(subject=game.id, version=9, events=["game.ended"], watched=[game.id])
            written.set()
            sleep(0.3)

    def delete() -> None:
        written.wait(5)
        webhook_delete(webhook_id=webhook.pk)

    assert at_once(write, delete) == {"done": 2}
    assert not Webhook.objects.exists()
    assert not WebhookDelivery.objects.exists()


def test_a_webhook_with_much_to_send_goes_behind_those_that_wait(
    receiver, time, watched, monkeypatch
) -> None:
    game, people, busy = watched
    other = add(player("Yves"), game.id)
    send()
    move(game, people)
    first = webhook_claim()
    assert first is not None
    time.pass_s(1)
    monkeypatch.setattr(webhook_deliveries, "RUN_S", 0)
    webhook_send(first)
    assert {first, webhook_claim()} == {busy.pk, other.pk}


def test_a_thread_goes_on_with_what_else_is_due(receiver, watched) -> None:
    game, people, _ = watched
    for name in ("Yves", "Xenia"):
        add(player(name), game.id)
    send()
    move(game, people)
    receiver.got.clear()

    senders = Senders(most=1)
    senders.look()
    assert senders._free.acquire(timeout=10)
    assert receiver.types == ["game.moved"] * 3


def with_many(game: Game, name: str, number: int) -> list[UUID]:
    """The webhooks of an account, one of them a bot's; all have answered their challenge."""
    owner = player(name)
    added = [add(owner, game.id) for _ in range(number - 1)]
    added.append(add(bot(owner), game.id))
    send()
    return [each.pk for each in added]


def test_of_an_account_one_webhook_is_sent_to_at_a_time(receiver, time, watched) -> None:
    game, people, single = watched
    many = with_many(game, "Yves", 3)
    move(game, people)
    DueWork.objects.filter(subject=single.pk).update(due_at=time.now + timedelta(seconds=0.5))
    time.pass_s(1)

    first, second = webhook_claim(), webhook_claim()

    assert first in many
    assert second == single.pk
    assert webhook_claim() is None
    webhook_send(first)
    assert webhook_claim() in many


def test_after_a_slow_run_all_webhooks_of_the_account_go_behind_others(
    receiver, time, watched, monkeypatch
) -> None:
    game, people, single = watched
    many = with_many(game, "Yves", 4)
    move(game, people)
    DueWork.objects.filter(subject=single.pk).update(due_at=time.now + timedelta(seconds=1))
    time.pass_s(2)
    first = webhook_claim()
    assert first in many
    monkeypatch.setattr(webhook_deliveries, "SLOW_S", 0)
    webhook_send(first)

    assert webhook_claim() == single.pk
    assert webhook_claim() in many
