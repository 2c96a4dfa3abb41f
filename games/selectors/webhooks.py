"""Reading webhooks: an account's own, their deliveries, and what they may be about.

An app above this one registers how it judges who sees its subjects, when it is ready.
"""

from collections.abc import Callable, Mapping
from typing import Final
from uuid import UUID

from django.db.models import QuerySet

from games.choices import WebhookEvent, WebhookSubject
from games.models import Webhook, WebhookDelivery
from games.selectors.games import game_seen
from samba_service.accounts.models import Player
from samba_service.accounts.selectors import access_lasts, is_open

CHALLENGE: Final = "webhook.challenge"
"""The type of the message that an address has to answer before any other is sent."""

MaySee = Callable[[UUID, UUID], bool]
"""True if what has the first id may be seen by the player with the second."""


_MAY_SEE: dict[str, MaySee] = {WebhookSubject.GAME: game_seen}


def webhook_subjects_register(subjects: Mapping[str, MaySee]) -> None:
    """Judge by these functions who sees subjects of these kinds."""
    _MAY_SEE.update(subjects)


def webhook_subject_seen(about: str, subject: UUID, player_id: UUID) -> bool:
    """True if the player may see the subject now, as the API has it."""
    return _MAY_SEE[about](subject, player_id)


def events_about(about: str) -> tuple[str, ...]:
    """The events that a webhook about such a subject may get."""
    kind = WebhookSubject.GAME if about == WebhookSubject.GAME else WebhookSubject.TOURNAMENT
    return tuple(each for each in WebhookEvent.values if each.startswith(f"{kind}."))


def webhooks_of(player_id: UUID) -> QuerySet[Webhook]:
    """The player's webhooks."""
    return Webhook.objects.filter(player=player_id)


def deliveries_of(webhook: Webhook) -> QuerySet[WebhookDelivery]:
    """What the webhook was sent, and what waits."""
    return WebhookDelivery.objects.filter(webhook=webhook)


def access_ended(webhook: Webhook) -> bool:
    """True if the access with which the address was named was taken away, or has expired."""
    return webhook.token_id is not None and not access_lasts(webhook.token_id)


def may_receive(webhook: Webhook, delivery: WebhookDelivery) -> bool:
    """True if the owner of the webhook may see now what the message is about.

    Their account is open, and they see the webhook's subject and that of the message.
    """
    owners = Player.objects.filter(is_open("person__") | is_open("owner__person__"))
    if not owners.filter(pk=webhook.player_id).exists():
        return False
    if delivery.type == CHALLENGE:
        return True
    player, kind = webhook.player_id, delivery.type.partition(".")[0]
    return webhook_subject_seen(webhook.about, webhook.subject, player) and (
        delivery.subject == webhook.subject or webhook_subject_seen(kind, delivery.subject, player)
    )
