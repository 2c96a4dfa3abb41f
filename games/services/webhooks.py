"""Webhooks: added, changed, tested, switched off by their owners."""

import secrets
from base64 import b64encode
from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db import IntegrityError, transaction

from games.choices import DeliveryState
from games.errors import WebhookNotActive, WebhookUnverified
from games.models import DueWork, GameNow, Webhook, WebhookDelivery
from games.selectors.webhooks import CHALLENGE, events_about, webhook_subject_seen
from games.services.limits import account_lock, account_of
from games.store.row import clock_read
from games.store.webhooks import WEBHOOK
from games.vault import seal
from samba_service.accounts.models import Player
from samba_service.accounts.selectors import is_account
from samba_service.accounts.services.access import token_hold
from samba_service.accounts.services.people import require_no_guest
from samba_service.kit.errors import BadFields, NotThere, TooMany
from samba_service.kit.outbound import NotCalled, target_of
from samba_service.kit.rows import row_found

SECRET_BYTES: Final = 32
OVERLAP: Final = timedelta(hours=24)
"""How long a former secret signs too."""


@transaction.atomic
def webhook_add(
    *,
    player: Player,
    url: str,
    about: str,
    subject: UUID,
    events: Sequence[str],
    token: UUID | None = None,
) -> tuple[Webhook, str]:
    """Add a webhook, whose address is asked a challenge; returns it and its secret, shown once.

    It ends with the access that `token` gives; without one, the owner has added it on the pages.
    Raises GuestsMayNot, BadFields, TooMany.
    """
    require_no_guest(player)
    _check(url=url, about=about, events=events)
    if not webhook_subject_seen(about, subject, player.pk):
        raise BadFields(("subject", "There is none that you may see."))
    if token is not None:
        token_hold(token)
    account = account_of(player)
    account_lock(account)
    limit: int = settings.SAMBA_WEBHOOKS
    if Webhook.objects.filter(is_account("player", account)).count() >= limit:
        raise TooMany(what="webhooks", limit=limit)
    secret = secrets.token_bytes(SECRET_BYTES)
    webhook = Webhook.objects.create(
        player=player,
        url=url,
        about=about,
        subject=subject,
        events=sorted(set(events)),
        token_id=token,
        secret=seal(secret),
    )
    webhook.refresh_from_db()
    _challenge(webhook)
    return webhook, secret_text(secret)


def secret_text(secret: bytes) -> str:
    """A secret as Standard Webhooks writes it."""
    return f"whsec_{b64encode(secret).decode()}"


def _check(*, url: str, about: str, events: Sequence[str]) -> None:
    try:
        target_of(url)
    except NotCalled as fault:
        raise BadFields(("url", _ADDRESS_FAULTS[fault.reason])) from None
    if unknown := sorted(set(events) - set(events_about(about))):
        raise BadFields(("events", f"Not of a {about}: {', '.join(unknown)}."))


_ADDRESS_FAULTS: Final = {
    "bad_address": "An address as https://example.org/hook, in ASCII, without name and password.",
    "refused_port": "Only the ports 443 and 8443.",
    "no_https": "Only https.",
}


@transaction.atomic
def webhook_update(
    *, webhook_id: UUID, changes: dict[str, Any], token: UUID | None = None
) -> Webhook:
    """Change `url`, `events` or `enabled`. An address that is new, or enabled again, is challenged.

    Then the webhook ends with the access that `token` gives, as if it were added by it.
    Raises NotThere, BadFields.
    """
    webhook = _locked(webhook_id)
    url, events = changes.get("url", webhook.url), changes.get("events", webhook.events)
    _check(url=url, about=webhook.about, events=events)
    enabled: bool = changes.get("enabled", webhook.disabled_at is None)
    renewed = url != webhook.url or (enabled and webhook.disabled_at is not None)
    webhook.url, webhook.events = url, sorted(set(events))
    if renewed and token is not None:
        token_hold(token)
    if renewed:
        webhook.verified_at = webhook.failing_since = None
        webhook.token_id = token
    if enabled:
        webhook.disabled_at = None
    else:
        webhook.disabled_at = webhook.disabled_at or clock_read()
    changed = ["url", "events", "verified_at", "failing_since", "token", "disabled_at"]
    webhook.save(update_fields=changed)
    if not enabled or renewed:
        deliveries_give_up(webhook)
    if enabled and renewed:
        _challenge(webhook)
    return webhook


