"""Sending what waits for webhooks: signed, one message after the other, again until it is taken.

A message is sent at least once and always under the same id: its attempt is counted before the
call, and a sweeper that is killed in it has its lease end.
"""

import hmac
import logging
from base64 import b64encode
from datetime import datetime, timedelta
from hashlib import sha256
from time import monotonic
from typing import Any, Final, NamedTuple
from uuid import UUID

import orjson
from django.db import transaction

from games.choices import DeliveryState, NoticeType
from games.models import DueWork, GameNow, Webhook, WebhookDelivery
from games.selectors.webhooks import CHALLENGE, access_ended, may_receive
from games.services.webhooks import deliveries_give_up
from games.store.notices import Noticed, notices_add
from games.store.row import clock_read
from games.store.webhooks import WEBHOOK
from games.vault import unseal
from samba_service.accounts.selectors import tokens_lasting
from samba_service.kit.http import json_bytes
from samba_service.kit.outbound import TOTAL_S, Answer, NotCalled, post
from samba_service.kit.rows import row_found
from samba_service.kit.sql import run

log = logging.getLogger(__name__)

RUN_S: Final = 10.0
"""How long one run sends to one webhook; then others have their turn."""
SLOW_S: Final = 1.0
"""After a longer run all webhooks of the account go behind those of others."""
LEASE_S: Final = RUN_S + TOTAL_S + 15
"""Longer than a run can take."""
PAUSES_S: Final = (5, 30, 120, 600, 3600, 3 * 3600, 6 * 3600, 12 * 3600)
"""After the first failure, the second ...; the last of them from then on."""
PATIENCE: Final = timedelta(days=7)
"""A webhook that has failed for this long is switched off."""
KEPT: Final = 100
"""Deliveries of a webhook that are kept, apart from what waits."""
GONE: Final = 410
"""The status by which an address says that it wants no more, ever."""

_ACCOUNTS = """
    SELECT w.id AS subject, COALESCE(p.owner_id, p.id) AS account
    FROM games_webhook w JOIN accounts_player p ON p.id = w.player_id
"""

_CLAIM = f"""
    WITH busy AS MATERIALIZED (
        SELECT a.account FROM games_duework d JOIN ({_ACCOUNTS}) a USING (subject)
        WHERE d.kind = '{WEBHOOK}' AND d.locked_until >= now()
    ), due AS MATERIALIZED (
        SELECT d.subject FROM games_duework d LEFT JOIN ({_ACCOUNTS}) a USING (subject)
        WHERE d.kind = '{WEBHOOK}' AND d.due_at <= samba_now()
            AND (d.locked_until IS NULL OR d.locked_until < now())
            AND NOT EXISTS (SELECT FROM busy WHERE busy.account = a.account)
        ORDER BY d.due_at LIMIT 1 FOR UPDATE OF d SKIP LOCKED
    )
    UPDATE games_duework d
    SET attempts = LEAST(d.attempts + 1, 1000),
        locked_until = now() + make_interval(secs => %s)
    FROM due WHERE d.kind = '{WEBHOOK}' AND d.subject = due.subject
    RETURNING d.subject
"""

_BEHIND_OTHERS = f"""
    WITH accounts AS ({_ACCOUNTS}), before AS MATERIALIZED (
        SELECT subject FROM games_duework
        WHERE kind = '{WEBHOOK}' AND due_at < samba_now() AND subject IN (
            SELECT subject FROM accounts
            WHERE account = (SELECT account FROM accounts WHERE subject = %s))
        FOR UPDATE SKIP LOCKED
    )
    UPDATE games_duework SET due_at = samba_now()
    WHERE kind = '{WEBHOOK}' AND subject IN (SELECT subject FROM before)
"""

_FORGET = """
    DELETE FROM games_webhookdelivery WHERE webhook_id = %s AND state <> 'waiting' AND id NOT IN (
        SELECT id FROM games_webhookdelivery WHERE webhook_id = %s AND state <> 'waiting'
        ORDER BY created_at DESC, id LIMIT %s)
"""


