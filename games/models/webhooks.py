"""Addresses of programs that are sent news, and what they were sent."""

import uuid

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from games.choices import DeliveryState, WebhookEvent, WebhookSubject
from samba_service.accounts.models import ApiToken, Player
from samba_service.kit.fields import one_of
from samba_service.kit.outbound import URL_LENGTH


class Webhook(models.Model):
    """An address that is sent news of one game, tournament or club. Its secrets are encrypted."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    player = models.ForeignKey(Player, models.CASCADE, related_name="webhooks")
    token = models.ForeignKey(
        ApiToken, models.CASCADE, null=True, related_name="+",
        help_text="Which has named the address; empty for the owner, on the pages",
    )  # fmt: skip
    url = models.CharField(max_length=URL_LENGTH)
    about = models.CharField(max_length=10, choices=WebhookSubject)
    subject = models.UUIDField(db_index=True, help_text="The id of the game, tournament or club")
    events = ArrayField(models.CharField(max_length=30))
    secret = models.BinaryField(help_text="Encrypted")
    former_secret = models.BinaryField(null=True, help_text="Encrypted; signs too, for a while")
    former_until = models.DateTimeField(null=True)
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    verified_at = models.DateTimeField(null=True, help_text="The address has answered a challenge")
    failing_since = models.DateTimeField(null=True)
    disabled_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            one_of("about", WebhookSubject, name="webhook_about"),
            models.CheckConstraint(
                condition=Q(events__contained_by=WebhookEvent.values, events__len__gt=0),
                name="webhook_events_known",
            ),
        ]

    def __str__(self) -> str:
        return f"webhook {self.id}"

    @property
    def state(self) -> str:
        """`unverified`, `active` or `disabled`."""
        if self.disabled_at is not None:
            return "disabled"
        return "unverified" if self.verified_at is None else "active"


class WebhookDelivery(models.Model):
    """One message to a webhook; one that was not tried yet is overtaken by the next of its kind."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="deliveries", db_index=False)
    type = models.CharField(max_length=30, help_text="Of the event, or `webhook.challenge`")
    subject = models.UUIDField(help_text="The id of the game or tournament that it names")
    version = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=DeliveryState, default=DeliveryState.WAITING)
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    attempts = models.PositiveSmallIntegerField(default=0)
    attempted_at = models.DateTimeField(null=True)
    status = models.PositiveSmallIntegerField(null=True, help_text="Of the last answer, by HTTP")
    failure = models.CharField(max_length=30, blank=True, help_text="Why there was no good answer")

    class Meta:
        constraints = [
            one_of("state", DeliveryState, name="delivery_state"),
            models.UniqueConstraint(
                fields=["webhook", "type", "subject"],
                condition=Q(state=DeliveryState.WAITING, attempted_at=None),
                name="delivery_untried_once",
            ),
        ]
        indexes = [models.Index(fields=["webhook", "-created_at"], name="delivery_by_webhook")]
        verbose_name_plural = "webhook deliveries"

    def __str__(self) -> str:
        return f"{self.type} of {self.subject}"
