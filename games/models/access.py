"""Credentials of players, and the answers kept for those who retry."""

import uuid

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models.functions import Now

from games.models.people import Person, Player


class Scope(models.TextChoices):
    """What a token may be used for."""

    PROFILE = "profile", "read and change one's own account"
    GAMES_READ = "games:read", "read games"
    GAMES_PLAY = "games:play", "create, join and play games"
    BOTS_PLAY = "bots:play", "play as a bot"
    HISTORY_READ = "history:read", "read finished hands and export games"
    GAMES_PEEK = "games:peek", "see all hands of a running game; staff alone, and on record"
    TOURNAMENTS_READ = "tournaments:read", "read tournaments"
    TOURNAMENTS_PLAY = "tournaments:play", "enter, check in, fill in score sheets"
    TOURNAMENTS_MANAGE = "tournaments:manage", "direct tournaments"
    CLUB_READ = "club:read", "read one's clubs: members, log, reasons"
    CLUB_ADMIN = "club:admin", "administer a club"
    WEBHOOKS_MANAGE = "webhooks:manage", "manage webhooks"


class ApiToken(models.Model):
    """A bearer token of one player. The secret itself is stored nowhere."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    player = models.ForeignKey(Player, models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=60)
    prefix = models.CharField(max_length=12, help_text="The secret's beginning, to tell tokens")
    digest = models.BinaryField(max_length=32, unique=True, help_text="SHA-256 of the secret")
    scopes = ArrayField(models.CharField(max_length=30))
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    expires_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True, help_text="To the minute")
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(scopes__contained_by=Scope.values, scopes__len__gt=0),
                name="token_scopes_known",
            ),
            models.CheckConstraint(
                condition=models.Q(expires_at__isnull=True)
                | models.Q(expires_at__gt=models.F("created_at")),
                name="token_expires_after_creation",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.prefix}… ({self.name})"


class ResetCode(models.Model):
    """A code that sets a new password, once. Kept for a while: its owner sees who issued it."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    person = models.ForeignKey(Person, models.CASCADE, related_name="reset_codes")
    issued_by = models.ForeignKey(
        Player, models.PROTECT, null=True, related_name="+",
        help_text="The director; null for the operator of the service",
    )  # fmt: skip
    digest = models.BinaryField(max_length=32, unique=True, help_text="Keyed hash of the code")
    issued_at = models.DateTimeField(db_default=Now(), editable=False)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-issued_at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["person"],
                condition=models.Q(used_at=None, revoked_at=None),
                name="reset_code_one_open",
            ),
        ]

    def __str__(self) -> str:
        return f"reset code of {self.issued_at}"


class IdempotencyKey(models.Model):
    """The first answer to a key. `status` is null while its transaction runs, so never seen so."""

    owner = models.ForeignKey(Player, models.CASCADE, related_name="+")
    key = models.CharField(max_length=200)
    request_hash = models.BinaryField(max_length=32)
    status = models.PositiveSmallIntegerField(null=True)
    body = models.BinaryField(null=True)
    created_at = models.DateTimeField(db_default=Now(), db_index=True, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["owner", "key"], name="idempotency_key_unique"),
            models.CheckConstraint(
                condition=models.Q(status__isnull=True) | models.Q(status__range=(200, 299)),
                name="idempotency_key_success_only",
            ),
        ]

    def __str__(self) -> str:
        return self.key