class Message(NamedTuple):
    """What is sent now, and how it is signed."""

    delivery: WebhookDelivery
    url: str
    secrets: list[bytes]
    at: datetime

    @property
    def id(self) -> str:
        """The same for each attempt: by it a receiver knows what it has already."""
        return f"msg_{self.delivery.pk.hex}"

    def body(self) -> bytes:
        """Ids and numbers only."""
        delivery, content = self.delivery, dict[str, Any]()
        if delivery.type == CHALLENGE:
            content = {"challenge": self.challenge()}
        else:
            content = {"version": delivery.version}
        return json_bytes({"type": delivery.type, "id": delivery.subject, **content})

    def challenge(self) -> str:
        """What the address has to repeat to show that it wants messages."""
        return hmac.new(self.secrets[0], self.delivery.pk.bytes, sha256).hexdigest()


def signature(secret: bytes, message_id: str, at: int, body: bytes) -> str:
    """The signature `v1` of Standard Webhooks; `at` is in seconds since 1970."""
    signed = b"%s.%d.%s" % (message_id.encode(), at, body)
    return f"v1,{b64encode(hmac.new(secret, signed, sha256).digest()).decode()}"


def webhook_claim() -> UUID | None:
    """Claim the webhook that waits longest, so that no other sweeper does for a while.

    One of an account at a time: its addresses may be as slow as they like.
    """
    row = run(_CLAIM, (LEASE_S,)).fetchone()
    return None if row is None else row[0]


def webhook_send(webhook_id: UUID) -> None:
    """Send what waits for a claimed webhook, until an attempt fails or the time of the run ends."""
    begun = monotonic()
    _send(webhook_id, begun + RUN_S)
    if monotonic() - begun >= SLOW_S:
        run(_BEHIND_OTHERS, (webhook_id,))


def _send(webhook_id: UUID, end: float) -> None:
    while monotonic() < end:
        message = _next(webhook_id)
        if message is None or not _record(message, *_sent(message)):
            return
    work = DueWork.objects.filter(kind=WEBHOOK, subject=webhook_id)
    work.update(due_at=GameNow(), locked_until=None)  # behind those that wait


def _next(webhook_id: UUID) -> Message | None:
    """The message that is to be sent now, its attempt counted; None: no more, or not yet."""
    while True:
        with transaction.atomic():
            found = _next_delivery(webhook_id)
            if found is None:
                return None
            webhook, delivery = found
            now = delivery.attempted_at = clock_read()
            if may_receive(webhook, delivery):
                delivery.attempts += 1
                delivery.save(update_fields=["attempted_at", "attempts"])
                return Message(delivery, webhook.url, _secrets(webhook, now), now)
            delivery.state = DeliveryState.WITHHELD
            delivery.save(update_fields=["attempted_at", "state"])


def _next_delivery(webhook_id: UUID) -> tuple[Webhook, WebhookDelivery] | None:
    """What waits longest, under the locks of webhook and work; without any, the work is deleted."""
    locked = Webhook.objects.select_for_update(no_key=True)
    webhook = row_found(locked, pk=webhook_id)
    works = DueWork.objects.filter(kind=WEBHOOK, subject=webhook_id)
    work = works.select_for_update().first()  # first: who adds work now waits
    if work is None or work.due_at > clock_read():
        return None
    if webhook is not None and access_ended(webhook):
        _end_with_access(webhook)
    delivery = None if webhook is None else _oldest(webhook)
    if webhook is None or delivery is None:
        works.delete()
        run(_FORGET, (webhook_id, webhook_id, KEPT))
        return None
    return webhook, delivery


def _oldest(webhook: Webhook) -> WebhookDelivery | None:
    """What waits longest; only the challenge before it is answered, nothing once it is off."""
    if webhook.disabled_at is not None:
        return None
    waiting = WebhookDelivery.objects.filter(webhook=webhook, state=DeliveryState.WAITING)
    if webhook.verified_at is None:
        waiting = waiting.filter(type=CHALLENGE)
    return waiting.order_by("created_at", "id").first()