@transaction.atomic
def webhook_secret_change(*, webhook_id: UUID) -> tuple[Webhook, str]:
    """Another secret, shown once; the one before signs too for a day. Raises NotThere."""
    webhook = _locked(webhook_id)
    secret = secrets.token_bytes(SECRET_BYTES)
    webhook.former_secret, webhook.secret = webhook.secret, seal(secret)
    webhook.former_until = clock_read() + OVERLAP
    webhook.save(update_fields=["secret", "former_secret", "former_until"])
    return webhook, secret_text(secret)


@transaction.atomic
def webhook_delete(*, webhook_id: UUID) -> None:
    """Delete a webhook, with what waits for it and what it was sent."""
    row_found(Webhook.objects.select_for_update(), pk=webhook_id)  # after changes that write for it
    DueWork.objects.filter(kind=WEBHOOK, subject=webhook_id).delete()
    Webhook.objects.filter(pk=webhook_id).delete()


@transaction.atomic
def webhooks_forget(*, player: Player) -> None:
    """For an erased account."""
    webhooks = Webhook.objects.filter(player=player).order_by("pk")
    for webhook_id in webhooks.values_list("pk", flat=True):
        webhook_delete(webhook_id=webhook_id)


@transaction.atomic
def delivery_repeat(*, webhook_id: UUID, delivery_id: UUID) -> WebhookDelivery:
    """Send a message again, under the same id; one that still waits is tried now.

    Where newer news of the same waits, that is sent instead of one that was never tried.
    Raises NotThere, WebhookNotActive, WebhookUnverified.
    """
    webhook = _locked(webhook_id)
    if webhook.disabled_at is not None:
        raise WebhookNotActive
    delivery = row_found(
        WebhookDelivery.objects.select_for_update(), pk=delivery_id, webhook=webhook_id
    )
    if delivery is None:
        raise NotThere
    if webhook.verified_at is None and delivery.type != CHALLENGE:
        raise WebhookUnverified
    delivery.state = DeliveryState.WAITING
    try:
        with transaction.atomic():
            delivery.save(update_fields=["state"])
    except IntegrityError:
        same = {name: getattr(delivery, name) for name in ("webhook", "type", "subject", "state")}
        delivery = WebhookDelivery.objects.get(**same, attempted_at=None)
    _send_now(webhook)
    return delivery


def deliveries_give_up(webhook: Webhook) -> None:
    """Send nothing of what waits for the webhook. Its row is locked."""
    waiting = WebhookDelivery.objects.filter(webhook=webhook, state=DeliveryState.WAITING)
    waiting.update(state=DeliveryState.GIVEN_UP)


def _challenge(webhook: Webhook) -> None:
    WebhookDelivery.objects.create(webhook=webhook, type=CHALLENGE, subject=webhook.pk, version=0)
    _send_now(webhook)


def _send_now(webhook: Webhook) -> None:
    """Make it due, whatever failed before."""
    DueWork.objects.bulk_create(
        [DueWork(kind=WEBHOOK, subject=webhook.pk, step=0)], ignore_conflicts=True
    )
    work = DueWork.objects.filter(kind=WEBHOOK, subject=webhook.pk)
    work.update(due_at=GameNow(), attempts=0)


def _locked(webhook_id: UUID) -> Webhook:
    found = row_found(Webhook.objects.select_for_update(no_key=True), pk=webhook_id)
    if found is None:
        raise NotThere
    return found