def _secrets(webhook: Webhook, now: datetime) -> list[bytes]:
    secrets: list[bytes] = [unseal(bytes(webhook.secret))]
    if webhook.former_secret is not None and webhook.former_until and now < webhook.former_until:
        secrets.append(unseal(bytes(webhook.former_secret)))
    return secrets


def _sent(message: Message) -> tuple[int | None, str]:
    """The status of the answer, and why it is no good one; the latter is empty for a good one."""
    body, at = message.body(), int(message.at.timestamp())
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "samba-service",
        "webhook-id": message.id,
        "webhook-timestamp": str(at),
        "webhook-signature": " ".join(
            signature(secret, message.id, at, body) for secret in message.secrets
        ),
    }
    try:
        answer = post(message.url, body, headers)
    except NotCalled as failure:
        return None, failure.reason
    if not 200 <= answer.status < 300:
        return answer.status, "status"
    if message.delivery.type == CHALLENGE and not _answers(answer, message.challenge()):
        return answer.status, "challenge_not_answered"
    return answer.status, ""


def _answers(answer: Answer, challenge: str) -> bool:
    """True if the body is `{"challenge": ...}` with the same value, and nothing else."""
    try:
        return bool(orjson.loads(answer.body) == {"challenge": challenge})
    except orjson.JSONDecodeError:
        return False


@transaction.atomic
def _record(message: Message, status: int | None, failure: str) -> bool:
    """Note how an attempt ended, and when the next one is due; True if it may be now."""
    locked = Webhook.objects.select_for_update(no_key=True)
    webhook = row_found(locked, pk=message.delivery.webhook_id)
    if webhook is None:
        return False
    deliveries = WebhookDelivery.objects.filter(pk=message.delivery.pk)
    deliveries.update(status=status, failure=failure)
    if not failure:
        deliveries.update(state=DeliveryState.DELIVERED)
    if message.url != webhook.url:
        return True  # what another address answers says nothing about this one
    works = DueWork.objects.filter(kind=WEBHOOK, subject=webhook.pk)
    if not failure:
        webhook.failing_since = None
        if message.delivery.type == CHALLENGE:
            webhook.verified_at = clock_read()
        works.update(attempts=1, last_error="")
    else:
        now = clock_read()
        webhook.failing_since = webhook.failing_since or now
        if status == GONE or now - webhook.failing_since >= PATIENCE:
            _switch_off(webhook, now)
        work = works.first()
        failed = 1 if work is None else max(1, work.attempts)  # 0: its owner has acted meanwhile
        pause = PAUSES_S[min(failed, len(PAUSES_S)) - 1]
        works.update(
            due_at=GameNow() + timedelta(seconds=pause), locked_until=None, last_error=failure
        )
    webhook.save(update_fields=["verified_at", "failing_since", "disabled_at"])
    return not failure


def webhooks_end_with_access() -> int:
    """Switch off the webhooks whose program's access has ended, before it is deleted; how many."""
    ended = Webhook.objects.exclude(token=None).exclude(token__in=tokens_lasting())
    return sum(map(_end_if_ended, list(ended.order_by("pk").values_list("pk", flat=True))))


@transaction.atomic
def _end_if_ended(webhook_id: UUID) -> bool:
    webhook = row_found(Webhook.objects.select_for_update(no_key=True), pk=webhook_id)
    if webhook is None or not access_ended(webhook):
        return False
    _end_with_access(webhook)
    return True


def _end_with_access(webhook: Webhook) -> None:
    """It is off, and stays with its owner when what gave the access is deleted."""
    _switch_off(webhook, clock_read())
    webhook.token = None
    webhook.save(update_fields=["disabled_at", "token"])


def _switch_off(webhook: Webhook, now: datetime) -> None:
    """Its owner notices, and switches it on again."""
    if webhook.disabled_at is not None:
        return
    webhook.disabled_at = now
    deliveries_give_up(webhook)
    notices_add([Noticed(webhook.player_id, NoticeType.WEBHOOK_OFF)])
